/* The table in millimetres, as custom properties for to-scale.css: `--x`, `--y`, `--w` and
 * `--h` of a box, `--d` of a circle. The numbers come from the board map
 * (wiring/geometry/drawing.py).
 *
 * A box is measured from the table's far left corner, its content from the box.
 */

import { el } from "../shared/dom.js";

/** @import { Style } from "../shared/preact.js" */
/** @import { Box, Drawing, Point } from "../shared/types.js" */

/** @typedef {{ x: number, y: number, w: number, h: number }} Rect */
/** @typedef {"left" | "right" | "top" | "bottom"} Side */
/** @typedef {Partial<Record<"lamp" | "hall" | "tile" | "button", Point>>} Points */
/** @typedef {{ box?: Style, cap?: Style, label?: Style }} Placed */

// The margin around a button, for fingers.
const AROUND_MM = 4;
const LEAST_HIGH_MM = 34;
// The room for a name beside a seat's button, along the rim.
const NAME_MM = 130;
const SIDE_NAME_MM = 130;
const NAME_HIGH_MM = 32;
const EDGE_MM = 3;
// A sensor is invisible; its element is only measured.
const HALL_MM = 2;
const NOTHING = {};

const PLACELESS = { lamps: {}, holes: {}, places: {}, grids: {}, fields: {}, readers: {} };
// A table without millimetres.
/** @type {Drawing} */
const UNDRAWN = { size: [0, 0], foot: 0, tile: 0, lane: [0, 0], pitch: 0, ...PLACELESS };

/** A drawing's scale; without a drawing it places nothing. */
export class Scale {
  #of;

  /** @param {Drawing | null} drawing */
  constructor(drawing) {
    this.#of = drawing ?? UNDRAWN;
  }

