/* The sheets of a seat's page: menu, list of choices, log, rules. A sheet is
 * { title, content() }. */

import { LEVELS, botName } from "../shared/bots.js";
import { button, classes, el } from "../shared/dom.js";
import { otherLanguages } from "../shared/language.js";
import { Log, peopleOf } from "../shared/log.js";
import { say } from "../shared/words.js";
import { Awake, Chime } from "./phone.js";
import { choicesOf } from "./situation.js";

/** @import { Attributes, Child, VNode } from "../shared/preact.js" */
/** @import { Switch } from "../shared/remembered.js" */
/** @import { Choice, ChoiceGroup } from "../shared/types.js" */
/** @import { Playing, Sheet } from "./state.js" */
/** @import { Act } from "./actions.js" */

// Fetched when somebody opens it.
const papers = () => import("../shared/rules.js");

/** `now`: the page's state; `act`: { open(sheet), closeSheet, changed, hint, seatBot(level), showHand }
 * @type {(now: Playing, act: Act) => Sheet} */
export function menuSheet(now, act) {
  /** @type {(key: string, paper: "rulesOf" | "lampsOf") => () => void} */
  const read = (key, paper) => () => {
    const text = papers().then((each) => each[paper](now.position.game.game));
    act.open(paperSheet(say(key), text, act.changed));
  };
  /** @type {(done: () => void) => () => void} */
  const closing = (done) => () => {
    act.closeSheet();
    done();
  };
  const { vibrates, chimes, chime, stays, awake, install, hidden, atOnce } = now;
  const content = () => [
    item("hint", say("menu.hint"), closing(act.hint)),
    item("rules", say("menu.rules"), read("menu.rules-title", "rulesOf")),
    item("lamps", say("menu.lamps"), read("menu.lamps", "lampsOf")),
    item("leave-to-bot", say("menu.bot"), () => act.open(botSheet((level) => closing(() => act.seatBot(level))))),
    item("hide", say(hidden.on ? "menu.show" : "menu.hide"), closing(act.showHand)),
    "vibrate" in navigator ? toggle("vibrate", vibrates, act.changed) : null,
    Chime.isPossible ? toggle("chime", chimes, act.changed, () => chimes.on && chime.ring()) : null,
    Awake.isPossible ? toggle("awake", stays, act.changed, () => awake.apply()) : null,
    toggle("at-once", atOnce, act.changed),
    install.isPossible ? item("install", say("menu.install"), () => install.run()) : null,
    // A language's own name is spoken in that language.
    otherLanguages().map(({ code, name, take }) => item(`language-${code}`, name, take, { lang: code })),
    isSecureContext ? null : el("p", { class: "remark" }, say("menu.insecure")),
  ];
  return { title: say("own.menu"), content: () => el("div", { class: "menu" }, content()) };
}

/** Return a sheet with all choices of this seat in words; `choose(choice)` gets the tapped one.
 * @type {(now: Playing, choose: (choice: Choice) => void) => Sheet} */
export function listSheet(now, choose) {
  const content = () => (now.hidden.on ? say("own.hidden") : choiceList(choicesOf(now), choose));
  return {
    title: say("menu.list"),
    content: () => el("div", { class: "hand-in-words", "data-testid": "choices" }, content()),
  };
}

/** Return the choices; `tap(choice)` gets the tapped one.
 * @type {(groups: ChoiceGroup[], tap: (choice: Choice) => void) => VNode[]} */
function choiceList(groups, tap) {
  return groups.map(({ title, colours: [tint] = [], choices }) =>
    el(
      "section",
      { key: title, class: "group", style: tint ? { "--tint": tint } : {}, "aria-label": title },
      el("h2", {}, title),
      el(
        "div",
        { class: "cards" },
        choices.map((choice) => card(choice, tap)),
      ),
    ),
  );
}

/** @type {(choice: Choice, tap: (choice: Choice) => void) => VNode} */
function card(choice, tap) {
  const { label, hint, action, legal, chosen } = choice;
  const key = JSON.stringify(action);
  const kinds = classes("playing-card", !legal && "illegal", chosen && "chosen", label.length > 3 && "wordy");
  return button(
    () => tap(choice),
    { key, class: kinds, "data-action": key, "aria-pressed": legal ? "false" : null },
    el("b", {}, label),
    el("small", {}, [hint, !legal && say("own.why-not")].filter(Boolean).join(" · ")),
  );
}

/** Return a sheet with a ruling, and its question as the title once it has arrived.
 * @type {(game: string, number: string, changed: () => void) => Sheet} */
export function rulingSheet(game, number, changed) {
  const found = papers().then(({ rulingOf }) => rulingOf(game, number));
  const sheet = paperSheet(
    number,
    found.then(({ says }) => [says, el("p", { class: "facts" }, number)]),
    changed,
  );
  found.then(({ asks }) => (sheet.title = asks)).catch(() => {});
  return sheet;
}

/** Return a sheet that opens at once and fills when the paper has arrived.
 * @type {(title: string, paper: Promise<Child>, changed: () => void) => Sheet} */
function paperSheet(title, paper, changed) {
  /** @type {Child} */
  let shown = "…";
  paper
    .then(
      (nodes) => (shown = nodes),
      () => (shown = say("menu.unread")),
    )
    .then(changed);
  return { title, content: () => el("div", { class: "paper" }, shown) };
}

/** Return a sheet with the log; a tap on a line shows its moment.
 * @type {(now: Playing, act: Act) => Sheet} */
export function logSheet(now, { lookAt, step }) {
  const shown = () => el(Log, { rows: now.story.rows, at: now.moment?.at, people: peopleOf(now.position, now.page) });
  const content = () => [
    button(() => step(-1), { class: "quiet" }, `◀ ${say("html.earlier")}`),
    el("p", { class: "remark" }, say("own.look-back")),
    el(
      "div",
      { role: "log", "aria-labelledby": "sheet-title" },
      el("div", { class: "log", "data-testid": "log", onclick: lookAt }, shown()),
    ),
  ];
  return { title: say("menu.log"), content };
}

/** Return a sheet to choose a bot for this seat, until its player takes over again.
 * @type {(choose: (level: string) => () => void) => Sheet} */
function botSheet(choose) {
  const levels = LEVELS.map((level) => item(`bot-${level}`, botName(level), choose(level)));
  return { title: say("menu.bot"), content: () => el("div", { class: "menu" }, levels) };
}

/** @type {(name: string, its: Switch, changed: () => void, then?: () => void) => VNode} */
function toggle(name, its, changed, then = () => {}) {
  const turn = () => {
    its.toggle();
    then();
    changed();
  };
  return item(name, say(`menu.${name}`), turn, { "aria-pressed": String(its.on) });
}

/** @type {(name: string, words: string, onclick: () => unknown, more?: Attributes) => VNode} */
function item(name, words, onclick, more = {}) {
  return button(onclick, { key: name, "data-testid": name, ...more }, words);
}
