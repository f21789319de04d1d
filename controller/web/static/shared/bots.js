/* Seats that bots play. */

import { el } from "./dom.js";
import { say } from "./words.js";

export const LEVELS = ["easy", "steady", "sharp"];

/** Return the choice between a person and bots; `chosen(level)` gets "" for a person. */
export function botSelect(level, name, seat, chosen) {
  const choices = [["", say("sitting.person")], ...LEVELS.map((each) => [each, botName(each)])];
  const who = say("sitting.who", { who: name });
  return el(
    "select",
    { class: "bot", value: level, title: who, "aria-label": who, onchange: ({ target }) => chosen(target.value) },
    choices.map(([value, words]) => el("option", { value }, words)),
  );
}

export function botName(level) {
  return say(`sitting.${level}`);
}

/** Return that a bot plays for a seat, and a button to take over. */
export function botPlays(level, playMyself) {
  if (!level) return [];
  const button = el("button", { type: "button", class: "quiet", "data-testid": "play-myself", onclick: playMyself }, say("sitting.myself"));
  return [say(`sitting.plays-${level}`), button];
}

/** Return a hint in words: the move, and the reason if the game gives one. */
export function hintWords(what, why) {
  return why ? say("sitting.hint-why", { what, why }) : say("sitting.hint", { what });
}
