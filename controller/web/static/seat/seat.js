/* A seat's private page: its state, what the table sends, and what is tapped. */

import { hintWords } from "../shared/bots.js";
import { Connection } from "../shared/connection.js";
import { byId, render } from "../shared/dom.js";
import { needsReview } from "../shared/ending.js";
import { gamePage } from "../shared/game-page.js";
import { Incoming } from "../shared/incoming.js";
import { Story } from "../shared/log.js";
import { KeptChoice, Switch, device, visit } from "../shared/remembered.js";
import { say } from "../shared/words.js";
import { keyOf } from "./choice-list.js";
import { Choosing } from "./choosing.js";
import { listSheet, menuSheet, rulingSheet } from "./menu.js";
import { glide, seen } from "./motion.js";
import { Awake, Chime, Install, nameManifest, startWorker } from "./phone.js";
import { choicesOf, isAsked, labelOf, legalIn, wayOf } from "./situation.js";
import { view } from "./view.js";

// The most sentences about missed events.
const MISSED = 3;
const chimes = new Switch(device, "chimes");
const stays = new Switch(device, "stays-awake", true);
const choosing = new Choosing();
const kept = new KeptChoice(visit);

/** Everything that the page shows. */
const now = {
  seat: Number(/^\/seat\/(\d+)/.exec(location.pathname)?.[1]),
  page: null,
  position: null,
  // The table's look back at a game that is over.
  review: null,
  story: new Story(),
  choosing,
  // The connection, as it was last worth telling.
  status: null,
  isConnected: false,
  // An action was sent; a second tap must not send it again.
  isBusy: false,
  // The next tap asks why and chooses nothing.
  isAsking: false,
  // The answer over the board: { message, rule, kinds }
  told: null,
  sheet: null,
  hidden: new Switch(visit, "hidden"),
  vibrates: new Switch(device, "vibrates"),
  chimes,
  chime: new Chime(chimes),
  stays,
  awake: new Awake(stays),
  install: new Install(() => draw()),
};
// The sent action and its question: if the connection is lost, it may not have arrived.
let flying = null;
// Whether the connection was lost since the last story.
let wasAway = false;
let count = 0;

const act = {
  play,
  undo: () => now.isBusy || tellTable({ type: "undo" }),
  why() {
    now.isAsking = !now.isAsking;
    forgetTold();
  },
  menu: () => open(menuSheet(now, { ...act, open, changed: draw, hint: () => tellTable({ type: "hint" }) })),
  list,
  closeSheet: () => open(null),
  tap,
  tapBeside,
  tell,
  ruling: (number) => open(rulingSheet(now.position.game.game, number, draw)),
  seatBot,
  showHand,
  dismiss: ({ target }) => target.closest("button") ?? forgetTold(),
  retry: () => connection.retry(),
  takeOver: () => connection.open(`${connection.path}&take=yes`),
};

const shows = {
  position: arrive,
  story(message) {
    const lines = now.story.tell(message, now.page, now.position.game);
    if (lines === null) connection.send({ type: "story" });
    else tellMissed(lines);
    draw();
  },
  review(message) {
    now.review = message;
    draw();
  },
  told({ rule, message, legal }) {
    settle();
    tell(answered(message), rule, ...(legal ? ["yes"] : []));
  },
  hint: showHint,
  error({ message }) {
    settle();
    tell(say(message));
  },
};
const incoming = new Incoming((message) => shows[message.type](message));
const connection = new Connection({
  text: (message) => shows[message.type] && incoming.put(message),
  status(status) {
    now.isConnected = status.state === "open";
    // An attempt is not worth telling.
    if (status.state !== "connecting") now.status = status;
    // Without a log there is no telling what was missed.
    if (!now.isConnected && now.story.rows.length > 0) wasAway = true;
    if (!now.isConnected) land();
    else if (now.position?.result && !now.review) connection.send({ type: "review" });
    draw();
  },
});

// For tests: the shown position, the number of positions, and when all are shown.
globalThis.undertow = { position: () => now.position, count: () => count, shown: () => incoming.shown(), connection };

nameManifest();
addEventListener("load", startWorker);

// Incoming messages

async function arrive(message) {
  const page = await gamePage(message.game);
  const before = now.position;
  Object.assign(now, { page, position: message, review: message.result ? now.review : null });
  settle();
  if (needsReview(before, message)) connection.send({ type: "review" });
  if (before && (before.phase !== message.phase || before.game?.game !== message.game?.game)) forget();
  offer();
  // A refusal is outdated once the seat has other choices.
  if (keyOf(legalIn(message)) !== keyOf(before?.pending?.legal ?? [])) now.told = null;
  if (before && isMine() && !isAsked(before, now.seat)) call();
  sendKept();
  const last = seen(document.body);
  draw();
  glide(document.body, last, page.moves(message.events ?? []));
  count += 1;
}

/** End the wait for an answer. */
function settle() {
  now.isBusy = false;
  flying = null;
}

/** Reset everything that was begun in the last game. */
function forget() {
  now.isAsking = false;
  choosing.clear();
}

/** Return the table's answer as addressed to this seat. */
function answered(message) {
  const { page, position, seat } = now;
  const [key, values] = message;
  if (key === "rules.not-your-turn" && values.seat === seat) return `${say("own.not-your-turn")} ${page.say(values.waits)}`;
  const [says, { prompt: inner } = {}] = position.prompt ?? [];
  const own = { "prompt.your-turn": position.prompt, "prompt.still": inner }[says];
  if (key.startsWith("waits.") && isMine() && own) return say("own.not-now", { prompt: page.say(own) });
  return page.say(message);
}

