/* The sheets of a seat's page: everything to choose in words, the log, the rules. */

import { byId, el } from "./dom.js";
import { showHand } from "./hand.js";
import { Sheet } from "./sheet.js";

export class SeatMenu {
  #of;
  #sheet = new Sheet();

  /** `of`: { groups(), choose(choice), story, game(), page(), hidden, vibrates, changed() } */
  constructor(of) {
    this.#of = of;
    byId("menu").addEventListener("click", () => this.#open());
    byId("list").addEventListener("click", () => this.#list());
  }

  refresh() {
    this.#sheet.refresh();
  }

  ruling(_number) {}

  #open() {
    this.#sheet.open("Menu", () => el("div", { class: "menu" }, ...this.#items()));
  }

  #items() {
    const { hidden, vibrates, story, changed } = this.#of;
    const item = (words, onclick, more = {}) =>
      el("button", { type: "button", onclick, ...more }, words);
    return [
      item("What happened", () => this.#sheet.open("What happened", () => told(story)), {
        "data-testid": "open-log",
      }),
      item(hidden.on ? "Show my hand" : "Hide my hand", () => {
        hidden.toggle();
        this.#sheet.close();
        changed();
      }, { "data-testid": "hide", "aria-pressed": String(hidden.on) }),
      "vibrate" in navigator
        ? item("Vibrate when it is my turn", () => {
            vibrates.toggle();
            this.refresh();
          }, { "data-testid": "vibrate", "aria-pressed": String(vibrates.on) })
        : null,
    ].filter(Boolean);
  }

  #list() {
    const container = el("div", { class: "hand-in-words", "data-testid": "choices" });
    this.#sheet.open("What you can do", () => {
      showHand(container, this.#of.groups(), {
        selected: null, hidden: false, busy: false,
        tap: (choice) => {
          this.#sheet.close();
          this.#of.choose(choice);
        },
      });
      return container;
    });
  }
}

function told(list) {
  return el("div", { role: "log", "aria-labelledby": "sheet-title" }, list);
}
