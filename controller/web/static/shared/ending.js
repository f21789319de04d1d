/* The end of a game on any page: winner and reason, ranks, a chart, and the players'
 * statistics. The last two are the table's `review`, requested once the game is over. */

import { chart } from "./chart.js";
import { outcome } from "./standing.js";
import { el } from "./dom.js";
import { say } from "./words.js";

const score = ({ won, played }) => (played ? say("end.score", { won, played }) : "–");

/** Return whether this position needs a review: it ends a game, or a player was forgotten.
 * A slow page may get two results and nothing of the game between them. */
export function needsReview(before, { result, events, game }) {
  if (!result) return false;
  return !before?.result || events?.length > 0 || String(game.players) !== String(before.game.players);
}

/** Return the end of a game; nothing while it goes on. `own` is this page's seat;
 * `forget(name)` asks whether to forget a player. */
export function ending({ position, page, review }, own = null, forget = null) {
  if (!position?.result) return [];
  const { state, game } = position;
  const seats = Array.from({ length: game.seats }, (_, seat) => ({
    name: page.seatName(state, seat),
    colour: page.seatColours(state, seat)[0],
  }));
  const lookedBack = review ? [chart(review, labels(page, game), seats), records(review.records, game, forget)] : [];
  return [...outcome(position, page, own), ...lookedBack];
}

/** Return the game page's chart labels, with a title in this page's language. */
function labels(page, game) {
  const says = page.chart(game);
  return says && { ...says, title: page.say.has("chart.title") ? page.say("chart.title") : says.title };
}

/** Return the players' statistics; there are none without names. */
function records(all, game, forget) {
  if (all.length === 0) return null;
  const row = ({ name, here, all: total, evenings }) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, name),
      [score(here), score(total), evenings].map((cell) => el("td", {}, String(cell))),
      forget && el("td", {}, forgetButton(name, forget)),
    );
  const head = [say("end.name"), game.name, say("end.all"), say("end.evenings")].map((word) => el("th", { scope: "col" }, word));
  return el(
    "table",
    { class: "records", "data-testid": "records" },
    el("caption", {}, say("end.players")),
    el("thead", {}, el("tr", {}, head)),
    el("tbody", {}, all.map(row)),
  );
}

function forgetButton(name, forget) {
  const label = say("end.forget-name", { who: name });
  return el("button", { type: "button", class: "for-host", "aria-label": label, onclick: () => forget(name) }, say("end.forget"));
}
