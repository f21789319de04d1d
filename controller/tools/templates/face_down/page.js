/* A NEW GAME on a page: the tiles, face down or with what was found below them. */

import { seatColour, tileGrid, wayByTile } from "/static/shared/grid.js";
import { seatNamed } from "/static/shared/words.js";

const TEXTS = { shark: "🦈", pearl: "●", sand: "·" };

export const board = tileGrid((state, tile) => {
  const thing = state.ground.up[tile];
  if (!thing) return { name: "face down", fill: "var(--shallow)" };
  const owner = state.owners[tile];
  const fill = owner < 0 ? "var(--abyss)" : seatColour(owner);
  return { name: owner < 0 ? thing : `${thing}, ${seatNamed(owner)}`, text: TEXTS[thing], fill };
});

export const way = wayByTile;
