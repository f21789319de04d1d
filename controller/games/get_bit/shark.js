/* Draws GET BIT!'s shark in a box of 200 by 160, open jaws to the left; its back continues to the right. */

import { svg } from "/static/shared/dom.js";
import { inked, patch } from "/static/shared/paint.js";

/** @import { Child, Style, VNode } from "/static/shared/preact.js" */

export const SHARK = { width: 200, height: 160 };
const LINE = "var(--line)";
const SKIN = "var(--shark-skin)";
const shape = inked(3.5);

// The edges of both jaws, from the front to the corner of the mouth: start, bend and end.
const UPPER = [
  [24, 62],
  [84, 64],
  [130, 102],
];
const LOWER = [
  [50, 134],
  [92, 132],
  [130, 102],
];

/** @type {(isBiting: boolean) => Child[]} */
export function shark(isBiting) {
  return [
    shape("M128 22Q140-16 176-22Q170 6 184 26Z", "var(--fin)"),
    // The far side of the mouth, behind the teeth.
    svg(
      "g",
      closing(isBiting && "translate(0, 62px) scaleY(0.53) translate(0, -62px)"),
      shape("M24 62Q84 64 130 102Q92 132 50 134Q66 98 24 62Z", "var(--throat)", { stroke: "none" }),
      shape("M64 126Q70 104 100 106Q122 104 128 104Q104 130 64 126Z", "var(--tongue)", { stroke: "none" }),
    ),
    svg(
      "g",
      closing(isBiting && "translate(0, -34px)"),
      teeth(LOWER, -1, 7),
      shape(
        "M130 102Q92 132 50 134Q46 141 54 146Q110 166 214 160L330 156Q280 112 214 108Q160 116 130 102Z",
        "var(--belly)",
      ),
      shape("M92 148Q150 158 214 152", "none", { stroke: "var(--gill)", "stroke-width": 3 }),
    ),
    teeth(UPPER, 1, 9),
    shape(
      "M24 62Q84 64 130 102Q160 118 214 112Q276 116 330 160Q300 34 214 10Q150-2 96 18Q46 36 20 54Q14 60 24 62Z",
      SKIN,
    ),
    svg("path", {
      d: "M30 54Q80 26 128 17Q170 8 214 18Q268 34 296 90Q258 44 214 30Q150 16 100 32Q60 44 30 54Z",
      fill: "white",
      opacity: 0.2,
    }),
    patch("M130 102Q160 118 214 112Q276 116 330 160Q296 92 262 78Q210 96 150 84Q120 76 96 70Q116 82 130 102Z", LINE, {
      opacity: 0.2,
    }),
    svg("path", {
      d: "M44 58Q92 62 130 95Q160 112 214 106Q254 108 292 130Q254 114 214 112Q160 118 130 102Q84 64 24 62Q34 62 44 58Z",
      fill: "var(--belly)",
    }),
    shape("M160 54q9 13 2 29M174 53q9 13 2 31M188 53q9 13 2 32", "none", { "stroke-width": 4 }),
    svg("circle", { cx: 104, cy: 46, r: 10, fill: "white", stroke: LINE, "stroke-width": 3 }),
    svg("circle", { cx: 100, cy: 48, r: 4.6, fill: LINE }),
    svg("circle", { cx: 98.5, cy: 46, r: 1.4, fill: "white" }),
    shape("M86 38Q104 30 118 42", "none", { "stroke-width": 6 }),
    shape("M36 52q4-3 8-3", "none", { "stroke-width": 3 }),
  ];
}

/** @type {(transform: string | false) => { style: Style }} */
const closing = (transform) => ({ style: { transition: "transform 240ms ease-in", transform: transform || "none" } });

/** Draw teeth along a jaw, hanging or standing.
 * @type {(jaw: number[][], side: number, count: number) => VNode} */
function teeth([from, bend, to], side, count) {
  /** @type {(t: number) => number[]} */
  const at = (t) => [0, 1].map((axis) => (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * bend[axis] + t ** 2 * to[axis]);
  const each = Array.from({ length: count }, (_, index) => {
    const [start, end] = [index, index + 1].map((number) => at(0.04 + (number / count) * 0.84));
    const size = 17 - index * 1.1;
    const tip = [(start[0] + end[0]) / 2 + 2, (start[1] + end[1]) / 2 + side * size];
    return `M${start.join(" ")}L${tip.join(" ")}L${end.join(" ")}Z`;
  });
  return shape(each.join(""), "white", { "stroke-width": 2 });
}