  /** The sizes of the table and of a piece's foot; null without a drawing. */
  get size() {
    const [wide, high] = this.#of.size;
    if (!wide) return null;
    return { "--table-wide": wide, "--table-high": high, "--foot": this.#of.foot };
  }

  /** @type {(place: string, within?: Style) => Style} */
  lens(place, within) {
    const at = this.#place(place).lamp;
    return at ? round(at, this.#of.lamps[kindOf(place)] ?? this.#of.lamps.button, within) : NOTHING;
  }

  /** Return the box of a sensor; null without one.
   * @type {(place: string, within?: Style) => Style | null} */
  hall(place, within) {
    const at = this.#place(place).hall;
    return at ? round(at, HALL_MM, within) : null;
  }

  /** Return { box, cap, label }: the pressable area, the visible cap, and the name.
   * @type {(control: string) => Placed} */
  button(control) {
    const { tile, button } = this.#place(control);
    if (tile) return { box: this.#inGrid(around(tile, this.#of.tile, this.#of.tile)) };
    if (!button) return NOTHING;
    const hole = this.#of.holes[kindOf(control)] ?? this.#of.holes.control;
    const label = control.startsWith("seat:") ? this.#seatName(button, hole) : this.#right(button, hole);
    const box = enclosing(around(button, hole + 2 * AROUND_MM, Math.max(hole, LEAST_HIGH_MM)), label);
    const own = { ...label, x: label.x - box.x, y: label.y - box.y };
    return { box: boxed(box), cap: round(button, hole, boxed(box)), label: boxed(own) };
  }

  /** Return a seat's classes: its side of the table, and whether its name goes left.
   * @type {(seat: string) => string[]} */
  sides(seat) {
    const { button } = this.#place(seat);
    if (!button) return [];
    return [`at-${this.#side(button)}`, ...(button[0] > this.#of.size[0] / 2 ? ["turned"] : [])];
  }

  /** @type {(place: string) => Style} */
  cell(place) {
    const { lamp, hall } = this.#place(place);
    if (!lamp) return NOTHING;
    const [x, y] = hall ? [lamp[0], (lamp[1] + hall[1]) / 2] : lamp;
    const [left, top] = this.#of.fields.depth;
    const { x: from, y: above, ...size } = around([x, y], ...this.#of.lane);
    return { ...boxed({ x: from - left, y: above - top, ...size }), "--from-x": left, "--from-y": top };
  }

  /** @type {(name: string) => Style} */
  field(name) {
    const box = this.#of.fields[name];
    return box ? boxed(corner(box)) : NOTHING;
  }

  /** Return the places of the card readers. */
  readers() {
    return Object.entries(this.#of.readers).map(([name, box]) =>
      el("span", { class: "reader-place", "aria-hidden": "true", style: boxed(corner(box)) }, name),
    );
  }

  /** Return { box, key } of the Eliminator; its text stands between the rim and its key.
   * @returns {{ box?: Style, key?: Placed }} */
  striker() {
    const [arm, fire] = [this.#of.places.arm?.button, this.#of.places.fire?.button];
    if (!arm || !fire) return NOTHING;
    const high = fire[1] - arm[1] + LEAST_HIGH_MM;
    const wide = arm[0] - this.#of.holes.arm - 2 * EDGE_MM;
    const box = { x: 2 * EDGE_MM, y: arm[1] - LEAST_HIGH_MM / 2, w: wide, h: high };
    return { box: boxed(box), key: this.button("arm") };
  }

  /** Return the points of a place: lamp, sensor, tile and button.
   * @type {(name: string) => Points} */
  #place(name) {
    const [, kind, row, column] = /^(depth|tile):(\d+)[:,](\d+)$/.exec(name) ?? [];
    if (!kind) return this.#of.places[name] ?? NOTHING;
    const points = Object.entries(this.#of.grids[kind] ?? NOTHING);
    return Object.fromEntries(
      points.map(([what, [x, y, along, down]]) => [what, [x + along * Number(column), y + down * Number(row)]]),
    );
  }

  /** @type {(box: Rect) => Style} */
  #inGrid(box) {
    const [left, top] = this.#of.fields.grid;
    return { ...boxed({ ...box, x: box.x - left, y: box.y - top }), "--from-x": left, "--from-y": top };
  }

  /** @type {(point: Point) => Side} */
  #side([x, y]) {
    const [wide, high] = this.#of.size;
    const away = { left: x, right: wide - x, top: y, bottom: high - y };
    const sides = /** @type {Side[]} */ (Object.keys(away));
    return sides.reduce((best, side) => (away[side] < away[best] ? side : best));
  }

  /** Return the box of a seat's name: beside the button, or below it at the sides.
   * @type {(point: Point, hole: number) => Rect} */
  #seatName([x, y], hole) {
    const [wide] = this.#of.size;
    const side = this.#side([x, y]);
    const from = hole / 2 + AROUND_MM;
    if (side === "left" || side === "right") {
      return { x: x - NAME_HIGH_MM / 2, y: y + from, w: NAME_HIGH_MM, h: SIDE_NAME_MM };
    }
    const w = Math.min(NAME_MM, (x > wide / 2 ? x : wide - x) - from - EDGE_MM);
    return { x: x > wide / 2 ? x - from - w : x + from, y: y - NAME_HIGH_MM / 2, w, h: NAME_HIGH_MM };
  }

  /** Return the box of a control's name: right of it, up to the next obstacle.
   * @type {(point: Point, hole: number) => Rect} */
  #right([x, y], hole) {
    const [wide] = this.#of.size;
    const from = x + hole / 2 + AROUND_MM;
    const seats = Object.entries(this.#of.places)
      .flatMap(([place, { button }]) => (button && place.startsWith("seat:") ? [button] : []))
      .filter((button) => this.#side(button) === "right")
      .map((button) => button[0] - this.#of.holes.seat / 2 - 2 * AROUND_MM);
    const grid = this.#of.fields.grid?.[0] ?? wide;
    const end = Math.min(
      ...[wide - EDGE_MM, ...seats, grid - EDGE_MM].filter((edge) => edge > from),
      from + this.#of.pitch,
    );
    return { x: from, y: y - LEAST_HIGH_MM / 2, w: end - from, h: LEAST_HIGH_MM };
  }
}

/** @type {(place: string) => string} */
function kindOf(place) {
  return place.split(":", 1)[0];
}

/** @type {(point: Point, w: number, h: number) => Rect} */
function around([x, y], w, h) {
  return { x: x - w / 2, y: y - h / 2, w, h };
}

/** @type {(box: Box) => Rect} */
function corner([x, y, w, h]) {
  return { x, y, w, h };
}

/** @type {(one: Rect, other: Rect) => Rect} */
function enclosing(one, other) {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const right = Math.max(one.x + one.w, other.x + other.w);
  const bottom = Math.max(one.y + one.h, other.y + other.h);
  return { x, y, w: right - x, h: bottom - y };
}

/** @type {(rect: Rect) => Style} */
function boxed({ x, y, w, h }) {
  return { "--x": rounded(x), "--y": rounded(y), "--w": rounded(w), "--h": rounded(h) };
}

/** Return a circle with this middle, inside a box.
 * @type {(point: Point, diameter: number, within?: Style) => Style} */
function round([x, y], diameter, within = NOTHING) {
  const left = Number(within["--x"] ?? 0) + Number(within["--from-x"] ?? 0);
  const top = Number(within["--y"] ?? 0) + Number(within["--from-y"] ?? 0);
  return { "--x": rounded(x - left), "--y": rounded(y - top), "--d": diameter };
}

/** @type {(number: number) => number} */
function rounded(number) {
  return Math.round(number * 100) / 100;
}
