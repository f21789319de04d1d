/* Draws HOLD YOUR GROUND's battlers. Each of the four teams has its own hat, so nobody has to tell colours apart. */

import { svg } from "/static/shared/dom.js";
import { dot, outline as line, patch, shape as path } from "/static/shared/paint.js";
import { words } from "/static/shared/targets.js";

const NIGHT = "var(--night)";

/** @import { VNode } from "/static/shared/preact.js" */

/** @type {Record<string, () => VNode>} */
const HATS = {
  // Horns
  red: () => path("M-5-9q-4-1-4-6q3 0 6 3h6q3-3 6-3q0 5-4 6Z", "var(--cream)"),
  // A pointed hat
  green: () => path("M-6.500-8.500l6.500-10l6.500 10q-6.500-3-13 0Z", "white"),
  // A square cap
  blue: () => path("M-6-9v-6h12v6q-6-2-12 0ZM6-9l4 1", "white"),
  // A crown
  purple: () => path("M-6-9l-1-8l4 4l3-5l3 5l4-4l-1 8q-6-2-12 0Z", "var(--lava-light)"),
};

/** Draw one battler around its middle, 18 wide and 28 high.
 * @type {(team: string, colour: string) => VNode} */
export function battler(team, colour) {
  return svg(
    "g",
    {},
    path("M-8.500 11q0-12 8.500-13q8.500 1 8.500 13q-8.500 3.500-17 0Z", colour),
    patch("M3-0.500q4.500 3 4.700 11q-3.500 1.700-8 1.800q5.500-4 3.300-12.800Z", NIGHT, { opacity: 0.22 }),
    dot(0, -5.5, 5.8, colour, line),
    patch("M-4.500-6.500q0.500-3.500 4-3.800q-2.500 1.500-2.800 3.800ZM-6 8q0.300-5 3-7.500q-1 4-1 7.500Z", "white", {
      opacity: 0.5,
    }),
    dot(-2.2, -5.5, 1.5, "white"),
    dot(2.2, -5.5, 1.5, "white"),
    dot(-1.9, -5.2, 0.8, NIGHT),
    dot(1.9, -5.2, 0.8, NIGHT),
    path("M-1.800-2q1.800 1.400 3.600 0", "none", { "stroke-width": 1 }),
    HATS[team]?.(),
  );
}

// The places of this many battlers, back to front, and their size.
const CROWDS = [
  { size: 1.05, at: [[0, 0]] },
  {
    size: 0.86,
    at: [
      [-6, -1],
      [6, 1],
    ],
  },
  {
    size: 0.76,
    at: [
      [0, -5],
      [-7.5, 2],
      [7.5, 3],
    ],
  },
  {
    size: 0.7,
    at: [
      [-5.5, -6],
      [6.5, -5],
      [-7, 4],
      [5.5, 5],
    ],
  },
];

/** Draw one team's battlers around a point: four at most, and their number if there are several.
 * @type {(team: string, colour: string, number: number, name: string, at: number[], size?: number) => VNode} */
export function crowd(team, colour, number, name, [x, y], size = 1) {
  const { size: each, at } = CROWDS[Math.min(number, CROWDS.length) - 1];
  return svg(
    "g",
    { key: name, "data-piece": name },
    svg(
      "g",
      { transform: `translate(${x} ${y}) scale(${size})` },
      ...at.map(([dx, dy]) =>
        svg(
          "g",
          { transform: `translate(${dx} ${dy}) scale(${each})` },
          svg("ellipse", { cx: 2.5, cy: 11.5, rx: 10.5, ry: 3.4, fill: NIGHT, opacity: 0.3 }),
          battler(team, colour),
        ),
      ),
      number > 1 ? badge(8, 8, number, size) : null,
    ),
  );
}

/** Draw a number that stays readable on small tiles.
 * @type {(x: number, y: number, number: number, size: number) => VNode} */
function badge(x, y, number, size) {
  return svg(
    "g",
    { transform: `translate(${x} ${y}) scale(${1 / size})` },
    svg("circle", { r: "0.56em", fill: "var(--cream)", ...line }),
    words(0, 0, String(number), { dy: "0.35em", fill: NIGHT, "font-weight": 800 }),
  );
}
