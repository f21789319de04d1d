/* The sheets of a seat's page: everything to choose in words, the log, the rules. */

import { LEVELS, botName } from "./bots.js";
import { byId, el } from "./dom.js";
import { Awake } from "./phone.js";
import { showHand } from "./hand.js";
import { otherLanguages } from "./language.js";
import { lampsOf, rulesOf, rulingOf } from "./rules.js";
import { Sheet } from "./sheet.js";

const WORDS = {
  vibrate: "Vibrate when it is my turn",
  awake: "Keep the screen on",
  install: "Install on this phone",
  insecure: "Served over https, this page could keep the screen on and be installed. The table's owner can set that up.",
};

export class SeatMenu {
  #of;
  #sheet = new Sheet();

  /** `of`: { groups(), choose(choice), story, game(), hidden, vibrates, stays, awake, install, hint(), seatBot(level), changed() } */
  constructor(of) {
    this.#of = of;
    byId("menu").addEventListener("click", () => this.#open());
    byId("list").addEventListener("click", () => this.#list());
  }

  refresh() {
    this.#sheet.refresh();
  }

  /** The ruling behind a refusal, with its text. */
  ruling(number) {
    this.#read(number, (game) => rulingOf(game, number));
  }

  #open() {
    this.#sheet.open("Menu", () => el("div", { class: "menu" }, ...this.#items()));
  }

  #items() {
    const { story } = this.#of;
    return [
      item("hint", "Give me a hint", () => this.#closed(() => this.#of.hint())),
      item("rules", "Rules of the game", () => this.#read("Rules", rulesOf)),
      item("lamps", "What the lamps mean", () => this.#read("What the lamps mean", lampsOf)),
      item("open-log", "What happened", () => this.#sheet.open("What happened", () => told(story))),
      item("leave-to-bot", "Let a bot play for me", () => this.#bots()),
      this.#hiding(),
      "vibrate" in navigator ? this.#switch("vibrate", WORDS.vibrate, this.#of.vibrates) : null,
      Awake.isPossible ? this.#switch("awake", WORDS.awake, this.#of.stays, () => this.#of.awake.apply()) : null,
      this.#of.install.isPossible ? item("install", WORDS.install, () => this.#of.install.run()) : null,
      ...otherLanguages().map(({ code, name, take }) => inOwn(code, item(`language-${code}`, name, take))),
      isSecureContext ? null : el("p", { class: "remark" }, WORDS.insecure),
    ].filter(Boolean);
  }

  #closed(done) {
    this.#sheet.close();
    done();
  }

  /** Who has to leave chooses who plays on; the seat can be taken back at any time. */
  #bots() {
    const levels = LEVELS.map((level) =>
      item(`bot-${level}`, botName(level), () => this.#closed(() => this.#of.seatBot(level))),
    );
    this.#sheet.open("Let a bot play for me", () => el("div", { class: "menu" }, ...levels));
  }

  #hiding() {
    const { hidden, changed } = this.#of;
    const button = item("hide", hidden.on ? "Show my hand" : "Hide my hand", () => {
      hidden.toggle();
      this.#sheet.close();
      changed();
    });
    button.setAttribute("aria-pressed", hidden.on);
    return button;
  }

  #switch(name, words, its, then = () => {}) {
    const button = item(name, words, () => {
      its.toggle();
      then();
      this.refresh();
      // The menu was built anew; a keyboard stays where it was.
      document.querySelector(`[data-testid="${name}"]`)?.focus();
    });
    button.setAttribute("aria-pressed", its.on);
    return button;
  }

  /** Opens at once, and fills when the paper is there. */
  #read(title, paper) {
    const page = el("div", { class: "paper" }, "…");
    this.#sheet.open(title, () => page);
    paper(this.#of.game().game).then(
      (nodes) => page.replaceChildren(...nodes),
      () => page.replaceChildren("This page of the rules could not be fetched. Close it and try again."),
    );
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
    // What can be done comes first, for a keyboard too.
    container.querySelector("[aria-pressed]")?.focus();
  }
}

function item(name, words, onclick) {
  return el("button", { type: "button", "data-testid": name, onclick }, words);
}

function told(list) {
  return el("div", { role: "log", "aria-labelledby": "sheet-title" }, list);
}

/** A language's own name is spoken in that language. */
function inOwn(code, button) {
  button.setAttribute("lang", code);
  return button;
}
