/* The end of a game on any page: winner and reason, the podium, a chart, and the players'
 * statistics. The last two are the table's `review`, requested once the game is over. */

import { chart } from "./chart.js";
import { button, el, sentence } from "./dom.js";
import { podium } from "./podium.js";
import { headline } from "./standing.js";
import { say } from "./words.js";

/** @import { Child, VNode } from "./preact.js" */
/** @import { ChartLabels, CompletePage, Game, PlayerRecord, Position, Review, Score } from "./types.js" */

/** @typedef {(name: string) => void} Forget */
/** @typedef {{ position: Position | null, page: CompletePage | null, review: Review | null }} Over */

/** @type {(score: Score) => string} */
const score = ({ won, played }) => (played ? say("end.score", { won, played }) : "–");

/** Return the end of a game; nothing while it goes on. `own` is this page's seat;
 * `forget(name)` asks whether to forget a player.
 * @type {(over: Over, own?: number | null, forget?: Forget | null) => Child[]} */
export function ending({ position, page, review }, own = null, forget = null) {
  if (!position?.result || !page) return [];
  const { state, game } = position;
  const seats = Array.from({ length: game.seats }, (_, seat) => ({
    name: page.seatName(state, seat),
    colour: page.seatColours(state, seat)[0],
  }));
  const { result } = position;
  const lookedBack = review && [chart(review, labels(page, game), seats), records(review.records, game, forget)];
  return [
    el(
      "div",
      { class: "outcome" },
      el("h2", {}, headline(result, page, state, own)),
      el("p", {}, sentence(page.say(result.reason))),
    ),
    ...podium(position, result, page),
    el("div", { class: "looked-back" }, lookedBack),
  ];
}

/** Return the game page's chart labels, with a title in this page's language.
 * @type {(page: CompletePage, game: Game) => ChartLabels | null} */
function labels(page, game) {
  const says = page.chart(game);
  return says && { ...says, title: page.say.has("chart.title") ? page.say("chart.title") : says.title };
}

/** Return the players' statistics; there are none without names.
 * @type {(all: PlayerRecord[], game: Game, forget: Forget | null) => VNode | null} */
function records(all, game, forget) {
  if (all.length === 0) return null;
  /** @type {(record: PlayerRecord) => VNode} */
  const row = ({ name, here, all: total, evenings }) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, name),
      [score(here), score(total), evenings].map((cell) => el("td", {}, String(cell))),
      forget && el("td", {}, forgetButton(name, forget)),
    );
  const head = [say("end.name"), game.name, say("end.all"), say("end.evenings")].map((word) =>
    el("th", { scope: "col" }, word),
  );
  return el(
    "table",
    { class: "records", "data-testid": "records" },
    el("caption", {}, say("end.players")),
    el("thead", {}, el("tr", {}, head)),
    el("tbody", {}, all.map(row)),
  );
}

/** @type {(name: string, forget: Forget) => VNode} */
function forgetButton(name, forget) {
  const label = say("end.forget-name", { who: name });
  return button(() => forget(name), { class: "for-host", "aria-label": label }, say("end.forget"));
}
