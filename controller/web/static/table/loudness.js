/* The host's dialog for the table's own sound: volume, mute, music, speech. */

import { el } from "../shared/dom.js";
import { NAMES } from "../shared/language.js";

export class Loudness {
  #button;
  #form;

  /** `button` opens the dialog of `form`; it appears if the table has a speaker. */
  constructor(button, form, send) {
    [this.#button, this.#form] = [button, form];
    form.elements.language.append(
      ...Object.entries(NAMES).map(([code, name]) => el("option", { value: code, lang: code }, name)),
    );
    form.addEventListener("change", ({ target: { name, type, value, checked } }) => {
      const said = type === "checkbox" ? checked : type === "range" ? Number(value) : value;
      // The default voice has no name.
      send({ type: "sound", [name]: said === "" ? null : said });
    });
    // The table lists its voices once the dialog is opened.
    button.addEventListener("click", () => send({ type: "sound" }));
  }

  show({ volume, muted, music, speaks, language, voice, voices }) {
    this.#button.hidden = false;
    const fields = this.#form.elements;
    fields.volume.value = volume;
    fields.muted.checked = muted;
    fields.music.checked = music;
    fields.speaks.checked = speaks ?? false;
    fields.language.value = language;
    const [usual] = fields.voice.options;
    const named = Object.entries(voices).map(([name, title]) => el("option", { value: name }, title));
    fields.voice.replaceChildren(usual, ...named);
    fields.voice.value = voice ?? "";
    // Hide the choice if there are no voices.
    for (const name of ["speaks", "language"]) fields[name].closest("label").hidden = speaks === null;
    fields.voice.closest("label").hidden = named.length < 2;
  }
}
