/* Loose things of the table: pieces with magnets, cards with tags. */

import { el } from "../shared/dom.js";
import { initials } from "../shared/targets.js";
import { say, seatNamed } from "../shared/words.js";
import { isTag } from "./placing.js";
import { feet, palette } from "/data.js";

/** @import { Attributes, VNode } from "../shared/preact.js" */
/** @import { CompletePage } from "../shared/types.js" */
/** @import { State } from "./state.js" */
/** @import { Tray } from "./tray.js" */

/** @typedef {Pick<CompletePage, "say">} Page */

const MADE_UP = 6;

const madeUpTags = Array.from(
  { length: MADE_UP },
  (_, index) => `04a1b2c3d4e5${(index + 1).toString(16).padStart(2, "0")}`,
);

/** Return the sample cards. */
export function sampleCards() {
  return madeUpTags.map(tagThing);
}

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

/** Return a thing that can be moved. A piece is drawn as its game's page does, in its own colour or its seat's.
 * @type {(thing: string, state: Pick<State, "moving" | "page" | "position">, tray: Tray,
 *   look?: Attributes<HTMLButtonElement>) => VNode} */
export function thing(name, { moving, page, position }, tray, look = {}) {
  const [kind, which] = name.split(":");
  const isCard = isTag(name);
  const { shape = "round", picture = null, below = false } = (!isCard && page?.pieces[kind]) || {};
  const seats = page && position?.state ? position.game.seats : 0;
  const seat = isNumber(which) ? Number(which) : seats;
  const colour = palette[which] ?? (seat < seats ? page?.seatColours(position?.state, seat)[0] : null) ?? null;
  const called = thingName(name, isCard ? null : page);
  return el(
    "button",
    {
      key: name,
      type: "button",
      class: below ? "thing below" : "thing",
      "data-thing": name,
      "data-kind": kind,
      "data-shape": isCard ? null : shape,
      title: called,
      "aria-label": called,
      "aria-pressed": String(moving.thing === name),
      ...tray.dragging.listeners(name),
      ...look,
      style: { "--colour": isCard ? null : colour, ...look.style },
    },
    isCard ? cardName(which) : (picture?.(which, colour) ?? (shape === "ring" ? "" : letter(kind, which))),
  );
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
