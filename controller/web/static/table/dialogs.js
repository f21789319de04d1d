/* The table page's dialogs: codes, help, papers, loudness, settings, and questions before irreversible steps. */

import { closing, dialog } from "../shared/dialog.js";
import { el } from "../shared/dom.js";
import { shown } from "../shared/markdown.js";
import { say } from "../shared/words.js";

import { room } from "./room.js";
import { loudness, tableSettings } from "./settings.js";
import { seatCode } from "./seat-list.js";

/** @import { Child, VNode } from "../shared/preact.js" */
/** @import { Act } from "./actions.js" */
/** @import { State } from "./state.js" */
/** A question: its buttons' labels, and the effect of yes.
 * @typedef {{ name: string, title: string, why: string, no: string, yes: string, act: () => void }} Question */

/** @type {(state: State, act: Act) => VNode[]} */
export function dialogs(state, act) {
  const { open, code, hello, paper, sound, question } = state;
  const help = ["html.help-undo", ...(hello?.touch ? ["html.help-secret", "html.help-pieces"] : ["html.help-mirror"])];
  /** @type {(id: string, look: object, ...children: Child[]) => VNode} */
  const made = (id, look, ...children) =>
    dialog(open === id, { id, "aria-labelledby": `${id}-title`, onclose: act.close, ...look }, ...children);
  /** @type {(id: string, title: string, ...children: Child[]) => VNode} */
  const titled = (id, title, ...children) =>
    made(id, { class: "help", "data-testid": id }, el("h2", { id: `${id}-title` }, title), ...children, closing());
  return [
    made("code", { class: "qr" }, open === "code" && (code === "room" ? room(state, act) : seatCode(state, act))),
    titled("help", say("html.help"), shown(help.map((key) => say(key)).join("\n\n"))),
    titled(
      "loudness",
      say("html.loudness"),
      loudness(sound, (fields) => act.send("sound", fields)),
    ),
    made(
      "settings",
      { class: "help", "data-testid": "settings" },
      el("h2", { id: "settings-title" }, say("settings.title")),
      open === "settings" && tableSettings(state, act),
    ),
    titled(
      "papers",
      paper?.title ?? "",
      el("div", { id: "paper", tabindex: 0, role: "document", "aria-labelledby": "papers-title" }, paper?.text),
    ),
    made("question", { "data-testid": question?.name }, question && asked(question)),
  ];
}

/** @type {(question: Question) => Child[]} */
function asked({ title, why, no, yes, act }) {
  return [
    el("h2", { id: "question-title" }, title),
    el("p", {}, why),
    el(
      "form",
      { method: "dialog", class: "actions" },
      el("button", { value: "no", autofocus: true }, no),
      el("button", { value: "yes", class: "strong", onclick: act }, yes),
    ),
  ];
}
