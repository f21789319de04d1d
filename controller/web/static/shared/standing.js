/* What both kinds of pages say about a position: the prompt and the result. */

import { changed, dots, el, announce, sentence } from "./dom.js";
import { say } from "./words.js";

export function seatTag(page, state, seat) {
  return el(
    "span",
    { class: "seat-tag" },
    dots(page.seatColours(state, seat)),
    page.seatName(state, seat),
  );
}

/** Make elements for the seats whose decision is missing. */
export function missing({ phase, pending, state, waits }, page, lead = say("page.waiting")) {
  if (phase === "over" || !pending || pending.by === "nobody") return [];
  if (phase === "offer") return [say("page.continue")];
  if (pending.by === "chance") return [sentence(waits ? page.say(waits) : say("page.waiting-chance"))];
  const tags = pending.seats.map((seat) => seatTag(page, state, seat));
  return [lead, ...tags];
}

/** Show the prompt, and how to follow it on the table and on a phone. Unchanged text stays,
 * because a screen reader would speak it again. */
export function showPrompt(element, { prompt, how, game }, page) {
  const [says, table, phone] = [prompt, how?.table, how?.phone].map((each) => (each ? page.say(each) : ""));
  if (!changed(element, [says, table, phone, game?.players])) return;
  const way = (kind, text) =>
    text ? el("span", { class: `how on-${kind}` }, el("b", {}, say(`page.on-${kind}`)), ` ${text} `) : null;
  announce(element, el("strong", {}, says), " ", way("table", table), way("phone", phone));
}

/** Scroll to the result once, if the reader was elsewhere on the page. */
export function reveal(banner, before, now) {
  if (before?.phase === "play" && now.phase === "over") {
    banner.scrollIntoView({ block: "nearest" });
  }
}

/** Make elements for the result; none while the game goes on. */
export function ending({ result, state }, page, own = null) {
  if (!result) return [];
  return [
    el("h2", {}, headline(result, page, state, own)),
    el("p", {}, sentence(page.say(result.reason))),
    el("ol", { class: "ranks" }, ...ranking(result.ranks, page, state)),
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
