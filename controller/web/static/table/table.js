/* The table's page: handles the table's messages and draws them. Lamps, buttons and dragged pieces, which
 * change all the time, draw themselves. */

import { listenForKeys } from "../shared/aloud.js";
import { Connection } from "../shared/connection.js";
import { byId, render } from "../shared/dom.js";
import { gamePage } from "../shared/game-page.js";
import { Incoming } from "../shared/incoming.js";
import { glide, seen } from "../shared/motion.js";
import { Switch, device } from "../shared/remembered.js";
import { Staging, stillsOf } from "../shared/staging.js";
import { needsReview } from "../shared/standing.js";
import { say } from "../shared/words.js";
import { actions, focusGame } from "./actions.js";
import { DrawnTable } from "./drawn-table.js";
import { filledIn, isChoosing } from "./first-screen.js";
import { drawWith, set, sound, state, tell, voice } from "./state.js";
import { focusThing } from "./tray.js";
import { view, viewOf } from "./view.js";

/** @import { Handlers, Message, Position, Request, Says, Send, Status, Still } from "../shared/types.js" */
/** @import { State } from "./state.js" */

const LOOK_MS = 1000;

const act = actions(
  send,
  request,
  () => drawnTable,
  () => connection.retry(),
);
const staging = new Staging(showStill);
const isHasty = new Switch(device, "at-once");
// Whether the game has ended with the last position; how long the log was before it.
let hasEnded = false;
let rowsBefore = 0;

let drawnTable = /** @type {DrawnTable} */ (/** @type {unknown} */ (null));

drawWith(draw);
draw();
drawnTable = new DrawnTable(byId("table"), send);

/** Shown as soon as they arrive.
 * @type {Handlers} */
const atOnce = {
  hello(hello) {
    set({ hello });
    drawnTable.build(hello);
    if (state.position && state.page) drawnTable.show(state.position, state.page);
  },
  parts: ({ parts }) => set({ parts }),
  nearby: ({ tables }) => set({ nearby: tables }),
  striker: (message) => drawnTable.strike(message),
  lying: (lying) => drawnTable.lie(lying),
  health: (health) => set({ health }),
  heard: (message) => sound.play(message),
  sound: (message) => set({ sound: message }),
  past: act.past,
  misnamed({ seat, message }) {
    act.fill({ misnamed: { seat, message } });
    /** @type {HTMLElement | null} */ (byId("new-form").querySelector("[aria-invalid=true]"))?.focus();
  },
  settings: (settings) => set({ settings }),
  error: ({ message }) => tell(say(message)),
};

/** Shown one after the other, because a position waits for its game's module.
 * @type {Handlers} */
const inOrder = {
  position: arrive,
  games({ games }) {
    const isAwaited = state.another && state.games.length === 0;
    set({ games });
    if (isAwaited) focusGame();
  },
  story(message) {
    const { position, page, story } = state;
    if (position?.game && page && story.tell(message, page, position.game) === null) send("story");
    set({});
  },
  review: (review) => set({ review }),
  seats: (seating) => set({ seating }),
  said({ told, prompt, answer, again }) {
    const { aloud, askedAt, story } = state;
    aloud.add(...told.map(inWords), prompt.map(inWords).join(" "));
    set(prompt.length > 0 ? { askedAt: { last: story.end, before: askedAt.last } } : {});
    voice.hear({ told: told.map(inWords), prompt: prompt.map(inWords), answer: answer ? inWords(answer) : "", again });
  },
  told({ rule, message }) {
    tell(inWords(message), rule);
    voice.hear({ answer: inWords(message) });
  },
  reply: ({ message }) => tell(inWords(message)),
};

const incoming = new Incoming(inOrder);
const connection = new Connection({
  text: hear,
  frame: (bytes) => drawnTable.light(bytes),
  status: connected,
  isIdle: () => !state.draft && !document.querySelector("dialog[open], input:focus, .down"),
});

/** @type {Send} */
function send(type, fields) {
  return connection.send(/** @type {Request} */ ({ type, ...fields }));
}

/** @type {(message: Request) => Promise<Message>} */
async function request(message) {
  const answer = await connection.request(message);
  hear(answer);
  return answer;
}

/** @param {Message} message */
function hear(message) {
  const show = /** @type {Record<string, ((message: any) => unknown) | undefined>} */ (atOnce)[message.type];
  if (show) show(message);
  else incoming.put(message);
}

/** @param {Status} status */
function connected(status) {
  // Do not report a connection attempt.
  if (status.state !== "connecting") set({ status });
  byId("table").classList.toggle("stale", status.state === "lost");
  if (status.state === "open") return state.position?.result && !state.review && send("review");
  drawnTable.letGo();
}

