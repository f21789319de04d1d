/* A sheet over the seat's page: one thing to read or to pick from, and Close. */

import { byId } from "./dom.js";

export class Sheet {
  #dialog = byId("sheet");
  #body = byId("sheet-body");
  #fill = null;

  constructor() {
    byId("close").addEventListener("click", () => this.close());
    this.#dialog.addEventListener("close", () => (this.#fill = null));
    // A tap beside the sheet is on the dialog itself, whose content covers it.
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog) this.close();
    });
  }

  /** `fill()` gives the element in it, now and whenever something has changed. */
  open(title, fill) {
    byId("sheet-title").textContent = title;
    this.#fill = fill;
    this.#body.replaceChildren(fill());
    this.#body.scrollTop = 0;
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  /** What looks the same stays: it may be under a finger, or have the focus. */
  refresh() {
    const content = this.#fill?.();
    if (content && !content.isEqualNode(this.#body.firstChild)) this.#body.replaceChildren(content);
  }

  close() {
    this.#dialog.close();
  }
}
