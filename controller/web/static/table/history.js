/* Steps back through a game: shows the board of an earlier moment. */

import { el } from "../shared/dom.js";
import { say } from "../shared/words.js";

/** Return the moment this many steps from the shown one, `at`; null for the present, and
 * undefined where there is none. `moments` are those of the log, the last is the present.
 * @type {(moments: number[], at: number | null, by: number) => number | null | undefined} */
export function stepped(moments, at, by) {
  const now = moments.length - 1;
  const to = (at === null ? now : moments.indexOf(at)) + by;
  return to < now ? moments[to] : null;
}

/** Return the log's heading with the buttons that step, `step(by)`, and `toNow()`.
 * @param {number | null} at
 * @param {(by: number) => void} step
 * @param {() => void} toNow */
export function historyButtons(at, step, toNow) {
  /** @type {(id: string, words: string, onclick: () => void, isHidden: boolean, label?: string) => any} */
  const button = (id, words, onclick, isHidden, label) =>
    el("button", { type: "button", class: "quiet for-play", id, "aria-label": label, hidden: isHidden, onclick }, words);
  return [
    el("h2", { id: "log-title" }, say("html.story")),
    button("earlier", "◀", () => step(-1), false, say("html.earlier")),
    button("later", "▶", () => step(1), at === null, say("html.later")),
    button("back-to-now", say("html.now"), toNow, at === null),
  ];
}
