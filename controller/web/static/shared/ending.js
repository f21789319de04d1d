/* The end of a game on any page: winner and reason, the podium, a chart, and the players'
 * statistics. The last two are the table's `review`, requested once the game is over. */

import { chart } from "./chart.js";
import { clockOf } from "./clock.js";
import { button, el, sentence, svg } from "./dom.js";
import { headline, seatTag } from "./standing.js";
import { figureOf } from "./targets.js";
import { say } from "./words.js";

/** @import { Child, VNode } from "./preact.js" */
/** @import { ChartLabels, CompletePage, Game, PlayerRecord, Position, Result, Review, Score } from "./types.js" */

// The height of the first step, and the sheets of paper.
const STEPS = 3;
const CONFETTI = 28;

/** @typedef {(name: string) => void} Forget */
/** @typedef {{ position: Position | null, page: CompletePage | null, review: Review | null }} Over */

/** @type {(score: Score) => string} */
const score = ({ won, played }) => (played ? say("end.score", { won, played }) : "–");

/** Return the end of a game, or nothing during the game. `own` is this page's seat;
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

/** Return the players' statistics, or nothing without names.
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

/** Return the podium, with confetti if somebody has won.
 * @type {(position: Position, result: Result, page: CompletePage) => Child[]} */
function podium({ state, game, clock }, result, page) {
  const { ranks, winners } = result;
  const order = ranks.map((rank, seat) => ({ rank, seat })).sort((a, b) => a.rank - b.rank || a.seat - b.seat);
  const rows = order.map(({ rank, seat }, index) => {
    const { figure = null, says = "" } = page.atTheEnd(state, seat, game, result) ?? {};
    return el(
      "li",
      // Equal ranks share a number, which an ordered list cannot do.
      {
        value: rank,
        class: winners.includes(seat) ? "winner" : "",
        style: { "--step": String(stepOf(rank)), order: place(index) },
      },
      figure ?? pawn(page.seatColours(state, seat)[0]),
      el(
        "span",
        { class: "step" },
        el("b", { "aria-hidden": "true" }, String(rank)),
        seatTag(page, state, seat),
        says ? el("small", {}, says) : null,
        clockOf({ clock }, seat),
      ),
    );
  });
  return [
    winners.length > 0 ? confetti(order.map(({ seat }) => page.seatColours(state, seat)[0])) : null,
    el("ol", { class: "ranks" }, rows),
  ];
}

/** Return the height of this rank's step, from 3 down to 0.
 * @param {number} rank */
const stepOf = (rank) => Math.max(0, STEPS + 1 - rank);

/** Return the order on the podium: the first in the middle, the second on the left.
 * @param {number} index */
const place = (index) => String([2, 1][index] ?? index + 1);

/** Draw a pawn for a seat without a figure of its own.
 * @param {string} colour */
function pawn(colour) {
  const look = { fill: colour, stroke: "var(--abyss)", "stroke-width": 3 };
  return figureOf(60, 80, [
    svg("path", { d: "M8 76Q10 44 30 40Q50 44 52 76Z", ...look }),
    svg("circle", { cx: 30, cy: 24, r: 19, ...look }),
  ]);
}

/** Make paper that falls once, in the colours of the players.
 * @param {string[]} colours */
function confetti(colours) {
  const each = Array.from({ length: CONFETTI }, (_, index) => {
    const [across, late] = [(index * 37) % 100, (index * 53) % 100];
    return el("i", {
      style: { left: `${across}%`, background: colours[index % colours.length], "--late": `${late * 12}ms` },
    });
  });
  return el("div", { class: "confetti", "aria-hidden": "true" }, each);
}
