/* GET BIT! event by event: cards turn over, robots swim one after another, the shark bites. */

import { wordsOf } from "/static/shared/words.js";
import { words } from "./words.js";

/** @import { Event, Robot, State } from "./data.js" */

const say = wordsOf(words);

/** Return the states that show an event, in order; none if it needs no caption.
 * @type {(state: State, event: Event) => State[]} */
export function after(state, event) {
  /** @type {(name: string, more: Partial<Robot>) => State["robots"]} */
  const robots = (name, more) => ({ ...state.robots, [name]: { ...state.robots[name], ...more } });
  if (event.type === "reveal") return [{ ...state, chosen: Object.keys(event.cards ?? {}), shown: event.cards ?? {} }];
  if (event.type === "swim") return [{ ...state, line: event.line }];
  if (event.type === "bite") {
    const hurt = { ...state, robots: robots(event.robot, { limbs: event.limbs }) };
    return [
      { ...state, bitten: event.robot },
      { ...hurt, bitten: event.robot },
      { ...hurt, line: event.line },
    ];
  }
  if (event.type === "out") {
    const line = state.line.filter((name) => name !== event.robot);
    return [{ ...state, robots: robots(event.robot, { out: true, limbs: 0 }), line }];
  }
  return ["choose", "pick-up"].includes(event.type) ? [] : [state];
}

/** Return what to tell the seat about its own robot.
 * @type {(event: Event, seat: number, state: State) => string | null} */
export function own(event, seat, state) {
  if (event.type !== "bite" || state.robots[event.robot].seat !== seat) return null;
  return say(event.limbs > 0 ? "page.bitten" : "page.eaten", { robot: event.robot });
}
