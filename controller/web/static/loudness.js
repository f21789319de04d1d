/* The table's own sound, from the host's page: how loud, muted or not, its music, and what it speaks. */

import { el } from "./dom.js";
import { NAMES } from "./language.js";

export class Loudness {
  #button;
  #form;

  /** `button` opens the dialog of `form`; it is there once the table has told of a speaker. */
  constructor(button, form, send) {
    [this.#button, this.#form] = [button, form];
    form.elements.language.append(
      ...Object.entries(NAMES).map(([code, name]) => el("option", { value: code, lang: code }, name)),
    );
    form.addEventListener("change", ({ target: { name, type, value, checked } }) => {
      const said = type === "checkbox" ? checked : type === "range" ? Number(value) : value;
      // The usual voice has no name.
      send({ type: "sound", [name]: said === "" ? null : said });
    });
    // Which voices there are is found out once somebody looks.
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
    // Without a voice there is nothing to choose.
    for (const name of ["speaks", "language"]) fields[name].closest("label").hidden = speaks === null;
    fields.voice.closest("label").hidden = named.length < 2;
  }
}
