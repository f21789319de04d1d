/* A piece's way on the drawn table: dashed outlines at both ends, and an arrow.
 *
 * The lamps at both ends blink, so the outlines lie around them.
 */

import { render, svg } from "../shared/dom.js";
import { middleOf } from "./placing.js";

/** @import { VNode } from "../shared/preact.js" */

// The radii around a lamp, and around a piece on it.
const MARGIN_PX = 4;
const LEAST_PX = 11;
const MOST_FOR_A_PIECE_PX = 16;
// The height of the arrow's bow.
const SWING = 0.25;
const LEAST_SWING_PX = 18;
const MOST_SWING_PX = 60;
// The distance of an end that is off the table.
const BESIDE_PX = 26;

/** @typedef {{ x: number, y: number, reach: number }} End */

export class StepArrow {
  #table;
  #stands = /** @type {Map<string | null, HTMLElement>} */ (new Map());
  #step = /** @type {{ at: string | null, to: string | null } | null} */ (null);

  /** @param {HTMLElement} table */
  constructor(table) {
    this.#table = table;
    new ResizeObserver(() => this.#draw()).observe(table);
  }

  /** Use a new layout of the table; `lamps` as in light.js.
   * @param {{ place: string, stand: HTMLElement }[]} lamps */
  build(lamps) {
    this.#stands = new Map(lamps.map(({ place, stand }) => [place, stand]));
    this.#draw();
  }

  /** Show a position's `step`; null without one.
   * @param {{ at: string | null, to: string | null } | null} step */
  show(step) {
    this.#step = step;
    this.#draw();
  }

  #draw() {
    const { at = null, to = null } = this.#step ?? {};
    const [from, goal] = [this.#end(at), this.#end(to)];
    const ends = [from && ring(from, "at", at), goal && ring(goal, "to", to)];
    const [start, end] = [from ?? (goal && beside(goal)), goal ?? (from && beside(from))];
    const arrow = start && end ? [head(), swing(start, end)] : [];
    const drawing = this.#table.querySelector(".way");
    if (drawing) render(drawing, ends, arrow);
  }

  /** Return the middle and size of a place on the table.
   * @param {string | null} place */
  #end(place) {
    const spot = this.#stands.get(place);
    if (!spot) return null;
    const stand = middleOf(spot).getBoundingClientRect();
    const piece = Math.min((spot.parentElement ?? spot).clientWidth / 2 + MARGIN_PX, MOST_FOR_A_PIECE_PX);
    const table = this.#table.getBoundingClientRect();
    return {
      x: stand.left + stand.width / 2 - table.left,
      y: stand.top + stand.height / 2 - table.top,
      reach: Math.max(stand.width / 2 + MARGIN_PX, piece, LEAST_PX),
    };
  }
}

/** @type {(end: End) => End} */
function beside({ x, y, reach }) {
  return { x, y: y - reach - BESIDE_PX, reach: 0 };
}

/** @type {(at: End, end: string, place: string | null) => VNode} */
function ring({ x, y, reach }, end, place) {
  return svg("circle", { class: "end", cx: x, cy: y, r: reach, "data-end": end, "data-place": place });
}

function head() {
  const shape = svg("path", { d: "M0 0L7 3.5L0 7Z" });
  const look = { id: "way-head", refX: 6, refY: 3.5, markerWidth: 7, markerHeight: 7 };
  return svg("defs", {}, svg("marker", { ...look, orient: "auto", markerUnits: "userSpaceOnUse" }, shape));
}

/** Return the arrow's path, a bow between the edges of both ends.
 * @type {(from: End, to: End) => VNode | null} */
function swing(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy);
  // The table has no size yet during its layout.
  if (far === 0) return null;
  const isBeside = from.reach === 0 || to.reach === 0;
  const high = isBeside ? 0 : Math.min(Math.max(far * SWING, LEAST_SWING_PX), MOST_SWING_PX);
  // Bend upwards, or to the right for a vertical way.
  const side = dx === 0 ? Math.sign(-dy) : Math.sign(dx);
  const bend = {
    x: from.x + dx / 2 + (side * dy * high) / far,
    y: from.y + dy / 2 - (side * dx * high) / far,
  };
  const [start, end] = [towards(from, bend), towards(to, bend)];
  return svg("path", {
    class: "arrow",
    d: `M${start.x} ${start.y}Q${bend.x} ${bend.y} ${end.x} ${end.y}`,
    "marker-end": "url(#way-head)",
  });
}

/** Return the point on an end's edge that faces another point.
 * @type {(end: End, other: { x: number, y: number }) => { x: number, y: number }} */
function towards({ x, y, reach }, other) {
  const far = Math.hypot(other.x - x, other.y - y);
  return {
    x: x + ((other.x - x) * reach) / far,
    y: y + ((other.y - y) * reach) / far,
  };
}
