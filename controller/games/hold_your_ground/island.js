/* HOLD YOUR GROUND: tiles and holes under the battlers, and what strikes them. */

import { svg } from "/static/shared/dom.js";
import { outline as line, patch as path, stroke } from "/static/shared/paint.js";

const NIGHT = "var(--night)";
// What grows on a tile, and where the sun falls on it: in a box of 60 by 60.
const MEADOW =
  "M6 14Q5 6 14 6Q22 9 31 6T47 6Q55 6 54 15Q51 24 54 32T54 47Q54 55 45 54Q36 51 28 54T13 54Q6 54 6 45Q9 36 6 28Z";
const GLADE = "M9 17Q9 9 18 9Q32 12 45 9Q28 18 24 26Q18 40 9 47Q12 32 9 17Z";

/** @import { VNode } from "/static/shared/preact.js" */
/** @typedef {{ x: number, y: number, cell: number, which: number, tint: string | null, isFull: boolean }} Land */

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

/** The ground of a tile with its cliff below, lit from the upper left; `tint` is the colour of who holds it, null if
 * nobody does.
 * @type {(land: Land) => VNode} */
export function tile({ x, y, cell, which, tint, isFull }) {
  const face = { x: x + 1.5, y: y + 1.5, width: cell - 3, height: cell - 3, rx: 9 };
  const [right, low] = [x + cell - 4, y + cell - 4];
  return svg(
    "g",
    { key: "ground" },
    svg("rect", { ...face, x: x + 4, y: y + 15, fill: "var(--pit)", opacity: 0.35 }),
    svg("rect", { ...face, y: y + 10, fill: "var(--cliff-dark)", stroke: NIGHT, "stroke-width": 1.6 }),
    stroke(`M${x + 11} ${y + cell + 1}v5M${x + 27} ${y + cell + 1}v6M${x + 45} ${y + cell + 1}v5`, 4, "var(--cliff)"),
    stroke(`M${x + 17} ${y + cell + 4}h5M${x + 33} ${y + cell + 3}h6`, 2, "var(--beach-dark)", { opacity: 0.55 }),
    svg("rect", { ...face, fill: "var(--beach)", stroke: NIGHT, "stroke-width": 1.6 }),
    path(MEADOW, which % 3 ? "var(--grass)" : "var(--beach-dark)", {
      transform: `translate(${x} ${y})`,
      opacity: which % 3 ? 0.75 : 0.55,
    }),
    path(GLADE, which % 3 ? "var(--meadow-light)" : "var(--beach)", {
      transform: `translate(${x} ${y})`,
      opacity: 0.5,
    }),
    ...growth(x, y, which),
    tint ? svg("rect", { ...face, fill: tint, "fill-opacity": 0.34 }) : null,
    stroke(`M${x + 4} ${low - 6}V${y + 10}Q${x + 4} ${y + 4} ${x + 10} ${y + 4}H${right - 6}`, 2, "white", {
      opacity: 0.55,
    }),
    stroke(`M${right} ${y + 10}V${low - 6}Q${right} ${low} ${right - 6} ${low}H${x + 10}`, 2.4, "var(--cliff)", {
      opacity: 0.5,
    }),
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

/** Draw grass, a shell or pebbles in the corners that battlers leave free.
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

/** Draw the flag in the centre, between the battlers.
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

/** The Eliminator's sight around a tile of this size, with its bomb at the tile's foot: whoever stands there is seen.
 * @type {(cell: number) => VNode[]} */
export function crosshair(cell) {
  const half = cell / 2 + 1;
  const near = half - 14;
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ]
    .map(
      ([x, y]) =>
        `M${x * half} ${y * near}V${y * (half - 6)}Q${x * half} ${y * half} ${x * (half - 6)} ${y * half}H${x * near}`,
    )
    .join("");
  const ticks = `M0-${half + 4}v8M${half + 4} 0h-8M-${half + 4} 0h8`;
  return [
    stroke(corners + ticks, 7.5, NIGHT),
    stroke(corners, 4.2, "var(--lava)"),
    stroke(ticks, 3.4, "var(--lava-light)"),
    svg("g", { transform: `translate(0 ${half + 1}) scale(0.9)` }, ...grin()),
  ];
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
    ...grin(),
  ];
}

/** The grin of the bomb.
 * @type {() => VNode[]} */
function grin() {
  return [
    svg("circle", { r: 8.5, fill: "var(--bomb)", stroke: "white", "stroke-width": 1.4 }),
    path("M-4.500-3l3 1.500M4.500-3l-3 1.500M-4 2.500q4 4 8 0Z", "white", {
      stroke: "white",
      "stroke-width": 1.2,
      "stroke-linecap": "round",
    }),
  ];
}

/** Draw an explosion, while its battlers are in the air.
 * @type {() => VNode[]} */
export function boom() {
  /** @type {(size: number) => string} */
  const star = (size) =>
    `M0-${30 * size}l${7 * size} ${16 * size}l${17 * size}-${9 * size}l-${7 * size} ${17 * size}l${18 * size} ${6 * size}l-${18 * size} ${6 * size}l${7 * size} ${17 * size}l-${17 * size}-${9 * size}l-${7 * size} ${16 * size}l-${7 * size}-${16 * size}l-${17 * size} ${9 * size}l${7 * size}-${17 * size}l-${18 * size}-${6 * size}l${18 * size}-${6 * size}l-${7 * size}-${17 * size}l${17 * size} ${9 * size}Z`;
  return [path(star(1.5), "var(--lava)", line), path(star(1.1), "var(--lava-light)"), path(star(0.6), "white")];
}
