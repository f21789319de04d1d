/* Draws the four pirates of HOLD YOUR BREATH!, each with their own face, hair and hat. */

import { svg } from "/static/shared/dom.js";
import { dot, outline as line, shape as path, stroke } from "/static/shared/paint.js";

const NIGHT = "var(--night)";

/** @import { VNode } from "/static/shared/preact.js" */
/** @typedef {"swims" | "scared" | "breathes" | "home"} Mood */

/** Draw a whole pirate around the middle of the chest, 44 wide and 52 high.
 * @type {(seat: number, colour: string, mood: Mood) => VNode} */
export function pirate(seat, colour, mood) {
  const skin = `var(--skin-${seat + 1})`;
  return svg(
    "g",
    {},
    ...limbs(skin, mood),
    path("M-8-1q8-4 16 0l1 15q-9 4-18 0Z", colour),
    ...pattern(seat),
    svg("g", { transform: "translate(0 -12)" }, ...head(seat, colour, mood)),
  );
}

/** Draw a pirate's head around its middle, 26 wide and 30 high.
 * @type {(seat: number, colour: string, mood?: Mood) => VNode[]} */
export function head(seat, colour, mood = "swims") {
  const skin = `var(--skin-${seat + 1})`;
  return [...behind(seat), dot(0, 0, 11, skin, line), ...face(mood), ...hats(seat, colour)];
}

/** Draw arms that reach out and legs that kick with flippers; a scared pirate throws up the arms.
 * @type {(skin: string, mood: Mood) => VNode[]} */
function limbs(skin, mood) {
  const arms = {
    swims: "M-8 3q-8 1-12-5M8 3q8 1 12-5",
    scared: "M-8 2q-8-4-9-14M8 2q8-4 9-14",
    breathes: "M-8 3q-9-1-13 5M8 3q9-1 13 5",
    home: "M-8 3q-9-3-11-13M8 3q8 3 11 7",
  };
  const legs = "M-4 13q-4 6-3 9M4 13q5 4 4 9";
  return [
    stroke(legs, 7, NIGHT),
    stroke(legs, 4.2, skin),
    path("M-10 21l6 0l1 6q-6 3-11 0Z", "var(--gold)"),
    path("M5 21l6 0l4 6q-6 3-11 0Z", "var(--gold)"),
    stroke(arms[mood], 7, NIGHT),
    stroke(arms[mood], 4.2, skin),
  ];
}

/** Draw the sign on a pirate's shirt, for people who cannot tell the colours apart.
 * @type {(seat: number) => VNode[]} */
function pattern(seat) {
  const look = { fill: "none", stroke: "white", "stroke-width": 2.2, opacity: 0.9, "stroke-linecap": "round" };
  const prints = [
    ["M-7.500 3h15M-8 8h16"],
    ["M-4-1v13M0-2v15M4-1v13"],
    ["M-6 3l3 3l3-3l3 3l3-3M-6 9l3 3l3-3l3 3l3-3"],
    ["M-4 3h.1M4 3h.1M0 7h.1M-4 11h.1M4 11h.1"],
  ];
  return prints[seat].map((d) => svg("path", { d, ...look }));
}

/** Draw the hair behind the head.
 * @type {(seat: number) => VNode[]} */
function behind(seat) {
  if (seat === 2) return [path("M-10-3q-8 8-5 18l5-1q-2-8 1-14ZM10-3q8 8 5 18l-5-1q2-8-1-14Z", "var(--hair-3)")];
  return seat === 1 ? [path("M-11-2q-3 16 11 21q14-5 11-21Z", "var(--hair-2)")] : [];
}

/** Draw full cheeks while the pirate holds his breath.
 * @type {(mood: Mood) => VNode[]} */
