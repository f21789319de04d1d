/* A seat's private page: handles the table's messages and draws them. */

import { isAskedAnew, listenForKeys, promptAloud } from "../shared/aloud.js";
import { hintWords } from "../shared/bots.js";
import { Connection } from "../shared/connection.js";
import { render } from "../shared/dom.js";
import { dress, gamePage } from "../shared/game-page.js";
import { Incoming } from "../shared/incoming.js";
import { glide, seen } from "../shared/motion.js";
import { Staging, stillsOf, watched } from "../shared/staging.js";
import { needsReview } from "../shared/standing.js";
import { say } from "../shared/words.js";
import { nameManifest, startWorker } from "./phone.js";
import { botOf, isAsked, labelOf, legalIn } from "./situation.js";
import { drawWith, isMine, now, playing, set, tell } from "./state.js";
import { actions } from "./actions.js";
import { view } from "./view.js";

/** @import { Action, Handlers, Messages, Position, Says, Status, Still, StoryMessage } from "../shared/types.js" */

// How many sentences about missed events to show.
const MISSED = 3;
// A position's story follows it, but is handled first.
const STORY_MS = 300;
// Whether the connection was lost since the last story.
let wasAway = false;
let count = 0;
// Whether the seat has a new decision, which the page announces once everything has been shown.
let isCalled = false;
let asks = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
// The events since the last drawing.
let moved = /** @type {Action[]} */ ([]);
const staging = new Staging(showStill);

/** @type {Handlers} */
const shows = {
  position: arrive,
  story: follow,
  past: (message) => act.past(message),
  seats: (seating) => set({ seating }),
  review: (review) => set({ review }),
  told: ({ rule, message, legal }) => tell(answered(message), rule, ...(legal ? ["yes"] : [])),
  hint: showHint,
  error: ({ message }) => tell(say(message)),
  done: () => {},
};
const incoming = new Incoming(shows, () => {
  // Keep waiting for an answer when a position comes.
  const isBusy = connection.isOpen && connection.isWaiting;
  if (isBusy !== now.isBusy) set({ isBusy });
});
const connection = new Connection({
  text: (message) => incoming.put(message),
  status: connected,
  isIdle: () => !now.sheet && !now.isAsking && !connection.isWaiting && now.choosing.taps.length === 0,
});
const act = actions(connection);

// For tests: the shown position, the number of positions, and when all are shown.
Object.assign(globalThis, {
  undertow: { position: () => now.position, count: () => count, shown: () => incoming.shown(), connection },
});

// A tap or key skips ahead at once.
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => staging.finish(), { capture: true });
listenForKeys();
nameManifest();
addEventListener("load", startWorker);
drawWith(draw);
draw();

// Incoming messages

/** @param {Status} status */
function connected(status) {
  const isConnected = status.state === "open";
  // Without a log, the page cannot tell what it has missed.
  if (!isConnected && now.story.rows.length > 0) wasAway = true;
  if (isConnected && now.position?.result && !now.review) connection.send({ type: "review" });
  // Do not report a connection attempt.
  set({ isBusy: isConnected && now.isBusy, isConnected, ...(status.state === "connecting" ? {} : { status }) });
}

/** @param {Position} message */
async function arrive(message) {
  const page = await gamePage(message.game);
  const before = now.position;
  // Load the module for a game's end only when a game ends.
  if (message.result && !now.ending) {
    await dress("/static/shared/podium.css");
    now.ending = (await import("../shared/ending.js")).ending;
  }
  if (message.clock) now.clockOf ??= (await import("../shared/clock.js")).clockOf;
  Object.assign(now, { page, position: message, review: message.result ? now.review : null });
  if (needsReview(before, message)) connection.send({ type: "review" });
  if (before && (before.phase !== message.phase || before.game?.game !== message.game?.game)) forget();
  offer();
  // A refusal is outdated once the seat has other choices.
  if (JSON.stringify(legalIn(message)) !== JSON.stringify(before?.pending?.legal ?? [])) now.told = null;
  if (isAskedAnew(before, message, now.seat)) {
    clearTimeout(asks);
    asks = setTimeout(askAloud, STORY_MS);
  }
  isCalled = isMine() && (isCalled || Boolean(before && !isAsked(before, now.seat)));
  const stills = now.atOnce.on || now.moment ? [] : stillsOf(before, message, page, now.seat);
  moved = stills?.length ? [] : (message.events ?? []);
  staging.play(stills);
  count += 1;
}

