/* A seat's private page: board, hand, choices and answers. */

import { botPlays, hintWords } from "../shared/bots.js";
import { showFan } from "./fan.js";
import { Choosing } from "./choosing.js";
import { Connection, showConnection } from "../shared/connection.js";
import { byId, changed, dots, el, refill, announce, showIn } from "../shared/dom.js";
import { ending, needsReview } from "../shared/ending.js";
import { gamePage } from "../shared/game-page.js";
import { keyOf } from "./choice-list.js";
import { Incoming } from "../shared/incoming.js";
import { Log } from "../shared/log.js";
import { glide, seen } from "./motion.js";
import { KeptChoice, Switch, device, visit } from "../shared/remembered.js";
import { Awake, Chime, Install, nameManifest, startWorker } from "./phone.js";
import { SeatMenu } from "./menu.js";
import { missing } from "../shared/standing.js";
import { el as virtual, render as renderIn } from "../shared/vdom.js";
import { say } from "../shared/words.js";

// The most sentences about missed events.
const MISSED = 3;
// From this length on, the label of Play is long.
const LONG = 22;
const main = document.querySelector("main");
const SEAT = Number(/^\/seat\/(\d+)/.exec(location.pathname)?.[1]);
const story = el("div", { class: "log", "data-testid": "log" });
const log = new Log(story, () => connection.send({ type: "story" }));
const choosing = new Choosing();
const hidden = new Switch(visit, "hidden");
const vibrates = new Switch(device, "vibrates");
const chimes = new Switch(device, "chimes");
const chime = new Chime(chimes);
const stays = new Switch(device, "stays-awake", true);
const awake = new Awake(stays);
const install = new Install(() => menu.refresh());
const kept = new KeptChoice(visit);

let page = null;
// The table's look back at a game that is over.
let review = null;
let position = null;
let connected = false;
// An action was sent; a second tap must not send it again.
let busy = false;
// That action and its question: if the connection is lost, it may not have arrived.
let flying = null;
// The next tap asks why and chooses nothing.
let asking = false;
// Whether the connection was lost since the last story.
let wasAway = false;
let count = 0;

const incoming = new Incoming((message) => shows[message.type](message));
const shows = {
  position: arrive,
  story(message) {
    tellMissed(log.tell(message, page, position.game));
  },
  review(message) {
    review = message;
    render();
  },
  told({ rule, message, legal }) {
    [busy, flying] = [false, null];
    tell(answered(message), rule, ...(legal ? ["yes"] : []));
  },
  hint: showHint,
  error({ message }) {
    [busy, flying] = [false, null];
    tell(say(message));
  },
};

const showStatus = showConnection(
  byId("connection"),
  () => connection.retry(),
  () => connection.open(`${connection.path}&take=yes`),
);
const connection = new Connection({
  text: (message) => shows[message.type] && incoming.put(message),
  status(status) {
    showStatus(status);
    connected = status.state === "open";
    if (!connected && position) wasAway = true;
    if (connected && position?.result && !review) connection.send({ type: "review" });
    else land();
    render();
  },
});
const menu = new SeatMenu({
  groups,
  choose,
  story,
  game: () => position?.game,
  page: () => page,
  hidden,
  vibrates,
  chimes,
  chime,
  stays,
  awake,
  install,
  hint: () => tellTable({ type: "hint" }),
  seatBot,
  changed: hideOrShow,
});

// For tests: the shown position, the number of positions, and when all are shown.
globalThis.undertow = { position: () => position, count: () => count, shown: () => incoming.shown(), connection };

nameManifest();
addEventListener("load", startWorker);
byId("play").addEventListener("click", play);
byId("undo").addEventListener("click", undo);
byId("board").addEventListener("click", tapBeside);
// The answer lies over the board; a tap removes it.
byId("told").addEventListener("click", ({ target }) => target.closest("button") ?? announce(byId("told")));
byId("why").addEventListener("click", () => {
  asking = !asking;
  announce(byId("told"));
  render();
});

// Incoming messages

