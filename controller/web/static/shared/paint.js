/* Shapes for the games' drawings, with a dark outline unless told otherwise. */

import { svg } from "./dom.js";

/** @import { Attributes, VNode } from "./preact.js" */

// A picture that covers a box of any shape.
export const COVERS = ["xMidYMid", "slice"].join(" ");

/** @type {Attributes} */
export const outline = {
  stroke: "var(--night)",
  "stroke-width": 1.6,
  "stroke-linejoin": "round",
  "stroke-linecap": "round",
};

/** Return the size of letters in a drawing with this scale: at least 12 px, but not so large that they
 * overlap.
 * @type {(times: number) => number} */
export const lettering = (times) => Math.min(21, Math.max(14.5, 12.1 / times));

/** Squeeze words of this size that are wider than their room.
 * @type {(text: string, most: number, size: number) => Attributes} */
export const squeezed = (text, most, size) =>
  [...text].reduce((sum, letter) => sum + size * wideness(letter), 0) > most
    ? { textLength: most, lengthAdjust: "spacingAndGlyphs" }
    : {};

/** Cut words of this size to what stays readable when squeezed into this room.
 * @type {(text: string, most: number, size: number) => string} */
export function shortened(text, most, size) {
  const room = Math.floor(most / (0.42 * size));
  return [...text].length > room
    ? `${[...text]
        .slice(0, room - 1)
        .join("")
        .trim()}…`
    : text;
}

/** Return a letter's approximate width, relative to its size.
 * @param {string} letter */
function wideness(letter) {
  if (/[\s.,:'|()fijlrtI]/.test(letter)) return 0.38;
  return /[mwMW]|[^\0-\u2000]/.test(letter) ? 0.98 : /\p{Lu}/u.test(letter) ? 0.72 : 0.64;
}

/** @type {(d: string, fill: string, more?: Attributes) => VNode} */
export const shape = (d, fill, more = {}) => svg("path", { d, fill, ...outline, ...more });

/** Return a `shape` with outlines of this width in the game's own `--line`.
 * @type {(width: number) => typeof shape} */
export const inked =
  (width) =>
  (d, fill, more = {}) =>
    shape(d, fill, { stroke: "var(--line)", "stroke-width": width, ...more });

/** @type {(colour: string, share: number) => string} */
export const lighter = (colour, share) => `color-mix(in srgb, ${colour} ${100 - share}%, white)`;
/** @type {(colour: string, share: number) => string} */
export const darker = (colour, share) => `color-mix(in srgb, ${colour} ${100 - share}%, var(--line))`;

/** Fill a shape without an outline.
 * @type {(d: string, fill: string, more?: Attributes) => VNode} */
export const patch = (d, fill, more = {}) => svg("path", { d, fill, ...more });

/** Draw along a line.
 * @type {(d: string, width: number, colour: string, more?: Attributes) => VNode} */
export const stroke = (d, width, colour, more = {}) =>
  svg("path", {
    d,
    fill: "none",
    stroke: colour,
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    ...more,
  });

/** @type {(cx: number, cy: number, r: number, fill: string, more?: Attributes) => VNode} */
export const dot = (cx, cy, r, fill, more = {}) => svg("circle", { cx, cy, r, fill, ...more });
