/* The story so far: one line for each event that the game finds worth telling. */

import { el } from "./dom.js";

const KEPT = 300;

export class Log {
  #region;
  #list = el("ol");
  #story = null;

  /** `region` has the role: a list is not to be a log as well. */
  constructor(region) {
    this.#region = region;
    region.append(this.#list);
  }

  /** `story` names the game being told; another one starts a clean page. */
  add(story, events, page, game) {
    if (story !== this.#story) this.#list.replaceChildren();
    this.#story = story;
    const lines = events.map((event) => page.tell(event, game)).filter(Boolean);
    if (lines.length > 0) this.#append(lines.map((line) => el("li", {}, line)));
  }

  #append(items) {
    const [region, list] = [this.#region, this.#list];
    const atEnd = region.scrollTop + region.clientHeight >= region.scrollHeight - 24;
    list.append(...items);
    while (list.childElementCount > KEPT) list.firstElementChild.remove();
    // Somebody who has scrolled back is reading: leave the list where it is.
    if (atEnd) region.scrollTop = region.scrollHeight;
  }
}
