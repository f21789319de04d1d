/* What a phone shows before its first game: the game, how to win, and who is there. */

import { button, cover, dots, el } from "../shared/dom.js";
import { visit } from "../shared/remembered.js";
import { howTaken } from "../shared/standing.js";
import { say } from "../shared/words.js";

/** @import { VNode } from "../shared/preact.js" */
/** @import { SeatRow } from "../shared/types.js" */
/** @import { Playing } from "./state.js" */
/** @import { Act } from "./actions.js" */

/** Return whether the game has yet to begin, or this phone has just joined it.
 * @param {Playing} now */
export function isWaiting({ position: { phase } }) {
  return phase === "choose" || (phase === "play" && visit.getItem("joined") !== null);
}

/** @param {Playing} now */
export function howToWait(now) {
  return say(isReady(now) ? "own.host-starts" : "own.joined");
}

/** @param {Playing} now */
function isReady({ position: { phase }, seating, seat }) {
  return phase !== "play" && (seating.seats[seat]?.ready ?? false);
}

/** Return the button to play again, with the players it waits for.
 * @type {(now: Playing, act: Act) => VNode} */
export function playAgain(now, act) {
  const missing = now.seating.seats.flatMap(({ seat, open, ready }) => (open && !ready ? [seat] : []));
  const words = isReady(now) ? `✓ ${say("own.waits-for", { who: missing })}` : say("html.again");
  const look = { class: "strong", id: "again", "data-testid": "again", "aria-pressed": String(isReady(now)) };
  return button(act.ready, look, words);
}

/** @type {(now: Playing, act: Act) => VNode} */
export function waiting(now, act) {
  const { position, page, seating } = now;
  const { game } = position;
  const ready = {
    type: "button",
    class: "strong",
    "data-testid": "ready",
    "aria-pressed": String(isReady(now)),
    onclick: act.ready,
  };
  return el(
    "section",
    { class: "waiting", "data-testid": "waiting" },
    cover(game.game),
    el("h2", {}, game.name),
    page.say.has("winning") && el("p", {}, page.say("winning")),
    el(
      "ul",
      { class: "guests", "aria-label": say("html.seats") },
      seating.seats.map((row) => guest(row, now)),
    ),
    el("button", ready, `${isReady(now) ? "✓ " : ""}${say("own.ready")}`),
  );
}

/** @type {(row: SeatRow, now: Playing) => VNode} */
function guest(row, { position: { state, game }, page, seat: own }) {
  const { seat } = row;
  return el(
    "li",
    { key: seat },
    dots(page.seatColours(state, seat)),
    el(seat === own ? "b" : "span", {}, page.seatName(state, seat)),
    el("small", {}, say(howTaken(row, game))),
  );
}
