/* The pictures in HAI NOON's rules: the game's own pool in made-up positions. */

import { board } from "./page.js";

/** @import { State } from "./data.js" */

/** @type {State} */
const CALM = {
  turn: 4,
  active: 0,
  sharks: ["hungry", "full", "full", "hungry", "full", "full", "hungry", "full", "full", "hungry", "full", "full"],
  places: { TL: "pink", TR: "turquoise", BR: "green", BL: "black" },
  divers: {
    pink: { seat: 0, state: "healthy" },
    turquoise: { seat: 1, state: "injured" },
    green: { seat: 2, state: "healthy" },
    black: { seat: 3, state: "healthy" },
  },
  cage: "green",
  sides: { N: ["red-flip"], E: [], S: ["blue-shark", "blue-diver"], W: [] },
  hands: [3, 3, 3, 3],
  deck: 20,
  discard: [],
};

export const pictures = {
  pool: () => board(CALM, null),
  attack: () =>
    board(
      {
        ...CALM,
        sharks: CALM.sharks.map((is, shark) => (shark === 2 ? "hungry" : is)),
        sides: { ...CALM.sides, N: ["red-flip", "red-shark", "wild"] },
      },
      null,
    ),
};
