/* Everything that the table's page knows, in one state; a change of it draws the page. */

import { Aloud } from "../shared/aloud.js";
import { Story } from "../shared/log.js";
import { Sound } from "./sound.js";
import { wantedView } from "./views.js";
import { Voice } from "./voice.js";

/** @import { Child } from "../shared/preact.js" */
/** @import { CompletePage, Health, Hello, Lying, NearbyTable, Offer, Part, Position, Review, Seating, SoundSettings,
 *   Status } from "../shared/types.js" */
/** @import { Draft } from "./first-screen.js" */
/** @typedef {{ rule: string | null, message: string }} Told */
/** @typedef {typeof state} State */

let draw = () => {};
export const sound = new Sound((played) => set({ played }));
export const voice = new Voice();

export const state = {
  view: wantedView(),
  // The connection, as it was last worth telling.
  status: /** @type {Status | null} */ (null),
  story: new Story(),
  aloud: new Aloud(),
  // The length of the story at the last prompt, and at the one before.
  askedAt: { last: 0, before: 0 },
  // The newest message of each kind, and the page of the position's game.
  hello: /** @type {Hello | null} */ (null),
  position: /** @type {Position | null} */ (null),
  page: /** @type {CompletePage | null} */ (null),
  seating: /** @type {Seating} */ ({ seats: [], joining: true }),
  games: /** @type {Offer[]} */ ([]),
  bots: /** @type {string[]} */ ([]),
  parts: /** @type {Part[]} */ ([]),
  nearby: /** @type {NearbyTable[]} */ ([]),
  lying: /** @type {Lying | null} */ (null),
  health: /** @type {Health | null} */ (null),
  review: /** @type {Review | null} */ (null),
  sound: /** @type {SoundSettings | null} */ (null),
  // The form of the first screen, as far as somebody has filled it in; is it open in a game?
  draft: /** @type {Draft | null} */ (null),
  another: false,
  // The earlier moment that is shown; its board is null until the table has sent it.
  moment: /** @type {{ at: number, state: unknown } | null} */ (null),
  // The last answer, and the one about a misplaced piece.
  told: /** @type {Told | null} */ (null),
  toldOfPiece: /** @type {Told | null} */ (null),
  // The seat whose code is shown, or the room, the name to forget, and the paper that is read.
  code: /** @type {number | "room" | null} */ (null),
  forgetting: "",
  paper: /** @type {{ title: string, text: Child } | null} */ (null),
  // The bench: the faults that are picked, by part, and the lamps' meters.
  picked: /** @type {Record<string, string>} */ ({}),
  meter: { rate: 0, frames: 0, bytes: /** @type {Uint8Array | null} */ (null) },
  sounds: sound.on,
  played: /** @type {string | null} */ (null),
  speaks: voice.on,
};

/** Draw every change with this function.
 * @param {() => void} how */
export function drawWith(how) {
  draw = how;
}

/** @param {Partial<State>} changes */
export function set(changes) {
  Object.assign(state, changes);
  draw();
}

/** Show an answer.
 * @type {(message: string, rule?: string | null) => void} */
export function tell(message, rule = null) {
  set({ told: { message, rule } });
}

/** Show the present again. */
export function toNow() {
  const hadFocus = ["later", "back-to-now"].includes(document.activeElement?.id ?? "");
  set({ moment: null });
  if (hadFocus) document.getElementById("earlier")?.focus();
}
