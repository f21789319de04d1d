/* HOLD YOUR GROUND: the water around the island, and what lives in it. */

import { svg } from "/static/shared/dom.js";
import { dot, outline as line, patch as path, stroke } from "/static/shared/paint.js";

/** @import { Attributes, VNode } from "/static/shared/preact.js" */
/** @typedef {[x: number, y: number, wide: number, high: number]} Box */

// The least room that an islet, a boat or a fin needs, and a palm at the corner of the island.
const ROOM = 44;
const COAST = 12;

/** The sea in view, and the water around what is left of the land: shallow, then foam.
 * @type {(corners: number[][], cell: number, view: Box) => VNode} */
export function sea(corners, cell, view) {
  /** @type {(more: number, look: Attributes) => VNode} */
  const around = (more, look) =>
    svg(
      "g",
      look,
      ...corners.map(([x, y]) =>
        svg("rect", {
          x: x - more,
          y: y - more,
          width: cell + 2 * more,
          height: cell + 2 * more + 6,
          rx: 12 + more,
        }),
      ),
    );
  return svg(
    "g",
    { key: "sea", "aria-hidden": "true", "pointer-events": "none" },
    ...ripples(view),
    around(30, { fill: "var(--shoal)", opacity: 0.3 }),
    around(20, { fill: "var(--shoal)", opacity: 0.6 }),
    around(12, { fill: "var(--lagoon-light)" }),
    around(7.5, { fill: "white" }),
    around(6, { fill: "var(--surf)" }),
    around(3, { fill: "var(--wet-sand)" }),
  );
}

/** Crests of waves with their shade, all over the view.
 * @type {(view: Box) => VNode[]} */
function ripples([left, top, wide, high]) {
  const rows = Array.from({ length: Math.ceil(high / 34) }, (_, row) => row);
  /** @type {(dy: number) => string} */
  const crests = (dy) =>
    rows
      .map((row) => {
        const count = Math.ceil(wide / 92) + 1;
        return `M${left - ((row * 37) % 92)} ${top + 14 + row * 34 + dy}${"q8-6 16 0t16 0m60 0".repeat(count)}`;
      })
      .join("");
  return [
    stroke(crests(3), 3, "var(--ocean-dark)", { opacity: 0.35 }),
    stroke(crests(0), 2.2, "var(--surf)", { opacity: 0.32 }),
  ];
}

/** What lies off the coast, where there is room: `margin` is the room at each side, `all` the width of what is played,
 * and `free` the box below the teams, if they leave one.
 * @type {(room: [margin: number, all: number], size: number, free: Box | null) => VNode[]} */
export function islets([margin, all], size, free) {
  /** @type {(key: string, x: number, y: number, scale: number, ...shapes: VNode[]) => VNode} */
  const put = (key, x, y, scale, ...shapes) =>
    svg(
      "g",
      { key, "aria-hidden": "true", "pointer-events": "none", transform: `translate(${x} ${y}) scale(${scale})` },
      ...shapes,
    );
  const onCoast = margin < COAST ? [] : [put("palm", 4, 23, 0.42, ...islet(), ...palm())];
  if (free) {
    const [x, y, wide, high] = free;
    const scale = Math.min(1.3, wide / 90, high / 110);
    onCoast.push(
      put("beach", x + 0.56 * wide, y + 0.62 * high, scale, ...islet(), ...palm(), put("crab", 18, 8, 0.7, ...crab())),
      put("shoal", x + 0.3 * wide, y + 0.9 * high, 0.8 * scale, ...reef()),
    );
  }
  if (margin < ROOM) return onCoast;
  const scale = Math.min(1.15, margin / 70);
  const [west, east] = [-margin / 2 - 6, all + margin / 2];
  return [
    ...onCoast,
    put("islet", west, 0.36 * size, scale, ...islet(), ...palm(), put("crab", 18, 8, 0.7, ...crab())),
    put("reef", west, 0.68 * size, scale, ...reef()),
    put("boat", west, 0.93 * size, scale, ...boat()),
    put("fin", east, 0.16 * size, scale, ...fin()),
    put("sail", east, 0.46 * size, scale, ...boat()),
    put("sandbank", east, 0.82 * size, scale, ...islet(), put("crabs", -6, 1, 1, ...crab())),
  ];
}

