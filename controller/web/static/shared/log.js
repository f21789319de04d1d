/* The log: a line for each event worth telling, undone ones struck out. Where history is
 * offered, each line leads to its moment. */

import { el } from "./dom.js";
import { say } from "./words.js";

const KEPT = 300;

export class Log {
  #region;
  #list = el("ol", { "data-empty": say("own.no-story") });
  #ask;
  // The number of known lines, and their game.
  #known = 0;
  #game = null;
  // The reader has scrolled back.
  #isRead = false;

  /** `region` has the role "log", which its list cannot have as well. `ask()` requests
   * missing lines. */
  constructor(region, ask = () => {}) {
    this.#region = region;
    this.#ask = ask;
    region.append(this.#list);
    region.addEventListener("scroll", () => (this.#isRead = !this.#isAtEnd()));
    // Keep the newest line in view when the region shrinks.
    new ResizeObserver(() => this.#follow()).observe(region);
  }

  /** Add the lines of a message `story`. Return the new sentences, or null if lines are
   * missing. */
  tell({ from, lines }, page, game) {
    const key = JSON.stringify(game);
    const known = key === this.#game ? this.#known : 0;
    if (from === 0) {
      this.#list.replaceChildren();
    } else if (from !== this.#known || key !== this.#game) {
      this.#ask();
      return null;
    }
    this.#game = key;
    this.#known = lines.length > 0 ? lines.at(-1).at + 1 : from;
    const items = lines.flatMap((line) => rows(line, page, game));
    this.#append(items);
    return items.filter((row) => Number(row.dataset.at) >= known).map((row) => row.textContent);
  }

  /** The lines whose moments can be shown. */
  get moments() {
    return [...new Set(this.#rows().map((row) => Number(row.dataset.at)))];
  }

  /** Mark the moment that is shown; null for the present. */
  mark(at) {
    for (const row of this.#list.children) {
      const isIt = Number(row.dataset.at) === at;
      if (isIt) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    }
    if (at === null) this.#region.scrollTop = this.#region.scrollHeight;
    else this.#list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  #rows() {
    return [...this.#list.querySelectorAll("li:not(.undone, .undo)")];
  }

  #append(items) {
    if (items.length === 0) return;
    const list = this.#list;
    list.append(...items);
    while (list.childElementCount > KEPT) list.firstElementChild.remove();
    this.#follow();
  }

  #isAtEnd() {
    const { scrollTop, clientHeight, scrollHeight } = this.#region;
    return scrollTop + clientHeight >= scrollHeight - 24;
  }

  /** Scroll to the newest line, unless somebody is reading; the screen view always does. */
  #follow() {
    if (this.#isRead && !this.#region.closest('[data-view="screen"]')) return;
    this.#region.scrollTop = this.#region.scrollHeight;
  }
}

function rows({ at, events, says, undo, undone }, page, game) {
  if (undo !== undefined) return [el("li", { class: "undo", "data-at": at }, say("own.undone"))];
  const kind = undone ? { class: "undone" } : {};
  return told(events, says, page, game).map((line) =>
    el("li", { ...kind, "data-at": at }, undone ? el("s", {}, line) : line),
  );
}

function told(events, says, page, game) {
  const tale = (event, index) =>
    page.say.has(says[index]) ? page.say(says[index]) : page.tell(event, game);
  return events.map(tale).filter(Boolean);
}
