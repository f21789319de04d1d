/* What both kinds of pages say about a position: the prompt and the result. */

import { dots, el, sentence } from "./dom.js";
import { say } from "./words.js";

export function seatTag(page, state, seat) {
  return el("span", { class: "seat-tag" }, dots(page.seatColours(state, seat)), page.seatName(state, seat));
}

/** Return the seats whose decision is missing. */
export function missing({ phase, pending, state, waits }, page, lead = say("page.waiting")) {
  if (phase === "over" || !pending || pending.by === "nobody") return [];
  if (phase === "offer") return [say("page.continue")];
  if (pending.by === "chance") return [sentence(waits ? page.say(waits) : say("page.waiting-chance"))];
  return [lead, ...pending.seats.map((seat) => seatTag(page, state, seat))];
}

/** Return the prompt, and how to follow it on the table and on a phone. */
export function prompt({ prompt: says, how }, page) {
  const way = (kind) =>
    how?.[kind] ? el("span", { class: `how on-${kind}` }, el("b", {}, say(`page.on-${kind}`)), ` ${page.say(how[kind])} `) : null;
  return [el("strong", {}, says ? page.say(says) : ""), " ", way("table"), way("phone")];
}

/** Return the result in words; nothing while the game goes on. */
export function outcome({ result, state }, page, own = null) {
  if (!result) return [];
  return [
    el("h2", {}, headline(result, page, state, own)),
    el("p", {}, sentence(page.say(result.reason))),
    el("ol", { class: "ranks" }, ranking(result.ranks, page, state)),
  ];
}

function headline({ winners }, page, state, own) {
  if (winners.includes(own)) return say(winners.length > 1 ? "end.you-together" : "end.you");
  if (winners.length === 0) return say("end.draw");
  const names = winners.map((seat) => page.seatName(state, seat));
  return sentence(say(winners.length > 1 ? "end.several" : "end.one", { who: names }));
}

function ranking(ranks, page, state) {
  return ranks
    .map((rank, seat) => ({ rank, seat }))
    .sort((a, b) => a.rank - b.rank || a.seat - b.seat)
    .map(({ rank, seat }) =>
      // Equal ranks share a number, which a list would not.
      el("li", { value: rank }, seatTag(page, state, seat)),
    );
}
