/* The pictures in GET BIT!'s rules: the game's own board in made-up positions. */

import { board } from "./page.js";

/** @import { State } from "./data.js" */

export const pictures = {
  line: () => board(position({ red: [4, []], blue: [3, []], green: [4, []], yellow: [2, []] })),
  tie: () => board(position({ blue: [4, [5]], yellow: [3, [1]], red: [4, [3]], green: [4, [3]] })),
};

/** `robots`: limbs and played cards by name, front first.
 * @type {(robots: Record<string, [limbs: number, table: number[]]>) => State} */
function position(robots) {
  const each = Object.entries(robots).map(([name, [limbs, table]], seat) => [
    name,
    { seat, limbs, hand: 5 - table.length, table, out: false },
  ]);
  return { round: 2, line: Object.keys(robots), robots: Object.fromEntries(each), chosen: [], choices: {} };
}
