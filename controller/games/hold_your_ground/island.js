/* HOLD YOUR GROUND: sea, coast and tiles under the battlers. What is around the island reaches beyond the drawing. */

import { svg } from "/static/shared/dom.js";
import { outline as line, patch as path, stroke } from "/static/shared/paint.js";
import { ground } from "/static/shared/targets.js";

const NIGHT = "var(--night)";

/** @import { VNode } from "/static/shared/preact.js" */
/** @typedef {{ x: number, y: number, cell: number, which: number, tint: string | null, isFull: boolean }} Land */

/** The sea, and shallow water around what is left of the land.
 * @type {(corners: number[][], cell: number, width: number) => VNode} */
export function sea(corners, cell, width) {
  /** @type {(more: number, fill: string) => VNode[]} */
  const around = (more, fill) =>
    corners.map(([x, y]) =>
      svg("rect", {
        x: x - more,
        y: y - more,
        width: cell + 2 * more,
        height: cell + 2 * more + 6,
        rx: 12 + more,
        fill,
      }),
    );
  return svg(
    "g",
    { key: "sea", "aria-hidden": "true" },
    ground("var(--ocean)"),
    ...ripples(width),
    ...around(13, "var(--shoal)"),
    ...around(6, "var(--surf)"),
  );
}

/** @type {(width: number) => VNode[]} */
function ripples(width) {
  const rows = [-150, -100, -52, 30, 120, 210, 300, 370, 430, 490];
  /** @type {(y: number, index: number) => VNode} */
  const row = (y, index) =>
    path(`M${-600 + 37 * (index % 3)} ${y}${"q9-6 18 0t18 0m34 0".repeat(22)}`, "none", {
      stroke: "var(--shoal)",
      "stroke-width": 3,
      "stroke-linecap": "round",
      opacity: 0.6,
    });
  return [
    ...rows.map(row),
    sharkFin(-60, 90),
    sharkFin(width + 50, 250),
    sharkFin(120, 384),
    boat(width + 110, 110),
    boat(-130, 260),
  ];
}

/** @type {(x: number, y: number) => VNode} */
function sharkFin(x, y) {
  return svg(
    "g",
    { transform: `translate(${x} ${y})` },
    path("M-12 8q10-3 13-22q9 8 11 22Z", "var(--ocean-dark)"),
    path("M-18 9h36", "none", { stroke: "var(--surf)", "stroke-width": 2.5, "stroke-linecap": "round" }),
  );
}

/** @type {(x: number, y: number) => VNode} */
function boat(x, y) {
  return svg(
    "g",
    { transform: `translate(${x} ${y}) scale(1.4)` },
    path("M-18 6h36l-7 11h-22Z", "var(--cliff)", line),
    path("M0 4v-26l16 20Z", "var(--cream)", line),
    path("M-2 4v-20l-12 16Z", "var(--beach)", line),
  );
}

/** A hole: deep water with a whirl.
 * @type {(x: number, y: number, cell: number) => VNode} */
export function hole(x, y, cell) {
  const [cx, cy] = [x + cell / 2, y + cell / 2 + 2];
  return svg(
    "g",
    { key: "hole" },
    svg("rect", { x: x + 1, y: y + 1, width: cell - 2, height: cell + 4, rx: 12, fill: "var(--pit)", opacity: 0.85 }),
    path(`M${cx - 15} ${cy}a15 9 0 1 1 15 9a9 6 0 1 1-9-6a4 3 0 1 1 5 2`, "none", {
      stroke: "var(--shoal)",
      "stroke-width": 2,
      "stroke-linecap": "round",
      opacity: 0.8,
    }),
  );
}

/** The ground of a tile with its cliff below; `tint` is the colour of who holds it, null if nobody does.
 * @type {(land: Land) => VNode} */
export function tile({ x, y, cell, which, tint, isFull }) {
  const face = { x: x + 1.5, y: y + 1.5, width: cell - 3, height: cell - 3, rx: 9 };
  return svg(
    "g",
    { key: "ground" },
    svg("rect", { ...face, y: y + 10, fill: "var(--cliff-dark)", stroke: NIGHT, "stroke-width": 1.6 }),
    path(`M${x + 12} ${y + cell}v6M${x + 27} ${y + cell}v7M${x + 44} ${y + cell}v6`, "none", {
      stroke: "var(--cliff)",
      "stroke-width": 4,
      "stroke-linecap": "round",
    }),
    svg("rect", { ...face, fill: "var(--beach)", stroke: NIGHT, "stroke-width": 1.6 }),
    svg("rect", {
      x: x + 5,
      y: y + 5,
      width: cell - 10,
      height: cell - 10,
      rx: 6,
      fill: which % 3 ? "var(--grass)" : "var(--beach-dark)",
      opacity: 0.55,
    }),
    ...growth(x, y, which),
    tint ? svg("rect", { ...face, fill: tint, "fill-opacity": 0.3 }) : null,
    isFull
      ? svg("rect", {
          x: x + 3.5,
          y: y + 3.5,
          width: cell - 7,
          height: cell - 7,
          rx: 7,
          fill: "none",
          stroke: "white",
          "stroke-width": 3.5,
        })
      : null,
  );
}

