/* A sheet over the seat's page: one thing to read or to pick from, and Close. */

import { byId } from "./dom.js";

export class Sheet {
  #dialog = byId("sheet");
  #fill = null;

  constructor() {
    byId("close").addEventListener("click", () => this.close());
    this.#dialog.addEventListener("close", () => (this.#fill = null));
    // A tap beside the sheet is on the dialog itself, whose content covers it.
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog) this.close();
    });
  }

  /** `fill()` gives the content, now and whenever something has changed. */
  open(title, fill) {
    byId("sheet-title").textContent = title;
    this.#fill = fill;
    this.refresh();
    byId("sheet-body").scrollTop = 0;
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  refresh() {
    const content = this.#fill?.();
    if (content) byId("sheet-body").replaceChildren(...[content].flat());
  }

  close() {
    this.#dialog.close();
  }
}
