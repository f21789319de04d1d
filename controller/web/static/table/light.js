/* Paints the lamps' light over the table on one canvas, at most once per refresh.
 *
 * The lenses are ordinary elements: the stylesheet places them and gives them their unlit
 * look. Only the light is painted.
 */

/** @typedef {{ place: string, index: number, lens: HTMLElement }} Lamp */
/** @typedef {Lamp & { x: number, y: number, reach: number, tile: [number, number, number, number] | null }} Measured */

// The reach of the light in lens radii, and at least as a share of the lamp's part, so
// that a lamp that is drawn small shines further.
/** @type {Record<string, number>} */
const REACH = { depth: 3.6, tile: 2.1, seat: 2.8 };
const USUAL_REACH = 2.8;
/** @type {Record<string, number>} */
const LEAST_REACH = { depth: 0.8, tile: 0.42 };
const LEAST_REACH_PX = 15;
// A tile glows all over with this share of its lamp's light.
const THROUGH_TILE = 0.42;
const TILE_ROUND_PX = 5;
const KEPT_COLOURS = 2048;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
// With reduced motion: how long a frame must last, and how often a beat is shown.
const REST_MS = 400;
const LONGEST_MS = 1500;

export class Light {
  #table;
  #canvas;
  #brush;
  #lamps;
  #frames;
  #waiting = false;
  #isFirst = true;
  // With reduced motion: since when newer frames have delayed one.
  #resting = 0;
  #waitingSince = /** @type {number | null} */ (null);
  #colours = /** @type {Map<number, CanvasGradient>} */ (new Map());

  /** @param {HTMLElement} table
   * @param {Lamp[]} lamps
   * @param {import("./frames.js").Frames} frames */
  constructor(table, lamps, frames) {
    this.#table = table;
    this.#canvas = /** @type {HTMLCanvasElement} */ (table.querySelector("canvas.light"));
    this.#brush = /** @type {CanvasRenderingContext2D} */ (this.#canvas.getContext("2d"));
    this.#lamps = lamps.map((lamp) => /** @type {Measured} */ ({ ...lamp, x: 0, y: 0, reach: 0, tile: null }));
    this.#frames = frames;
    new ResizeObserver(() => this.measure()).observe(table);
  }

  /** Paint a frame with the screen's next refresh. With reduced motion only frames that
   * last are shown, without flashing and running lights.
   * @param {Uint8Array} bytes */
  show(bytes) {
    if (!STILL.matches || this.#isFirst) return this.#take(bytes);
    clearTimeout(this.#resting);
    this.#waitingSince ??= performance.now();
    const waited = performance.now() - this.#waitingSince;
    const wait = Math.max(0, Math.min(REST_MS, LONGEST_MS - waited));
    this.#resting = setTimeout(() => this.#take(bytes), wait);
  }

  /** @param {Uint8Array} bytes */
  #take(bytes) {
    this.#isFirst = false;
    this.#waitingSince = null;
    this.#frames.take(bytes);
    this.#paintSoon();
  }

  /** Measure the lenses, whenever the layout may have changed. */
  measure() {
    const table = this.#table.getBoundingClientRect();
    // A glow is soft, so it needs no high resolution.
    const width = Math.round(table.width);
    const height = Math.round(table.height);
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    for (const lamp of this.#lamps) this.#place(lamp, table);
    this.#paintSoon();
  }

  /** @type {(lamp: Measured, table: DOMRect) => void} */
  #place(lamp, table) {
    const lens = lamp.lens.getBoundingClientRect();
    const kind = lamp.place.split(":", 1)[0];
    lamp.x = lens.left + lens.width / 2 - table.left;
    lamp.y = lens.top + lens.height / 2 - table.top;
    const around = (lamp.lens.parentElement ?? lamp.lens).getBoundingClientRect();
    const least = Math.max(around.width * (LEAST_REACH[kind] ?? 0), LEAST_REACH_PX);
    lamp.reach = Math.max((lens.width / 2) * (REACH[kind] ?? USUAL_REACH), least);
    const { left, top, width, height } = around;
    lamp.tile = kind === "tile" ? [left - table.left, top - table.top, width, height] : null;
  }

  #paintSoon() {
    if (this.#waiting) return;
    this.#waiting = true;
    requestAnimationFrame(() => this.#paint());
  }

  #paint() {
    this.#waiting = false;
    const brush = this.#brush;
    brush.setTransform(1, 0, 0, 1, 0, 0);
    brush.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    brush.globalCompositeOperation = "lighter";
    for (const { index, x, y, reach, tile } of this.#lamps) {
      const colour = this.#frames.onScreen(index);
      if (colour === 0) continue;
      if (tile) this.#glowAllOver(tile, colour);
      brush.setTransform(reach, 0, 0, reach, x, y);
      brush.fillStyle = this.#glow(colour);
      brush.fillRect(-1, -1, 2, 2);
    }
  }

  /** @type {(tile: [number, number, number, number], colour: number) => void} */
  #glowAllOver(tile, colour) {
    this.#brush.setTransform(1, 0, 0, 1, 0, 0);
    this.#brush.fillStyle = tint(colour, THROUGH_TILE, 0);
    this.#brush.beginPath();
    this.#brush.roundRect(...tile, TILE_ROUND_PX);
    this.#brush.fill();
  }

  /** Return a glow of radius 1, cached because most frames use few colours.
   * @param {number} colour */
  #glow(colour) {
    let glow = this.#colours.get(colour);
    if (glow) return glow;
    if (this.#colours.size >= KEPT_COLOURS) this.#colours.clear();
    glow = this.#brush.createRadialGradient(0, 0, 0, 0, 0, 1);
    for (const [at, light, white] of [
      [0, 1, 0.45],
      [0.16, 1, 0.12],
      [0.3, 0.8, 0],
      [0.42, 0.32, 0],
      [0.7, 0.09, 0],
      [1, 0, 0],
    ]) {
      glow.addColorStop(at, tint(colour, light, white));
    }
    this.#colours.set(colour, glow);
    return glow;
  }
}

/** Return a lamp's colour with its brightness as opacity, which is fast without a graphics
 * processor. The middle of a bright lamp looks washed out; `most` is how far.
 * @type {(colour: number, light: number, most: number) => string} */
function tint(colour, light, most) {
  const parts = [colour >> 16, (colour >> 8) & 255, colour & 255];
  const level = Math.max(...parts) / 255;
  const white = most * level ** 2;
  const full = parts.map((part) => part / level);
  const washed = full.map((part) => Math.round(part + (255 - part) * white));
  return `rgba(${washed.join(",")},${light * level})`;
}
