/* A NEW GAME on a page: the tiles, each in the colour of who has claimed it. */

import { seatColour, tileGrid, wayByTile } from "/static/grid.js";
import { seatNamed } from "/static/words.js";

export const board = tileGrid((state, tile) => {
  const owner = state.owners[tile];
  return owner < 0 ? { name: "free" } : { name: seatNamed(owner), fill: seatColour(owner) };
});

export const way = wayByTile;
