/* The head of the page with its menu, and three views of the page: play, bench (for builders)
 * and screen (for a television). The address keeps the view (`?view=bench`) over a reload. */

import { byId, el } from "../shared/dom.js";
import { otherLanguages } from "../shared/language.js";
import { say } from "../shared/words.js";

const VIEWS = { play: "html.view-play", bench: "html.view-bench", screen: "html.view-screen" };

/** Return the view that the address names. */
export function wantedView() {
  const view = new URLSearchParams(location.search).get("view");
  return view && view in VIEWS ? view : "play";
}

/** Name this view in the address. */
export function keepView(view) {
  const query = new URLSearchParams(location.search);
  if (view === "play") query.delete("view");
  else query.set("view", view);
  history.replaceState(null, "", `${location.pathname}${query.size ? `?${query}` : ""}`);
}

/** Return what is played and where it stands, and the menu. While a game is chosen, the
 * table shows one that nobody plays yet. */
export function head(state, does) {
  const { position, page } = state;
  const { game, phase } = position ?? {};
  const isPlayed = game && phase !== "choose";
  const stands = isPlayed && position.state ? page.title(position.state, game.seats, game) : position && say("page.no-game");
  return [
    el("h1", { id: "game" }, isPlayed ? game.name : "Undertow"),
    el("p", { class: "where", id: "title", "data-testid": "title" }, stands),
    menu(state, does),
  ];
}

function menu(state, does) {
  const close = () => (byId("menu").open = false);
  const leaves = ({ relatedTarget: to }) => to && (byId("menu").contains(to) || close());
  const escapes = ({ key }) => {
    if (key !== "Escape") return;
    close();
    byId("menu").querySelector("summary").focus();
  };
  return el(
    "details",
    { class: "menu", id: "menu", onclick: ({ target }) => target.closest("button") && close(), onfocusout: leaves, onkeydown: escapes },
    el("summary", { "aria-label": say("html.menu") }, "⋯"),
    el("div", { class: "menu-items" }, items(state, does)),
  );
}

/** Close the menu with a tap elsewhere. */
addEventListener("pointerdown", ({ target }) => {
  const menu = byId("menu");
  if (menu && !menu.contains(target)) menu.open = false;
});

function items({ view, seating, sound, sounds, played, speaks }, does) {
  const button = (key, onclick, attributes = {}) => el("button", { type: "button", onclick, ...attributes }, say(key));
  const paper = (key, kind) => button(key, () => does.read(kind, say(key)), { "data-paper": kind });
  const views = Object.entries(VIEWS).map(([name, key]) =>
    button(key, () => does.view(name), { class: name === "bench" ? "for-host" : "", "aria-pressed": name === view }),
  );
  const languages = otherLanguages().map(({ code, name, take }) =>
    el("button", { type: "button", lang: code, "data-testid": `language-${code}`, onclick: take }, name),
  );
  return [
    button("html.new-game", does.another, { class: "for-host", id: "new-game-button" }),
    button("html.joining", () => does.send("joining", { on: !seating.joining }), { class: "for-host", id: "joining", "aria-pressed": seating.joining }),
    el("hr", { class: "for-host" }),
    paper("html.rules", "rulesOf"),
    paper("html.lamps", "lampsOf"),
    button("html.help", () => byId("help").showModal()),
    el("hr"),
    sound && button("html.loudness", does.loudness, { class: "for-host" }),
    button("html.sound", does.sound, { id: "sound", "aria-pressed": sounds, "data-played": played }),
    globalThis.speechSynthesis && button("html.voice", does.voice, { id: "voice", "aria-pressed": speaks }),
    el("hr"),
    views,
    el("hr"),
    languages,
  ];
}
