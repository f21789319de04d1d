/* Draws HAI NOON's cards, large in the hand and small beside the pool. Each colour has its own sign. */

import { svg } from "/static/shared/dom.js";
import { darker, lighter } from "/static/shared/paint.js";
import { words } from "/static/shared/targets.js";
import { cage, diver, shape, shark, weeds } from "./figures.js";

/** @import { Attributes, Child, VNode } from "/static/shared/preact.js" */

const LINE = "var(--line)";
const PAPER = "var(--poster)";
const HUNGRY = "var(--hungry)";
const FULL = "var(--full)";
/** @type {(x: number, y: number, size: number, ...shapes: Child[]) => VNode} */
const put = (x, y, size, ...shapes) => svg("g", { transform: `translate(${x} ${y}) scale(${size / 100})` }, ...shapes);
/** @type {(d: string, head: string) => VNode[]} */
const arrow = (d, head) => [
  shape(d, "none", { stroke: LINE, "stroke-width": 10 }),
  shape(head, PAPER, { "stroke-width": 3 }),
  shape(d, "none", { stroke: PAPER, "stroke-width": 5 }),
];
/** @type {(colour: string) => Child[]} */
const someone = (colour) => diver({ name: "pink", colour, state: "healthy" });

/** What each card does, in a box of 100 by 100.
 * @type {Record<string, (colour: string) => Child[]>} */
export const SCENES = {
  cage: (colour) => [put(20, 22, 62, ...someone(lighter(colour, 30))), put(14, 14, 72, ...cage())],
  camouflage: (colour) => [put(8, 6, 84, ...weeds(colour))],
  diver: (colour) => [
    put(2, 34, 50, ...someone(lighter(colour, 40))),
    put(48, 34, 50, ...diver({ name: "turquoise", colour: darker(colour, 15), state: "healthy" })),
    ...arrow("M24 26Q50 4 74 24", "M84 30L64 30L78 14Z"),
  ],
  flip: () => [
    put(2, 10, 54, ...shark(false, FULL)),
    put(44, 38, 56, ...shark(true, HUNGRY)),
    ...arrow("M66 12Q86 14 84 28", "M84 42L74 26L94 26Z"),
  ],
  rotate: () => [...arrow("M80 30A36 36 0 1 0 86 56", "M92 24L70 38L68 16Z"), put(27, 28, 48, ...shark(true, HUNGRY))],
  shark: () => [
    put(0, 32, 52, ...shark(true, HUNGRY)),
    put(48, 32, 52, ...shark(false, FULL)),
    ...arrow("M24 26Q50 4 74 24", "M84 30L64 30L78 14Z"),
  ],
  wild: () => [
    shape("M50 6L61 34L92 36L68 56L76 88L50 70L24 88L32 56L8 36L39 34Z", "var(--badge)"),
    put(30, 26, 40, ...shark(true, HUNGRY)),
  ],
};

// Each colour's sign, in a box of 20 by 20.
/** @type {Record<string, string>} */
const SIGNS = {
  red: "M10 2Q18 2 18 10V17H13V10Q13 7 10 7T7 10V17H2V10Q2 2 10 2Z",
  yellow: "M10 1l2.700 5.800 6.300.7-4.700 4.300 1.300 6.300L10 15l-5.600 3.100 1.300-6.300L1 7.500l6.300-.7Z",
  green: "M8 19V13H5Q2 13 2 10V6H5V10H8V2Q10 0 12 2V12H15V8H18V12Q18 15 15 15H12V19Z",
  blue: "M10 1Q18 10 16 15Q13 19 10 19T4 15Q2 10 10 1Z",
};

/** Return what a card does, such as "cage"; `hueOf` returns its colour, "red", or "" for a wild card.
 * @type {(card: string) => string} */
export const deedOf = (card) => card.split("-")[1] ?? "wild";
/** @type {(card: string) => string} */
export const hueOf = (card) => (card === "wild" ? "" : card.split("-")[0]);

