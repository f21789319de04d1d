/* The sheets of a seat's page: menu, choices in words, log, rules. A sheet is
 * { title, content() }. */

import { LEVELS, botName } from "../shared/bots.js";
import { el } from "../shared/dom.js";
import { otherLanguages } from "../shared/language.js";
import { Log } from "../shared/log.js";
import { lampsOf, rulesOf, rulingOf } from "../shared/rules.js";
import { say } from "../shared/words.js";
import { choiceList } from "./choice-list.js";
import { Awake, Chime } from "./phone.js";
import { choicesOf } from "./situation.js";

/** `now`: the page's state; `act`: { open(sheet), closeSheet, changed, hint, seatBot(level), showHand } */
export function menuSheet(now, act) {
  const read = (key, paper) => () => act.open(paperSheet(say(key), paper(now.position.game.game), act.changed));
  const closing = (done) => () => {
    act.closeSheet();
    done();
  };
  const { vibrates, chimes, chime, stays, awake, install, hidden } = now;
  const content = () => [
    item("hint", say("menu.hint"), closing(act.hint)),
    item("rules", say("menu.rules"), read("menu.rules-title", rulesOf)),
    item("lamps", say("menu.lamps"), read("menu.lamps", lampsOf)),
    item("open-log", say("menu.log"), () => act.open(logSheet(now))),
    item("leave-to-bot", say("menu.bot"), () => act.open(botSheet((level) => closing(() => act.seatBot(level))))),
    item("hide", say(hidden.on ? "menu.show" : "menu.hide"), closing(act.showHand)),
    "vibrate" in navigator ? toggle("vibrate", vibrates, act.changed) : null,
    Chime.isPossible ? toggle("chime", chimes, act.changed, () => chimes.on && chime.ring()) : null,
    Awake.isPossible ? toggle("awake", stays, act.changed, () => awake.apply()) : null,
    install.isPossible ? item("install", say("menu.install"), () => install.run()) : null,
    // A language's own name is spoken in that language.
    otherLanguages().map(({ code, name, take }) => item(`language-${code}`, name, take, { lang: code })),
    isSecureContext ? null : el("p", { class: "remark" }, say("menu.insecure")),
  ];
  return { title: say("own.menu"), content: () => el("div", { class: "menu" }, content()) };
}

/** All choices of this seat in words; `choose(choice)` gets the tapped one. */
export function listSheet(now, choose) {
  const content = () => (now.hidden.on ? say("own.hidden") : choiceList(choicesOf(now), choose));
  return { title: say("menu.list"), content: () => el("div", { class: "hand-in-words", "data-testid": "choices" }, content()) };
}

/** A ruling, with its question as the title once it has arrived. */
export function rulingSheet(game, number, changed) {
  const found = rulingOf(game, number);
  const sheet = paperSheet(number, found.then(({ says }) => says), changed);
  found.then(({ asks }) => (sheet.title = asks)).catch(() => {});
  return sheet;
}

/** A sheet that opens at once and is filled when the paper has arrived. */
function paperSheet(title, paper, changed) {
  let shown = "…";
  paper
    .then(
      (nodes) => (shown = nodes),
      () => (shown = say("menu.unread")),
    )
    .then(changed);
  return { title, content: () => el("div", { class: "paper" }, shown) };
}

function logSheet({ story }) {
  const log = () => el("div", { class: "log", "data-testid": "log" }, el(Log, { rows: story.rows }));
  return { title: say("menu.log"), content: () => el("div", { role: "log", "aria-labelledby": "sheet-title" }, log()) };
}

/** The choice of a bot for this seat, until its player takes over again. */
function botSheet(choose) {
  const levels = LEVELS.map((level) => item(`bot-${level}`, botName(level), choose(level)));
  return { title: say("menu.bot"), content: () => el("div", { class: "menu" }, levels) };
}

function toggle(name, its, changed, then = () => {}) {
  const turn = () => {
    its.toggle();
    then();
    changed();
  };
  return item(name, say(`menu.${name}`), turn, { "aria-pressed": String(its.on) });
}

function item(name, words, onclick, more = {}) {
  return el("button", { key: name, type: "button", "data-testid": name, onclick, ...more }, words);
}
