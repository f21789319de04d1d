/* Seats that bots play: who chooses that, and how a seat says so. */

import { changed, el, showIn } from "./dom.js";
import { say } from "./words.js";

export const LEVELS = ["easy", "steady", "sharp"];

/** A person or a bot at this seat; `chosen(level)` is told, "" for a person. */
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

/** On a seat's page: a bot plays here, until its person does again. */
export function showBot(element, level, playMyself) {
  if (!changed(element, level)) return;
  if (!level) return showIn(element);
  const button = el("button", { type: "button", class: "quiet", "data-testid": "play-myself", onclick: playMyself });
  button.textContent = say("sitting.myself");
  showIn(element, say(`sitting.plays-${level}`), button);
}

/** What to say of a hint: the move as the button says it, and why where the game has words for that. */
export function hintWords(what, why) {
  return why ? say("sitting.hint-why", { what, why }) : say("sitting.hint", { what });
}
