/* GET BIT!: what a lamp of the table means in this position. */

import { layout } from "./data.js";

/** @import { Say } from "/static/shared/types.js" */
/** @import { State } from "./data.js" */

/** `of`: { say, halves }; null for places that mean the same in every game.
 * @type {(state: State, place: string, of: { say: Say, halves: boolean }) => string | null} */
export function lampIn(state, place, { say, halves }) {
  const [kind, ...numbers] = place.split(":");
  if (kind === "tile") return say("lamp.tile");
  if (kind !== "depth" || state.line.length === 0) return null;
  const [lane, position] = numbers.map(Number);
  const [index, at] = [Math.floor((position - 1) / layout.pitch), (position - 1) % layout.pitch];
  const robot = state.line[index];
  if (position > 0 && robot && at < layout.long) {
    const isThere = state.robots[robot].limbs > (halves ? 2 * lane + at : lane);
    return say(isThere ? "lamp.limb" : "lamp.lost", { robot });
  }
  const snout = 1 + state.line.length * layout.pitch;
  return say(layout.shark[position - snout]?.includes(lane) ? "lamp.shark" : "lamp.water");
}
