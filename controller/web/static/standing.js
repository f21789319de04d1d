/* What both pages say about a position: whose decision is missing, and how it ended. */

import { changed, dots, el, say, sentence } from "./dom.js";
import { say as words } from "./words.js";

export function seatTag(page, state, seat) {
  return el(
    "span",
    { class: "seat-tag" },
    dots(page.seatColours(state, seat)),
    page.seatName(state, seat),
  );
}

/** Elements for "whose decision is missing"; empty if nobody's is. */
export function missing({ phase, pending, state, waits }, page, lead = words("page.waiting")) {
  if (phase === "over" || !pending || pending.by === "nobody") return [];
  if (phase === "offer") return [words("page.continue")];
  if (pending.by === "chance") return [sentence(waits ? page.say(waits) : words("page.waiting-chance"))];
  const tags = pending.seats.map((seat) => seatTag(page, state, seat));
  return [lead, ...tags];
}

/** The one sentence, and how it is done on the table and on a phone. Only news is put in
 * anew: a screen reader speaks it. */
export function showPrompt(element, { prompt, how, game }, page) {
  const [says, table, phone] = [prompt, how?.table, how?.phone].map((each) => (each ? page.say(each) : ""));
  if (!changed(element, [says, table, phone, game?.players])) return;
  const way = (kind, text) =>
    text ? el("span", { class: `how on-${kind}` }, el("b", {}, words(`page.on-${kind}`)), ` ${text} `) : null;
  say(element, el("strong", {}, says), " ", way("table", table), way("phone", phone));
}

/** Brings the end of a game into sight, once: it may have come while reading below. */
export function reveal(banner, before, now) {
  if (before?.phase === "play" && now.phase === "over") {
    banner.scrollIntoView({ block: "nearest" });
  }
}

/** Elements for the end of a game; empty while it goes on. */
export function ending({ result, state }, page, own = null) {
  if (!result) return [];
  return [
    el("h2", {}, headline(result, page, state, own)),
    el("p", {}, sentence(page.say(result.reason))),
    el("ol", { class: "ranks" }, ...ranking(result.ranks, page, state)),
  ];
}

function headline({ winners }, page, state, own) {
  if (winners.includes(own)) return words(winners.length > 1 ? "end.you-together" : "end.you");
  if (winners.length === 0) return words("end.draw");
  const names = winners.map((seat) => page.seatName(state, seat));
  return sentence(words(winners.length > 1 ? "end.several" : "end.one", { who: names }));
}

function ranking(ranks, page, state) {
  return ranks
    .map((rank, seat) => ({ rank, seat }))
    .sort((a, b) => a.rank - b.rank || a.seat - b.seat)
    .map(({ rank, seat }) =>
      // `value` because equal ranks share a number, which a list does not count.
      el("li", { value: rank }, seatTag(page, state, seat)),
    );
}
