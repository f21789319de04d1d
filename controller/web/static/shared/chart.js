/* A chart with one line for each seat over the whole game. */

import { el, svg } from "./dom.js";

/** @import { VNode } from "./preact.js" */
/** @import { ChartLabels, Review } from "./types.js" */

const WIDE = 300;
const HIGH = 96;
const EDGE = 6;
// The room for the labels of the lowest and highest line.
const MARGIN = 32;
// Each seat's second cue beside its colour.
const DASHES = [null, "7 3", "2 3", "9 3 2 3", "12 4", "4 2"];

/** @typedef {{ name: string, colour: string }} Seat */
/** @typedef {{ x: (at: number) => number, y: (value: number) => number, colour: string, count: number }} Drawn */

/** `review`: the message; `says`: as the game's page has it, { title, value(number) in words,
 * mark(number) at the edge, if not the number itself, down: more is lower }; `seats`: [{ name, colour }] by seat.
 * Returns null if there is nothing to draw.
 * @type {(review: Review, says: ChartLabels | null, seats: Seat[]) => VNode | null} */
export function chart({ length, points }, says, seats) {
  if (!says || points.length < 2 || length < 1) return null;
  const highest = Math.max(1, ...points.flatMap(([, ...values]) => values));
  /** @type {(at: number) => number} */
  const x = (at) => MARGIN + (at / length) * (WIDE - MARGIN - EDGE);
  /** @type {(value: number) => number} */
  const y = (value) => {
    const part = value / highest;
    return EDGE + (says.down ? part : 1 - part) * (HIGH - 2 * EDGE);
  };
  const words = seats.map(({ name }, seat) => `${name}: ${course(points, seat, says)}`);
  const drawing = svg(
    "svg",
    { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${says.title}. ${words.join(". ")}.` },
    svg("path", { class: "axis", d: `M${MARGIN} ${y(0)}H${WIDE - EDGE}M${MARGIN} ${y(highest)}H${WIDE - EDGE}` }),
    ...[0, highest].map((value) => label((says.mark ?? String)(value), y(value))),
    ...seats.map(({ colour }, seat) => line(points, seat, length, { x, y, colour, count: seats.length })),
  );
  return el("figure", { class: "chart" }, el("figcaption", {}, says.title), drawing, legend(seats));
}

/** @type {(words: string, y: number) => VNode} */
function label(words, y) {
  return svg("text", { x: MARGIN - 4, y: y + 3, "text-anchor": "end", "aria-hidden": "true" }, words);
}

/** Draw a line as steps; equal lines lie beside each other.
 * @type {(points: number[][], seat: number, length: number, drawn: Drawn) => VNode} */
function line(points, seat, length, { x, y, colour, count }) {
  const aside = (seat - (count - 1) / 2) * 1.6;
  const [first, ...rest] = points;
  /** @type {(point: number[]) => string} */
  const at = (point) => (y(point[seat + 1]) + aside).toFixed(1);
  const steps = rest.map((point) => `H${x(point[0]).toFixed(1)}V${at(point)}`).join("");
  const d = `M${x(first[0]).toFixed(1)} ${at(first)}${steps}H${x(length).toFixed(1)}`;
  return svg("path", { class: "course", d, stroke: colour, "stroke-dasharray": DASHES[seat % DASHES.length] });
}

/** @type {(seats: Seat[]) => VNode} */
function legend(seats) {
  const items = seats.map(({ name, colour }, seat) => {
    const dashes = DASHES[seat % DASHES.length];
    const sample = svg(
      "svg",
      { viewBox: "0 0 28 8", "aria-hidden": "true" },
      svg("path", { class: "course", d: "M1 4H27", stroke: colour, "stroke-dasharray": dashes }),
    );
    return el("li", {}, sample, name);
  });
  return el("ul", { class: "chart-legend" }, ...items);
}

/** @type {(points: number[][], seat: number, says: ChartLabels) => string} */
function course(points, seat, { value }) {
  const [from, to] = [points[0], points[points.length - 1]].map((point) => value(point[seat + 1]));
  return from === to ? from : `${from} → ${to}`;
}
