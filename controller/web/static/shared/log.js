/* The log: a line for each event worth telling, undone ones struck out. */

import { el, Part } from "./dom.js";
import { say } from "./words.js";

const KEPT = 300;

/** What the table has told of a game, as rows: { key, at, text, kind }. */
export class Story {
  rows = [];
  // The number of known lines, and their game.
  #known = 0;
  #game = null;

  /** Add the lines of a message `story`. Return the new sentences, or null if lines are
   * missing and all of them must be requested. */
  tell({ from, lines }, page, game) {
    const key = JSON.stringify(game);
    const isOther = key !== this.#game;
    if (from !== 0 && (from !== this.#known || isOther)) return null;
    const known = isOther ? 0 : this.#known;
    this.#game = key;
    this.#known = lines.length > 0 ? lines.at(-1).at + 1 : from;
    const told = lines.flatMap((line) => rowsOf(line, page, game));
    this.rows = [...(from === 0 ? [] : this.rows), ...told].slice(-KEPT);
    return told.filter(({ at }) => at >= known).map(({ text }) => text);
  }

  /** The lines whose moments can be shown. */
  get moments() {
    return [...new Set(this.rows.filter(({ kind }) => !kind).map(({ at }) => at))];
  }
}

/** The list of a story's rows. The element around it has the role "log", which a list cannot
 * have as well, and scrolls with the newest line. `at` is the moment that is shown. */
export class Log extends Part {
  // The reader has scrolled back.
  #isRead = false;

  componentDidMount() {
    const region = this.base.parentElement;
    region.addEventListener("scroll", () => {
      const { scrollTop, clientHeight, scrollHeight } = region;
      this.#isRead = scrollTop + clientHeight < scrollHeight - 24;
    });
    // Keep the newest line in view when the region shrinks.
    new ResizeObserver(() => this.#follow()).observe(region);
    this.#follow();
  }

  componentDidUpdate({ at: before }) {
    const { at = null } = this.props;
    if (at !== null) this.base.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    else if (before !== at) this.base.parentElement.scrollTop = this.base.parentElement.scrollHeight;
    else this.#follow();
  }

  render({ rows, at: shown = null }) {
    const row = ({ key, at, text, kind }) =>
      el("li", { key, class: kind, "data-at": at, "aria-current": at === shown ? "step" : null }, kind === "undone" ? el("s", {}, text) : text);
    return el("ol", { "data-empty": say("own.no-story") }, rows.map(row));
  }

  /** Scroll to the newest line, unless somebody is reading; the screen view always does. */
  #follow() {
    const region = this.base?.parentElement;
    if (!region || (this.#isRead && !region.closest('[data-view="screen"]'))) return;
    region.scrollTop = region.scrollHeight;
  }
}

function rowsOf({ at, events, says, undo, undone }, page, game) {
  if (undo !== undefined) return [{ key: String(at), at, text: say("own.undone"), kind: "undo" }];
  const tale = (event, index) => (page.say.has(says[index]) ? page.say(says[index]) : page.tell(event, game));
  const kind = undone ? "undone" : null;
  return events.map(tale).filter(Boolean).map((text, index) => ({ key: `${at}:${index}`, at, text, kind }));
}
