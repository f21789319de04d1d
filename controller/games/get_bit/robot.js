/* Draws a GET BIT! robot in a box of 100 by 120. Its limbs come off one by one. */

import { svg } from "/static/shared/dom.js";
import { darker, inked, lighter, patch, stroke } from "/static/shared/paint.js";
import { words } from "/static/shared/targets.js";

/** @import { Child, VNode } from "/static/shared/preact.js" */
/** @typedef {"happy" | "calm" | "afraid" | "out"} Mood */
/** @typedef {{ name: string, letter: string, colour: string }} Body */
/** @typedef {{ upper: string, lower: string, hand: string[], joint: number[], elbow: number[] }} Limb */

export const ROBOT = { width: 100, height: 120 };
const LINE = "var(--line)";
const SCREEN = "var(--screen)";
const METAL = "var(--metal)";

const shape = inked(3);

// Each limb has an upper half, a lower half, and a hand or foot. The shark bites off the last one first: an arm, which
// nobody overlooks. The arm that holds a card goes last.
const LIMBS = [
  {
    upper: "M69 64Q78 62 83 54",
    lower: "M83 54Q89 46 87 36",
    hand: ["M87 36Q96 33 94 22l-5 5-3-8-4 8-5-4q-1 10 6 13Z"],
    joint: [68, 64],
    elbow: [83, 54],
  },
  {
    upper: "M41 89Q39 94 36 99",
    lower: "M36 99Q32 104 31 108",
    hand: ["M35 106q-5 11-20 10q-3-6 9-9Z"],
    joint: [41, 88],
    elbow: [36, 99],
  },
  {
    upper: "M59 89Q61 94 64 99",
    lower: "M64 99Q68 104 69 108",
    hand: ["M65 106q5 11 20 10q3-6-9-9Z"],
    joint: [59, 88],
    elbow: [64, 99],
  },
  {
    upper: "M31 64Q22 62 17 54",
    lower: "M17 54Q11 46 13 36",
    hand: ["M13 36Q4 33 6 22l5 5 3-8 4 8 5-4q1 10-6 13Z"],
    joint: [32, 64],
    elbow: [17, 54],
  },
];

/** Draw a robot. `limbs` counts halves where `halves`; `mood`: happy, calm, afraid or out; `least`: the size of its letter.
 * @param {Body & { limbs: number, halves?: boolean, mood?: Mood, least?: number }} robot
 * @returns {Child[]} */
export function robot({ name, letter, colour, limbs, halves = false, mood = "calm", least = 0 }) {
  const each = halves ? 2 : 1;
  const parts = LIMBS.flatMap((limb, index) => {
    const left = Math.max(0, Math.min(each, limbs - index * each)) / each;
    return limbShapes(limb, index, left, colour);
  });
  return [...parts, ...torso(letter, colour, least), ...head(name, colour, mood)];
}

/** Draw a limb alone, as it is bitten off.
 * @type {(colour: string) => Child[]} */
export const limb = (colour) => limbShapes(LIMBS[1], 1, 1, colour);

const GLIDE = "transform 400ms ease-out, opacity 400ms ease-in";
const THERE = { transition: GLIDE };
const GONE = { transition: GLIDE, transform: "translate(46px, 26px) rotate(50deg)", opacity: 0 };

/** Draw a limb; a half that the shark bites off floats away and leaves its wires.
 * `left` says how much of the limb is left: 1, a half or nothing.
 * @type {(limb: Limb, index: number, left: number, colour: string) => Child[]} */
function limbShapes({ upper, lower, hand, joint, elbow }, index, left, colour) {
  /** @type {(d: string) => VNode[]} */
  const tube = (d) => [
    stroke(d, 14, LINE),
    stroke(d, 8.5, METAL),
    stroke(d, 8.5, darker(METAL, 45), { "stroke-dasharray": "1.5 4", "stroke-linecap": "butt" }),
  ];
  /** @type {(key: string, isOn: boolean, ...shapes: Child[]) => VNode} */
  const half = (key, isOn, ...shapes) => svg("g", { key, style: isOn ? THERE : GONE }, ...shapes);
  const end = hand.map((d) => shape(d, colour));
  const torn = left === 1 ? null : wires(left ? elbow : joint, index);
  return [
    torn,
    half(`${index} lower`, left === 1, ...tube(lower), ...end),
    half(`${index} upper`, left > 0, ...tube(upper)),
  ];
}

/** @type {(at: number[], index: number) => VNode} */
function wires([x, y], index) {
  const side = x > 50 ? 1 : -1;
  const down = y > 80 ? 1 : -0.3;
  /** @type {(dx: number, dy: number, colour: string) => VNode} */
  const wire = (dx, dy, colour) =>
    stroke(`M${x} ${y}q${(dx * side) / 2} ${dy * down * 1.4} ${dx * side} ${dy * down}`, 2.5, colour);
  return svg(
    "g",
    { key: `${index} torn` },
    wire(11, 3, "var(--wire)"),
    wire(9, 10, "var(--sun)"),
    svg("circle", { cx: x, cy: y, r: 5.5, fill: LINE, stroke: METAL, "stroke-width": 2 }),
  );
}

