/* The loose things of the table: pieces with magnets, and cards with tags. */

import { el } from "./dom.js";
import { say } from "./words.js";
import { feet, palette } from "/data.js";

const MADE_UP = 6;

/** Cards to play with, before anybody types a number: [uid, …] */
export const madeUpTags = Array.from(
  { length: MADE_UP },
  (_, index) => `04a1b2c3d4e5${(index + 1).toString(16).padStart(2, "0")}`,
);

export function tagThing(uid) {
  return `tag:${uid}`;
}

/** "puck", "robot Red", "pirate of Anna", "card 1", "card 04a1b2c3" */
export function thingName(thing) {
  const [kind, which] = thing.split(":");
  return say.called("thing", kind === "tag" ? tagThing(cardName(which)) : thing);
}

/** The made-up ones are counted, the others have their number. */
function cardName(uid) {
  return madeUpTags.indexOf(uid) + 1 || uid;
}

/** "row 2, tile 4", "lane 3, 70 ft", "tray", "reader shoe" */
export function spotName(spot) {
  const [kind, ...rest] = spot.split(":");
  if (kind === "depth") return say("goes-to.lane", { lane: Number(rest[0]), feet: rest[1] * feet });
  if (kind === "reader") return say("goes-to.reader", { reader: rest[0] });
  return kind === "tray" ? say("goes-to.tray") : say.called("spot", spot);
}

/** Says on a thing what it is. */
export function nameThing(element, thing) {
  const name = thingName(thing);
  if (element.title === name) return;
  element.title = name;
  element.setAttribute("aria-label", name);
}

export function thingElement(thing) {
  const [kind, which] = thing.split(":");
  const element = el(
    "button",
    {
      type: "button",
      class: "thing",
      "data-thing": thing,
      "data-kind": kind,
      "aria-pressed": "false",
    },
    letter(kind, which),
  );
  nameThing(element, thing);
  return element;
}

/** Paints a piece in its own colour, or in that of the seat that it belongs to. */
export function paint(element, thing, seatColour) {
  const [, which] = thing.split(":");
  const colour = palette[which] ?? (/^\d+$/.test(which) ? seatColour(Number(which)) : null);
  if (colour) element.style.setProperty("--colour", colour);
  else element.style.removeProperty("--colour");
}

function letter(kind, which) {
  if (kind === "tag") return String(cardName(which));
  return kind === "puck" ? "" : which[0].toUpperCase();
}
