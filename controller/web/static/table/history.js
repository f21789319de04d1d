/* Steps back through a game: shows the board of an earlier moment. */

import { byId } from "../shared/dom.js";

export class History {
  #log;
  #ask;
  #show;
  // The line whose position is shown; null for the present.
  #at = null;

  /** `ask(at)` requests a moment; `show(state)` shows it, null for the present. */
  constructor(log, ask, show) {
    this.#log = log;
    this.#ask = ask;
    this.#show = show;
    byId("earlier").addEventListener("click", () => this.#step(-1));
    byId("later").addEventListener("click", () => this.#step(1));
    byId("back-to-now").addEventListener("click", () => this.toNow());
    this.#render();
  }

  get isBack() {
    return this.#at !== null;
  }

  /** Show the requested moment. */
  arrived({ at, state }) {
    if (at !== this.#at) return;
    this.#log.mark(at);
    this.#show(state);
  }

  /** Return to the present. */
  toNow() {
    if (!this.isBack) return;
    const hadFocus = ["later", "back-to-now"].includes(document.activeElement?.id);
    this.#at = null;
    this.#log.mark(null);
    this.#render();
    if (hadFocus) byId("earlier").focus();
    this.#show(null);
  }

  #step(by) {
    const moments = this.#log.moments;
    const now = moments.length - 1;
    const here = this.isBack ? moments.indexOf(this.#at) : now;
    const to = here + by;
    if (to < 0) return;
    if (to >= now) return this.toNow();
    this.#at = moments[to];
    this.#render();
    this.#ask(this.#at);
  }

  #render() {
    byId("later").hidden = !this.isBack;
    byId("back-to-now").hidden = !this.isBack;
    document.body.classList.toggle("back", this.isBack);
  }
}