async function arrive(message) {
  page = await gamePage(message.game);
  const before = position;
  position = message;
  if (!message.result) review = null;
  if (needsReview(before, message)) connection.send({ type: "review" });
  [busy, flying] = [false, null];
  const { events } = message;
  if (before && (before.phase !== message.phase || before.game?.game !== message.game?.game)) forget();
  offer();
  // A refusal is outdated once the seat has other choices.
  if (keyOf(legal()) !== keyOf(before?.pending?.legal ?? [])) announce(byId("told"));
  if (before && mine() && !isAsked(before)) call();
  sendKept();
  const last = seen(main);
  render();
  glide(main, last, page.moves(events ?? []));
  menu.refresh();
  count += 1;
}

/** Reset everything that was begun in the last game. */
function forget() {
  asking = false;
  choosing.clear();
}

/** Return the table's answer as addressed to this seat. */
function answered(message) {
  const [key, values] = message;
  if (key === "rules.not-your-turn" && values.seat === SEAT) return `${say("own.not-your-turn")} ${page.say(values.waits)}`;
  const [says, { prompt: inner } = {}] = position.prompt ?? [];
  const own = { "prompt.your-turn": position.prompt, "prompt.still": inner }[says];
  if (key.startsWith("waits.") && mine() && own) return say("own.not-now", { prompt: page.say(own) });
  return page.say(message);
}

/** Summarize what happened while the connection was lost. */
function tellMissed(lines) {
  if (!wasAway || lines === null) return;
  wasAway = false;
  if (lines.length > 0) tell(`${say("own.meanwhile")} ${lines.slice(-MISSED).join(" ")}`, null, "yes");
}

function offer() {
  const { way } = page;
  choosing.offer(legal(), (action) => page.way(action, position.state));
  if (page.way !== way) offer();
}

function legal() {
  return position?.phase === "play" ? (position.pending?.legal ?? []) : [];
}

function isAsked(at) {
  return at.phase === "play" && Boolean(at.pending?.seats.includes(SEAT));
}

function mine() {
  return isAsked(position);
}

/** Return the level of this seat's bot during a game. */
function bot() {
  return position.phase === "play" ? position.game.bots?.[SEAT] : "";
}

/** Call the player by vibration or chime, as they have chosen. */
function call() {
  if (vibrates.on) navigator.vibrate?.(200);
  if (chimes.on) chime.ring();
}

// Rendering

function render() {
  if (position) renderDrawn();
  showActions();
}

/** Draw again if the game's own drawing has failed, because the targets change then. */
function renderDrawn() {
  const { way } = page;
  renderPosition();
  if (page.way === way) return;
  offer();
  renderPosition();
}

function renderPosition() {
  const { game, state } = position;
  const name = page.seatName(state, SEAT);
  document.title = `${name} · ${game.name} · Undertow`;
  byId("who").replaceChildren(dots(page.seatColours(state, SEAT)), name);
  showTitle(page.title(state, game.seats, game), game.name);
  showIn(byId("notice"), position.notice ? page.say(position.notice) : "");
  show("bot", botPlays(bot(), () => seatBot("")));
  show("result", ending({ position, page, review }, SEAT));
  showPrompt();
  // Nothing glows while an action is being sent.
  const none = new Set();
  const { next, sure, others } = busy ? { next: none, sure: none, others: none } : choosing;
  const look = { legal: next, sure: new Set([...sure, ...named()]), chosen: new Set(choosing.taps), others, asks: mine() && !busy ? position.how?.phone : null, tap };
  showBoard(look);
  showFan(byId("hand"), rows(), { ...look, hidden: hidden.on, tell: (about) => tell(about, null, "yes") });
  showAnswers(look);
  const isResting = mine() && !byId("hand").querySelector(".legal");
  byId("hand").classList.toggle("resting", isResting);
}

/** Show virtual children in an element, or hide it without any. */
function show(id, children) {
  renderIn(byId(id), ...children);
  byId(id).hidden = children.length === 0;
}

/** Show the state of the game, and its name if there is room. */
function showTitle(stands, name) {
  const named = el("span", {}, stands ? ` · ${name}` : name);
  showIn(byId("title"), stands ? el("span", {}, stands) : null, named);
}

