/* What is to be done next with a piece: said in a line, shown on the drawn table. */

import { byId, changed, el, say } from "./dom.js";
import { Way } from "./way.js";

export class NextStep {
  #way;
  #table;
  #touch = false;
  #step = null;

  /** `does(step)` moves the piece, where a page can. */
  constructor(table, does) {
    this.#table = table;
    this.#way = new Way(table);
    byId("do-step").addEventListener("click", () => this.#step && does(this.#step));
  }

  /** After the table has been laid out; `lamps` as in light.js. */
  build(lamps, touch) {
    this.#way.build(lamps);
    this.#touch = touch;
  }

  /** `step` as in a position, in the words of the game's page; null: nothing is to be done. */
  show(step, page) {
    this.#step = step;
    // Only news is said: a screen reader speaks whatever is put in anew.
    if (changed(byId("step"), step?.says ?? null)) {
      say(byId("step"), step && el("span", { class: "sentence" }, page.say(step.says)));
    }
    byId("next-step").classList.toggle("open", step !== null);
    this.#way.show(step);
    const button = byId("do-step");
    const hadFocus = document.activeElement === button;
    // A piece that waits for its card is not to be moved.
    button.hidden = !this.#touch || !(step?.at || step?.to);
    if (hadFocus && button.hidden) this.#table.focus({ preventScroll: true });
  }
}
