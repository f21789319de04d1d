/* The host's dialog for the table's own sound: volume, mute, music, speech. */

import { NAMES } from "../shared/language.js";
import { el } from "../shared/dom.js";
import { say } from "../shared/words.js";

/** Return the fields for the message `sound`; `change(fields)` sends one of them. */
export function loudness(sound, change) {
  if (!sound) return [];
  const { volume, muted, music, speaks, language, voice, voices } = sound;
  const field = (key, input, isHidden = false) => el("label", { class: "field", hidden: isHidden }, el("span", {}, say(key)), " ", input);
  const flag = (name, checked) => el("input", { type: "checkbox", checked, onchange: ({ target }) => change({ [name]: target.checked }) });
  // The default voice has no name.
  const pick = (name, value, options) =>
    el("select", { value, onchange: ({ target }) => change({ [name]: target.value || null }) }, options.map(([key, title, lang]) => el("option", { value: key, lang }, title)));
  const known = Object.entries(voices);
  const level = { type: "range", min: 0, max: 10, value: volume, onchange: ({ target }) => change({ volume: Number(target.value) }) };
  return [
    field("html.volume", el("input", level)),
    field("html.muted", flag("muted", muted)),
    field("html.music", flag("music", music)),
    // What cannot be chosen is not offered.
    field("html.speaks", flag("speaks", speaks ?? false), speaks === null),
    field("html.speaks-in", pick("language", language, Object.entries(NAMES).map(([code, name]) => [code, name, code])), speaks === null),
    field("html.speaks-as", pick("voice", voice ?? "", [["", say("html.usual-voice")], ...known]), known.length < 2),
  ];
}
