/* The tile grid for games' pages.
 *
 *   export const board = tileGrid((state, tile, game, seat) => ({ fill, text, name }));
 *   export const way = wayByTile;
 *
 * `tile` counts row by row from 0, as an action's field `tile` does. */

import { svg } from "./dom.js";
import { target, words } from "./targets.js";
import { say } from "./words.js";
import { palette } from "/data.js";

/** @import { VNode } from "./preact.js" */
/** @import { Action, Game, GamePage, Tapping } from "./types.js" */

/** @typedef {{ fill?: string, text?: string, name?: string }} TileLook */

const SIDE = 5;
const CELL = 60;
const EDGE = 18;
const SEATS = ["red", "blue", "green", "yellow", "purple", "orange"];

/** Return a seat's colour in a game without colours of its own.
 * @type {(seat: number) => string} */
export function seatColour(seat) {
  return palette[SEATS[seat]] ?? "var(--mist)";
}

/** `look` describes a tile: { fill: a colour, text: a few letters on it, name: for screen readers };
 * `seat` is the page's seat, undefined on the table's page.
 * @type {<State>(look: (state: State, tile: number, game?: Game | null, seat?: number
 *   | null) => TileLook) => GamePage<State>["board"]} */
export function tileGrid(look) {
  return (state, tapping, game, seat) => {
    const size = EDGE + SIDE * CELL + 4;
    /** @type {(tile: number) => VNode} */
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

/** Return the target of an action on a tile; an action of any other kind is a button.
 * @type {(action: Action) => string[]} */
export function wayByTile(action) {
  return [Number.isInteger(action.tile) ? `tile:${action.tile}` : wholeAction(action)];
}

// The prefix of a target that stands for a whole action.
export const DO = "do:";

/** @type {(action: Action) => string} */
export function wholeAction(action) {
  return `${DO}${JSON.stringify(action)}`;
}

/** Return a legal action moved to this tile; null if no action has a tile.
 * @type {(key: string, legal: Action[]) => Action | null} */
export function onTile(key, legal) {
  const [kind, tile] = key.split(":");
  const like = kind === "tile" && legal.find((action) => Number.isInteger(action.tile));
  return like ? { ...like, tile: Number(tile) } : null;
}

/** "row 2, tile 4"
 * @type {(tile: unknown) => string} */
export function tileName(tile) {
  return say.called("tile", tile);
}

/** @type {(tile: number, look: TileLook, tapping?: Tapping | null) => VNode} */
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
