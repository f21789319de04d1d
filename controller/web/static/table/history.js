/* Steps back through a game: shows the board of an earlier moment. */

import { button, el } from "../shared/dom.js";
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
  const [look, hidden] = [{ class: "quiet for-play" }, at === null];
  return [
    el("h2", { id: "log-title" }, say("html.story")),
    button(() => step(-1), { ...look, id: "earlier", "aria-label": say("html.earlier") }, "◀"),
    button(() => step(1), { ...look, id: "later", hidden, "aria-label": say("html.later") }, "▶"),
    button(toNow, { ...look, id: "back-to-now", hidden }, say("html.now")),
  ];
}
