/* Everything that a seat's page shows, in one state; a change of it draws the page. */

import { Aloud } from "../shared/aloud.js";
import { Story } from "../shared/log.js";
import { Switch, device, visit } from "../shared/remembered.js";
import { Choosing } from "./choosing.js";
import { Awake, Chime, Install } from "./phone.js";
import { isAsked } from "./situation.js";

/** @import { Child } from "../shared/preact.js" */
/** @import { Moment } from "../shared/history.js" */
/** @import { CompletePage, Position, Review, Seating, Status } from "../shared/types.js" */
/** @typedef {{ title: string, content(): Child }} Sheet */
/** @typedef {{ message: string, rule: string | null, kinds: string[] }} Told */
/** @typedef {typeof now} State */
/** The state once a position has come.
 * @typedef {State & { position: Position, page: CompletePage }} Playing */

const chimes = new Switch(device, "chimes");
const stays = new Switch(device, "stays-awake", true);
let draw = () => {};

export const now = {
  seat: Number(/^\/seat\/(\d+)/.exec(location.pathname)?.[1]),
  page: /** @type {CompletePage | null} */ (null),
  position: /** @type {Position | null} */ (null),
  // The table's look back at a game that is over.
  review: /** @type {Review | null} */ (null),
  // What draws the end of a game, once one has ended.
  ending: /** @type {typeof import("../shared/ending.js").ending | null} */ (null),
  // What draws the clocks, once there are any.
  clockOf: /** @type {typeof import("../shared/clock.js").clockOf | null} */ (null),
  // Who has which seat.
  seating: /** @type {Seating} */ ({ seats: [], joining: true }),
  story: new Story(),
  moment: /** @type {Moment | null} */ (null),
  aloud: new Aloud(),
  // The length of the story when this seat last decided.
  decidedAt: 0,
  choosing: new Choosing(),
  // The connection, as it was last worth telling.
  status: /** @type {Status | null} */ (null),
  isConnected: false,
  // An action was sent; a second tap must not send it again.
  isBusy: false,
  // The next tap asks why and chooses nothing.
  isAsking: false,
  // The answer over the board; `kinds`: "yes" for no refusal, "hint" for one beside the board.
  told: /** @type {Told | null} */ (null),
  sheet: /** @type {Sheet | null} */ (null),
  hidden: new Switch(visit, "hidden"),
  vibrates: new Switch(device, "vibrates", true),
  chimes,
  chime: new Chime(chimes),
  stays,
  awake: new Awake(stays),
  // Nothing is shown event by event.
  atOnce: new Switch(device, "at-once"),
  install: new Install(() => draw()),
};

/** Draw every change with this function.
 * @param {() => void} how */
export function drawWith(how) {
  draw = how;
}

/** @param {Partial<State>} changes */
export function set(changes) {
  Object.assign(now, changes);
  draw();
}

/** Show an answer.
 * @type {(message: string, rule?: string | null, ...kinds: string[]) => void} */
export function tell(message, rule = null, ...kinds) {
  set({ told: { message, rule, kinds } });
}

/** Return whether a position has come.
 * @type {(state: State) => state is Playing} */
export function isOpen(state) {
  return state.position !== null;
}

/** Return the state, where something can only be done in a position. */
export function playing() {
  return /** @type {Playing} */ (now);
}

export function isMine() {
  return isAsked(now.position, now.seat);
}
