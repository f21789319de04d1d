/* Seats that bots play. */

import { button } from "./dom.js";
import { select } from "./fields.js";
import { say } from "./words.js";

/** @import { Child, VNode } from "./preact.js" */

export const LEVELS = ["easy", "steady", "sharp"];

/** Return the choice between a person and bots; `chosen(level)` gets "" for a person.
 * @type {(level: string, label: string, chosen: (level: string) => void) => VNode} */
export function botSelect(level, label, chosen) {
  const called = (/** @type {string} */ each) => (each ? botName(each) : say("sitting.person"));
  return select(["", ...LEVELS], level, called, chosen, { class: "bot", title: label, "aria-label": label });
}

/** @type {(level: string) => string} */
export function botName(level) {
  return say(`sitting.${level}`);
}

/** Return a note that a bot plays this seat, and a button to take over.
 * @type {(level: string | undefined, playMyself: () => void) => Child[]} */
export function botPlays(level, playMyself) {
  if (!level) return [];
  const back = button(playMyself, { class: "quiet", "data-testid": "play-myself" }, say("sitting.myself"));
  return [say(`sitting.plays-${level}`), back];
}

/** Return a hint in words: the move, and the reason if the game gives one.
 * @type {(what: string, why: string | null) => string} */
export function hintWords(what, why) {
  return why ? say("sitting.hint-why", { what, why }) : say("sitting.hint", { what });
}
