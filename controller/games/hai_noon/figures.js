/* Draws HAI NOON's sharks, divers and cage, each in a box of 100 by 100. */

import { svg } from "/static/shared/dom.js";
import { darker, dot, inked, lighter, patch, stroke } from "/static/shared/paint.js";

/** @import { Child } from "/static/shared/preact.js" */
/** @import { Diver } from "./data.js" */
/** @typedef {{ name: string, colour: string, state: Diver["state"] }} Figure */

const LINE = "var(--line)";
const PAPER = "var(--poster)";
export const shape = inked(3.5);

/* Sharks: open jaws with teeth are hungry, a smile with closed eyes is full. */

/** @type {(isHungry: boolean, colour: string) => Child[]} */
export function shark(isHungry, colour) {
  return isHungry ? hungry(colour) : full(colour);
}

/** @type {(colour: string) => Child[]} */
function hungry(colour) {
  return [
    shape("M30 30Q44 4 62 4Q58 18 72 28Z", darker(colour, 45)),
    shape("M8 62Q6 24 50 20Q94 24 92 62Q86 94 50 96Q14 94 8 62Z", darker(colour, 20)),
    patch("M15 46Q20 27 50 25Q32 31 22 48Z", "white", { opacity: 0.3 }),
    patch("M86 52Q94 90 52 95Q84 84 82 60Z", LINE, { opacity: 0.3 }),
    shape("M16 60Q18 46 50 46Q82 46 84 60Q80 90 50 91Q20 90 16 60Z", "var(--throat)"),
    svg("path", { d: "M34 84Q50 66 66 84Q58 90 50 90Q40 90 34 84Z", fill: "var(--tongue)" }),
    shape(teeth(20, 80, 50, 15, 6), "white", { "stroke-width": 2 }),
    shape(teeth(26, 74, 87, -13, 5), "white", { "stroke-width": 2 }),
    dot(33, 35, 7.5, "white", { stroke: LINE, "stroke-width": 2.5 }),
    dot(67, 35, 7.5, "white", { stroke: LINE, "stroke-width": 2.5 }),
    dot(35, 37, 3.2, LINE),
    dot(65, 37, 3.2, LINE),
    stroke("M22 24L41 32M78 24L59 32", 5, LINE),
  ];
}

/** @type {(colour: string) => Child[]} */
function full(colour) {
  return [
    shape("M34 32Q46 10 60 10Q58 22 68 30Z", darker(colour, 45)),
    shape("M8 62Q8 28 50 26Q92 28 92 62Q90 90 50 92Q10 90 8 62Z", lighter(colour, 18)),
    patch("M14 50Q20 33 48 31Q28 37 20 54Z", "white", { opacity: 0.4 }),
    patch("M89 56Q90 86 52 91Q82 80 84 56Z", LINE, { opacity: 0.22 }),
    svg("path", { d: "M18 68Q50 58 82 68Q76 88 50 88Q24 88 18 68Z", fill: PAPER }),
    stroke("M25 48q7 7 14 0M61 48q7 7 14 0", 4.5, LINE),
    stroke("M34 66q16 12 32 0", 4.5, LINE),
    dot(20, 60, 5, "var(--blush)", { opacity: 0.7 }),
    dot(80, 60, 5, "var(--blush)", { opacity: 0.7 }),
    stroke("M76 20h11l-11 11h11", 3.5, "white"),
  ];
}

/** @type {(from: number, to: number, y: number, high: number, count: number) => string} */
function teeth(from, to, y, high, count) {
  const wide = (to - from) / count;
  return Array.from({ length: count }, (_, index) => {
    const x = from + index * wide;
    return `M${x} ${y}l${wide / 2} ${high}l${wide / 2} ${-high}Z`;
  }).join("");
}

/* Divers: each has its own hat, as a second cue beside the colour. */

/** @type {Record<string, (colour: string) => Child[]>} */
const HATS = {
  // A cowboy's hat.
  pink: (colour) => [
    shape("M14 34Q28 22 32 8Q42 2 50 8Q58 2 68 8Q72 22 86 34Q68 42 50 38Q32 42 14 34Z", colour),
    stroke("M30 26Q50 34 70 26", 5, LINE),
  ],
  // A sheriff's, with the star.
  turquoise: (colour) => [
    shape("M12 36Q30 34 32 12Q50 2 68 12Q70 34 88 36Q50 46 12 36Z", colour),
    shape("M50 9l3.500 7 7.500 1-5.500 5 1.500 8-7-4-7 4 1.500-8-5.500-5 7.500-1Z", "var(--badge)", {
      "stroke-width": 2,
    }),
  ],
  // A sombrero.
  green: (colour) => [
    shape("M2 32Q14 42 50 40Q86 42 98 32Q92 26 70 28Q66 2 50 2Q34 2 30 28Q8 26 2 32Z", colour),
    stroke("M32 24q4.500-6 9 0t9 0t9 0t9 0", 3.5, "var(--badge)"),
  ],
  // A gentleman's.
  black: (colour) => [
    shape("M28 34V8Q50 0 72 8V34Q88 32 92 38Q50 48 8 38Q12 32 28 34Z", colour),
    stroke("M29 27Q50 34 71 27", 6, "var(--scarf)"),
  ],
};

