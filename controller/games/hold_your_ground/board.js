/* Draws HOLD YOUR GROUND: the island from above, battlers by team, the Eliminator's ring. */

import { classes, svg } from "/static/shared/dom.js";
import { lettering, shortened, squeezed } from "/static/shared/paint.js";
import { measured } from "/static/shared/measured.js";
import { target, words } from "/static/shared/targets.js";
import { arrow, moves } from "./arrows.js";
import { battler, crowd } from "./battlers.js";
import { bomb, boom, crosshair, flag, hole, tile } from "./island.js";
import { islets, sea } from "./sea.js";

/** @import { VNode } from "/static/shared/preact.js" */
/** @import { Tapping } from "/static/shared/types.js" */
/** @import { Battlers, layout, State } from "./data.js" */

/** @typedef {[x: number, y: number, wide: number, high: number]} Box */
/** @typedef {{ island: (state: State) => string, tile: (state: State, tile: string) => string,
 *   team: (state: State, who: string) => string[], name: (team: string) => string }} Words */
/** @typedef {{ colours: Record<string, string>, layout: typeof layout, teams: string[], own: string | null,
 *   say: Words }} Look */

const CELL = 60;
const EDGE = 20;
const TEAM = { left: 12, wide: 86, widest: 140, high: 76, low: 58, apart: 3 };
const LEAST = { width: 422, height: 334 };
// Each team has its own part of a tile, as another cue beside colour and hat.
/** @type {Record<number, number[][]>} */
const CORNERS = {
  2: [
    [15, 31],
    [42, 31],
  ],
  3: [
    [16, 18],
    [44, 18],
    [30, 45],
  ],
  4: [
    [15, 17],
    [44, 17],
    [15, 45],
    [44, 45],
  ],
};
const CREAM = "var(--cream)";
const NIGHT = "var(--night)";

/** `look`: { colours: by team, layout, teams, own: the team of this page, say: { island, tile, team, name(team) } }
 * @type {(state: State, tapping: Tapping | null | undefined, look: Look) => VNode} */
export function island(state, tapping, look) {
  const size = EDGE + look.layout.side * CELL;
  /** @type {(box: { width: number, height: number }) => VNode[]} */
  const draw = (box) => {
    const { times, isBeside } = arranged(size, box);
    const [width, height] = [box.width / times, box.height / times];
    const room = isBeside ? teamRoom(width - size - TEAM.left) : 0;
    // In the middle of the room, the teams beside or below.
    const all = isBeside ? [size + TEAM.left + room, size + 10] : [size + 4, size + 14 + TEAM.low];
    const text = lettering(times);
    const [left, top] = [(width - all[0]) / 2, (height - all[1]) / 2];
    const place = `scale(${times}) translate(${left} ${top})`;
    return [
      svg(
        "g",
        { transform: place, "font-size": text },
        sea(state.tiles.map(corner), CELL, [-left, -top, width, height]),
        ...islets([left, all[0]], size, room ? below(look.teams.length, size, room) : null),
        ...drawn(state, tapping, look, size, room, text),
      ),
    ];
  };
  const role = tapping ? "group" : "img";
  return measured(draw, LEAST, { class: "at-sea", role, "aria-label": look.say.island(state) });
}

/** Return where the teams go so that the island is as large as possible.
 * @type {(size: number, room: { width: number, height: number }) => { times: number, isBeside: boolean }} */
function arranged(size, { width, height }) {
  const beside = Math.min(width / (size + TEAM.left + TEAM.wide + 4), height / (size + 14));
  const below = Math.min(width / (size + 8), height / (size + 18 + TEAM.low));
  return { times: Math.max(beside, below), isBeside: beside >= below };
}

/** Return how wide the teams' cards are where this much is left beside the island: half of the spare room is theirs.
 * @type {(left: number) => number} */
function teamRoom(left) {
  return Math.min(TEAM.widest, TEAM.wide + Math.max(0, left - TEAM.wide) / 2);
}

