/* The head of the page with its menu, and four views of the page: play (the game's board is large), table (the drawn
 * table is), bench (for builders) and screen (for a television). The address keeps the view (`?view=bench`) over a reload. */

import { button, el } from "../shared/dom.js";
import { otherLanguages } from "../shared/language.js";
import { say } from "../shared/words.js";

/** @import { Attributes, Child, VNode } from "../shared/preact.js" */
/** @import { Act } from "./actions.js" */
/** @import { State } from "./state.js" */

/** @type {Record<string, string>} */
/** @typedef {"rulesOf" | "lampsOf"} Paper */

const VIEWS = {
  play: "html.view-play",
  table: "html.view-table",
  bench: "html.view-bench",
  screen: "html.view-screen",
};

/** Return the view that the address names. */
export function wantedView() {
  const view = new URLSearchParams(location.search).get("view");
  return view && view in VIEWS ? view : "play";
}

/** Return the button that makes the drawn table large, or the board again.
 * @type {(view: string, act: Pick<Act, "view">) => VNode | null} */
export function sizeButton(view, act) {
  if (!["play", "table"].includes(view)) return null;
  const other = view === "play" ? "table" : "play";
  const label = say(other === "table" ? "html.table-large" : "html.board-large");
  return button(() => act.view(other), { class: "quiet", id: "table-size", "aria-label": label, title: label }, "⤢");
}

/** Name this view in the address.
 * @type {(view: string) => void} */
export function keepView(view) {
  const query = new URLSearchParams(location.search);
  if (view === "play") query.delete("view");
  else query.set("view", view);
  history.replaceState(null, "", `${location.pathname}${query.size ? `?${query}` : ""}`);
}

/** Return the game and its state, and the menu. While players choose a game, the table shows one that
 * nobody plays yet.
 * @type {(state: State, act: Act) => VNode[]} */
export function head(state, act) {
  const { position, page } = state;
  const game = position?.phase === "choose" ? null : position?.game;
  const stands =
    game && page && position?.state ? page.title(position.state, game.seats, game) : position && say("page.no-game");
  const phones = say("join.phones");
  return [
    el("h1", { id: "game" }, game?.name ?? "Undertow"),
    el("p", { class: "where", id: "title", "data-testid": "title" }, stands),
    button(
      act.join,
      { class: "quiet for-host for-play", id: "let-join", hidden: !game, title: phones, "aria-label": phones },
      el("span", { class: "in-short" }, "+"),
      el("span", { class: "in-full" }, phones),
    ),
    menu(state, act),
  ];
}

/** @type {(state: State, act: Act) => VNode} */
function menu(state, act) {
  /** @type {Attributes<HTMLDetailsElement>} */
  const look = {
    class: "menu",
    id: "menu",
    onclick({ target, currentTarget: menu }) {
      if (target instanceof Element && target.closest("button")) menu.open = false;
    },
    onfocusout({ relatedTarget: to, currentTarget: menu }) {
      if (to instanceof Node && !menu.contains(to)) menu.open = false;
    },
    onkeydown({ key, currentTarget: menu }) {
      if (key !== "Escape") return;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    },
  };
  return el(
    "details",
    look,
    el("summary", { "aria-label": say("html.menu") }, "⋯"),
    el("div", { class: "menu-items" }, items(state, act)),
  );
}

/** Close the menu with a tap elsewhere. */
addEventListener("pointerdown", ({ target }) => {
  const menu = document.querySelector("details.menu");
  if (target instanceof Node && !menu?.contains(target)) menu?.removeAttribute("open");
});

/** @type {(state: State, act: Act) => Child[]} */
function items({ view, hello, seating, sound, sounds, played, speaks }, act) {
  /** @type {(key: string, onclick: () => unknown, attributes?: Attributes<HTMLButtonElement>) => VNode} */
  const item = (key, onclick, attributes = {}) => button(onclick, attributes, say(key));
  const switchJoining = () => act.send("joining", { on: !seating.joining });
  /** @type {(key: string, kind: Paper) => VNode} */
  const paper = (key, kind) => item(key, () => act.read(kind, say(key)), { "data-paper": kind });
  const views = Object.entries(VIEWS).map(([name, key]) =>
    item(key, () => act.view(name), { class: name === "bench" ? "for-host" : "", "aria-pressed": name === view }),
  );
  const languages = otherLanguages().map(({ code, name, take }) =>
    button(take, { lang: code, "data-testid": `language-${code}` }, name),
  );
  return [
    item("html.new-game", act.another, { class: "for-host", id: "new-game-button" }),
    item("html.joining", switchJoining, { class: "for-host", id: "joining", "aria-pressed": seating.joining }),
    el("hr", { class: "for-host" }),
    paper("html.rules", "rulesOf"),
    paper("html.lamps", "lampsOf"),
    item("html.help", act.help),
    el("hr"),
    sound && item("html.loudness", act.loudness, { class: "for-host" }),
    item("html.sound", act.sound, { id: "sound", "aria-pressed": sounds, "data-played": played }),
    globalThis.speechSynthesis && item("html.voice", act.voice, { id: "voice", "aria-pressed": speaks }),
    el("hr"),
    views,
    hello?.settings && item("settings.menu", act.settings, { class: "for-host", id: "settings-button" }),
    hello?.updates && item("html.update", act.update, { class: "for-host", id: "update" }),
    el("hr"),
    languages,
  ];
}