function showPrompt() {
  const [says, how] = [prompt(), way()];
  byId("turn").classList.toggle("mine", mine() && ["prompt.your-turn", "prompt.still"].includes(position.prompt?.[0]));
  renderIn(byId("turn"), ...says, " ", how ? virtual("span", { class: "how" }, how) : null);
}

/** Return how to do it on this phone, if this seat is asked. */
function way() {
  const isFor = position.phase === "play" ? mine() && !bot() && !asking : true;
  return isFor && position.how?.phone ? page.say(position.how.phone) : "";
}

function rows() {
  return position.phase === "play" ? page.cards(position.state, SEAT, position.pending, position.game) : [];
}

/** Return the glowing targets; none of a hidden hand, not even on the board. */
function showBoard(look) {
  const { state, game } = position;
  const tapping = hidden.on || position.phase !== "play" ? null : look;
  if (!changed(byId("board"), [state, game, tapping && [[...look.legal], [...look.sure], [...look.chosen]]])) return;
  const facts = page.facts(state, game).map((words) => el("p", { class: "facts" }, words));
  refill(byId("board"), [page.board(state, tapping, game, SEAT), ...facts].filter(Boolean));
}

/** Show a button for each target that is neither on the board nor on a card; a picked one
 * can be replaced by another. */
function showAnswers({ legal: open, chosen, others }) {
  const keys = new Set(choosing.keys.filter((key) => [open, chosen, others].some((set) => set.has(key))));
  for (const node of document.querySelectorAll("#board [data-target], #hand [data-target]")) {
    keys.delete(node.dataset.target);
  }
  const named = hidden.on ? [] : [...keys].map((key) => [key, page.answer(key, position.state, SEAT)]);
  const isHidden = hidden.on && rows().length > 0;
  if (!changed(byId("answers"), [named, [...chosen], isHidden])) return;
  const shows = isHidden ? [el("button", { type: "button", "data-testid": "show-hand", onclick: showHand }, say("menu.show"))] : [];
  refill(byId("answers"), [...shows, ...named.map(([key, says]) => answerButton(key, says, chosen))]);
}

function answerButton(key, { label, hint }, chosen) {
  return el(
    "button",
    {
      type: "button",
      "data-target": key,
      "aria-pressed": String(chosen.has(key)),
      onclick: () => tap(key),
    },
    el("b", {}, label),
    hint ? el("small", {}, hint) : null,
  );
}

/** Return the places that the prompt is about, to be marked on the board. */
function named() {
  const found = JSON.stringify(position.prompt ?? null).matchAll(/"(tile:[^"]+)"/g);
  return mine() ? [...found].map(([, place]) => place) : [];
}

/** Show the prompt: what to do next. */
function prompt() {
  if (asking) return [say("own.asking")];
  if (mine() && bot()) return [say("own.bot-decides")];
  if (position.prompt) return [page.say(position.prompt)];
  if (!mine()) return missing(position, page);
  return [virtual("b", {}, say("own.your-turn")), ...others()];
}

function others() {
  const seats = position.pending.seats.filter((seat) => seat !== SEAT);
  if (seats.length === 0) return [];
  const pending = { ...position.pending, seats };
  return missing({ ...position, pending }, page, say("own.still-choosing"));
}

function groups() {
  if (position?.phase !== "play" || hidden.on) return [];
  return page.hand(position.state, position.pending, SEAT, position.game);
}

function showActions() {
  const isOver = position?.phase === "over";
  document.body.classList.toggle("over", isOver);
  document.body.classList.toggle("unopened", !position);
  byId("actions").hidden = isOver;
  main.setAttribute("aria-busy", busy);
  const action = choosing.action;
  const label = action ? pressed(action) : say("own.play");
  const isLong = label.length > LONG;
  byId("play").title = isLong ? label : "";
  byId("play").classList.toggle("long", isLong);
  byId("play").firstElementChild.textContent = label;
  inert(byId("play"), !action || busy);
  inert(byId("undo"), !connected || busy || !position?.can_undo);
  byId("why").setAttribute("aria-pressed", asking);
}

/** Return the label of the button for this action. */
function pressed(action) {
  const { state } = position;
  return page.press(action, state) ?? say("own.play-what", { what: page.deed(action, state) });
}

