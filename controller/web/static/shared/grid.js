/* The tile grid for games' pages.
 *
 *   export const board = tileGrid((state, tile, game, seat) => ({ fill, text, name }));
 *   export const way = wayByTile;
 *
 * `tile` is counted row by row from 0, as in an action's field `tile`. */

import { svg } from "./dom.js";
import { target, words } from "./targets.js";
import { say } from "./words.js";
import { palette } from "/data.js";

const SIDE = 5;
const CELL = 60;
const EDGE = 18;
const SEATS = ["red", "blue", "green", "yellow", "purple", "orange"];

/** Return a seat's colour in a game without colours of its own. */
export function seatColour(seat) {
  return palette[SEATS[seat]] ?? "var(--mist)";
}

/** `look` says of a tile: { fill: a colour, text: a few letters on it, name: for those who do not see it };
 * `seat` is whose page it is, undefined on the table's. */
export function tileGrid(look) {
  return (state, tapping, game, seat) => {
    const size = EDGE + SIDE * CELL + 4;
    const seen = (tile) => drawn(tile, look(state, tile, game, seat), tapping);
    const tiles = Array.from({ length: SIDE * SIDE }, (_, tile) => seen(tile));
    return svg(
      "svg",
      { viewBox: `0 0 ${size} ${size}`, role: tapping ? "group" : "img", "aria-label": say("drawn.tiles") },
      svg("rect", { width: size, height: size, rx: 12, fill: "var(--sky)" }),
      ...numbers(),
      ...tiles,
    );
  };
}

export function wayByTile({ tile }) {
  return [`tile:${tile}`];
}

/** Return a legal action moved to this tile; null if no action has a tile. */
export function onTile(key, legal) {
  const [kind, tile] = key.split(":");
  const like = kind === "tile" && legal.find((action) => Number.isInteger(action.tile));
  return like ? { ...like, tile: Number(tile) } : null;
}

/** "row 2, tile 4" */
export function tileName(tile) {
  return say.called("tile", tile);
}

function drawn(tile, { fill = "var(--abyss)", text = "", name = "" }, tapping) {
  const [x, y] = [EDGE + (tile % SIDE) * CELL, EDGE + Math.floor(tile / SIDE) * CELL];
  const box = { x: x + 3, y: y + 3, width: CELL - 6, height: CELL - 6, rx: 8 };
  const called = name ? `${tileName(tile)}: ${name}` : tileName(tile);
  return target(
    tapping,
    `tile:${tile}`,
    called,
    svg("rect", { ...box, fill, stroke: "var(--shallow)" }),
    text ? words(x + CELL / 2, y + CELL / 2 + 7, text, { fill: "white", "font-size": 20 }) : null,
    svg("rect", { ...box, class: "rim", fill: "none", stroke: "none" }),
  );
}

/** Number rows and tiles from one, as the sentences do. */
function numbers() {
  const look = { fill: "var(--pale)", "font-size": 11 };
  return Array.from({ length: SIDE }, (_, index) => {
    const middle = EDGE + index * CELL + CELL / 2;
    return [words(middle, 13, String(index + 1), look), words(9, middle + 4, String(index + 1), look)];
  }).flat();
}
