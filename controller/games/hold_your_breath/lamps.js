/* HOLD YOUR BREATH!: what a lamp of the table means in this position. */

import { feet } from "/data.js";
import { layout } from "./data.js";

/** @import { Say } from "/static/shared/types.js" */
/** @import { State } from "./data.js" */

/** Return a lamp's meaning; null for places that mean the same in every game.
 * @type {(state: State, place: string, say: Say) => string | null} */
export function lampIn(state, place, say) {
  const [kind, ...rest] = place.split(":");
  if (kind === "tile") return tileIn(state, place, say);
  return kind === "depth" ? laneIn(state, Number(rest[0]), Number(rest[1]), say) : null;
}

/** @type {(state: State, seat: number, position: number, say: Say) => string} */
function laneIn(state, seat, position, say) {
  if (seat >= state.depths.length) return say("lamp.no-lane");
  const depth = state.depths[seat];
  const at = inLane(depth);
  if (position === at) return say("lamp.pirate", { seat, depth });
  /** @type {(use: string) => boolean} */
  const lies = (use) => state.fronts[seat].some(({ as }) => as === use);
  const front = { [at + 1]: "panic", [at + 2]: "shark" }[position];
  if (front && lies(front)) return say("page.in-front", { as: front, seat });
  const anchor = state.anchors?.[seat];
  if (anchor !== undefined && inLane(anchor) === position) return say("lamp.anchor", { seat, anchor });
  return say("lamp.lane", { seat });
}

/** @type {(state: State, place: string, say: Say) => string} */
function tileIn(state, place, say) {
  const use = layout.uses[place];
  if (use) return say("lamp.use", { use: use.split(" ") });
  if (place === layout.finish) return say("lamp.finish");
  const [row, column] = place.slice("tile:".length).split(",").map(Number);
  if (row === layout.deck) return say("lamp.deck");
  if (row >= state.depths.length) return say("lamp.no-lane");
  return say("lamp.front", { as: column === 0 ? "panic" : "shark", seat: row });
}

/** Return the position at that depth; beyond its end, a lane folds back.
 * @type {(depth: number) => number} */
function inLane(depth) {
  const steps = depth / feet;
  return steps < layout.positions ? steps : ((steps - 1) % (layout.positions - 1)) + 1;
}
