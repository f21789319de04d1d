/* The table's page. One state has all that it knows, and `draw` shows it; what moves by the
 * millisecond (lamps, buttons, pieces in a hand) draws itself. */

import { faults } from "../bench/faults.js";
import { meters, readings } from "../bench/instruments.js";
import { partRows } from "../bench/parts.js";
import { banner } from "../shared/banner.js";
import { Connection } from "../shared/connection.js";
import { byId, el, isConfirmed, render } from "../shared/dom.js";
import { needsReview } from "../shared/ending.js";
import { gamePage } from "../shared/game-page.js";
import { Log, Story } from "../shared/log.js";
import { lampsOf, rulesOf } from "../shared/rules.js";
import { say } from "../shared/words.js";
import { banners } from "./banners.js";
import { DrawnTable } from "./drawn-table.js";
import { filledIn, firstScreen, isChoosing, orderOf } from "./first-screen.js";
import { historyButtons, stepped } from "./history.js";
import { asking, freeSeats } from "./join.js";
import { loudness } from "./loudness.js";
import { said } from "./next-step.js";
import { seatCode, seatList } from "./seat-list.js";
import { Sound } from "./sound.js";
import { head, keepView, wantedView } from "./views.js";
import { Voice } from "./voice.js";

const PAPERS = { lampsOf, rulesOf };
const LOOK_MS = 1000;

const table = byId("table");
const sound = new Sound((played) => set({ played }));
const voice = new Voice();
const drawnTable = new DrawnTable(table, send);

const state = {
  view: wantedView(),
  // The connection, as it was last worth telling.
  status: null,
  story: new Story(),
  // The newest message of each kind, and the page of the position's game.
  hello: null,
  position: null,
  page: null,
  seating: { seats: [], joining: true },
  games: [],
  bots: [],
  parts: [],
  lying: null,
  health: null,
  review: null,
  sound: null,
  // The form of the first screen, as far as somebody has filled it in; is it open in a game?
  draft: null,
  another: false,
  // The draft of a game that was ordered, until the table answers.
  ordered: null,
  // The earlier moment that is shown, { at, state }, or null.
  moment: null,
  // The last answer, { rule, message }, and the one about a misplaced piece.
  told: null,
  toldOfPiece: null,
  // This page's request for a seat, and why it was not given one.
  asking: null,
  seated: null,
  // The seat whose code is shown, the name to forget, and the paper that is read.
  code: null,
  forgetting: "",
  paper: "",
  // The bench: the faults that are picked, by part, and the lamps' meters.
  picked: {},
  meter: { rate: 0, frames: 0, bytes: null },
  sounds: sound.on,
  played: null,
  speaks: voice.on,
};

function set(changes) {
  Object.assign(state, changes);
  draw();
}

// From the table

const handlers = {
  hello(hello) {
    set({ hello });
    drawnTable.build(hello);
    if (state.position) drawnTable.show(state.position, state.page);
  },
  parts: ({ parts }) => set({ parts }),
  striker: (message) => drawnTable.strike(message),
  lying(lying) {
    drawnTable.lie(lying);
    set({ lying });
  },
  health: (health) => set({ health }),
  heard: (message) => sound.play(message),
  sound: (message) => set({ sound: message }),
  past: ({ at, state: was }) => showMoment(at, was),
  asking: ({ seat, word }) => set({ asking: { seat, word } }),
  seated({ url, message }) {
    if (url) location.assign(url);
    else set({ asking: null, seated: message });
  },
  misnamed({ seat, message }) {
    reopen();
    does.fill({ misnamed: { seat, message } });
    byId("new-form").reportValidity();
  },
  error({ message }) {
    reopen();
    tell(say(message));
  },
};