/** `state`: healthy, injured, prey or dummy.
 * @type {(figure: Figure) => Child[]} */
export function diver({ name, colour, state }) {
  const isLive = state === "healthy" || state === "injured";
  const skin = isLive ? colour : "var(--dummy)";
  return [
    shape("M18 98Q20 70 50 70Q80 70 82 98Z", darker(skin, 18)),
    patch("M66 72Q80 76 80 97H68Q70 84 66 72Z", LINE, { opacity: 0.25 }),
    shape("M88 74V40q0-6-6-6", "none", { stroke: LINE, "stroke-width": 9 }),
    stroke("M88 74V40q0-6-6-6", 4, "var(--badge)"),
    dot(50, 52, 27, isLive ? "var(--face)" : "var(--dummy-face)", { stroke: LINE, "stroke-width": 3.5 }),
    shape(
      "M25 42h50q4 0 4 5v7q0 9-10 9q-9 0-12-6q-7-6-14 0q-3 6-12 6q-10 0-10-9v-7q0-5 4-5Z",
      state === "dummy" ? "var(--dummy-glass)" : "var(--glass)",
    ),
    patch("M27 45H38L31 58Q27 56 27 52ZM43 45H47L40 60H36Z", "white", { opacity: isLive ? 0.75 : 0.3 }),
    ...FACES[state],
    ...(HATS[name] ?? HATS.pink)(skin),
    stroke("M50 79V98", 3, LINE, { "stroke-dasharray": "3 4" }),
  ];
}

const eyes = [dot(38, 52, 3.6, LINE), dot(62, 52, 3.6, LINE)];
const crosses = stroke("M33 47l9 9m0-9l-9 9M58 47l9 9m0-9l-9 9", 3.6, "var(--wound)");
/** @type {Record<Diver["state"], Child[]>} */
const FACES = {
  healthy: [...eyes, stroke("M41 68q9 7 18 0", 3.5, LINE)],
  injured: [
    dot(38, 52, 3.6, LINE),
    stroke("M58 49l8 6m0-6l-8 6", 3.2, LINE),
    stroke("M41 71q9-6 18 0", 3.5, LINE),
    shape("M67 60l16-9 6 11-16 9Z", "white", { "stroke-width": 2.5 }),
    stroke("M73 63l9-5M75.500 56.500l4 8", 2.8, "var(--wound)"),
  ],
  prey: [crosses, shape("M43 70h14v3q-7 5-14 0Z", "var(--throat)", { "stroke-width": 2.5 })],
  dummy: [stroke("M34 52h8M58 52h8M42 70h16", 3.5, LINE)],
};

/** @type {() => Child[]} */
export function cage() {
  const bars = [16, 33, 50, 67, 84].map((x) => `M${x} 8V95`).join("");
  const all = `${bars}M8 8Q50-6 92 8M8 95H92M8 8V95M92 8V95`;
  return [
    stroke(all, 7.5, LINE),
    stroke(all, 3.8, "var(--cage)"),
    dot(50, 2, 6, "none", { stroke: LINE, "stroke-width": 4 }),
  ];
}

/** Draw a hiding diver: weeds with eyes.
 * @type {(colour: string) => Child[]} */
export function weeds(colour) {
  return [
    shape("M14 98Q6 60 22 34Q30 60 32 74Q34 30 50 8Q62 40 64 72Q70 52 82 40Q92 66 84 98Z", "var(--weed)"),
    stroke("M26 92Q24 66 24 52M50 92Q48 50 50 30M74 92Q74 70 78 58", 3, "var(--weed-dark)"),
    dot(41, 66, 8, "white", { stroke: LINE, "stroke-width": 2.5 }),
    dot(61, 66, 8, "white", { stroke: LINE, "stroke-width": 2.5 }),
    dot(42, 67, 3.4, LINE),
    dot(60, 67, 3.4, LINE),
    shape("M30 90Q50 82 70 90L68 98H32Z", colour),
  ];
}
