/* The host's dialog for the table's own sound: volume, mute, music, speech. */

import { NAMES } from "../shared/language.js";
import { el } from "../shared/dom.js";
import { say } from "../shared/words.js";

/** @import { Attributes, VNode } from "../shared/preact.js" */
/** @import { SoundSettings } from "../shared/types.js" */

/** Return the fields for the message `sound`; `change(fields)` sends one of them.
 * @type {(sound: SoundSettings | null, change: (fields: object) => void) => VNode[]} */
export function loudness(sound, change) {
  if (!sound) return [];
  const { volume, muted, music, speaks, language } = sound;
  /** @type {(key: string, input: VNode, isHidden?: boolean) => VNode} */
  const field = (key, input, isHidden = false) =>
    el("label", { class: "field", hidden: isHidden }, el("span", {}, say(key)), " ", input);
  /** @type {(name: string, checked: boolean) => VNode} */
  const flag = (name, checked) =>
    el("input", {
      type: "checkbox",
      checked,
      onchange: ({ currentTarget }) => change({ [name]: currentTarget.checked }),
    });
  /** @type {(name: string, value: string, options: [key: string, title: string, lang?: string][]) => VNode} */
  const pick = (name, value, options) =>
    el(
      "select",
      { value, onchange: ({ currentTarget }) => change({ [name]: currentTarget.value }) },
      options.map(([key, title, lang]) => el("option", { value: key, lang }, title)),
    );
  /** @type {Attributes<HTMLInputElement>} */
  const level = {
    type: "range",
    min: 0,
    max: 10,
    value: volume,
    onchange: ({ currentTarget }) => change({ volume: Number(currentTarget.value) }),
  };
  return [
    field("html.volume", el("input", level)),
    field("html.muted", flag("muted", muted)),
    field("html.music", flag("music", music)),
    // What cannot be chosen is not offered.
    field("html.speaks", flag("speaks", speaks ?? false), speaks === null),
    field(
      "html.speaks-in",
      pick(
        "language",
        language,
        Object.entries(NAMES).map(([code, name]) => [code, name, code]),
      ),
      speaks === null,
    ),
  ];
}
