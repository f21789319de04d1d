/* The words beside the table: the prompt, an answer, the next step with a piece; and above the panel notices,
 * failing parts, a saved game, and what to do once a game is over. */

import { troubles } from "../bench/instruments.js";
import { prompt } from "../shared/standing.js";
import { lesson } from "../shared/lesson.js";
import { button, el } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { requests } from "./room.js";

/** @import { VNode } from "../shared/preact.js" */
/** @import { CompletePage, Position } from "../shared/types.js" */
/** @import { Act } from "./actions.js" */
/** @import { State } from "./state.js" */

/** Return the live regions.
 * @type {(state: State, act: Act) => VNode[]} */
export function promptArea(state, act) {
  const { hello, position, page, told } = state;
  const { step, captions } = position ?? {};
  const answer = told && [
    told.rule && el("b", { class: "ruling" }, told.rule),
    el("span", { class: "sentence" }, told.message),
  ];
  return [
    el(
      "p",
      { class: "prompt", id: "missing", "data-testid": "missing" },
      captions
        ? el("span", { class: "caption" }, captions.join(" "))
        : position && page && prompt(promptOf(hello, position), page),
    ),
    lesson(position ?? null, page, () => act.send("do_it"), "off"),
    el("p", { class: "told", id: "told", "data-testid": "told", role: "status" }, answer),
    el(
      "div",
      { class: step ? "next-step open" : "next-step", id: "next-step" },
      el(
        "p",
        { class: "step", id: "step", "data-testid": "step", role: "status" },
        step && el("span", { class: "sentence" }, page?.say(step.says)),
      ),
      button(
        () => step && act.tray().follow(step),
        { class: "quiet", id: "do-step", hidden: !canDo(state) },
        say("html.do-it"),
      ),
    ),
  ];
}

/** Return whether this page can do the step; a piece that waits for its card stays.
 * @type {(state: Pick<State, "hello" | "position">) => boolean} */
function canDo({ hello, position }) {
  const step = position?.step;
  return Boolean(hello?.touch && (step?.at || step?.to));
}

/** Return the prompt for this page: between games, the phones' part refers to the host's.
 * @type {(hello: State["hello"], position: Position) => Position} */
function promptOf(hello, position) {
  if (hello?.page !== "host" || position.phase === "play") return position;
  return { ...position, how: position.how && { ...position.how, phone: null } };
}

/** Return the banners, hidden where there is nothing to say. `answer(type)` sends an answer.
 * @type {(state: State, act: Act) => (VNode | null)[]} */
export function banners(state, act) {
  const { answer, another } = act;
  const { position, page, parts } = state;
  const { phase, notice } = position ?? {};
  const broken = troubles(parts);
  return [
    requests(state, act),
    el("p", { class: "notice", id: "notice", "data-testid": "notice", hidden: !notice }, notice && page?.say(notice)),
    el("ul", { class: "notice trouble", id: "trouble", "data-testid": "trouble", hidden: broken.length === 0 }, broken),
    el(
      "section",
      {
        class: "banner",
        id: "offer",
        "data-testid": "offer",
        "aria-labelledby": "offer-title",
        hidden: phase !== "offer",
      },
      el(
        "div",
        {},
        el("h2", { id: "offer-title" }, say("html.continue")),
        el("p", {}, position?.phase === "offer" && page && savedGame(position, page)),
      ),
      el(
        "div",
        { class: "actions for-host" },
        button(() => answer("continue"), { class: "strong", id: "go-on" }, say("html.go-on")),
        button(() => answer("away"), { id: "put-away" }, say("html.away")),
      ),
    ),
    el(
      "div",
      { class: "actions for-host", id: "at-the-end", hidden: phase !== "over" },
      button(() => answer("again"), { class: "strong", id: "again" }, say("html.again")),
      button(another, { id: "another" }, say("html.another")),
    ),
  ];
}

/** Return the state of the saved game and its players.
 * @type {(position: Position, page: CompletePage) => string} */
function savedGame({ state, game }, page) {
  const who = Array.from({ length: game.seats }, (_, seat) => page.seatName(state, seat));
  return [page.title(state, game.seats, game), who.join(", ")].filter(Boolean).join(" · ");
}
