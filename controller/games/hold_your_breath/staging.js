/* HOLD YOUR BREATH! event by event: someone plays a card, a pirate takes a breath and dives, the Shark comes down. */

import { wordsOf } from "/static/shared/words.js";
import { words } from "./words.js";

/** @import { Event, State } from "./data.js" */

const say = wordsOf(words);
const FEET = 5;
// What a seat is told about a card that another seat plays on it.
const PLAYED = { shark: "page.shark-on-you", panic: "page.panic-on-you" };

/** Return the states that show an event, in order, given the state after all events of its action.
 * @type {(state: State, event: Event, end: State) => State[]} */
export function after(state, event, end) {
  const still = { ...state, breathing: null, diving: null, hunt: null };
  if (event.type === "play") {
    const { seat, card, as } = event;
    return played({ ...still, hands: end.hands, discard: end.discard, played: { seat, card, as } }, event, end);
  }
  if (event.type === "move") return dive(still, event);
  if (event.type === "surface") return [still];
  if (event.type === "anchors") {
    return [
      { ...still, anchors: event.depths.map(() => 0) },
      { ...still, anchors: event.depths },
    ];
  }
  return [end];
}

/** @type {(state: State, event: Extract<Event, { type: "play" }>, end: State) => State[]} */
function played(state, { seat, as, target }, end) {
  const { air, swim, fronts, discard } = end;
  if (as.startsWith("air"))
    return [
      { ...state, breathing: seat },
      { ...state, air, breathing: seat },
    ];
  if (as.startsWith("swim")) return [{ ...state, swim }];
  if (target === undefined || !["shark", "calm"].includes(as)) return [{ ...state, fronts }];
  // The Shark goes from one front row to another.
  const gone = { ...state, fronts: fronts.with(target, state.fronts[target]), discard };
  const hunts = [0, state.depths[target]].map((feet) => ({ ...gone, hunt: { seat: target, feet } }));
  return [...hunts, { ...state, fronts }];
}

/** Return the states of a movement, 5 ft at a time, as the lamps show it.
 * @type {(state: State, event: Extract<Event, { type: "move" }>) => State[]} */
function dive(state, { seat, depth }) {
  const way = depth - state.depths[seat];
  const steps = Math.abs(way) / FEET;
  const at = Array.from({ length: steps }, (_, step) => state.depths[seat] + ((step + 1) * way) / steps);
  return at.map((feet) => ({ ...state, depths: state.depths.with(seat, feet), diving: way > 0 ? "down" : "up" }));
}

/** Return what to tell the seat about a card that another seat has played on it.
 * @type {(event: Event, seat: number) => string | null} */
export function own(event, seat) {
  if (event.type !== "play" || event.target !== seat || event.seat === seat) return null;
  const key = PLAYED[/** @type {keyof typeof PLAYED} */ (event.as)];
  return key ? say(key, { seat: event.seat }) : null;
}
