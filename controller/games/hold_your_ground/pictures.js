/* The pictures in HOLD YOUR GROUND's rules: the game's own island in made-up positions. */

import { board } from "./page.js";

/** @import { Battlers, State } from "./data.js" */

const HOLES = ["0,0", "1,3", "3,4", "4,1"];
const TILES = Array.from({ length: 25 }, (_, index) => `${Math.floor(index / 5)},${index % 5}`).filter(
  (name) => !HOLES.includes(name),
);
const START = Object.fromEntries(TILES.map((name) => [name, { red: 1, green: 1, blue: 1 }]));

export const pictures = {
  island: () => board(position({ "2,2": { red: 2, green: 1 }, "1,1": { blue: 3 }, "2,1": {} })),
  push: () => board(position({ "2,1": { red: 1 }, "2,2": { red: 1, green: 2, blue: 2 }, "2,3": { blue: 1 } })),
};

/** @type {(changed: Record<string, Battlers>) => State} */
function position(changed) {
  return {
    active: 0,
    cap: 5,
    tiles: TILES,
    board: { ...START, ...changed },
    air: {},
    eliminator: "3,1",
    hands: [4, 4, 4],
    decks: [9, 9, 9],
    discards: [[], [], []],
    captured: { red: {}, green: { blue: 1 }, blue: {} },
    lost: {},
    out: [],
    turn: 3,
  };
}