/** @type {() => VNode[]} */
function islet() {
  return [
    svg("ellipse", { cx: 0, cy: 8, rx: 38, ry: 17, fill: "var(--shoal)", opacity: 0.8 }),
    svg("ellipse", { cx: 0, cy: 7, rx: 32, ry: 13, fill: "var(--surf)" }),
    svg("ellipse", { cx: 0, cy: 6, rx: 28, ry: 10, fill: "var(--cliff)" }),
    svg("ellipse", { cx: 0, cy: 3.5, rx: 28, ry: 10, fill: "var(--beach)" }),
    svg("ellipse", { cx: -6, cy: 2, rx: 15, ry: 4.5, fill: "var(--grass)" }),
  ];
}

/** @type {() => VNode[]} */
function palm() {
  const trunk = "M-4 4Q0-18-8-36";
  return [
    svg("ellipse", { cx: 6, cy: 5, rx: 15, ry: 4, fill: "var(--night)", opacity: 0.25 }),
    stroke(trunk, 8, "var(--night)"),
    stroke(trunk, 5, "var(--cliff)"),
    stroke("M-5-4l4 0M-5-13l4 0M-6-22l4 0", 1.5, "var(--cliff-dark)"),
    path("M-8-36Q-24-50-38-30Q-24-40-8-34Q-28-36-32-16Q-20-32-7-33Z", "var(--grass-dark)", line),
    path("M-8-36Q8-54 26-38Q10-42-6-34Q16-38 22-18Q8-32-8-32Z", "var(--grass)", line),
    path("M-9-36Q-18-56-4-62Q-2-48-7-35Z", "var(--grass)", line),
    dot(-10, -32, 3.4, "var(--cliff-dark)", line),
    dot(-4, -31, 3.4, "var(--cliff)", line),
  ];
}

/** @type {() => VNode[]} */
function crab() {
  return [
    stroke("M-9 2l-6 4M-8 4l-4 5M9 2l6 4M8 4l4 5M-8-2q-6-2-6-8M8-2q6-2 6-8", 2.4, "var(--night)"),
    svg("ellipse", { cx: 0, cy: 0, rx: 10, ry: 7, fill: "var(--crab)", ...line }),
    path("M-17-9q0-7 6-7l-2 4l4-1q0 6-5 7ZM17-9q0-7-6-7l2 4l-4-1q0 6 5 7Z", "var(--crab)", line),
    dot(-3, -6, 2.4, "white", line),
    dot(3, -6, 2.4, "white", line),
    stroke("M-3 2q3 2 6 0", 1.2, "var(--night)"),
  ];
}

/** @type {() => VNode[]} */
function reef() {
  return [
    svg("ellipse", { cx: 0, cy: 4, rx: 34, ry: 13, fill: "var(--shoal)", opacity: 0.5 }),
    stroke("M-18 8V-4M-18 2l-6-5M-18 0l6-6", 4.5, "var(--crab)", { opacity: 0.75 }),
    stroke("M14 10V0M14 5l-6-4M14 4l6-7", 4.5, "var(--lava-light)", { opacity: 0.75 }),
    path("M-6 2q7-7 14 0l5-4v8l-5-4q-7 7-14 0Z", "var(--surf)", { opacity: 0.9 }),
    dot(-2, 1.5, 1, "var(--night)"),
  ];
}

/** @type {() => VNode[]} */
function fin() {
  return [
    svg("ellipse", { cx: 0, cy: 10, rx: 24, ry: 5, fill: "var(--ocean-dark)", opacity: 0.5 }),
    path("M-12 8q10-3 13-22q9 8 11 22Z", "var(--ocean-dark)", line),
    path("M-4 5q6-5 6-13q4 6 4 13Z", "var(--shoal)", { opacity: 0.5 }),
    stroke("M-20 9q5-4 10 0t10 0t10 0t10 0", 2.5, "var(--surf)"),
  ];
}

/** @type {() => VNode[]} */
function boat() {
  return [
    svg("ellipse", { cx: 3, cy: 18, rx: 30, ry: 6, fill: "var(--ocean-dark)", opacity: 0.5 }),
    path("M-25 8h50l-10 14h-30Z", "var(--cliff)", line),
    path("M-23 9h46l-2 4h-42Z", "var(--beach-dark)"),
    path("M0 6v-36l22 28Z", "var(--cream)", line),
    path("M3 3v-24l8 19Z", "white", { opacity: 0.8 }),
    path("M-3 6v-28l-17 22Z", "var(--lava)", line),
    stroke("M-26 22q6-4 13 0t13 0t13 0t13 0", 2.5, "var(--surf)"),
  ];
}
