/* The table's page as elements: a function of its state (state.js). */

import { faults } from "../bench/faults.js";
import { meters, partRows, readings } from "../bench/instruments.js";
import { shortcuts } from "../shared/aloud.js";
import { banner } from "../shared/banner.js";
import { button, el } from "../shared/dom.js";
import { ending } from "../shared/ending.js";
import { backButtons } from "../shared/history.js";
import { Log, peopleOf } from "../shared/log.js";
import { say } from "../shared/words.js";
import { dialogs } from "./dialogs.js";
import { firstScreen } from "./first-screen.js";
import { head, sizeButton } from "./head.js";
import { banners, promptArea } from "./prompt-area.js";
import { seatList } from "./seat-list.js";
import { tray } from "./tray-view.js";

/** @import { Child, VNode } from "../shared/preact.js" */
/** @import { Row } from "../shared/log.js" */
/** @import { NearbyTable } from "../shared/types.js" */
/** @import { Act } from "./actions.js" */
/** @import { State } from "./state.js" */

/** Return the whole page; `rows` are the log. The drawn table fills `table` and the tray itself.
 * @type {(state: State, rows: Row[], act: Act) => Child[]} */
export function view(state, rows, act) {
  const board = summary(state);
  const end = ending(state, null, act.forget);
  const table = { id: "table", class: "table", "aria-label": say("html.table"), tabindex: -1 };
  return [
    el("nav", { class: "shortcuts", "aria-label": say("html.shortcuts") }, keys(state, act)),
    banner(state.status, act.retry),
    el(
      "main",
      { class: "page", id: "page" },
      el(
        "div",
        { class: "now" },
        el("header", { class: "head" }, head(state, act)),
        el("div", { class: "said" }, promptArea(state, act)),
      ),
      section("summary", "html.standing", { class: "game-board for-watching", tabindex: -1, hidden: !board }, board),
      section("result", "end.label", { class: "banner result", hidden: end.length === 0 }, end),
      el(
        "div",
        { class: "at-table" },
        el(
          "div",
          // The screen view has no buttons.
          { class: "stage", inert: state.view === "screen", onclick: act.enlarge },
          el("section", table),
          sizeButton(viewOf(state), act),
        ),
        tray(state, act.tray),
      ),
      panel(state, rows, act),
    ),
    el("div", { class: "unseen", id: "aloud", role: "log" }, state.aloud.lines),
    dialogs(state, act),
  ];
}

/** Return the current view; without a board, only the table can be shown.
 * @param {State} state */
export function viewOf(state) {
  const { view, position, page } = state;
  return view === "play" && !summary(state) && !(position?.result && page) ? "table" : view;
}

/** Return the board of the shown moment.
 * @param {State} state */
function summary({ position, page, moment }) {
  const stands = moment?.state ?? position?.state;
  return stands && position && page ? page.summary(stands, position.game) : null;
}

/** @type {(id: string, label: string, look: object, ...children: Child[]) => VNode} */
function section(id, label, look, ...children) {
  return el("section", { id, "data-testid": id, "aria-label": say(label), ...look }, ...children);
}

/** @type {(id: string, title: string, hidden: boolean, ...children: Child[]) => VNode} */
function card(id, title, hidden, ...children) {
  const look = { class: "card for-bench", id, "data-testid": id, "aria-labelledby": `${id}-title`, hidden };
  return el("section", look, el("h2", { id: `${id}-title` }, say(title)), ...children);
}

/** @type {(state: State, act: Act) => VNode[]} */
function keys({ position }, { tellStanding, tellChanged }) {
  if (position?.phase !== "play" && position?.phase !== "over") return [];
  return shortcuts({ summary: say("html.standing"), table: say("html.table"), log: say("html.story") }, [
    ["S", say("html.standing"), tellStanding],
    ["C", say("html.changed"), tellChanged],
  ]);
}

/** @type {(state: State, rows: Row[], act: Act) => VNode} */
function panel(state, rows, act) {
  const { moment, nearby } = state;
  const log = {
    class: "log",
    id: "log",
    "data-testid": "log",
    role: "log",
    "aria-live": "off",
    tabindex: 0,
    onclick: act.lookAt,
    "aria-labelledby": "log-title",
  };
  return el(
    "div",
    { class: "panel", id: "panel" },
    el("div", { class: "banners", "aria-live": "polite" }, banners(state, act)),
    el(
      "section",
      { class: "first for-host", id: "first", "data-testid": "new-game", "aria-labelledby": "first-title" },
      firstScreen(state, act),
    ),
    el(
      "p",
      { class: "card join for-spectator for-play", "data-testid": "join" },
      el("small", {}, say("html.watching")),
      " ",
      el("a", { href: "/join" }, say("html.take-seat")),
    ),
    el(
      "section",
      { class: "seats for-watching", "aria-label": say("html.seats") },
      el("ul", { class: "links", id: "links", "data-testid": "links" }, seatList(state, act)),
    ),
    el(
      "nav",
      {
        class: "card nearby for-play",
        "data-testid": "nearby",
        "aria-label": say("html.nearby"),
        hidden: nearby.length === 0,
      },
      el("small", {}, say("html.nearby")),
      nearby.map((table) => other(table, state, act)),
    ),
    el(
      "section",
      { class: "card story for-watching", "aria-labelledby": "log-title" },
      el(
        "div",
        { class: "story-head" },
        el("h2", { id: "log-title" }, say("html.story")),
        backButtons(moment?.at ?? null, act, { class: "quiet for-play" }),
      ),
      el(
        "div",
        log,
        el(Log, { rows, at: moment?.state ? moment.at : null, people: peopleOf(state.position, state.page) }),
      ),
    ),
    bench(state, act),
  );
}

/** Return another table: to look at, and before a game to join its game.
 * @type {(table: NearbyTable, state: State, act: Act) => VNode} */
function other(table, { position }, { joinTable }) {
  const { name, url, guests } = table;
  const isFree = guests && position?.phase === "choose";
  return el(
    "span",
    { key: url },
    el("a", { href: url }, name),
    " ",
    isFree && button(() => joinTable(table), { class: "quiet for-host" }, say("html.join-table", { name })),
  );
}

/** @type {(state: State, act: Act) => Child[]} */
function bench(state, act) {
  const isOpen = state.view === "bench";
  return [
    card("parts", "html.parts", false, el("ul", { class: "parts" }, partRows(state.parts))),
    card(
      "instruments",
      "html.instruments",
      false,
      el("dl", { class: "meters", id: "meters" }, isOpen && meters(state)),
      el("div", {}, isOpen && readings(state.health)),
    ),
    card(
      "builder",
      "html.faults",
      !state.hello?.touch,
      el("p", {}, el("small", {}, say("html.faults-why"))),
      el("div", { class: "builder" }, isOpen && faults(state, act.pick, act.send)),
    ),
    card(
      "to-scale",
      "html.to-scale",
      // An owner's map has no drawing until they make its papers.
      state.isUndrawn,
      el("p", {}, el("small", {}, say("html.to-scale-by"))),
      el("img", { src: "/table.svg", alt: say("html.from-above"), loading: "lazy", onerror: act.undrawn }),
    ),
  ];
}
