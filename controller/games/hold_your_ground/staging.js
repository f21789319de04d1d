/* HOLD YOUR GROUND event by event: a tile and its battlers shake before they disappear; and what to tell a team. */

import { wordsOf } from "/static/shared/words.js";
import { words } from "./words.js";

const say = wordsOf(words);

/** Return the states that show an event: a tile that explodes or sinks shakes first.
 * @type {(state: any, event: any, end: any) => any} */
export function after(state, event, end) {
  const { type, at, to, team, tiles, battlers } = event;
  // The die shows what will happen next.
  if (type === "roll") return state;
  if (type === "blast") return shaken(state, [at], battlers);
  if (type === "collapse") return shaken(state, tiles, state.air);
  if (type !== "scatter") return end;
  const air = { ...state.air, [team]: state.air[team] - 1 };
  const there = state.board[to];
  const board = there ? { ...state.board, [to]: { ...there, [team]: (there[team] ?? 0) + 1 } } : state.board;
  return { ...state, air, board };
}

/** @type {(state: any, gone: string[], air: object) => any[]} */
function shaken(state, gone, air) {
  const board = Object.fromEntries(Object.entries(state.board).filter(([name]) => !gone.includes(name)));
  const tiles = state.tiles.filter((/** @type {string} */ name) => !gone.includes(name));
  return [
    { ...state, shaking: gone },
    { ...state, tiles, board, air },
  ];
}

/** Return what to tell the team about its own battlers.
 * @type {(event: any, seat: number, state: any, game: any) => string | null} */
export function own({ type, battlers, team, teams, to }, seat, _state, game) {
  const mine = game.teams[seat].find((/** @type {string} */ colour) => colour);
  const count = battlers?.[mine];
  if (count) return say(type === "blast" ? "page.blown-up" : "page.sunk", { count });
  if (type === "shoved" && team === mine) return say(to ? "page.pushed" : "page.pushed-off");
  if (type === "out" && teams.includes(mine)) return say("page.out-of-it");
  return null;
}
