/* The pictures in HOLD YOUR BREATH!'s rules: the game's own sea in made-up positions. */

import { board } from "./page.js";

/** @import { State } from "./data.js" */

/** @type {State} */
const CALM = {
  phase: "descent",
  active: 0,
  depths: [20, 35, 10],
  anchors: null,
  hands: [3, 5, 5],
  fronts: [[], [], []],
  deck: 40,
  discard: [],
  air: 15,
  swim: 10,
  last_turns: null,
  turn: 5,
};
const FRONT = [
  { card: "air-5-panic", as: "panic", hidden: false },
  { card: "shark", as: "shark", hidden: false },
];

export const pictures = {
  sea: () => board(CALM),
  front: () => board({ ...CALM, air: 0, swim: 0, active: 1, fronts: [[], FRONT, []] }),
};
