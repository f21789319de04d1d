/* The tray beside the drawn table, around the pieces and cards that lie in it (tray.js). */

import { button, el } from "../shared/dom.js";
import { form } from "../shared/fields.js";
import { say } from "../shared/words.js";
import { spotName, thingName } from "./pieces.js";
import { fits, goalsOf, sensed, spotsOf } from "./placing.js";

/** @import { Child, VNode } from "../shared/preact.js" */
/** @import { State } from "./state.js" */
/** @import { Tray } from "./tray.js" */

/** @type {(state: State, tray: () => Tray) => VNode} */
export function tray({ hello, position, page, lying, moving }, tray) {
  const goals = goalsOf(position?.belongs ?? {}, sensed(hello));
  const hasPieces = Object.keys(goals).length > 0;
  const isStanding = Object.values(lying?.pieces ?? {}).some((place) => place !== null);
  const { thing, aim } = moving;
  const aimed = aim && { what: thingName(aim.thing, page), where: spotName(aim.spot, page) };
  return el(
    "section",
    { class: "tray", id: "tray", "data-testid": "tray", "aria-labelledby": "tray-title", hidden: !hello?.touch },
    el("h2", { id: "tray-title" }, say("html.pieces")),
    el("div", { class: "things", id: "tray-pieces", role: "group", "aria-label": say("html.beside") }),
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
    cards(Object.keys(lying?.cards ?? {}), tray),
    thing && sending(thing, spotsOf(hello, lying), page, tray),
    el("p", { class: "aim", id: "aim", role: "status" }, aimed && say("goes-to.aim", aimed)),
  );
}

/** @type {(readers: string[], tray: () => Tray) => VNode} */
function cards(readers, tray) {
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
  const slots = readers.map((name) =>
    el(
      "div",
      { class: "reader", key: name },
      el("small", {}, name),
      el("span", { class: "slot", "data-reader": name }),
    ),
  );
  return el(
    "div",
    { class: "cards for-bench", role: "group", "aria-label": say("html.cards"), hidden: readers.length === 0 },
    el("div", { class: "things", id: "tray-tags" }),
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
