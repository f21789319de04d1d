/* Everything that a seat's page shows, in one state; any change redraws the page. */

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
  // The table's review of a finished game.
  review: /** @type {Review | null} */ (null),
  // The function that draws a game's end, loaded when one ends.
  ending: /** @type {typeof import("../shared/ending.js").ending | null} */ (null),
  // The function that draws the clocks, loaded when there are any.
  clockOf: /** @type {typeof import("../shared/clock.js").clockOf | null} */ (null),
  // The seats and their players.
  seating: /** @type {Seating} */ ({ seats: [], joining: true }),
  story: new Story(),
  moment: /** @type {Moment | null} */ (null),
  aloud: new Aloud(),
  // The story's length at this seat's last decision.
  decidedAt: 0,
  choosing: new Choosing(),
  // The connection's last status worth showing.
  status: /** @type {Status | null} */ (null),
  isConnected: false,
  // Whether an action was sent, so that a second tap does not send it again.
  isBusy: false,
  // Whether the next tap asks why instead of choosing.
  isAsking: false,
  // The answer over the board; `kinds`: "yes" if it is not a refusal, "hint" for one beside the board.
  told: /** @type {Told | null} */ (null),
  sheet: /** @type {Sheet | null} */ (null),
  hidden: new Switch(visit, "hidden"),
  vibrates: new Switch(device, "vibrates", true),
  chimes,
  chime: new Chime(chimes),
  stays,
  awake: new Awake(stays),
  // Whether to show events one by one.
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

/** Return the state for an action that needs a position. */
export function playing() {
  return /** @type {Playing} */ (now);
}

export function isMine() {
  return isAsked(now.position, now.seat);
}