/** Show the latest event, or finally the position.
 * @param {Still | null} still */
function showStill(still) {
  const last = seen(document.body);
  draw();
  glide(document.body, last, playing().page.moves(still?.events ?? moved));
  document.body.classList.toggle("struck", Boolean(still?.own));
  if (still?.own && staging.part === 0 && now.vibrates.on) navigator.vibrate?.([80, 60, 160]);
  if (still) return;
  if (isCalled) call();
  isCalled = false;
}

/** Tell a screen reader what to do, or how the game has ended. */
function askAloud() {
  const { aloud, position, page } = playing();
  if (!botOf(playing())) aloud.add(promptAloud(position, page));
  draw();
}

/** Reset everything that belongs to the last game. */
function forget() {
  now.isAsking = false;
  now.moment = null;
  now.choosing.clear();
}

/** Add lines to the log, or ask for all of them if some are missing.
 * @param {StoryMessage} message */
function follow(message) {
  const { aloud, story, page, position } = playing();
  const isFirst = story.rows.length === 0;
  const lines = story.tell(message, page, position.game);
  if (lines === null) connection.send({ type: "story" });
  else if (wasAway) tellMissed(lines);
  else if (!isFirst) aloud.add(...lines);
  // An undone moment cannot be shown.
  if (now.moment && !story.moments.includes(now.moment.at)) now.moment = null;
  draw();
}

/** Summarize what happened while the connection was lost.
 * @param {string[]} lines */
function tellMissed(lines) {
  wasAway = false;
  if (lines.length > 0) tell(`${say("own.meanwhile")} ${lines.slice(-MISSED).join(" ")}`, null, "yes");
}

/** Return the table's answer, addressed to this seat.
 * @param {Says} message */
function answered(message) {
  const { page, position, seat } = playing();
  const [key, values] = parts(message);
  if (key === "rules.not-your-turn" && values.seat === seat)
    return `${say("own.not-your-turn")} ${page.say(values.waits ?? "")}`;
  const [says, { prompt: inner }] = parts(position.prompt ?? "");
  const own = says === "prompt.your-turn" ? position.prompt : says === "prompt.still" ? inner : null;
  const wanted = position.lesson?.task ?? own;
  if (key.startsWith("waits.") && isMine() && wanted) return say("own.not-now", { prompt: page.say(wanted) });
  return page.say(message);
}

/** Return a sentence's key and values.
 * @type {(says: Says) => [string, { seat?: number, waits?: Says, prompt?: Says }]} */
function parts(says) {
  return typeof says === "string" ? [says, {}] : says;
}

/** Call the player by vibration or chime, as they chose. */
function call() {
  if (now.vibrates.on) navigator.vibrate?.(200);
  if (now.chimes.on) now.chime.ring();
}

/** Choose what the hint suggests; Play confirms it.
 * @param {Messages["hint"]} hint */
function showHint({ action, message }) {
  const same = legalIn(now.position).find((each) => JSON.stringify(each) === JSON.stringify(action));
  if (!same) return;
  if (now.hidden.on) return tell(say("own.hidden"));
  now.choosing.choose(same);
  tell(hintWords(labelOf(same, playing()), message && playing().page.say(message)), null, "yes", "hint");
}

// Drawing

/** Offer the legal actions, once more if the game's own `way` has failed. */
function offer() {
  const { page, position, choosing } = playing();
  const { way } = page;
  choosing.offer(legalIn(position), (action) => page.way(action, position.state));
  if (page.way !== way) offer();
}

/** Draw the page, once more if the game's own drawing has failed, because that changes the targets. */
function draw() {
  const { page, seat, moment, story } = now;
  const present = staging.shown(now.position);
  const isBack = present !== null && moment?.state != null;
  const position = isBack ? watched(present, moment.state, story.told(moment.at)) : present;
  const way = page?.way;
  if (position && page) document.title = `${page.seatName(position.state, seat)} · ${position.game.name} · Undertow`;
  document.body.classList.toggle("back", isBack);
  document.body.classList.toggle("over", position?.phase === "over");
  document.body.classList.toggle("unopened", !position);
  render(document.body, ...view({ ...now, position }, act));
  if (page?.way === way) return;
  offer();
  render(document.body, ...view({ ...now, position }, act));
}
