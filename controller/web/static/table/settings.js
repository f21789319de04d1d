/* The host's dialogs for the table itself: its sound, and its name, language and board map, which take effect at
 * its next start. */

import { closing } from "../shared/dialog.js";
import { button, el } from "../shared/dom.js";
import { checkbox, field, form, languageSelect, select } from "../shared/fields.js";
import { say } from "../shared/words.js";

/** @import { Attributes, Child, VNode } from "../shared/preact.js" */
/** @import { Says, SoundSettings } from "../shared/types.js" */
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
  /** @type {(key: string, label: string, input: (value: string, fill: (value: string) => void, look: Record<string, string | null>) => VNode,
   *   about?: string) => VNode[]} */
  const setting = (key, label, input, about) => {
    const [why, origin, id] = [refused[key], elsewhere[key], `setting-${key}`];
    const look = { name: key, "aria-invalid": why ? "true" : null, "aria-describedby": id };
    return [
      field(
        label,
        input(value(key), (typed) => act.fillSetting(key, typed), look),
      ),
      el(
        "div",
        { class: "about-setting", id },
        why && el("p", { class: "misnamed", role: "alert" }, say(why)),
        origin && el("p", {}, say("settings.elsewhere", { origin })),
        about && el("p", {}, about),
      ),
    ];
  };
  const known = boards.some(({ board }) => board === values.board);
  const maps = known ? boards : [{ board: String(values.board), name: String(values.board), needs: "" }, ...boards];
  const mapOf = (/** @type {string} */ named) => maps.find(({ board }) => board === named);
  return [
    form(
      act.saveSettings,
      { id: "settings-form" },
      setting("table_name", say("settings.table-name"), (name, fill, look) => {
        const named = { maxlength: 40, autocomplete: "off", placeholder: say("settings.own-name"), value: name };
        return el("input", { ...named, ...look, oninput: ({ currentTarget }) => fill(currentTarget.value) });
      }),
      setting("language", say("settings.language"), languageSelect),
      setting(
        "board",
        say("settings.board"),
        (named, fill, look) => {
          const called = (/** @type {string} */ each) => mapOf(each)?.name ?? each;
          return select(
            maps.map(({ board }) => board),
            named,
            called,
            fill,
            look,
          );
        },
        say(mapOf(value("board"))?.needs ?? ""),
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

/** Return the fields for the message `sound`; `change(fields)` sends one of them. Offer only possible choices.
 * @type {(sound: SoundSettings | null, change: (fields: object) => void) => Child[]} */
export function loudness(sound, change) {
  if (!sound) return [];
  const { volume, muted, music, speaks, language } = sound;
  /** @type {Attributes<HTMLInputElement>} */
  const level = {
    type: "range",
    min: 0,
    max: 10,
    value: volume,
    onchange: ({ currentTarget }) => change({ volume: Number(currentTarget.value) }),
  };
  /** @type {(name: string, label: string, isOn: boolean) => VNode} */
  const flag = (name, label, isOn) =>
    field(
      label,
      checkbox(isOn, (on) => change({ [name]: on })),
    );
  return [
    field(say("html.volume"), el("input", level)),
    flag("muted", say("html.muted"), muted),
    flag("music", say("html.music"), music),
    speaks !== null && [
      flag("speaks", say("html.speaks"), speaks),
      field(
        say("html.speaks-in"),
        languageSelect(language, (code) => change({ language: code })),
      ),
    ],
  ];
}
