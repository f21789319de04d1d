/* What both kinds of pages say about a position: the prompt and the winner. */

import { palette } from "/data.js";
import { dots, el, sentence } from "./dom.js";
import { say } from "./words.js";

/** @import { Child, VNode } from "./preact.js" */
/** @import { CompletePage, Game, Position, Result, SeatRow } from "./types.js" */

/** @type {(page: CompletePage, state: unknown, seat: number) => VNode} */
export function seatTag(page, state, seat) {
  return el("span", { class: "seat-tag" }, dots(page.seatColours(state, seat)), page.seatName(state, seat));
}

/** Return the key for a seat's status: on a phone, played by a bot, player away, or free.
 * @type {(row: Pick<SeatRow, "seat" | "open" | "ready">, game: Game) => string} */
export function howTaken({ seat, open, ready }, { bots, players }) {
  if (open) return ready ? "join.ready" : "join.on-phone";
  if (bots?.[seat]) return "join.bot";
  return players[seat] ? "join.away" : "join.free";
}

/** Return the two signs of a phone that requests a seat, each with its own shape; the seat's lamp shows their colours.
 * @param {string[]} word */
export function signs(word) {
  const each = word.map((sign) => el("i", { style: { color: palette[sign] } }, say(`sign.${sign}`)));
  return el("span", { class: "signs" }, each);
}

/** Return the seats that still have to decide.
 * @type {(position: Position, page: CompletePage, lead?: string) => Child[]} */
export function missing({ phase, pending, state, waits }, page, lead = say("page.waiting")) {
  if (phase === "over" || !pending || pending.by === "nobody") return [];
  if (phase === "offer") return [say("page.continue")];
  if (pending.by === "chance") return [sentence(waits ? page.say(waits) : say("page.waiting-chance"))];
  return [lead, ...pending.seats.map((seat) => seatTag(page, state, seat))];
}

/** Return the prompt, and how to follow it on the table and on a phone.
 * @type {(position: Position, page: CompletePage) => Child[]} */
export function prompt({ prompt: says, how }, page) {
  /** @type {(kind: "table" | "phone") => Child} */
  const way = (kind) => {
    const steps = how?.[kind] ? page.say(how[kind]) : "";
    return steps && el("span", { class: `how on-${kind}` }, el("b", {}, say(`page.on-${kind}`)), ` ${steps} `);
  };
  return [el("strong", {}, says ? page.say(says) : ""), " ", way("table"), way("phone")];
}

/** Return who has won; `own` is this page's seat.
 * @type {(result: Result, page: CompletePage, state: unknown, own: number | null) => string} */
export function headline({ winners }, page, state, own) {
  if (own !== null && winners.includes(own)) return say(winners.length > 1 ? "end.you-together" : "end.you");
  if (winners.length === 0) return say("end.draw");
  const names = winners.map((seat) => page.seatName(state, seat));
  return sentence(say(winners.length > 1 ? "end.several" : "end.one", { who: names }));
}

/** Return whether this position needs a review: it ends a game, or a player was forgotten.
 * A slow page may get two results and miss the game between them.
 * @type {(before: Position | null, now: Position) => boolean} */
export function needsReview(before, { result, events, game }) {
  if (!result) return false;
  return !before?.result || (events ?? []).length > 0 || String(game.players) !== String(before.game.players);
}
