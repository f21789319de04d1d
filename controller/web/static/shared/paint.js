/* Shapes for the games' drawings, with a dark outline unless told otherwise. */

import { svg } from "./dom.js";

/** @import { Attributes, VNode } from "./preact.js" */

// A picture that covers its box, whatever the shape of it.
export const COVERS = ["xMidYMid", "slice"].join(" ");

/** @type {Attributes} */
export const outline = {
  stroke: "var(--night)",
  "stroke-width": 1.6,
  "stroke-linejoin": "round",
  "stroke-linecap": "round",
};

/** Return the size of letters in a drawing with this scale: never below 12 px, but not so large that they
 * lie on each other.
 * @type {(times: number) => number} */
export const lettering = (times) => Math.min(21, Math.max(14.5, 12.1 / times));

/** Squeeze words of this size that are wider than their room.
 * @type {(text: string, most: number, size: number) => Attributes} */
export const squeezed = (text, most, size) =>
  0.62 * size * [...text].length > most ? { textLength: most, lengthAdjust: "spacingAndGlyphs" } : {};

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
