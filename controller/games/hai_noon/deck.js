/* HAI NOON: the pool, the light in its water, and what stands on the deck around it where there is room. */

import { svg } from "/static/shared/dom.js";
import { dot, patch, stroke } from "/static/shared/paint.js";
import { shape } from "./figures.js";

/** @import { Attributes, VNode } from "/static/shared/preact.js" */
/** @import { Size } from "/static/shared/measured.js" */
/** @typedef {{ tile: number, left: number, top: number, deep: { x: number, y: number } }} Room */

const LINE = "var(--line)";
const PAPER = "var(--poster)";
// The least room beside the cards, or above them.
const LEAST = 40;

/** The pool in its rim of stone, which throws a shadow on the deck and on the water.
 * @type {(room: Room) => VNode[]} */
export function basin({ tile, left, top }) {
  const long = 4 * tile;
  const rx = tile / 4;
  /** @type {(more: number, look: Attributes) => VNode} */
  const edge = (more, look) =>
    svg("rect", {
      x: left - more,
      y: top - more,
      width: long + 2 * more,
      height: long + 2 * more,
      rx: rx + more,
      fill: "none",
      ...look,
    });
  return [
    edge(5, { fill: LINE, opacity: 0.4, transform: "translate(3 6)" }),
    edge(3, { fill: "var(--pool)", stroke: LINE, "stroke-width": 7 }),
    edge(3, { stroke: PAPER, "stroke-width": 4.5 }),
    edge(3, { stroke: "var(--grout)", "stroke-width": 4.5, "stroke-dasharray": `1.5 ${tile / 4}` }),
    edge(-2, { stroke: LINE, "stroke-width": 5, opacity: 0.28 }),
  ];
}

/** The water in a tile: light from above, a wave, and the shade of who swims in it.
 * @type {(tile: number, colour: string) => VNode[]} */
export function swell(tile, colour) {
  const [step, low] = [tile * 0.115, tile * 0.66];
  const wave = `q${step}-${step * 0.7} ${step * 2} 0t${step * 2} 0t${step * 2} 0t${step * 2} 0`;
  return [
    patch(
      `M${tile * 0.04} ${low}${wave}V${tile * 0.8}Q${tile * 0.96} ${tile * 0.95} ${tile * 0.8} ${tile * 0.96}H${tile * 0.2}Q${tile * 0.04} ${tile * 0.95} ${tile * 0.04} ${tile * 0.8}Z`,
      colour,
      {
        opacity: 0.3,
      },
    ),
    stroke(`M${tile * 0.36} ${tile * 0.075}H${tile * 0.86}`, Math.max(1.5, tile * 0.025), "white", { opacity: 0.4 }),
    svg("ellipse", { cx: tile / 2, cy: tile * 0.88, rx: tile * 0.37, ry: tile * 0.075, fill: LINE, opacity: 0.45 }),
  ];
}

/** Sunlight on the ground of the pool, and rings on the water.
 * @type {(tile: number) => VNode[]} */
export function shimmer(tile) {
  const net =
    "M8 30Q24 16 34 30T64 26T92 34M10 54Q22 66 38 54T68 58T92 50M8 78Q26 66 40 80T70 74T92 82" +
    "M34 30Q28 42 38 54T40 80M64 26Q74 40 68 58T70 74M22 8Q30 18 34 30M72 8Q64 16 64 26";
  const at = { transform: `scale(${tile / 100})` };
  return [
    svg("ellipse", { ...at, cx: 38, cy: 34, rx: 34, ry: 26, fill: "var(--pool)", opacity: 0.7 }),
    stroke(net, 2.2, "white", { ...at, opacity: 0.26 }),
    svg("ellipse", { ...at, cx: 50, cy: 89, rx: 42, ry: 7, fill: LINE, opacity: 0.25 }),
    svg("ellipse", {
      ...at,
      cx: 50,
      cy: 87,
      rx: 42,
      ry: 7,
      fill: "none",
      stroke: "white",
      "stroke-width": 2.5,
      opacity: 0.6,
    }),
  ];
}

/** Stand furniture beside the cards of the left and right sides, or above and below the others'.
 * @type {(room: Room, size: Size) => VNode[]} */
