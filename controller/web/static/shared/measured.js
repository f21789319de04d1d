/* A drawing that measures its box and draws in CSS pixels, so that 12 means 12 px. */

import { Component, el, svg } from "./dom.js";
import { options } from "./preact.js";

/** @import { Attributes, Child, VNode } from "./preact.js" */
/** @typedef {{ width: number, height: number }} Size */
/** @typedef {(size: Size) => Child[]} Draw */
/** @typedef {{ draw: Draw, usual: Size, look: Attributes, children?: Child }} Props */

// Measure and draw in one go, so that nobody sees or taps a drawing of the wrong size.
options.debounceRendering = (update) => update();

/** Return an SVG that fills its box. `draw` returns its content for a size; before measuring, that is the usual size,
 * which serves to find its targets.
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
    // Leave a box that follows its drawing to the observer, which waits for the next frame.
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
