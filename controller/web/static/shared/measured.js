/* A drawing that knows its room: it is measured, and drawn in CSS pixels, so that 12 is 12 px. */

import { Component, el, svg } from "./dom.js";
import { options } from "./preact.js";

/** @import { Attributes, Child, VNode } from "./preact.js" */
/** @typedef {{ width: number, height: number }} Size */
/** @typedef {(size: Size) => Child[]} Draw */
/** @typedef {{ draw: Draw, usual: Size, look: Attributes, children?: Child }} Props */

// It is measured and drawn in one go: nobody sees or taps the drawing of another size.
options.debounceRendering = (update) => update();

/** Return an SVG that fills its box. `draw` returns what is in it for a size; until it is measured it has the
 * usual one, in which its targets are found.
 * @type {(draw: Draw, usual: Size, look: Attributes) => VNode} */
export function measured(draw, usual, look) {
  return el(Measured, { draw, usual, look }, draw(usual));
}

/** @extends {Component<Props>} */
class Measured extends Component {
  /** @type {Size | null} */
  #size = null;
  #isMeasured = false;
  #watch = new ResizeObserver(() => this.#measure());

  componentDidMount() {
    this.#watch.observe(this.base);
    this.#measure();
  }

  componentDidUpdate() {
    // A box that follows its drawing is left to the observer, which waits for the next frame.
    if (!this.#isMeasured) this.#measure();
  }

  componentWillUnmount() {
    this.#watch.disconnect();
  }

  /** @type {(props: Props) => VNode} */
  render({ draw, usual, look, children }) {
    const { width, height } = this.#size ?? usual;
    return svg("svg", { viewBox: `0 0 ${width} ${height}`, ...look }, ...(this.#size ? draw(this.#size) : [children]));
  }

  #measure() {
    const box = this.base.getBoundingClientRect();
    const [width, height] = [Math.round(box.width), Math.round(box.height)];
    if (!width || !height || (width === this.#size?.width && height === this.#size.height)) return;
    this.#size = { width, height };
    this.#isMeasured = true;
    this.forceUpdate();
    this.#isMeasured = false;
  }
}