/* These wait for each other, because showing one may wait for a game's module. */
const inOrder = {
  async position(position) {
    const page = await gamePage(position.game);
    const before = state.position;
    const review = position.result ? state.review : null;
    const isBegun = before && before.phase !== position.phase && position.phase === "play";
    const isPointed = position.phase === "choose" && before?.game?.game !== position.game.game;
    if (state.moment) toNow();
    set({
      position,
      page,
      review,
      ordered: null,
      ...(isOld(before, position) ? { told: null } : {}),
      ...(isBegun ? { draft: null, another: false } : {}),
      // The screen follows the table's NEXT.
      ...(isPointed && state.draft ? { draft: { ...state.draft, game: position.game.game, options: {}, told: {} } } : {}),
    });
    if (position.step && !before?.step) state.toldOfPiece = state.told;
    drawnTable.show(position, page);
    if (needsReview(before, position)) send("review");
    // The reader may be elsewhere on the page.
    if (before?.phase === "play" && position.phase === "over") byId("result").scrollIntoView({ block: "nearest" });
  },
  games({ games, bots }) {
    const isAwaited = state.another && state.games.length === 0;
    set({ games, bots });
    if (isAwaited) focusGame();
  },
  story(message) {
    if (state.position?.game && state.story.tell(message, state.page, state.position.game) === null) send("story");
    draw();
  },
  review: (review) => set({ review }),
  seats: (seating) => set({ seating }),
  said({ told, prompt, answer, again }) {
    const text = (says) => (state.page ?? { say }).say(says);
    voice.hear({ told: told.map(text), prompt: prompt.map(text), answer: answer && text(answer), again });
  },
  told({ rule, message }) {
    tell((state.page ?? { say }).say(message), rule);
    voice.hear({ answer: state.told.message });
  },
  reply: ({ message }) => tell((state.page ?? { say }).say(message)),
};

let shown = Promise.resolve();
const connection = new Connection({
  text(message) {
    const { type } = message;
    if (!(type in inOrder)) return handlers[type]?.(message);
    shown = shown.then(() => inOrder[type](message)).catch((error) => console.error(error));
  },
  frame: (bytes) => drawnTable.light(bytes),
  status(status) {
    // An attempt is not worth telling.
    if (status.state !== "connecting") set({ status });
    table.classList.toggle("stale", status.state === "lost");
    if (status.state === "open") return state.position?.result && !state.review && send("review");
    drawnTable.letGo();
    if (state.asking) set({ asking: null, seated: null });
  },
});

function send(type, fields = {}) {
  return connection.send({ type, ...fields });
}

/** Send what somebody chose; say so if it does not arrive. */
function order(type, fields) {
  const isSent = send(type, fields);
  // This draws too, so a field shows again what holds.
  if (!isSent) tell(say("own.unreached"));
  return isSent;
}

/** Return whether the last answer is out of date: the position has changed, or its piece is back. */
function isOld(before, now) {
  const about = ({ phase, game, state: stands, pending }) => JSON.stringify([phase, game, stands, pending]);
  const isBack = before?.step && !now.step && state.told === state.toldOfPiece;
  return isBack || (before && about(before) !== about(now));
}

function tell(message, rule = null) {
  set({ told: { message, rule } });
}

// What somebody does here

const does = {
  send: order,
  view(view) {
    keepView(view);
    set({ view });
  },
  another() {
    if (state.games.length === 0) send("games");
    set({ another: true });
    focusGame();
  },
  async read(kind, title) {
    if (!state.position?.game) return;
    try {
      render(byId("paper"), ...(await PAPERS[kind](state.position.game.game)));
      set({ paper: title });
      byId("papers").showModal();
    } catch (error) {
      console.warn(error);
      tell(say("page.not-fetched"));
    }
  },
  loudness() {
    // The table lists its voices once the dialog is opened.
    send("sound");
    byId("loudness").showModal();
  },
  sound: () => set({ sounds: sound.toggle() }),
  voice: () => set({ speaks: voice.toggle() }),
  refuse: (seat) => order("refuse", { seat }),
  seatBot: (seat, level) => order("bot", { seat, level }),
  showCode(code) {
    set({ code });
    byId("qr").showModal();
  },
  fill: (changes) => set({ draft: { ...state.draft, ...changes } }),
  leave: () => set({ draft: null, another: false }),
  answer(type) {
    order(type);
    table.focus({ preventScroll: true });
  },
  async forget(name) {
    set({ forgetting: name });
    if (await isConfirmed(byId("forget"))) order("forget", { name });
  },
  async start(isLesson) {
    const form = filledIn(state);
    if (!form || (state.position?.phase === "play" && !(await isConfirmed(byId("confirm"))))) return;
    if (!order("new", orderOf(form, state.bots, isLesson))) return;
    set({ ordered: { ...state.draft }, draft: null, another: false });
    // The focused form disappears, so focus the table.
    table.focus({ preventScroll: true });
  },
};

