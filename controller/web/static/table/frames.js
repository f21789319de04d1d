/* Decodes the strip's bytes, which have its colour order, gamma and brightness. */

export class Frames {
  #offsets;
  #bytes = /** @type {Uint8Array | null} */ (null);
  #screen;

  /** @param {{ order: string, gamma: number, brightness: number }} board */
  constructor({ order, gamma, brightness }) {
    this.#offsets = ["R", "G", "B"].map((colour) => order.indexOf(colour));
    this.#screen = screenLevels(gamma, brightness);
  }

  /** @param {Uint8Array} bytes */
  take(bytes) {
    this.#bytes = bytes;
  }

  /** [r, g, b] as sent to the strip, or null before the first frame.
   * @param {number} index */
  raw(index) {
    const at = index * 3;
    if (!this.#bytes || !(at + 3 <= this.#bytes.length)) return null;
    const bytes = this.#bytes;
    return this.#offsets.map((offset) => bytes[at + offset]);
  }

  /** Return the colour for a screen as 0xRRGGBB; 0 is unlit.
   * @param {number} index */
  onScreen(index) {
    const bytes = this.#bytes;
    const at = index * 3;
    if (!bytes || at + 3 > bytes.length) return 0;
    const [red, green, blue] = this.#offsets;
    const level = this.#screen;
    return (level[bytes[at + red]] << 16) | (level[bytes[at + green]] << 8) | level[bytes[at + blue]];
  }
}

/** Convert a linear, dimmed value of the strip to a screen's.
 * @type {(gamma: number, brightness: number) => Uint8Array} */
function screenLevels(gamma, brightness) {
  const levels = new Uint8Array(256);
  for (let value = 1; value < 256; value++) {
    const light = Math.min(1, value / 255 / brightness);
    levels[value] = Math.round(255 * light ** (1 / gamma));
  }
  return levels;
}