function face(mood) {
  /** @type {(x: number) => VNode[]} */
  const eye = (x) => [
    dot(x, -1.5, mood === "scared" ? 3.6 : 2.8, "white", { ...line, "stroke-width": 1 }),
    dot(x, -1.2, 1.5, NIGHT),
  ];
  const mouths = {
    swims: [
      dot(-6, 4.5, 3.4, "var(--blush)", { opacity: 0.75 }),
      dot(6, 4.5, 3.4, "var(--blush)", { opacity: 0.75 }),
      stroke("M-2 6q2-1.500 4 0", 1.8, NIGHT),
    ],
    scared: [svg("ellipse", { cx: 0, cy: 6, rx: 3.4, ry: 4, fill: "var(--maw)", ...line, "stroke-width": 1.2 })],
    breathes: [
      ...[-7, 7].map((x) => dot(x, 4.5, 4.6, "var(--blush)", line)),
      svg("ellipse", { cx: 0, cy: 6.5, rx: 2.6, ry: 3.2, fill: "var(--maw)", ...line, "stroke-width": 1.2 }),
    ],
    home: [path("M-5.500 3.500q5.500 7.500 11 0Z", "white", { "stroke-width": 1.4 })],
  };
  return [...eye(-4), ...eye(4), ...mouths[mood]];
}

/** @type {((colour: string) => VNode[])[]} */
const HATS = [
  // A scarf with a knot, an eye patch, a moustache.
  (colour) => [
    path("M-11.500-2q0-13 11.500-13t11.500 13q-11.500-6-23 0Z", colour),
    path("M11-4l8-3l-3 5l4 3l-8 1Z", colour),
    ...[
      [-6, -8],
      [0, -11],
      [6, -8],
    ].map(([x, y]) => dot(x, y, 1.3, "white")),
    path("M1-4.500h7l-1 5q-3 2-5 0Z", NIGHT),
    stroke("M-10-5l21 2", 1.3, NIGHT),
    path("M0 3.500q-5-2-8 1.500q4 2.500 8 .5q4 2 8-.5q-3-3.500-8-1.500Z", "var(--hair-1)", { "stroke-width": 1 }),
  ],
  // A cocked hat with a skull, and a white beard.
  (colour) => [
    path("M-9 6q3 4 9 2q6 2 9-2q0 11-9 14q-9-3-9-14Z", "var(--hair-2)"),
    stroke("M-2 8.500q2 1.500 4 0", 1.6, NIGHT),
    path("M-16-4q2-12 16-13q14 1 16 13q-5-5-16-5t-16 5Z", colour),
    dot(0, -12, 3.2, "white"),
    dot(-1.2, -12.3, 0.9, NIGHT),
    dot(1.2, -12.3, 0.9, NIGHT),
    path("M-1.500-10.200h3v2h-3Z", "white", { "stroke-width": 0.8 }),
  ],
  // A captain with plaits, a wide hat and a feather.
  (colour) => [
    path("M-10-5q4 3 9-2q4 5 11 2q-2-8-10-8t-10 8Z", "var(--hair-3)", { "stroke-width": 1.2 }),
    path("M-15-7q15-6 30 0q-3-3-6-3q-1-8-9-8t-9 8q-3 0-6 3Z", colour),
    path("M7-12q6-10 14-7q-3 8-13 9Z", "white", { "stroke-width": 1.2 }),
    dot(-10.5, 5, 1.8, "var(--gold)", { ...line, "stroke-width": 1 }),
    dot(10.5, 5, 1.8, "var(--gold)", { ...line, "stroke-width": 1 }),
  ],
  // A knitted cap with a bobble, and a big black beard.
  (colour) => [
    path("M-11 2q1 13 11 13t11-13q-3 4-6 3q-5-2-10 0q-3 1-6-3Z", "var(--hair-4)"),
    svg("ellipse", { cx: 0, cy: 7.2, rx: 3, ry: 1.8, fill: "var(--blush)", ...line, "stroke-width": 1 }),
    path("M-11.500-3q1-13 11.500-13t11.500 13Z", colour),
    path("M-12.500-5.500h25v4.500h-25Z", "white"),
    dot(0, -17, 3.2, "white", line),
  ],
];

/** @type {(seat: number, colour: string) => VNode[]} */
function hats(seat, colour) {
  return HATS[seat](colour);
}