/** Return the box below the teams beside the island: fewer than four leave some.
 * @type {(teams: number, size: number, room: number) => Box | null} */
function below(teams, size, room) {
  const top = 8 + teams * (TEAM.high + TEAM.apart);
  return teams < 4 ? [size + TEAM.left, top, room, size - top] : null;
}

/** `room` is the width of the teams beside the island, 0 where they stand below it.
 * @type {(state: State, tapping: Tapping | null | undefined, look: Look, size: number, room: number,
 *   text: number) => VNode[]} */
function drawn(state, tapping, look, size, room, text) {
  const { side } = look.layout;
  const names = Array.from({ length: side * side }, (_, at) => `${Math.floor(at / side)},${at % side}`);
  /** @type {(seat: number) => Box} */
  const box = (seat) => {
    if (room) return [size + TEAM.left, 8 + seat * (TEAM.high + TEAM.apart), room, TEAM.high];
    const wide = (size + 2 + TEAM.apart) / look.teams.length;
    return [seat * wide, size + 14, wide - TEAM.apart, TEAM.low];
  };
  return [
    svg("g", { key: "numbers" }, ...numbers(side)),
    ...names.map((name) => cell(state, name, tapping, look)),
    eliminator(state),
    svg("g", { key: "air", "pointer-events": "none" }, ...inTheAir(state, look)),
    svg("g", { key: "arrows" }, ...moves(state, tapping, look.own).map((move) => arrow(move, middle))),
    svg("g", { key: "teams" }, ...look.teams.map((_, seat) => teamCard(state, seat, box(seat), text, look))),
  ];
}

/** Number rows and tiles from one, as the sentences do.
 * @type {(side: number) => VNode[]} */
function numbers(side) {
  return Array.from({ length: side }, (_, index) => {
    const at = EDGE + index * CELL + CELL / 2;
    const look = { class: "carved", fill: "white" };
    return [words(at, 14, String(index + 1), look), words(8, at + 5, String(index + 1), look)];
  }).flat();
}

/** @type {(name: string) => [number, number]} */
function corner(name) {
  const [row, column] = name.split(",").map(Number);
  return [EDGE + column * CELL, EDGE + row * CELL];
}

/** @type {(name: string) => [number, number]} */
function middle(name) {
  const [x, y] = corner(name);
  return [x + CELL / 2, y + CELL / 2];
}

/** @type {(state: State, name: string, tapping: Tapping | null | undefined, look: Look) => VNode} */
function cell(state, name, tapping, look) {
  const [x, y] = corner(name);
  const isThere = state.tiles.includes(name);
  const here = (isThere && state.board[name]) || {};
  const [row, column] = name.split(",").map(Number);
  const land = {
    x,
    y,
    cell: CELL,
    which: 3 * row + 5 * column,
    tint: holder(here, look.colours),
    isFull: total(here) >= state.cap,
  };
  const rim = svg("rect", {
    key: "rim",
    class: "rim",
    x: x + 3,
    y: y + 3,
    width: CELL - 6,
    height: CELL - 6,
    rx: 8,
    fill: "none",
    stroke: "none",
  });
  return target(
    tapping,
    `tile:${name}`,
    look.say.tile(state, name),
    hole(x, y, CELL),
    svg(
      "g",
      { key: "block", class: classes("block", !isThere && "sunk", state.shaking?.includes(name) && "shaking") },
      tile(land),
      ...standing(here, x, y, name, look),
      name === look.layout.centre ? flag(...middle(name)) : null,
    ),
    rim,
  );
}

/** Return the colour of the team with the most battlers, if there is only one.
 * @type {(here: Battlers, colours: Record<string, string>) => string | null} */
function holder(here, colours) {
  const most = Math.max(0, ...Object.values(here));
  const holders = Object.keys(here).filter((who) => here[who] === most);
  return holders.length === 1 ? colours[holders[0]] : null;
}

