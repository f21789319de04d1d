/* Everything that the table's page knows, in one state; any change redraws the page. */

import { Aloud } from "../shared/aloud.js";
import { Story } from "../shared/log.js";
import { sampleCards } from "./pieces.js";
import { Sound } from "./sound.js";
import { wantedView } from "./head.js";
import { Voice } from "./voice.js";

/** @import { Child } from "../shared/preact.js" */
/** @import { CompletePage, Health, Hello, Lying, NearbyTable, Offer, Part, Position, Review, Seating, SettingsOfTable,
 *   SoundSettings, Status } from "../shared/types.js" */
/** @import { Moment } from "../shared/history.js" */
/** @import { Question } from "./dialogs.js" */
/** @import { Draft } from "./first-screen.js" */
/** @import { Moving } from "./tray.js" */
/** @typedef {{ rule: string | null, message: string }} Told */
/** @typedef {typeof state} State */

let draw = () => {};
export const sound = new Sound((played) => set({ played }));
export const voice = new Voice();

export const state = {
  view: wantedView(),
  // The connection's last status worth showing.
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
  parts: /** @type {Part[]} */ ([]),
  nearby: /** @type {NearbyTable[]} */ ([]),
  lying: /** @type {Lying | null} */ (null),
  health: /** @type {Health | null} */ (null),
  review: /** @type {Review | null} */ (null),
  sound: /** @type {SoundSettings | null} */ (null),
  // The table's own settings, and the changes to them.
  settings: /** @type {SettingsOfTable | null} */ (null),
  filled: /** @type {Record<string, string>} */ ({}),
  // The first screen's form, as far as somebody has filled it in, and whether it is open during a game.
  draft: /** @type {Draft | null} */ (null),
  another: false,
  moment: /** @type {Moment | null} */ (null),
  // The last answer, and the one about a misplaced piece.
  told: /** @type {Told | null} */ (null),
  toldOfPiece: /** @type {Told | null} */ (null),
  // The open dialog, the seat (or the room) whose code it shows, its question, and its paper.
  open: /** @type {"code" | "help" | "loudness" | "papers" | "question" | "settings" | null} */ (null),
  code: /** @type {number | "room"} */ ("room"),
  question: /** @type {Question | null} */ (null),
  paper: /** @type {{ title: string, text: Child } | null} */ (null),
  // The thing being moved on the drawn table, and whether the map has no drawing.
  moving: /** @type {Moving} */ ({ thing: null, aim: null }),
  // The cards that lie beside the readers or on them: samples, typed ones, and those of other pages.
  tags: new Set(sampleCards()),
  isUndrawn: false,
  // The bench: the selected faults, by part, and the lamps' meters.
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
