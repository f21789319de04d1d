/* The end of a game on any page: winner and reason, ranks, a chart, and the players'
 * statistics. The last two are requested once the game is over. */

import { chart } from "./chart.js";
import { changed, el, showIn } from "./dom.js";
import { ending } from "./standing.js";
import { say } from "./words.js";

const score = ({ won, played }) => (played ? say("end.score", { won, played }) : "–");

export class Ending {
  #element;
  #ask;
  #forget;
  #position = null;
  #page = null;
  #own = null;
  #review = null;

  /** `ask()` asks the table to look back, `forget(name)` the host whether to forget a player. */
  constructor(element, ask, forget = null) {
    this.#element = element;
    this.#ask = ask;
    this.#forget = forget;
  }

  /** Show the result, if the game is over; `own` is this page's seat. */
  show(position, page, own = null) {
    // A slow page may get two results and nothing of the game between them.
    const isNew = position.result && (!this.#position?.result || position.events?.length > 0 || this.#isRenamed(position));
    [this.#position, this.#page, this.#own] = [position, page, own];
    if (!position.result) this.#review = null;
    this.#render();
    if (isNew) this.#ask();
  }

  /** Request again after a reconnection, since the answer may be lost. */
  again() {
    if (this.#position?.result && !this.#review) this.#ask();
  }

  /** The table's answer. */
  arrived(review) {
    this.#review = review;
    this.#render();
  }

  /** A forgotten player has no record any more. */
  #isRenamed({ game }) {
    return String(game.players) !== String(this.#position.game.players);
  }

  #render() {
    if (!this.#position) return;
    const { result, state, game } = this.#position;
    // Unchanged content stays, because a screen reader would speak it again.
    if (!changed(this.#element, result ? [result, state, game, this.#review] : null)) return;
    showIn(this.#element, ...ending(this.#position, this.#page, this.#own), ...this.#lookedBack());
  }

  #lookedBack() {
    if (!this.#review || !this.#position.result) return [];
    const { state, game } = this.#position;
    const seats = Array.from({ length: game.seats }, (_, seat) => ({
      name: this.#page.seatName(state, seat),
      colour: this.#page.seatColours(state, seat)[0],
    }));
    return [chart(this.#review, this.#chart(game), seats), records(this.#review.records, game, this.#forget)];
  }

  /** Return the game page's chart labels, with a title in this page's language. */
  #chart(game) {
    const { say: own } = this.#page;
    const says = this.#page.chart(game);
    return says && { ...says, title: own.has("chart.title") ? own("chart.title") : says.title };
  }
}

/** Explain that there are no statistics without names. */
function records(all, game, forget) {
  if (all.length === 0) return null;
  const row = ({ name, here, all: total, evenings }) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, name),
      ...[score(here), score(total), evenings].map((cell) => el("td", {}, String(cell))),
      forget && el("td", {}, forgetButton(name, forget)),
    );
  const head = [say("end.name"), game.name, say("end.all"), say("end.evenings")].map((word) => el("th", { scope: "col" }, word));
  return el(
    "table",
    { class: "records", "data-testid": "records" },
    el("caption", {}, say("end.players")),
    el("thead", {}, el("tr", {}, ...head)),
    el("tbody", {}, ...all.map(row)),
  );
}

function forgetButton(name, forget) {
  const label = say("end.forget-name", { who: name });
  return el("button", { type: "button", class: "for-host", "aria-label": label, onclick: () => forget(name) }, say("end.forget"));
}