/** Summarize what happened while the connection was lost. */
function tellMissed(lines) {
  if (!wasAway) return;
  wasAway = false;
  if (lines.length > 0) tell(`${say("own.meanwhile")} ${lines.slice(-MISSED).join(" ")}`, null, "yes");
}

/** Call the player by vibration or chime, as they have chosen. */
function call() {
  if (now.vibrates.on) navigator.vibrate?.(200);
  if (chimes.on) now.chime.ring();
}

function isMine() {
  return isAsked(now.position, now.seat);
}

function offer() {
  const { page, position } = now;
  const { way } = page;
  choosing.offer(legalIn(position), (action) => page.way(action, position.state));
  if (page.way !== way) offer();
}

// Drawing

/** Draw the page; again if the game's own drawing has failed, because the targets change then. */
function draw() {
  const { position, page, seat } = now;
  const way = page?.way;
  const isOver = position?.phase === "over";
  if (position) document.title = `${page.seatName(position.state, seat)} · ${position.game.name} · Undertow`;
  document.body.classList.toggle("over", isOver);
  document.body.classList.toggle("unopened", !position);
  render(document.body, ...view(now, act));
  if (page?.way === way) return;
  offer();
  render(document.body, ...view(now, act));
}

/** Open a sheet, or close the open one. */
function open(sheet) {
  now.sheet = sheet;
  draw();
  const dialog = byId("sheet");
  if (!sheet) return dialog.close();
  byId("sheet-body").scrollTop = 0;
  if (!dialog.open) dialog.showModal();
}

/** Show an answer; `kinds`: "yes" for no refusal, "hint" for one beside the board. */
function tell(message, rule = null, ...kinds) {
  now.told = { message, rule, kinds };
  draw();
}

function forgetTold() {
  now.told = null;
  draw();
}

// Taps

function tap(key) {
  now.told = null;
  if (now.isAsking || !choosing.tap(key)) return ask(key);
  const { action } = choosing;
  if (action && !now.isBusy && now.page.atOnce(action)) send(action);
  draw();
}

/** Answer a tap on a part of the board that is no target. */
function tapBeside({ target }) {
  if (now.position?.phase !== "play" || !target.closest("svg") || target.closest("[role=button]")) return;
  tell(isMine() ? `${say("own.nothing")} ${wayOf(now)}` : say("own.not-your-turn"));
}

/** Ask the table about an attempt, legal or not. */
function ask(key) {
  now.isAsking = false;
  const action = attempt(key);
  if (action) tellTable({ type: "why", action });
  else tell(say("own.nothing"));
}

function attempt(key) {
  const { page, position, seat } = now;
  const { state, pending } = position;
  const all = [...legalIn(position), ...choicesOf(now).flatMap(({ choices }) => choices.map(({ action }) => action))];
  const ways = all.map((action) => ({ action, way: page.way(action, state) }));
  const fits = (keys) => ways.find(({ way }) => keys.every((one) => way.includes(one)))?.action;
  return fits([...choosing.taps, key]) ?? page.attempt(key, state, pending, seat, choosing.taps) ?? fits([key]);
}

function list() {
  open(listSheet(now, choose));
  // Focus the first legal choice.
  byId("sheet").querySelector("[aria-pressed]")?.focus();
}

function choose({ legal, action }) {
  now.told = null;
  open(null);
  if (!legal) return tellTable({ type: "why", action });
  choosing.choose(action);
  draw();
  byId("play").focus();
}

function play() {
  if (now.isBusy) return;
  const { action } = choosing;
  if (action) send(action);
  else tell(say(isMine() ? "own.choose-first" : "own.not-your-turn"));
}

function send(action) {
  now.told = null;
  choosing.clear();
  now.isBusy = connection.send({ type: "act", action });
  if (now.isBusy) {
    flying = { action, question: question(), decided: now.position.decided };
  } else {
    kept.keep(action, question());
    tell(say("own.kept"));
  }
  draw();
}

/** Keep an unanswered action, to send it again if the seat is still asked. */
function land() {
  if (flying) kept.keep(flying.action, flying.question, flying.decided);
  settle();
}

/** Return the question that a kept choice answers. The seat's last decision is part of it,
 * because the same question may come twice in a turn. */
function question() {
  const { game, state, decided } = now.position;
  return keyOf([game, now.page.title(state, game.seats, game), legalIn(now.position), decided]);
}

function sendKept() {
  if (!now.isConnected || !kept.isThere) return;
  const arrived = kept.hasArrived(now.position.decided);
  const action = kept.take(question());
  if (action) send(action);
  else if (!arrived) tell(say("own.moved-on"));
}

function tellTable(message) {
  if (!connection.send(message)) tell(say("own.unreached"));
  draw();
}

/** Let a bot play for this seat from now on; "" for its player. */
function seatBot(level) {
  now.told = null;
  choosing.clear();
  tellTable({ type: "bot", level });
}

/** Choose what the hint suggests; Play confirms it. */
function showHint({ action, message }) {
  const same = legalIn(now.position).find((each) => keyOf(each) === keyOf(action));
  if (!same) return;
  if (now.hidden.on) return tell(say("own.hidden"));
  choosing.choose(same);
  tell(hintWords(labelOf(same, now), message && now.page.say(message)), null, "yes", "hint");
}

/** Hide the hand or show it again. */
function showHand() {
  now.hidden.toggle();
  // The Play button must not reveal a hidden hand.
  choosing.clear();
  forgetTold();
}