/** Mark Play as disabled; pressing it still explains why. */
function inert(button, is) {
  button.setAttribute("aria-disabled", is);
}

// Taps

function tap(key) {
  announce(byId("told"));
  if (asking) return ask(key);
  if (!choosing.tap(key)) return ask(key);
  const action = choosing.action;
  if (action && !busy && page.atOnce(action)) send(action);
  render();
}

/** Answer a tap on a part of the board that is no target. */
function tapBeside({ target }) {
  if (position?.phase !== "play" || !target.closest("svg") || target.closest("[role=button]")) return;
  tell(mine() ? `${say("own.nothing")} ${way()}` : say("own.not-your-turn"));
}

/** Ask the table about an attempt, legal or not. */
function ask(key) {
  asking = false;
  const action = attempt(key);
  if (action) tellTable({ type: "why", action });
  else tell(say("own.nothing"));
}

function attempt(key) {
  const { state, pending } = position;
  const all = [...legal(), ...groups().flatMap(({ choices }) => choices.map(({ action }) => action))];
  const wanted = [...choosing.taps, key];
  const ways = all.map((action) => ({ action, way: page.way(action, state) }));
  const fits = (keys) => ways.find(({ way }) => keys.every((one) => way.includes(one)))?.action;
  return fits(wanted) ?? page.attempt(key, state, pending, SEAT, choosing.taps) ?? fits([key]);
}

function choose(choice) {
  announce(byId("told"));
  if (choice.legal) {
    choosing.choose(choice.action);
    render();
    byId("play").focus();
  } else {
    tellTable({ type: "why", action: choice.action });
  }
}

function play() {
  if (busy) return;
  const action = choosing.action;
  if (action) send(action);
  else tell(say(mine() ? "own.choose-first" : "own.not-your-turn"));
}

function undo() {
  if (busy) return;
  tellTable({ type: "undo" });
}

function send(action) {
  announce(byId("told"));
  choosing.clear();
  busy = connection.send({ type: "act", action });
  if (busy) {
    flying = { action, question: question(), decided: position.decided };
  } else {
    kept.keep(action, question());
    tell(say("own.kept"));
  }
  render();
}

/** Keep an unanswered action, to send it again if the seat is still asked. */
function land() {
  if (flying) kept.keep(flying.action, flying.question, flying.decided);
  [busy, flying] = [false, null];
}

/** Return the question that a kept choice answers. The seat's last decision is part of it,
 * because the same question may come twice in a turn. */
function question() {
  const { game, state, decided } = position;
  return keyOf([game, page.title(state, game.seats, game), legal(), decided]);
}

function sendKept() {
  if (!connected || !kept.isThere) return;
  const arrived = kept.hasArrived(position.decided);
  const action = kept.take(question());
  if (action) send(action);
  else if (!arrived) tell(say("own.moved-on"));
}

function tellTable(message) {
  if (!connection.send(message)) tell(say("own.unreached"));
  render();
}

/** Let a bot play for this seat from now on; "" for its player. */
function seatBot(level) {
  announce(byId("told"));
  choosing.clear();
  tellTable({ type: "bot", level });
}

/** Choose what the hint suggests; Play confirms it. */
function showHint({ action, message }) {
  const same = legal().find((each) => keyOf(each) === keyOf(action));
  if (!same) return;
  if (hidden.on) return tell(say("own.hidden"));
  choosing.choose(same);
  render();
  tell(hintWords(pressed(same), message && page.say(message)), null, "yes", "hint");
}

function showHand() {
  hidden.toggle();
  hideOrShow();
}

function hideOrShow() {
  // The Play button must not reveal a hidden hand.
  choosing.clear();
  announce(byId("told"));
  render();
}

/** Show an answer; `kinds`: "yes" for no refusal, "hint" for one beside the board. */
function tell(message, rule = null, ...kinds) {
  byId("told").className = ["told", ...kinds].join(" ");
  const ruling = rule && el("button", { type: "button", class: "ruling", onclick: () => menu.ruling(rule) }, rule);
  announce(byId("told"), el("span", { class: "sentence" }, message), ruling);
  render();
}