/** Grass, a shell or pebbles, in the corners that battlers leave free.
 * @type {(x: number, y: number, which: number) => VNode[]} */
function growth(x, y, which) {
  /** @type {(dx: number, dy: number) => VNode} */
  const tuft = (dx, dy) =>
    path(`M${x + dx} ${y + dy}l-3-7m3 7v-8m0 8l3-7`, "none", {
      stroke: "var(--grass-dark)",
      "stroke-width": 1.8,
      "stroke-linecap": "round",
    });
  /** @type {(dx: number, dy: number) => VNode} */
  const pebble = (dx, dy) =>
    svg("ellipse", { cx: x + dx, cy: y + dy, rx: 3.4, ry: 2.2, fill: "var(--cliff)", opacity: 0.6 });
  return [
    [tuft(30, 13), tuft(10, 33)],
    [pebble(31, 9), tuft(51, 34)],
    [tuft(50, 31), pebble(8, 31)],
    [tuft(29, 55), pebble(52, 29)],
  ][which % 4];
}

/** The flag on the centre, between the battlers.
 * @type {(cx: number, cy: number) => VNode} */
export function flag(cx, cy) {
  const pole = `M${cx} ${cy + 8}V${cy - 34}`;
  return svg(
    "g",
    { key: "flag" },
    stroke(pole, 5, NIGHT),
    stroke(pole, 2.4, "var(--cream)"),
    path(`M${cx + 1} ${cy - 34}q6-4 10 0t9-1l-2 7l3 6q-5 3-10 0t-10 1Z`, "var(--lava)", line),
    svg("circle", { cx: cx + 9, cy: cy - 28, r: 3, fill: "var(--lava-light)" }),
  );
}

/** The Eliminator under its tile: a ring to aim by, and a bomb that grins.
 * @type {() => VNode[]} */
export function bomb() {
  /** @type {(wide: number, stroke: string) => VNode} */
  const ring = (wide, stroke) =>
    svg("circle", {
      r: 26.5,
      fill: "none",
      stroke,
      "stroke-width": wide,
      "stroke-dasharray": "13.8 7",
      "stroke-dashoffset": 3,
    });
  const sight = "M0-33v10M0 33v-10M-33 0h10M33 0h-10";
  return [
    ring(6.5, NIGHT),
    ring(3.5, "var(--lava)"),
    path(sight, "none", { stroke: NIGHT, "stroke-width": 6, "stroke-linecap": "round" }),
    path(sight, "none", { stroke: "var(--lava-light)", "stroke-width": 3, "stroke-linecap": "round" }),
    path("M4-6q4-6 8-5", "none", { stroke: NIGHT, "stroke-width": 3, "stroke-linecap": "round" }),
    path("M13-14l1 3l3 0l-2 2l1 3l-3-1l-3 1l1-3l-2-2l3 0Z", "var(--lava-light)", { ...line, "stroke-width": 0.8 }),
    svg("circle", { r: 8.5, fill: "var(--bomb)", stroke: "white", "stroke-width": 1.4 }),
    path("M-4.500-3l3 1.500M4.500-3l-3 1.500M-4 2.500q4 4 8 0Z", "white", {
      stroke: "white",
      "stroke-width": 1.2,
      "stroke-linecap": "round",
    }),
  ];
}

/** An explosion, while its battlers are in the air.
 * @type {() => VNode[]} */
export function boom() {
  /** @type {(size: number) => string} */
  const star = (size) =>
    `M0-${30 * size}l${7 * size} ${16 * size}l${17 * size}-${9 * size}l-${7 * size} ${17 * size}l${18 * size} ${6 * size}l-${18 * size} ${6 * size}l${7 * size} ${17 * size}l-${17 * size}-${9 * size}l-${7 * size} ${16 * size}l-${7 * size}-${16 * size}l-${17 * size} ${9 * size}l${7 * size}-${17 * size}l-${18 * size}-${6 * size}l${18 * size}-${6 * size}l-${7 * size}-${17 * size}l${17 * size} ${9 * size}Z`;
  return [path(star(1.5), "var(--lava)", line), path(star(1.1), "var(--lava-light)"), path(star(0.6), "white")];
}
