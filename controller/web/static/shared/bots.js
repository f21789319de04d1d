/* Seats that bots play. */

import { changed, el, showIn } from "./dom.js";
import { say } from "./words.js";

export const LEVELS = ["easy", "steady", "sharp"];

/** Make the choice between a person and bots; `chosen(level)` gets "" for a person. */
export function botSelect(level, name, seat, chosen) {
  const choices = [["", say("sitting.person")], ...LEVELS.map((each) => [each, botName(each)])];
  const select = el(
    "select",
    { name: "bot", class: "bot", "data-target": `bot:${seat}`, title: say("sitting.who", { who: name }), "aria-label": say("sitting.who", { who: name }) },
    ...choices.map(([value, words]) => el("option", { value, selected: value === level }, words)),
  );
  select.addEventListener("change", () => chosen(select.value));
  return select;
}

export function botName(level) {
  return say(`sitting.${level}`);
}

/** Show on a seat's page that a bot plays, and a button to take over. */
export function showBot(element, level, playMyself) {
  if (!changed(element, level)) return;
  if (!level) return showIn(element);
  const button = el("button", { type: "button", class: "quiet", "data-testid": "play-myself", onclick: playMyself });
  button.textContent = say("sitting.myself");
  showIn(element, say(`sitting.plays-${level}`), button);
}

/** Return a hint in words: the move, and the reason if the game gives one. */
export function hintWords(what, why) {
  return why ? say("sitting.hint-why", { what, why }) : say("sitting.hint", { what });
}
