/* Draws the faces, sharks and bubbles on HOLD YOUR BREATH! cards and in front of pirates, in boxes around 0,0. */

import { svg } from "/static/shared/dom.js";
import { COVERS, dot, outline as line, shape as path } from "/static/shared/paint.js";

const NIGHT = "var(--night)";

/** @import { VNode } from "/static/shared/preact.js" */

/** @type {(cx: number, cy: number, r: number) => VNode} */
const bubble = (cx, cy, r) =>
  svg(
    "g",
    {},
    dot(cx, cy, r, "var(--ice)", { ...line, "stroke-width": 1.6, "fill-opacity": 0.85 }),
    dot(cx - r / 3, cy - r / 3, r / 4, "white"),
  );

/** Draw a shark that swims at the viewer, 44 wide.
 * @type {() => VNode} */
export function sharkHead() {
  const teeth = "M-13 8l3 5l3-5l3.500 5l3.500-5l3.500 5l3.500-5l3 5l3-5";
  return svg(
    "g",
    {},
    path("M-4-12q3-12 12-14q-3 8 1 15Z", "var(--shark-back)"),
    path("M-22 4q4-18 22-18t22 18q-3 16-22 16t-22-16Z", "var(--shark-back)"),
    path("M-19 7q19-9 38 0q-5 12-19 12t-19-12Z", "var(--shark-belly)", { "stroke-width": 1 }),
    path("M-15 8q15-6 30 0q-3 10-15 10t-15-10Z", "var(--maw)"),
    path(teeth, "white", { "stroke-width": 1 }),
    dot(-10, -3, 3.4, "white", { ...line, "stroke-width": 1 }),
    dot(10, -3, 3.4, "white", { ...line, "stroke-width": 1 }),
    dot(-9, -2.5, 1.6, NIGHT),
    dot(9, -2.5, 1.6, NIGHT),
    path("M-15-8l8 3M15-8l-8 3", "none"),
  );
}

/** Draw a screaming face, with a keyhole if only its owner knows the card.
 * @type {(isHidden?: boolean) => VNode} */
export function panicFace(isHidden = false) {
  return svg(
    "g",
    {},
    path(
      "M0-24l5 7l8-4l1 9l9 1l-5 7l6 6l-9 3l1 9l-9-2l-5 7l-6-6l-8 4l-1-9l-9-2l5-7l-6-6l9-3l-1-9l9 2Z",
      isHidden ? "var(--back)" : "var(--scare)",
    ),
    dot(-6, -5, 4.5, "white", line),
    dot(6, -5, 4.5, "white", line),
    dot(-5.5, -4.5, 1.8, NIGHT),
    dot(5.5, -4.5, 1.8, NIGHT),
    svg("ellipse", { cx: 0, cy: 8, rx: 5, ry: 6.5, fill: "var(--maw)", ...line }),
  );
}

/** @type {() => VNode} */
function calmFace() {
  return svg(
    "g",
    {},
    dot(0, 0, 18, "var(--leaf)", line),
    path("M-10-4q4 4 8 0M2-4q4 4 8 0M-8 5q8 8 16 0", "none", { "stroke-width": 2.6 }),
    dot(-11, 4, 3, "var(--blush)", { opacity: 0.6 }),
    dot(11, 4, 3, "var(--blush)", { opacity: 0.6 }),
  );
}

/** @type {() => VNode} */
function flippers() {
  return svg(
    "g",
    {},
    path("M-26 6q10-12 26-8l16-10l10 2l-12 14q4 2 12 12l-14-4q-16 8-38-6Z", "var(--gold)"),
    dot(-30, -4, 8, "var(--skin-1)", line),
    path("M-38-6q2-9 9-8t7 7Z", "var(--scare-dark)"),
    dot(-33, -3, 1.6, NIGHT),
    path("M-44 14q6-5 12 0t12 0t12 0t12 0t12 0", "none", { stroke: "var(--wave)", "stroke-width": 3 }),
  );
}

/** @type {() => VNode} */
function kraken() {
  /** @type {(d: string) => VNode[]} */
  const arm = (d) => [
    path(d, "none", { stroke: NIGHT, "stroke-width": 10 }),
    path(d, "none", { stroke: "var(--sting)", "stroke-width": 6.5 }),
  ];
  return svg(
    "g",
    {},
    ...arm("M-10 8q-18 2-20 18q0 8 8 6"),
    ...arm("M10 8q18 2 20 18q0 8-8 6"),
    ...arm("M-6 10q-8 14-2 26M6 10q8 14 2 26"),
    path("M-18 6q-4-34 18-34t18 34q-8 10-18 10t-18-10Z", "var(--sting)"),
    dot(-7, -6, 5.5, "white", line),
    dot(7, -6, 5.5, "white", line),
    dot(-6, -5, 2.4, NIGHT),
    dot(6, -5, 2.4, NIGHT),
    path("M-14-14l9 4M14-14l-9 4M-6 8q6-4 12 0", "none"),
    ...[
      [-6, -20],
      [4, -22],
      [10, -16],
    ].map(([x, y]) => dot(x, y, 2, "var(--sting-light)")),
  );
}

