/* The sheets of a seat's page: menu, choices in words, log, rules. */

import { LEVELS, botName } from "../shared/bots.js";
import { byId, el } from "../shared/dom.js";
import { Awake, Chime } from "./phone.js";
import { showHand } from "./choice-list.js";
import { otherLanguages } from "../shared/language.js";
import { lampsOf, rulesOf, rulingOf } from "../shared/rules.js";
import { Sheet } from "./sheet.js";
import { say } from "../shared/words.js";

export class SeatMenu {
  #of;
  #sheet = new Sheet();

  /** `of`: { groups(), choose(choice), story, game(), hidden, vibrates, chimes, chime, stays, awake, install, hint(), seatBot(level), changed() } */
  constructor(of) {
    this.#of = of;
    byId("menu").addEventListener("click", () => this.#open());
    byId("list").addEventListener("click", () => this.#list());
  }

  refresh() {
    this.#sheet.refresh();
  }

  /** Show a ruling, with its question as the title. */
  ruling(number) {
    const page = this.#read(number, async (game) => {
      const { asks, says } = await rulingOf(game, number);
      // Another sheet may be open by now.
      if (page.isConnected) byId("sheet-title").textContent = asks;
      return says;
    });
  }

  #open() {
    this.#sheet.open(say("own.menu"), () => el("div", { class: "menu" }, ...this.#items()));
  }

  #items() {
    return [
      item("hint", say("menu.hint"), () => this.#closed(() => this.#of.hint())),
      item("rules", say("menu.rules"), () => this.#read(say("menu.rules-title"), rulesOf)),
      item("lamps", say("menu.lamps"), () => this.#read(say("menu.lamps"), lampsOf)),
      item("open-log", say("menu.log"), () => this.#log()),
      item("leave-to-bot", say("menu.bot"), () => this.#bots()),
      this.#hiding(),
      "vibrate" in navigator ? this.#switch("vibrate", say("menu.vibrate"), this.#of.vibrates) : null,
      Chime.isPossible ? this.#switch("chime", say("menu.chime"), this.#of.chimes, () => this.#of.chimes.on && this.#of.chime.ring()) : null,
      Awake.isPossible ? this.#switch("awake", say("menu.awake"), this.#of.stays, () => this.#of.awake.apply()) : null,
      this.#of.install.isPossible ? item("install", say("menu.install"), () => this.#of.install.run()) : null,
      ...otherLanguages().map(({ code, name, take }) => inOwn(code, item(`language-${code}`, name, take))),
      isSecureContext ? null : el("p", { class: "remark" }, say("menu.insecure")),
    ].filter(Boolean);
  }

  #log() {
    const region = told(this.#of.story);
    this.#sheet.open(say("menu.log"), () => region);
  }

  #closed(done) {
    this.#sheet.close();
    done();
  }

  /** Choose a bot for this seat, until its player takes over again. */
  #bots() {
    const levels = LEVELS.map((level) =>
      item(`bot-${level}`, botName(level), () => this.#closed(() => this.#of.seatBot(level))),
    );
    this.#sheet.open(say("menu.bot"), () => el("div", { class: "menu" }, ...levels));
  }

  #hiding() {
    const { hidden, changed } = this.#of;
    return item("hide", say(hidden.on ? "menu.show" : "menu.hide"), () => {
      hidden.toggle();
      this.#sheet.close();
      changed();
    });
  }

  #switch(name, words, its, then = () => {}) {
    const button = item(name, words, () => {
      its.toggle();
      then();
      this.refresh();
      // The menu was rebuilt, so restore the focus.
      document.querySelector(`[data-testid="${name}"]`)?.focus();
    });
    button.setAttribute("aria-pressed", its.on);
    return button;
  }

  /** Open a sheet at once and fill it when the paper has arrived. */
  #read(title, paper) {
    const page = el("div", { class: "paper" }, "…");
    this.#sheet.open(title, () => page);
    paper(this.#of.game().game).then(
      (nodes) => page.replaceChildren(...nodes),
      () => page.replaceChildren(say("menu.unread")),
    );
    return page;
  }

  #list() {
    const container = el("div", { class: "hand-in-words", "data-testid": "choices" });
    this.#sheet.open(say("menu.list"), () => {
      showHand(container, this.#of.groups(), (choice) => this.#closed(() => this.#of.choose(choice)));
      if (this.#of.hidden.on) container.replaceChildren(say("own.hidden"));
      return container;
    });
    // Focus the first legal choice.
    container.querySelector("[aria-pressed]")?.focus();
  }
}

function item(name, words, onclick) {
  return el("button", { type: "button", "data-testid": name, onclick }, words);
}

function told(list) {
  return el("div", { role: "log", "aria-labelledby": "sheet-title" }, list);
}

/** Mark a language's own name, so that it is spoken in that language. */
function inOwn(code, button) {
  button.setAttribute("lang", code);
  return button;
}
