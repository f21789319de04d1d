/* GET BIT!: a card's picture, drawn to its edge. The higher the card, the faster its robot. */

import { svg } from "/static/shared/dom.js";
import { darker, lighter } from "/static/shared/paint.js";
import { robot } from "./robot.js";

/** @import { Attributes, Child, VNode } from "/static/shared/preact.js" */
/** @import { Body } from "./robot.js" */

const WIDE = 100;
const HIGH = 150;

/** `look`: { name, colour } of the robot.
 * @type {(card: number, look: Omit<Body, "letter">) => VNode} */
export function cardArt(card, look) {
  const { colour } = look;
  const bubbles = Array.from({ length: card }, (_, index) =>
    svg("circle", {
      cx: 14 + (index % 4) * 24 + (index > 3 ? 12 : 0),
      cy: index > 3 ? 126 : 112,
      r: 5.5,
      fill: "white",
      "fill-opacity": 0.55,
      stroke: "white",
      "stroke-width": 1.8,
    }),
  );
  const speed = Array.from({ length: card }, (_, index) =>
    svg("path", {
      d: `M${66 + (index % 2) * 8} ${24 + index * 11}h${12 + card * 3}`,
      stroke: "white",
      "stroke-width": 3,
      "stroke-linecap": "round",
      opacity: 0.75,
    }),
  );
  /** @type {(y: number) => string} */
  const wave = (y) => `M-200 ${y}${"q12.5-9 25 0t25 0".repeat(10)}V400H-200Z`;
  /** @type {(viewBox: string, preserveAspectRatio: string, box: Attributes, ...shapes: Child[]) => VNode} */
  const inside = (viewBox, preserveAspectRatio, box, ...shapes) =>
    svg("svg", { viewBox, preserveAspectRatio, ...box }, ...shapes);
  const body = robot({ ...look, letter: "", limbs: 4, mood: card > 3 ? "happy" : "calm" });
  return svg(
    "svg",
    { class: "art", "aria-hidden": "true" },
    inside(
      `0 0 ${WIDE} ${HIGH}`,
      "xMidYMid slice",
      {},
      svg("rect", { x: -200, y: -200, width: 500, height: 600, fill: lighter(colour, 72) }),
      svg("circle", { cx: 72, cy: 34, r: 15, fill: "var(--noon)" }),
      fin(card),
      svg("path", { d: wave(62), fill: colour }),
      svg("path", { d: wave(104), fill: darker(colour, 28) }),
    ),
    inside(
      "17 0 66 132",
      "xMidYMax meet",
      { y: "24%", height: "76%", overflow: "visible" },
      ...speed,
      svg("g", { transform: `rotate(${-3 * card} 50 60)` }, ...body),
      ...bubbles,
    ),
  );
}

/** The lower the card, the nearer the shark.
 * @type {(card: number) => VNode} */
function fin(card) {
  const scale = Math.max(0.25, 1.15 - card * 0.14);
  return svg("path", {
    d: "M-26 4Q-6-4 0-34Q22-20 26 4Z",
    fill: "var(--slate)",
    transform: `translate(${30 - card} 62) scale(${scale.toFixed(2)})`,
  });
}
