/* The podium at the end of a game: who stands on which step, as what, and what it was ranked by. */

import { clockOf } from "./clock.js";
import { el, svg } from "./dom.js";
import { seatTag } from "./standing.js";
import { figureOf } from "./targets.js";

/** @import { Child } from "./preact.js" */
/** @import { CompletePage, Position, Result } from "./types.js" */

const STEPS = 3;
const CONFETTI = 28;

/** Return the podium, with confetti if somebody has won.
 * @type {(position: Position, result: Result, page: CompletePage) => Child[]} */
export function podium({ state, game, clock }, result, page) {
  const { ranks, winners } = result;
  const order = ranks.map((rank, seat) => ({ rank, seat })).sort((a, b) => a.rank - b.rank || a.seat - b.seat);
  const rows = order.map(({ rank, seat }, index) => {
    const { figure = null, says = "" } = page.atTheEnd(state, seat, game, result) ?? {};
    return el(
      "li",
      // Equal ranks share a number, which a list would not.
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

/** Return how high this rank stands, from 3 down to 0.
 * @param {number} rank */
const stepOf = (rank) => Math.max(0, STEPS + 1 - rank);

/** The first stands in the middle, the second on the left.
 * @param {number} index */
const place = (index) => String([2, 1][index] ?? index + 1);

/** Draw whoever a game has no figure for.
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
