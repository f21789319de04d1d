/* HAI NOON event by event: a card is played, then sharks and divers move, then the attack. */

import { wordsOf } from "/static/shared/words.js";
import { words } from "./words.js";

const say = wordsOf(words);

/** The sharks after an event; by the end of its action they may have bitten.
 * @type {Record<string, (sharks: string[], shark: number) => string[]>} */
const SHARKS = {
  rotate: (sharks) => [...sharks.slice(-1), ...sharks.slice(0, -1)],
  swap: (sharks, shark) => {
    const next = (shark + 1) % sharks.length;
    return sharks.with(shark, sharks[next]).with(next, sharks[shark]);
  },
  flip: (sharks, shark) => sharks.with(shark, sharks[shark] === "full" ? "hungry" : "full"),
  wake: (sharks, shark) => sharks.with(shark, "hungry"),
};

/** The parts of the state that an event changes once; the others change step by step. */
const CHANGED = {
  hide: ["divers", "places"],
  cage: ["cage"],
  clear: ["sides", "discard"],
};

/** Return the state or states that show an event, given the state after all events of its action.
 * @type {(state: any, event: any, end: any) => any} */
export function after(state, event, end) {
  const { type, diver } = event;
  if (type === "play") {
    const { side, card } = event;
    return { ...state, hands: end.hands, sides: { ...state.sides, [side]: [...state.sides[side], card] } };
  }
  if (type === "swim" || type === "enter") {
    const from = Object.keys(state.places).find((place) => state.places[place] === diver);
    const swapped = from ? { [from]: state.places[event.place] } : {};
    return { ...state, places: { ...state.places, ...swapped, [event.place]: diver } };
  }
  if (type === "bite") {
    const divers = { ...state.divers, [diver]: { ...state.divers[diver], state: event.state } };
    const snaps = { ...state, harpoon: null, biting: event.shark, sharks: state.sharks.with(event.shark, "hungry") };
    return [
      snaps,
      { ...snaps, divers },
      { ...state, harpoon: null, divers, sharks: state.sharks.with(event.shark, "full") },
    ];
  }
  if (type === "harpoon") {
    const { hands, sharks } = end;
    return [0.5, 1].map((flown) => ({ ...state, hands, sharks, biting: null, harpoon: { diver, flown } }));
  }
  if (type === "miss") {
    // A shark that is hit does not reach the diver.
    const stops = event.by === "harpoon" ? { biting: null, harpoon: { diver, flown: 1 } } : { biting: event.shark };
    return { ...state, harpoon: null, ...stops, cage: event.by === "cage" ? null : state.cage };
  }
  const changed = CHANGED[/** @type {keyof typeof CHANGED} */ (type)] ?? [];
  const sharks = SHARKS[type]?.(state.sharks, event.shark) ?? state.sharks;
  const changes = Object.fromEntries(changed.map((field) => [field, end[field]]));
  return { ...state, biting: null, harpoon: null, sharks, ...changes };
}

/** Return what to tell the seat about its own diver.
 * @type {(event: any, seat: number, state: any) => string | null} */
export function own({ type, diver, state: now }, seat, state) {
  if (type !== "bite" || state.divers[diver].seat !== seat) return null;
  return say(now === "injured" ? "page.bitten" : "page.caught", { diver });
}
