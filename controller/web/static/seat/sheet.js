/* A sheet over the seat's page, with a title and Close. */

import { byId } from "../shared/dom.js";

export class Sheet {
  #dialog = byId("sheet");
  #body = byId("sheet-body");
  #fill = null;

  constructor() {
    byId("close").addEventListener("click", () => this.close());
    this.#dialog.addEventListener("close", () => (this.#fill = null));
    // A tap beside the sheet hits the dialog element itself.
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog) this.close();
    });
  }

  /** Open the sheet; `fill()` returns its element, now and after each change. */
  open(title, fill) {
    byId("sheet-title").textContent = title;
    this.#fill = fill;
    this.#body.replaceChildren(fill());
    this.#body.scrollTop = 0;
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  /** Fill the sheet again; unchanged content stays, as it may be touched or focused. */
  refresh() {
    const content = this.#fill?.();
    if (content && !content.isEqualNode(this.#body.firstChild)) this.#body.replaceChildren(content);
  }

  close() {
    this.#dialog.close();
  }
}