/** @param {Position} position */
async function arrive(position) {
  const page = await gamePage(position.game);
  const before = state.position;
  const isBegun = before && before.phase !== position.phase && position.phase === "play";
  const renamed = Object.entries(state.draft?.names ?? {}).filter(
    ([seat]) => before?.game.players[Number(seat)] === position.game.players[Number(seat)],
  );
  // A name from a phone is newer than one that was typed here.
  if (state.draft?.names) state.draft.names = Object.fromEntries(renamed);
  const isPointed = position.phase === "choose" && before?.game?.game !== position.game.game;
  if (state.moment) act.toNow();
  hasEnded ||= before?.phase === "play" && position.phase === "over";
  const stills = isHasty.on ? [] : stillsOf(before, position, page);
  if (stills) rowsBefore = state.story.rows.length;
  Object.assign(state, {
    position,
    page,
    review: position.result ? state.review : null,
    ...(isOld(before, position) ? { told: null } : {}),
    ...(isBegun ? { draft: null, another: false } : {}),
    // The screen follows the table's NEXT; options of a game that was chosen here stay as they are.
    ...(isPointed && state.draft && state.draft.game !== position.game.game
      ? { draft: { ...state.draft, game: position.game.game, options: {}, told: {} } }
      : {}),
  });
  staging.play(stills);
  if (position.step && !before?.step) state.toldOfPiece = state.told;
  drawnTable.show(position, page);
  if (needsReview(before, position)) send("review");
}

/** Show the latest event, or finally the position.
 * @param {Still | null} still */
function showStill(still) {
  const last = seen(byId("summary"));
  set({});
  glide(byId("summary"), last);
  // The reader may be elsewhere on the page.
  if (!still && hasEnded) byId("result").scrollIntoView({ block: "nearest" });
  if (!still) hasEnded = false;
}

/** Return whether the last answer is out of date: the position has changed, or its piece is back.
 * @type {(before: Position | null, now: Position) => boolean} */
function isOld(before, now) {
  /** @type {(position: Position) => string} */
  const about = ({ phase, game, state: stands, pending }) => JSON.stringify([phase, game, stands, pending]);
  const isBack = Boolean(before?.step) && !now.step && state.told === state.toldOfPiece;
  return isBack || (before !== null && about(before) !== about(now));
}

/** Return a sentence in the words of the game, if there is one.
 * @param {Says} says */
function inWords(says) {
  return (state.page ?? { say }).say(says);
}

/** Update the instruments every second, in the bench view only. */
function look() {
  const { frames, latest } = drawnTable;
  const meter = { rate: frames - state.meter.frames, frames, bytes: latest };
  state.meter = meter;
  if (state.view !== "bench") return;
  if (state.hello?.touch) send("health");
  set({ meter });
}

setInterval(look, LOOK_MS);
listenForKeys();
// A tap or key skips ahead at once.
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => staging.finish(), { capture: true });
/* For tests: the colour of a lamp as sent, the number of frames, what is shown, the connection. */
Object.assign(globalThis, {
  undertow: {
    lamp: (/** @type {string} */ place) => drawnTable.lamp(place),
    frames: () => drawnTable.frames,
    shown: () => incoming.shown(),
    connection,
  },
});

// Drawing

function draw() {
  const shown = { ...state, position: staging.shown(state.position) };
  const hadStep = document.activeElement?.id === "do-step";
  document.title = `${shown.position?.game?.name ?? say("page.table")} · Undertow`;
  dress(shown);
  const held = document.activeElement?.getAttribute("data-thing");
  render(document.body, ...view(shown, staging.rows(state.story.rows, rowsBefore), act));
  drawnTable?.tray.draw();
  // A thing that has moved is another element.
  if (held && document.activeElement === document.body) focusThing(held);
  if (hadStep && byId("do-step").hidden) byId("table").focus({ preventScroll: true });
}

/** Set the page's classes for its kind and for the current activity.
 * @param {State} state */
function dress(state) {
  const { hello, position, moment } = state;
  const isElsewhere = isChoosing(state) && filledIn(state)?.offer.game !== position?.game?.game;
  const kinds = { host: hello?.page === "host", spectator: hello?.page === "spectator" };
  // OK on the table would start another game than the one chosen here.
  const moods = { ...kinds, choosing: isChoosing(state), elsewhere: isElsewhere, back: moment !== null };
  for (const [name, is] of Object.entries(moods)) document.body.classList.toggle(name, Boolean(is));
  document.body.dataset.view = viewOf(state);
}
