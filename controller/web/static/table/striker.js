/* The Eliminator: the state of its striker, its key and its fire button. */

import { classes, el, render, svg } from "../shared/dom.js";
import { say } from "../shared/words.js";

/** @import { VNode } from "../shared/preact.js" */
/** @import { Scale } from "./to-scale.js" */

/** Return this part of the table; `turn(on)` turns the key, if there is one, and `fire` is the push button, if it can
 * be pressed.
 * @type {(turn: ((on: boolean) => void) | null, fire: VNode | null, scale: Scale) => VNode} */
export function strikerPart(turn, fire, scale) {
  const { box, key } = scale.striker();
  const look = {
    type: "button",
    class: "key",
    role: "switch",
    "aria-checked": "false",
    "data-testid": "key",
    title: say("drawn.key"),
    style: key?.box,
  };
  /** @param {{ currentTarget: Element }} event */
  const onclick = ({ currentTarget }) => turn?.(currentTarget.getAttribute("aria-checked") !== "true");
  return el(
    "div",
    { class: "striker", role: "group", "aria-label": say("striker.name") },
    el("div", { class: "striker-says", style: box }),
    turn &&
      el(
        "button",
        { ...look, onclick },
        key
          ? [el("span", { class: "cap", style: key.cap }), el("span", { class: "label", style: key.label }, "arm")]
          : "arm",
      ),
    fire,
  );
}

/** Shows the movements of the striker and the key on the laid-out table. */
export class Striker {
  #row;
  #says;
  #key;
  #degrees;

  /** `row` is the Eliminator's row in the board map.
   * @param {Element} table
   * @param {{ rest_deg: number, strike_deg: number }} row */
  constructor(table, row) {
    this.#row = row;
    this.#says = /** @type {Element} */ (table.querySelector(".striker-says"));
    this.#key = table.querySelector(".key");
    this.#degrees = row.rest_deg;
    this.show({ state: "out", degrees: null });
  }

  /** Show the state; `degrees` is null while the servo is released and stays put.
   * @param {{ state: string, degrees: number | null }} message */
  show({ state, degrees }) {
    this.#degrees = degrees ?? this.#degrees;
    const needle = {
      class: classes("needle", degrees === null && "released"),
      "data-degrees": degrees ?? "",
      style: { rotate: `${this.#degrees}deg` },
    };
    const marks = [this.#row.rest_deg, this.#row.strike_deg].map((degrees) =>
      svg("line", { class: "tick", x1: 24, y1: 6, x2: 24, y2: 2, style: { rotate: `${degrees}deg` } }),
    );
    render(
      this.#says,
      svg(
        "svg",
        { class: "dial", viewBox: "0 0 48 32", "aria-hidden": "true" },
        marks,
        svg("line", { ...needle, x1: 24, y1: 26, x2: 24, y2: 7 }),
        svg("circle", { cx: 24, cy: 26, r: 3.5 }),
      ),
      el(
        "p",
        {},
        el("b", { "data-testid": "striker", "data-state": state }, say("striker.name")),
        el("small", {}, say(`striker.${state}`)),
      ),
    );
  }

  /** @param {boolean} armed */
  showKey(armed) {
    this.#key?.setAttribute("aria-checked", String(armed));
  }
}