/** @type {() => VNode} */
function dolphin() {
  return svg(
    "g",
    {},
    path("M-34 14q4-34 38-32l4-12l8 14q16 6 18 20l-14-2q-4 12-18 14q4-8-2-12q-16-4-34 10Z", "var(--fin)"),
    path("M-22 8q12-16 40-4q-4 10-14 12q2-8-4-10q-10-4-22 2Z", "var(--wave)", { "stroke-width": 1 }),
    dot(20, -4, 2.4, NIGHT),
    path("M22 5q5 1 8-1", "none"),
  );
}

/** @type {(isLost: boolean) => VNode} */
function cardsOf(isLost) {
  /** @type {(x: number, turn: number, fill: string) => VNode} */
  const card = (x, turn, fill) =>
    svg(
      "g",
      { transform: `translate(${x} 0) rotate(${turn})` },
      path("M-10-16h20v30h-20Z", fill),
      path("M-5-6q5-6 10 0q-5 6-10 0Z", "var(--wave)", { "stroke-width": 1.2 }),
    );
  const arrow = isLost ? "M18 14l10-22m-9 5l9-5l3 9" : "M18-14v24m-8-8l8 8l8-8";
  return svg(
    "g",
    {},
    card(-12, -16, "var(--water-3)"),
    card(0, 4, isLost ? "var(--lilac)" : "var(--teal)"),
    path(arrow, "none", { stroke: NIGHT, "stroke-width": 9 }),
    path(arrow, "none", { stroke: "var(--gold)", "stroke-width": 4.5 }),
  );
}

/** @type {Record<string, () => VNode>} */
export const PICTURES = {
  air: () =>
    svg("g", {}, bubble(-14, 8, 14), bubble(14, -6, 10), bubble(20, 16, 7), bubble(-2, -18, 5), bubble(2, 22, 4)),
  swim: flippers,
  draw: () => cardsOf(false),
  discard: () => cardsOf(true),
  calm: calmFace,
  panic: () => panicFace(),
  shark: () => svg("g", { transform: "scale(1.5)" }, sharkHead()),
  kraken,
  dolphin,
};
/** @type {Record<string, [fill: string, glow: string]>} */
const GROUNDS = {
  air: ["var(--water-1)", "var(--ice)"],
  swim: ["var(--water-3)", "var(--lagoon)"],
  draw: ["var(--plank)", "var(--plank-light)"],
  discard: ["var(--hull)", "var(--plank)"],
  calm: ["var(--kelp)", "var(--teal)"],
  panic: ["var(--scare-dark)", "var(--maw)"],
  shark: ["var(--water-4)", "var(--water-2)"],
  kraken: ["var(--water-5)", "var(--water-3)"],
  dolphin: ["var(--water-2)", "var(--wave)"],
};

// Half a card, around its middle.
const HALF = { wide: 84, high: 76 };

/** Draw what a card does, to its edges; both halves if the card is a single part.
 * @type {(...uses: string[]) => VNode} */
export function picture(...uses) {
  const kinds = uses.map((use) => use.replace(/-(5|10)$/, ""));
  const isBeast = kinds.length === 1 && ["shark", "kraken", "dolphin"].includes(kinds[0]);
  const high = isBeast || kinds.length > 1 ? 2 * HALF.high : HALF.high;
  return svg(
    "svg",
    {
      viewBox: `${-HALF.wide / 2} 0 ${HALF.wide} ${high}`,
      preserveAspectRatio: COVERS,
      "aria-hidden": "true",
    },
    ...kinds.map((kind, index) => half(kind, index * HALF.high, high / kinds.length, isBeast ? 1.1 : 0.92)),
  );
}

/** @type {(kind: string, top: number, high: number, size: number) => VNode} */
function half(kind, top, high, size) {
  const [fill, glow] = GROUNDS[kind] ?? GROUNDS.air;
  const middle = top + high / 2;
  return svg(
    "g",
    {},
    svg("rect", { x: -120, y: top - (top ? 0 : 120), width: 240, height: high + 240, fill }),
    ...[30, 60, 90].map((r) => dot(0, middle - 4, r, glow, { opacity: 0.16 })),
    svg("g", { transform: `translate(4 ${middle - 7}) scale(${size})` }, PICTURES[kind]?.()),
  );
}
