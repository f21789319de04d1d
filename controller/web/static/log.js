/* The story so far: a line for each event that the game finds worth telling. What was
 * undone is struck out. With a way back, each moment can be looked at again. */

import { el } from "./dom.js";
import { say } from "./words.js";

const KEPT = 300;

export class Log {
  #region;
  #list = el("ol", { "data-empty": say("own.no-story") });
  #ask;
  // How many lines of the story are known, and the game that they are of.
  #known = 0;
  #game = null;
  // Somebody has scrolled back and is reading.
  #isRead = false;

  /** `region` has the role: a list is not to be a log as well. `ask()` is called when
   * lines are missing. */
  constructor(region, ask = () => {}) {
    this.#region = region;
    this.#ask = ask;
    region.append(this.#list);
    region.addEventListener("scroll", () => (this.#isRead = !this.#isAtEnd()));
    // A region that grew smaller still ends with the newest line.
    new ResizeObserver(() => this.#follow()).observe(region);
  }

  /** `story` as in the message: the lines from one on, or all of them. Gives the
   * sentences that are new since the last time; null if lines are missing first. */
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

  /** The moments that can be looked at again, as numbers of their lines. */
  get moments() {
    return [...new Set(this.#rows().map((row) => Number(row.dataset.at)))];
  }

  /** Marks the moment that is being looked at; null: it is now. */
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

  /** Shows the newest line, unless somebody is reading; a screen across the room never is. */
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
