/* The next step with a piece: a sentence, and an arrow on the drawn table. */

import { byId, changed, el, announce } from "../shared/dom.js";
import { StepArrow } from "./step-arrow.js";

export class NextStep {
  #way;
  #table;
  #touch = false;
  #step = null;

  /** `does(step)` moves the piece on a simulated table. */
  constructor(table, does) {
    this.#table = table;
    this.#way = new StepArrow(table);
    byId("do-step").addEventListener("click", () => this.#step && does(this.#step));
  }

  /** Use a new layout of the table; `lamps` as in light.js. */
  build(lamps, touch) {
    this.#way.build(lamps);
    this.#touch = touch;
  }

  /** Show a position's `step`, in the words of the game's page; null if there is none. */
  show(step, page) {
    this.#step = step;
    // Unchanged text stays, because a screen reader would speak it again.
    if (changed(byId("step"), step?.says ?? null)) {
      announce(byId("step"), step && el("span", { class: "sentence" }, page.say(step.says)));
    }
    byId("next-step").classList.toggle("open", step !== null);
    this.#way.show(step);
    const button = byId("do-step");
    const hadFocus = document.activeElement === button;
    // A piece that waits for its card stays.
    button.hidden = !this.#touch || !(step?.at || step?.to);
    if (hadFocus && button.hidden) this.#table.focus({ preventScroll: true });
  }
}