/** @type {(letter: string, colour: string, least: number) => Child[]} */
function torso(letter, colour, least) {
  const size = Math.min(24, Math.max(letter.length > 1 ? 13 : 16, least));
  return [
    shape("M45 50h10v10H45z", darker(METAL, 30)),
    shape("M33 58q17-6 34 0q5 1 4 6l-3 23q-1 5-6 5H38q-5 0-6-5l-3-23q-1-5 4-6Z", colour),
    svg("path", {
      d: "M36 61q14-4.500 25-1.500l-22 27q-3 1-3.500-2.500L32.500 64q0-2.500 3.500-3Z",
      fill: "white",
      opacity: 0.22,
    }),
    patch("M62 56.500q9 1 8 6.500l-3 24q-1 4-6 4H46q15-8 16-34.500Z", LINE, { opacity: 0.22 }),
    svg("circle", {
      cx: 50,
      cy: 75,
      r: Math.max(11.5, size * 0.68),
      fill: "var(--cream)",
      stroke: LINE,
      "stroke-width": 2.5,
    }),
    letter
      ? words(50, 75 + size * 0.35, letter, { fill: LINE, "font-size": size, "font-weight": 800 })
      : stroke("M45 75h10M50 70v10", 3.5, darker(colour, 20)),
  ];
}

// Each head has its own outline, as a second cue beside the colour.
/** @type {Record<string, string[]>} */
const HEADS = {
  red: ["M28 14h44q6 0 6 6v24q0 8-8 8H30q-8 0-8-8V20q0-6 6-6Z", "M50 14V4"],
  blue: ["M24 52V32a26 24 0 0 1 52 0v20Z", "M36 13L30 3M64 13l6-10"],
  green: ["M16 24q0-6 6-6h56q6 0 6 6v20q0 6-6 6H22q-6 0-6-6Z", "M50 18V8M42 8h16"],
  yellow: ["M36 10h28l16 22-12 20H32L20 32Z", "M50 10l-5-5h9l-4-5"],
  purple: ["M34 12h32q4 0 5 4l8 32q0 4-4 4H25q-4 0-4-4l8-32q1-4 5-4Z", "M40 12q2-8 10-8t10 8"],
  orange: ["M50 8q30 0 30 24T50 54T20 32T50 8Z", "M50 8q0-6 8-7"],
};

/** @type {(name: string, colour: string, mood: Mood) => Child[]} */
function head(name, colour, mood) {
  const [outline, antenna] = HEADS[name] ?? HEADS.red;
  return [
    stroke(antenna, 6, LINE),
    stroke(antenna, 2.5, METAL),
    name === "red"
      ? svg("circle", { cx: 50, cy: 4, r: 4.5, fill: "var(--sun)", stroke: LINE, "stroke-width": 2.5 })
      : null,
    shape(outline, colour),
    svg("path", {
      d: "M28 24q2-5 9-6",
      fill: "none",
      stroke: "white",
      "stroke-width": 3.5,
      opacity: 0.55,
      "stroke-linecap": "round",
    }),
    svg("rect", { x: 27, y: 21, width: 46, height: 26, rx: 10, fill: SCREEN, stroke: LINE, "stroke-width": 2.5 }),
    patch("M31 24h15l-13 18q-4-1-4-6v-8q0-3 2-4Z", "white", { opacity: 0.13 }),
    ...FACES[mood](lighter(colour, 70)),
  ];
}

/** @type {(radius: number, look?: number, fill?: string) => VNode[]} */
const eyes = (radius, look = 0, fill = "white") =>
  [40, 60].flatMap((x) => [
    svg("circle", { cx: x, cy: 31, r: radius, fill }),
    svg("circle", { cx: x + look, cy: 31.5, r: 2.4, fill: SCREEN }),
  ]);
/** @type {Record<Mood, (glow: string) => Child[]>} */
const FACES = {
  happy: (glow) => [stroke("M35 32q4-6 9 0M56 32q4-6 9 0", 3.2, "white"), stroke("M40 38.500q10 7 20 0", 3.2, glow)],
  calm: (glow) => [...eyes(5.2, -1.5), stroke("M43 41.500h14", 3, glow)],
  // It looks back at the shark.
  afraid: (glow) => [
    ...eyes(7, 3),
    stroke("M33 22.500l9-3M67 22.500l-9-3", 2.2, "white"),
    shape("M42 41q2-3 4 0t4 0t4 0t4 0", "none", { stroke: glow, "stroke-width": 2.6 }),
    shape("M80 12q7 9 0 12q-7-3 0-12Z", "var(--drop)", { "stroke-width": 2 }),
  ],
  out: () => [
    stroke("M35 27l9 9m0-9l-9 9M56 27l9 9m0-9l-9 9", 3, "var(--cross)"),
    stroke("M42 43q8-5 16 0", 2.6, "white"),
  ],
};
