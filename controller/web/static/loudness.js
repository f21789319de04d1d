/* The table's own sound, from the host's page: how loud, muted or not, and what it speaks. */

export class Loudness {
  #button;
  #form;

  /** `button` opens the dialog of `form`; it is there once the table has told of a speaker. */
  constructor(button, form, send) {
    [this.#button, this.#form] = [button, form];
    form.addEventListener("change", ({ target: { name, type, value, checked } }) => {
      send({ type: "sound", [name]: type === "checkbox" ? checked : type === "range" ? Number(value) : value });
    });
  }

  show({ volume, muted, speaks, language }) {
    this.#button.hidden = false;
    const fields = this.#form.elements;
    fields.volume.value = volume;
    fields.muted.checked = muted;
    fields.speaks.checked = speaks ?? false;
    fields.language.value = language;
    // Without a voice there is nothing to choose.
    for (const name of ["speaks", "language"]) fields[name].closest("label").hidden = speaks === null;
  }
}
