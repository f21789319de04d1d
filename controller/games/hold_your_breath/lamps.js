/* HOLD YOUR BREATH!: what a lamp of the table means in this position. */

import { feet } from "/data.js";
import { layout } from "./data.js";

/** Null for places that mean the same in every game. */
export function lampIn(state, place, say) {
  const [kind, ...rest] = place.split(":");
  if (kind === "tile") return tileIn(state, place, say);
  return kind === "depth" ? laneIn(state, ...rest.map(Number), say) : null;
}

function laneIn(state, seat, position, say) {
  if (seat >= state.depths.length) return say("lamp.no-lane");
  const depth = state.depths[seat];
  const at = inLane(depth);
  if (position === at) return say("lamp.pirate", { seat, depth });
  const lies = (use) => state.fronts[seat].some(({ as }) => as === use);
  const front = { [at + 1]: "panic", [at + 2]: "shark" }[position];
  if (front && lies(front)) return say("page.in-front", { as: front, seat });
  const anchor = state.anchors?.[seat];
  if (anchor !== undefined && inLane(anchor) === position) return say("lamp.anchor", { seat, anchor });
  return say("lamp.lane", { seat });
}

function tileIn(state, place, say) {
  const use = layout.uses[place];
  if (use) return say("lamp.use", { use: use.split(" ") });
  if (place === layout.finish) return say("lamp.finish");
  const [row, column] = place.slice("tile:".length).split(",").map(Number);
  if (row === layout.deck) return say("lamp.deck");
  if (row >= state.depths.length) return say("lamp.no-lane");
  return say("lamp.front", { as: column === 0 ? "panic" : "shark", seat: row });
}

/** The position at that depth; deeper than its end a lane is folded. */
function inLane(depth) {
  const steps = depth / feet;
  return steps < layout.positions ? steps : ((steps - 1) % (layout.positions - 1)) + 1;
}
