/* HAI NOON: what a lamp of the table means in this position. */

import { layout } from "./data.js";

/** @import { Say } from "/static/shared/types.js" */
/** @import { Place, Side, State } from "./data.js" */

/** @typedef {{ say: Say, shark: (shark: number) => string, place: (place: Place) => string,
 *   side: (side: Side) => string, diver: (name: string) => string }} Words */

/** `of`: { say, shark(number), place(name), side(name), diver(name) } in words; null for
 * places that mean the same in every game.
 * @type {(state: State, place: string, of: Words) => string | null} */
export function lampIn(state, place, of) {
  const [kind, at] = place.split(":");
  if (kind === "depth") {
    const diver = Object.keys(state.divers)[Number(at)];
    return diver ? of.diver(diver) : of.say("lamp.no-lane");
  }
  return kind === "tile" ? tileIn(state, place, of) : null;
}

/** @type {(state: State, tile: string, of: Words) => string} */
function tileIn(state, tile, of) {
  const side = Object.keys(layout.sides).find((name) => layout.sides[name].includes(tile));
  if (side) return of.side(side);
  if (tile === layout.cage) return state.cage ? of.say("lamp.cage", { diver: state.cage }) : of.say("lamp.no-cage");
  const shark = layout.sharks.indexOf(tile);
  if (shark >= 0) return of.shark(shark);
  return of.place(Object.keys(layout.places).find((name) => layout.places[name] === tile) ?? "");
}