export function furniture({ tile, left, top, deep }, { width, height }) {
  const isWide = left - deep.x > top - deep.y;
  const room = isWide ? left - deep.x : top - deep.y;
  if (room < LEAST) return [];
  const [from, long, far] = isWide ? [top, 4 * tile, width] : [left, 4 * tile, height];
  const scale = Math.min(room * 0.92, tile * 1.3) / 100;
  /** @type {(key: string, isFar: boolean, share: number, shapes: VNode[]) => VNode} */
  const put = (key, isFar, share, shapes) => {
    const across = isFar ? far - room / 2 : room / 2;
    const along = from + long * share;
    const [x, y] = isWide ? [across, along] : [along, across];
    return svg(
      "g",
      { key, "aria-hidden": "true", "pointer-events": "none", transform: `translate(${x} ${y}) scale(${scale})` },
      ...shapes,
    );
  };
  return [
    put("parasol", false, 0.14, parasol()),
    put("lounger", false, 0.5, lounger("var(--scarf)", isWide)),
    put("cactus", false, 0.86, cactus()),
    put("buoy", true, 0.14, buoy()),
    put("deckchair", true, 0.5, lounger("var(--pool)", isWide)),
    put("ball", true, 0.86, ball()),
  ];
}

/** @type {(cx: number, cy: number, rx: number, ry: number) => VNode} */
const shade = (cx, cy, rx, ry) => svg("ellipse", { cx, cy, rx, ry, fill: LINE, opacity: 0.3 });

/** @type {() => VNode[]} */
function parasol() {
  const wedges = Array.from({ length: 8 }, (_, index) =>
    patch("M0 0L-17-41Q0-50 17-41Z", index % 2 ? "var(--scarf)" : PAPER, { transform: `rotate(${index * 45})` }),
  );
  return [
    shade(9, 12, 46, 44),
    ...wedges,
    dot(0, 0, 44.5, "none", { stroke: LINE, "stroke-width": 3 }),
    patch("M-44 0A44 44 0 0 1 20-40L0 0Z", "white", { opacity: 0.22 }),
    dot(0, 0, 5, "var(--badge)", { stroke: LINE, "stroke-width": 3 }),
  ];
}

/** Along the deck, which is beside the pool where that is wide, and else above and below it.
 * @type {(colour: string, isWide: boolean) => VNode[]} */
function lounger(colour, isWide) {
  const shapes = [
    svg("rect", { x: -24, y: -54, width: 58, height: 124, rx: 10, fill: LINE, opacity: 0.3 }),
    shape("M-28-60H28V62H-28Z", "var(--wood)"),
    patch("M-22-54H22V56H-22Z", PAPER),
    patch("M-22-26H22V-14H-22ZM-22-2H22V10H-22ZM-22 22H22V34H-22Z", colour),
    shape("M-18-52H18V-36Q0-32-18-36Z", colour),
    stroke("M-22-30H22", 2, LINE, { opacity: 0.5 }),
    patch("M-22-54H-10V56H-22Z", "white", { opacity: 0.3 }),
  ];
  return [svg("g", { transform: isWide ? null : "rotate(90)" }, ...shapes)];
}

/** @type {() => VNode[]} */
function cactus() {
  return [
    shade(12, 40, 36, 11),
    shape("M-9 26V0H-20Q-32 0-32-12V-24H-20V-12H-9V-40Q0-54 9-40V-2H20V-18H32V-4Q32 10 20 10H9V26Z", "var(--weed)"),
    stroke("M0-40V20M-26-20V-10M26-14V-6", 2.5, "var(--weed-dark)"),
    shape("M-20 22H20L15 46H-15Z", "var(--back)"),
    stroke("M-16 28H16", 3, "var(--badge)"),
    dot(4, -46, 6, "var(--scarf)", { stroke: LINE, "stroke-width": 3 }),
  ];
}

/** @type {() => VNode[]} */
function buoy() {
  return [
    shade(7, 9, 42, 42),
    dot(0, 0, 30, "none", { stroke: LINE, "stroke-width": 25 }),
    dot(0, 0, 30, "none", { stroke: PAPER, "stroke-width": 19 }),
    dot(0, 0, 30, "none", { stroke: "var(--scarf)", "stroke-width": 19, "stroke-dasharray": "23.560 23.560" }),
    stroke("M-34-12A36 36 0 0 1-4-36", 4, "white", { opacity: 0.6 }),
  ];
}

/** @type {() => VNode[]} */
function ball() {
  return [
    shade(8, 20, 28, 18),
    dot(0, 0, 28, PAPER, { stroke: LINE, "stroke-width": 3.5 }),
    patch("M-4-4Q-2-24 14-24Q28-14 27-2Q12-10-4-4Z", "var(--scarf)"),
    patch("M-4-4Q10 10 6 27Q-8 30-18 20Q-16 4-4-4Z", "var(--pool)"),
    patch("M-4-4Q-20-6-27 4Q-28-14-14-24Q-10-14-4-4Z", "var(--badge)"),
    patch("M27-2Q24 26-4 28Q18 18 27-2Z", LINE, { opacity: 0.25 }),
    dot(-10, -13, 4, "white", { opacity: 0.8 }),
  ];
}