function focusGame() {
  byId("new-form").querySelector("[name=game]:checked")?.focus();
}

/** Show the form of a refused order again, as it was filled in. */
function reopen() {
  if (state.ordered) set({ draft: state.ordered, ordered: null, another: true });
}

function step(by) {
  const at = stepped(state.story.moments, state.moment?.at ?? null, by);
  if (at === null) return toNow();
  if (at === undefined) return;
  set({ moment: { at, state: state.moment?.state ?? null } });
  send("past", { at });
}

function showMoment(at, was) {
  if (state.moment?.at !== at) return;
  set({ moment: { at, state: was } });
}

function toNow() {
  const hadFocus = ["later", "back-to-now"].includes(document.activeElement?.id);
  set({ moment: null });
  if (hadFocus) byId("earlier").focus();
}

// Drawing

function draw() {
  const { position, page, hello, view } = state;
  dress();
  byId("connection").dataset.state = state.status?.state ?? "";
  render(byId("connection"), ...banner(state.status, () => connection.retry()));
  document.title = `${position?.game?.name ?? say("page.table")} · Undertow`;
  const hadStep = document.activeElement?.id === "do-step";
  render(byId("head"), ...head(state, does));
  render(byId("said"), ...said(state, (wanted) => drawnTable.follow(wanted)));
  if (hadStep && byId("do-step").hidden) table.focus({ preventScroll: true });
  render(byId("banners"), ...banners(state, does));
  render(byId("first"), firstScreen(state, does));
  render(byId("asking"), ...asking(state));
  render(byId("free-seats"), ...freeSeats(state, order));
  render(byId("links"), ...seatList(state, does));
  render(byId("story-head"), ...historyButtons(state.moment?.at ?? null, step, toNow));
  const stands = state.moment?.state ?? position?.state;
  const summary = stands ? page.summary(stands, position.game) : null;
  render(byId("summary"), summary);
  byId("summary").hidden = !summary;
  render(byId("log"), el(Log, { rows: state.story.rows, at: state.moment?.state ? state.moment.at : null }));
  render(byId("parts"), ...partRows(state.parts));
  byId("builder").hidden = !hello?.hands;
  if (view === "bench") drawBench();
  drawDialogs();
}

/** Dress the page for its kind and for what is being done. */
function dress() {
  const { hello, view, position, moment } = state;
  const isElsewhere = isChoosing(state) && filledIn(state)?.offer.game !== position?.game?.game;
  const kinds = { mirror: hello && !hello.touch, host: hello?.page === "host", spectator: hello?.page === "spectator" };
  // OK on the table would start another game than the one chosen here.
  const moods = { ...kinds, choosing: isChoosing(state), elsewhere: isElsewhere, back: moment !== null };
  for (const [name, is] of Object.entries(moods)) document.body.classList.toggle(name, Boolean(is));
  document.body.dataset.view = view;
  // The screen view has no buttons.
  byId("stage").inert = view === "screen";
}

function drawBench() {
  render(byId("meters"), ...meters(state));
  render(byId("readings-part"), ...readings(state.health));
  render(byId("builder-parts"), ...faults(state, (part, fault) => set({ picked: { ...state.picked, [part]: fault } }), order));
}

function drawDialogs() {
  render(byId("qr"), ...seatCode(state));
  render(byId("loudness-fields"), ...loudness(state.sound, (fields) => order("sound", fields)));
  render(byId("forget-title"), say("end.forget-title", { who: state.forgetting }));
  render(byId("papers-title"), state.paper);
}

/** Look at the instruments every second, in the bench view only. */
function look() {
  const { frames, latest } = drawnTable;
  const rate = frames - state.meter.frames;
  state.meter = { rate, frames, bytes: latest };
  if (state.view !== "bench") return;
  if (state.hello?.touch) send("health");
  draw();
}

setInterval(look, LOOK_MS);
// An owner's own map has no drawing until its papers are made.
byId("drawing").addEventListener("error", () => (byId("to-scale").hidden = true));

/* For tests: the colour of a lamp as sent and as shown, and the number of frames. */
globalThis.undertow = { lamp: (place) => drawnTable.lamp(place), frames: () => drawnTable.frames };

draw();
