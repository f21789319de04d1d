/* Loose things of the table: pieces with magnets, cards with tags. */

import { render } from "../shared/dom.js";
import { initials } from "../shared/targets.js";
import { say, seatNamed } from "../shared/words.js";
import { feet, palette } from "/data.js";

/** @import { CompletePage } from "../shared/types.js" */

/** @typedef {Pick<CompletePage, "say">} Page */

const MADE_UP = 6;

/** Sample cards: [uid, …] */
export const madeUpTags = Array.from(
  { length: MADE_UP },
  (_, index) => `04a1b2c3d4e5${(index + 1).toString(16).padStart(2, "0")}`,
);

/** @type {(uid: string) => string} */
export function tagThing(uid) {
  return `tag:${uid}`;
}

/** "puck", "robot Red", "pirate of Anna", "card 1", "card 04a1b2c3": in the words of its game, if that has any.
 * @type {(thing: string, page: Page | null) => string} */
export function thingName(thing, page) {
  const [kind, which] = thing.split(":");
  if (kind === "tag") return say.called("thing", tagThing(cardName(which)));
  const name = (page ?? { say }).say.called("thing", thing);
  return name === thing ? plainName(kind, which) : name;
}

/** @type {(kind: string, which?: string) => string} */
function plainName(kind, which) {
  if (which === undefined) return kind;
  return isNumber(which) ? say("piece.of", { kind, seat: Number(which) }) : say("piece.which", { kind, team: which });
}

/** Return a card's label: a count for samples, the number for others.
 * @type {(uid: string) => string} */
function cardName(uid) {
  return String(madeUpTags.indexOf(uid) + 1 || uid);
}

/** "row 2, tile 4", "lane 3, lamp 15" or "Anna's lane, 70 ft" as its game has it, "tray", "reader shoe"
 * @type {(spot: string, page: Page | null) => string} */
export function spotName(spot, page) {
  const [kind, ...rest] = spot.split(":");
  if (kind === "depth") {
    const [lane, position] = rest.map(Number);
    return (page ?? { say }).say("spot.depth", { lane, position, feet: position * feet });
  }
  if (kind === "reader") return say("goes-to.reader", { reader: rest[0] });
  return kind === "tray" ? say("goes-to.tray") : say.called("spot", spot);
}

/** Label a thing with its name.
 * @type {(element: HTMLElement, thing: string, page: Page | null) => void} */
export function nameThing(element, thing, page) {
  const name = thingName(thing, page);
  if (element.title === name) return;
  element.title = name;
  element.setAttribute("aria-label", name);
}

/** @type {(thing: string) => HTMLButtonElement} */
export function thingElement(thing) {
  const [kind, which] = thing.split(":");
  const element = Object.assign(document.createElement("button"), { type: "button", className: "thing" });
  Object.assign(element.dataset, { thing, kind });
  element.setAttribute("aria-pressed", "false");
  element.textContent = kind === "tag" ? cardName(which) : "";
  if (kind === "tag") nameThing(element, thing, null);
  return element;
}

/** Draw a piece as its game's page does, in its own colour or its seat's.
 * @type {(element: HTMLElement, thing: string, page: CompletePage, seatColour: (seat: number) => string
 *   | null) => void} */
export function paint(element, thing, page, seatColour) {
  const [kind, which] = thing.split(":");
  const { shape = "round", picture = null, below = false } = page.pieces[kind] ?? {};
  const colour = palette[which] ?? (isNumber(which) ? seatColour(Number(which)) : null);
  if (colour) element.style.setProperty("--colour", colour);
  else element.style.removeProperty("--colour");
  element.dataset.shape = shape;
  element.classList.toggle("below", below);
  const mark = shape === "ring" ? "" : letter(kind, which);
  // Redrawn only on a change, because it may be under a finger.
  const looks = `${shape} ${colour} ${picture ? kind : mark}`;
  if (element.dataset.looks === looks) return;
  element.dataset.looks = looks;
  render(element, picture?.(which, colour) ?? mark);
}

/** Return the first letter of its owner, its name or its kind.
 * @type {(kind: string, which?: string) => string} */
function letter(kind, which) {
  return initials([isNumber(which) ? seatNamed(Number(which)) : (which ?? kind)])[0];
}

/** @type {(which?: string) => boolean} */
function isNumber(which) {
  return which !== undefined && /^\d+$/.test(which);
}
