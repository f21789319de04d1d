/* The Eliminator: the state of its striker, its key and its fire button. */

import { node, svgNode } from "../shared/nodes.js";
import { say } from "../shared/words.js";

/** @import { Placed, Scale } from "./to-scale.js" */

export class Striker {
  #row;
  #state = node("b", { "data-testid": "striker" }, say("striker.name"));
  #help = node("small");
  #needle = svgNode("line", { class: "needle", x1: 24, y1: 26, x2: 24, y2: 7 });
  #key = /** @type {HTMLElement | null} */ (null);

  /** `row` is of the board map; there is a key where `turn(on)` turns it.
   * @param {{ rest_deg: number, strike_deg: number }} row
   * @param {((on: boolean) => void) | null | undefined | false} turn */
  constructor(row, turn) {
    this.#row = row;
    if (turn) this.#key = key(turn);
    this.show({ state: "out", degrees: null });
  }

  /** Make this part of the table; `fire` is its push button, if it can be pressed.
   * @param {Element | null} fire
   * @param {Scale} scale */
  element(fire, scale) {
    const { box, key: place } = scale.striker();
    return node(
      "div",
      { class: "striker", role: "group", "aria-label": say("striker.name") },
      node("div", { class: "striker-says", style: box ?? {} }, this.#dial(), node("p", {}, this.#state, this.#help)),
      this.#key && keyPlaced(this.#key, place),
      fire,
    );
  }

  /** Show the state; `degrees` is null while the servo is released and stays put.
   * @param {{ state: string, degrees: number | null }} message */
  show({ state, degrees }) {
    this.#state.dataset.state = state;
    this.#help.textContent = say(`striker.${state}`);
    this.#needle.classList.toggle("released", degrees === null);
    this.#needle.dataset.degrees = String(degrees ?? "");
    const angle = degrees ?? this.#needle.dataset.last ?? this.#row.rest_deg;
    this.#needle.dataset.last = String(angle);
    this.#needle.style.rotate = `${angle}deg`;
  }

  /** @param {boolean} armed */
  showKey(armed) {
    this.#key?.setAttribute("aria-checked", String(armed));
  }

  #dial() {
    const mark = (/** @type {number} */ degrees) => {
      const tick = svgNode("line", { class: "tick", x1: 24, y1: 6, x2: 24, y2: 2 });
      tick.style.rotate = `${degrees}deg`;
      return tick;
    };
    const { rest_deg: rest, strike_deg: strike } = this.#row;
    return svgNode(
      "svg",
      { class: "dial", viewBox: "0 0 48 32", "aria-hidden": "true" },
      mark(rest),
      mark(strike),
      this.#needle,
      svgNode("circle", { cx: 24, cy: 26, r: 3.5 }),
    );
  }
}

/** Make the key at its place on the table.
 * @type {(element: HTMLElement, place: Placed | undefined) => HTMLElement} */
function keyPlaced(element, place) {
  if (!place) return element;
  const { box = {}, cap, label } = place;
  for (const [name, value] of Object.entries(box)) element.style.setProperty(name, String(value));
  element.replaceChildren(
    node("span", { class: "cap", style: cap }),
    node("span", { class: "label", style: label }, "arm"),
  );
  return element;
}

/** @param {(on: boolean) => void} turn */
function key(turn) {
  /** @type {HTMLElement} */
  const element = node(
    "button",
    {
      type: "button",
      class: "key",
      role: "switch",
      "aria-checked": "false",
      "data-testid": "key",
      title: say("drawn.key"),
      onclick: () => turn(element.getAttribute("aria-checked") !== "true"),
    },
    "arm",
  );
  return element;
}
