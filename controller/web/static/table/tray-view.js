/* The tray beside the drawn table, around the pieces and cards that lie in it (tray.js). */

import { button, el } from "../shared/dom.js";
import { form } from "../shared/fields.js";
import { say } from "../shared/words.js";
import { spotName, tagThing, thing, thingName } from "./pieces.js";
import { fits, goalsOf, sensed, spotsOf } from "./placing.js";

/** @import { Child, VNode } from "../shared/preact.js" */
/** @import { State } from "./state.js" */
/** @import { Tray } from "./tray.js" */

/** @type {(state: State, tray: () => Tray) => VNode} */
export function tray(state, tray) {
  const { hello, position, page, lying, moving } = state;
  const goals = goalsOf(position?.belongs ?? {}, sensed(hello));
  const hasPieces = Object.keys(goals).length > 0;
  const isStanding = Object.values(lying?.pieces ?? {}).some((place) => place !== null);
  const { aim } = moving;
  const aimed = aim && { what: thingName(aim.thing, page), where: spotName(aim.spot, page) };
  return el(
    "section",
    { class: "tray", id: "tray", "data-testid": "tray", "aria-labelledby": "tray-title", hidden: !hello?.touch },
    el("h2", { id: "tray-title" }, say("html.pieces")),
    el(
      "div",
      { class: "things", id: "tray-pieces", role: "group", "aria-label": say("html.beside") },
      Object.entries(lying?.pieces ?? {}).map(([piece, place]) =>
        slot(piece, place === null && thing(piece, state, tray()), !(piece in goals)),
      ),
    ),
    el(
      "p",
      { class: "pieceless", id: "pieceless", hidden: hasPieces || position?.phase === "choose" },
      say("html.pieceless"),
    ),
    el(
      "div",
      { class: "actions", id: "setting-up", hidden: !hasPieces && !isStanding },
      button(
        () => tray().setUp(),
        { class: "quiet", id: "set-up", hidden: !hasPieces, "aria-label": say("html.set-up-pieces") },
        say("html.set-up"),
      ),
      button(
        () => tray().clear(),
        { class: "quiet", id: "clear", "aria-label": say("html.put-away-pieces") },
        say("html.put-away"),
      ),
    ),
    cards(state, tray),
    moving.thing && sending(moving.thing, spotsOf(hello, lying), page, tray),
    el("p", { class: "aim", id: "aim", role: "status" }, aimed && say("goes-to.aim", aimed)),
  );
}

/** Return a thing's own slot in the tray, which it leaves without the others moving.
 * @type {(name: string, inside: Child, hidden?: boolean) => VNode} */
function slot(name, inside, hidden = false) {
  return el("span", { class: "home", key: name, "data-kind": name.split(":")[0], hidden }, inside);
}

/** @type {(state: State, tray: () => Tray) => VNode} */
function cards(state, tray) {
  const readers = Object.entries(state.lying?.cards ?? {});
  const laid = readers.map(([, uid]) => tagThing(uid));
  const tags = readers.length > 0 ? [...state.tags] : [];
  /** @param {HTMLFormElement} filled */
  const add = (filled) => {
    tray().add(String(new FormData(filled).get("uid")));
    filled.reset();
  };
  const number = {
    id: "tag-uid",
    name: "uid",
    "aria-label": say("html.card-number"),
    placeholder: say("html.number"),
    pattern: "([0-9a-fA-F]{2} ?){1,10}",
    title: say("html.card-digits"),
    autocomplete: "off",
  };
  const slots = readers.map(([name, uid]) =>
    el(
      "div",
      { class: "reader", key: name },
      el("small", {}, name),
      el("span", { class: "slot", "data-reader": name }, uid && thing(tagThing(uid), state, tray())),
    ),
  );
  return el(
    "div",
    { class: "cards for-bench", role: "group", "aria-label": say("html.cards"), hidden: readers.length === 0 },
    el(
      "div",
      { class: "things", id: "tray-tags" },
      tags.map((tag) => slot(tag, !laid.includes(tag) && thing(tag, state, tray()))),
    ),
    form(add, { id: "tag-form" }, el("input", number), el("button", { class: "quiet" }, say("html.add"))),
    el("div", { class: "readers", "data-testid": "readers" }, slots),
  );
}

/** Return where the selected thing can be sent, for those who do not drag.
 * @type {(thing: string, spots: string[], page: State["page"], tray: () => Tray) => Child} */
function sending(thing, spots, page, tray) {
  const fitting = spots.filter((spot) => fits(thing, spot));
  const options = fitting.map((spot) => el("option", { value: spot }, spotName(spot, page)));
  return form(
    (filled) => tray().bring(thing, String(new FormData(filled).get("to"))),
    { class: "send", "data-testid": "send", key: thing },
    el(
      "label",
      {},
      el("span", {}, say("goes-to.move", { what: thingName(thing, page) })),
      " ",
      el("select", { id: "send-where", name: "to" }, options),
    ),
    el("button", { class: "strong" }, say("html.move")),
    button(() => tray().cancel(), {}, say("html.leave-it")),
  );
}