/** @type {(card: string, x: number, y: number, size: number, fill: string) => VNode | null} */
const sign = (card, x, y, size, fill) =>
  hueOf(card)
    ? svg("path", { d: SIGNS[hueOf(card)], fill, transform: `translate(${x} ${y}) scale(${size / 20})` })
    : null;

/** Draw a card's picture to its edge: the desert above, the water below, in the card's colour.
 * @type {(card: string, colour: string) => VNode} */
export function cardArt(card, colour) {
  /** @type {(viewBox: string, preserveAspectRatio: string, box: Attributes, ...shapes: Child[]) => VNode} */
  const inside = (viewBox, preserveAspectRatio, box, ...shapes) =>
    svg("svg", { viewBox, preserveAspectRatio, ...box }, ...shapes);
  return svg(
    "svg",
    { class: "art", "aria-hidden": "true" },
    inside("0 0 100 150", "xMidYMid slice", {}, ...ground(colour)),
    inside(
      "0 0 100 100",
      "xMidYMid meet",
      { y: "12%", height: "62%", overflow: "visible" },
      svg("g", { class: "deed" }, ...SCENES[deedOf(card)](colour)),
    ),
    inside(
      "0 0 24 24",
      "xMinYMin meet",
      { x: 3, y: 3, width: "30%", height: "20%" },
      svg("circle", { cx: 12, cy: 12, r: 12, fill: PAPER }),
      sign(card, 3.5, 3.5, 17, LINE),
    ),
  );
}

/** Draw town and water from `left` to `right`: beyond a card that cuts them off, or as wide as a small one.
 * @type {(colour: string, left?: number, right?: number, top?: number, low?: number) => VNode[]} */
function ground(colour, left = -200, right = 300, top = -200, low = 400) {
  const waves = `q10-7 20 0${"t20 0".repeat((right - left) / 20 - 1)}V${low}H${left}Z`;
  return [
    svg("rect", { x: left, y: top, width: right - left, height: 100 - top, fill: lighter(colour, 66) }),
    svg("circle", { cx: 74, cy: 30, r: 20, fill: "var(--noon)" }),
    svg("path", {
      d: `M${left} 66H${Math.max(left, -20)}V44H10V66H62V52H92V66H${right}V100H${left}Z`,
      fill: darker(colour, 12),
      opacity: 0.55,
    }),
    svg("path", { d: `M${left} 78${waves}`, fill: colour }),
    svg("path", { d: `M${left} 116${waves}`, fill: darker(colour, 22) }),
  ];
}

/** A small card beside the pool: the picture of the large one, its sign in the corner.
 * @type {(card: string, colour: string, width: number, height: number) => Child[]} */
export function miniCard(card, colour, width, height) {
  const corner = Math.max(8, width * 0.15);
  const frame = { width, height, rx: width / 9 };
  const inner = width - 4;
  return [
    svg("rect", { ...frame, x: 1.5, y: 3, fill: LINE, opacity: 0.4 }),
    svg("rect", { ...frame, fill: colour }),
    svg(
      "g",
      { transform: `translate(2 2) scale(${inner / 100} ${(height - 4) / 134})` },
      ...ground(colour, 0, 100, 0, 134),
    ),
    put(2, height * 0.97 - inner, inner, ...SCENES[deedOf(card)](colour)),
    svg("rect", { ...frame, fill: "none", stroke: LINE, "stroke-width": 4.5 }),
    svg("rect", { ...frame, fill: "none", stroke: PAPER, "stroke-width": 3 }),
    svg("circle", { cx: corner + 1, cy: corner + 1, r: corner, fill: PAPER, stroke: LINE }),
    hueOf(card)
      ? sign(card, 1 + corner * 0.3, 1 + corner * 0.3, corner * 1.4, LINE)
      : words(corner + 1, corner * 1.7, "✱", {
          "font-size": Math.max(12, corner * 1.5),
          "font-weight": 800,
          fill: LINE,
        }),
  ];
}
