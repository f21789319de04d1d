/* The host's dialog for the table itself: its name, language and board map, which count from its next start on, and
 * its sound. */

import { closing } from "../shared/dialog.js";
import { button, el } from "../shared/dom.js";
import { NAMES } from "../shared/language.js";
import { say } from "../shared/words.js";
import { loudness } from "./loudness.js";

/** @import { Attributes, Child, VNode } from "../shared/preact.js" */
/** @import { Says } from "../shared/types.js" */
/** @import { Act } from "./actions.js" */
/** @import { State } from "./state.js" */
/** @typedef {{ board: string, name: string, needs: Says }} BoardMap */

/** Return what the dialog shows once the table has sent its settings.
 * @type {(state: State, act: Act) => Child[]} */
export function tableSettings({ settings, filled, sound }, act) {
  if (!settings) return [closing()];
  const { values, elsewhere, refused, waiting, restarts } = settings;
  const boards = /** @type {BoardMap[]} */ (settings.boards);
  /** @param {string} key */
  const value = (key) => filled[key] ?? String(values[key] ?? "");
  /** @type {(key: string, label: string, input: (look: object) => VNode, about?: string) => VNode[]} */
  const field = (key, label, input, about) => {
    const [why, origin] = [refused[key], elsewhere[key]];
    const id = `setting-${key}`;
    const fill = (/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) =>
      act.fillSetting(key, currentTarget.value);
    /** @type {Attributes<HTMLInputElement>} */
    const look = { name: key, value: value(key), "aria-invalid": why ? "true" : null, "aria-describedby": id };
    return [
      el("label", { class: "field" }, el("span", {}, label), input({ ...look, oninput: fill })),
      el(
        "div",
        { class: "about-setting", id },
        why && el("p", { class: "misnamed", role: "alert" }, say(why)),
        origin && el("p", {}, say("settings.elsewhere", { origin })),
        about && el("p", {}, about),
      ),
    ];
  };
  /** @type {(options: VNode[]) => (look: object) => VNode} */
  const choice = (options) => (look) => el("select", { ...look }, options);
  const known = boards.some(({ board }) => board === values.board);
  const maps = known ? boards : [{ board: String(values.board), name: String(values.board), needs: "" }, ...boards];
  /** @type {(event: { preventDefault(): void }) => void} */
  const onsubmit = (event) => {
    event.preventDefault();
    act.saveSettings();
  };
  return [
    el(
      "form",
      { id: "settings-form", onsubmit },
      field("table_name", say("settings.table-name"), (look) =>
        el("input", { maxlength: 40, autocomplete: "off", placeholder: say("settings.own-name"), ...look }),
      ),
      field(
        "language",
        say("settings.language"),
        choice(Object.entries(NAMES).map(([code, name]) => el("option", { value: code, lang: code }, name))),
      ),
      field(
        "board",
        say("settings.board"),
        choice(maps.map(({ board, name }) => el("option", { value: board }, name))),
        say(maps.find(({ board }) => board === value("board"))?.needs ?? ""),
      ),
      refused[""] && el("p", { class: "misnamed", role: "alert" }, say(refused[""])),
      el("button", { class: "strong", disabled: Object.keys(filled).length === 0 }, say("settings.save")),
    ),
    waiting.length > 0 && [
      el("p", { role: "status", "data-testid": "waiting" }, say("settings.waiting")),
      restarts && button(act.restart, { id: "restart" }, say("settings.restart")),
    ],
    sound && el("h3", {}, say("html.loudness")),
    loudness(sound, (fields) => act.send("sound", fields)),
    closing(),
  ];
}
