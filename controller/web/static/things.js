/* The loose things of the table: pieces with magnets, and cards with tags. */

import { el } from "./dom.js";
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

/** "puck", "red robot", "pirate 0", "tag 1", "card 04a1b2c3" */
export function thingName(thing) {
  const [kind, which] = thing.split(":");
  if (kind === "robot") return `${which} robot`;
  if (kind !== "tag") return which === undefined ? kind : `${kind} ${which}`;
  const number = madeUpTags.indexOf(which) + 1;
  return number ? `tag ${number}` : `card ${which}`;
}

/** "tile 1,3", "lane 2, 70 ft", "tray", "reader shoe" */
export function spotName(spot) {
  const [kind, ...rest] = spot.split(":");
  if (kind === "depth") return `lane ${rest[0]}, ${rest[1] * feet} ft`;
  return [kind, ...rest].join(" ");
}

export function thingElement(thing) {
  const [kind, which] = thing.split(":");
  const name = thingName(thing);
  return el(
    "button",
    {
      type: "button",
      class: "thing",
      "data-thing": thing,
      "data-kind": kind,
      "aria-label": name,
      "aria-pressed": "false",
      title: name,
    },
    letter(kind, which, name),
  );
}

/** Paints a piece in its own colour, or in that of the seat that it belongs to. */
export function paint(element, thing, seatColour) {
  const [, which] = thing.split(":");
  const colour = palette[which] ?? (/^\d+$/.test(which) ? seatColour(Number(which)) : null);
  if (colour) element.style.setProperty("--colour", colour);
  else element.style.removeProperty("--colour");
}

function letter(kind, which, name) {
  if (kind === "tag") return name.replace(/^(tag|card) /, "");
  return kind === "puck" ? "" : which[0].toUpperCase();
}
