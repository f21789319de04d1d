/* What stands above the panel: notices, failing parts, a saved game, and the end of a game. */

import { troubles } from "../bench/parts.js";
import { ending } from "../shared/ending.js";
import { el } from "../shared/dom.js";
import { say } from "../shared/words.js";

/** Return the banners, hidden where there is nothing to say. `answer(type)` sends an answer. */
export function banners(state, { answer, another, forget }) {
  const { position, page, parts } = state;
  const { phase, notice } = position ?? {};
  const broken = troubles(parts);
  const end = ending(state, null, forget);
  return [
    el("p", { class: "notice", id: "notice", "data-testid": "notice", hidden: !notice }, notice && page.say(notice)),
    el("ul", { class: "notice trouble", id: "trouble", "data-testid": "trouble", hidden: broken.length === 0 }, broken),
    el(
      "section",
      { class: "banner", id: "offer", "data-testid": "offer", "aria-labelledby": "offer-title", hidden: phase !== "offer" },
      el("div", {}, el("h2", { id: "offer-title" }, say("html.continue")), el("p", {}, phase === "offer" && savedGame(position, page))),
      el("div", { class: "actions for-host" }, button("html.go-on", "go-on", "strong", () => answer("continue")), button("html.away", "put-away", "", () => answer("away"))),
    ),
    el(
      "div",
      { class: "actions for-host", id: "at-the-end", hidden: phase !== "over" },
      button("html.again", "again", "strong", () => answer("again")),
      button("html.another", "another", "", another),
    ),
    el("section", { class: "banner result", id: "result", "data-testid": "result", hidden: end.length === 0 }, end),
  ];
}

function button(key, id, kind, onclick) {
  return el("button", { type: "button", class: kind, id, onclick }, say(key));
}

/** Return the state of the saved game and its players. */
function savedGame({ state, game }, page) {
  const who = Array.from({ length: game.seats }, (_, seat) => page.seatName(state, seat));
  return [page.title(state, game.seats, game), who.join(", ")].filter(Boolean).join(" · ");
}