/** @type {(here: Battlers, x: number, y: number, name: string, look: Look) => VNode[]} */
function standing(here, x, y, name, { colours, teams }) {
  const corners = CORNERS[teams.length];
  return Object.entries(here).map(([who, number]) => {
    const [dx, dy] = corners[teams.indexOf(who)];
    return crowd(who, colours[who], number, `battlers:${name}:${who}`, [x + dx, y + dy], teams.length === 2 ? 1.25 : 1);
  });
}

/** The Eliminator: aimed at a tile from below, so that who stands there is seen, and whole where nobody does.
 * @type {(state: State) => VNode} */
function eliminator({ eliminator: at, board, air }) {
  const [x, y] = middle(at);
  const isFree = total(board[at] ?? {}) + total(air) === 0;
  const place = { transform: `translate(${x}px, ${y}px)` };
  return svg(
    "g",
    { key: "eliminator", class: "striking", "data-piece": "eliminator", "pointer-events": "none", style: place },
    ...(isFree ? bomb() : crosshair(CELL)),
  );
}

/** Draw battlers that were blown up and have not landed yet, over the hole.
 * @type {(state: State, look: Look) => VNode[]} */
function inTheAir({ air, eliminator: at }, { colours }) {
  if (total(air) === 0) return [];
  const [x, y] = middle(at);
  const thrown = Object.entries(air).map(([who, number], index) => {
    const angle = ((index + 0.5) / Object.keys(air).length) * Math.PI - Math.PI;
    return crowd(
      who,
      colours[who],
      number,
      `air:${who}`,
      [x + 46 * Math.cos(angle), Math.max(20, y + 40 * Math.sin(angle))],
      1.2,
    );
  });
  return [svg("g", { key: "boom", transform: `translate(${x} ${y})` }, ...boom()), ...thrown];
}

/** Draw a team's card beside or below the island: its remaining battlers, and how many it has taken.
 * @type {(state: State, seat: number, box: Box, size: number, look: Look) => VNode} */
function teamCard(state, seat, [x, y, wide, high], size, { colours, teams, own, say }) {
  const who = teams[seat];
  // A flat card is a narrow one too.
  const strip = Math.max(0.3 * high, Math.min(0.5 * high, 0.3 * high + (wide - TEAM.wide) / 2));
  // The name has the whole width, above the battler and its numbers.
  const [most, beside] = [wide - 8, wide - strip - 7];
  // The sentence about the board tells what does not fit into a small drawing.
  const lines = [shortened(say.name(who), most, size), ...say.team(state, who)].slice(0, Math.floor(high / size));
  const step = high / (lines.length + 0.3);
  const top = y + step + 3;
  const low = y + high - 3 - top;
  return svg(
    "g",
    { key: who, opacity: state.out.includes(who) ? 0.55 : 1 },
    svg("rect", { x: x + 1, y: y + 3, width: wide, height: high, rx: 9, fill: NIGHT, opacity: 0.35 }),
    svg("rect", {
      x,
      y,
      width: wide,
      height: high,
      rx: 9,
      fill: state.active === seat ? "var(--lava-light)" : CREAM,
      stroke: who === own ? "white" : NIGHT,
      "stroke-width": who === own ? 3.5 : 1.6,
    }),
    svg("rect", { x: x + 3, y: top, width: strip, height: low, rx: 6, fill: colours[who], stroke: NIGHT }),
    svg(
      "g",
      { transform: `translate(${x + 3 + strip / 2} ${top + low / 2 + 4}) scale(${Math.min(strip / 19, low / 32)})` },
      battler(who, colours[who]),
    ),
    ...lines.map((text, index) => {
      const [middle, room] = index ? [x + strip + 5 + beside / 2, beside] : [x + wide / 2, most];
      const look = { fill: NIGHT, "font-weight": index ? 400 : 800, ...squeezed(text, room, size) };
      return words(middle, y + step * (index + 0.62) + 6, text, look);
    }),
  );
}

/** @type {(battlers: Battlers) => number} */
export function total(battlers) {
  return Object.values(battlers).reduce((sum, number) => sum + number, 0);
}
