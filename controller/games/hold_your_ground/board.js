/* HOLD YOUR GROUND drawn: the island from above, battlers by team, the Eliminator's ring. */

import { svg } from "/static/shared/dom.js";
import { ground, target, words } from "/static/shared/targets.js";
import { arrow, moves } from "./arrows.js";

const CELL = 60;
const EDGE = 16;
const FOOT = 34;
// Each team has its own corner of a tile: the place tells it beside the colour.
const CORNERS = { red: [16, 16], green: [44, 16], blue: [16, 44], purple: [44, 44] };
const LETTER_UP = 5;

/** `look`: { colours: by team, and `sand` and `bare`; layout, teams, own: the team of this page, say } */
export function island(state, tapping, look) {
  const { side } = look.layout;
  const size = EDGE + side * CELL + 4;
  const cells = [];
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) cells.push(cell(state, row, column, tapping, look));
  }
  return svg(
    "svg",
    {
      viewBox: `0 0 ${size} ${size + FOOT}`,
      preserveAspectRatio: "xMidYMin",
      role: tapping ? "group" : "img",
      "aria-label": look.say.island(state),
    },
    ground("var(--sky)"),
    ...numbers(side),
    ...cells,
    eliminator(state),
    ...moves(state, tapping, look.own).map((move) => arrow(move, middle)),
    ...teamLine(state, size, look),
  );
}

/** Rows and tiles are counted from one, as the sentences say them. */
function numbers(side) {
  return Array.from({ length: side }, (_, index) => {
    const middle = EDGE + index * CELL + CELL / 2;
    const look = { fill: "var(--pale)", "font-size": 11 };
    return [words(middle, 12, String(index + 1), look), words(8, middle + 4, String(index + 1), look)];
  }).flat();
}

function corner(name) {
  const [row, column] = name.split(",").map(Number);
  return [EDGE + column * CELL, EDGE + row * CELL];
}

function middle(name) {
  return corner(name).map((edge) => edge + CELL / 2);
}

function cell(state, row, column, tapping, look) {
  const name = `${row},${column}`;
  const isThere = state.tiles.includes(name);
  const shapes = isThere ? tileShapes(state, name, look) : [holeShape(name)];
  const [x, y] = corner(name);
  const rim = svg("rect", {
    class: "rim", x: x + 3, y: y + 3, width: CELL - 6, height: CELL - 6, rx: 8, fill: "none", stroke: "none",
  });
  return target(tapping, `tile:${name}`, look.say.tile(state, name), ...shapes, rim);
}

function holeShape(name) {
  const [x, y] = corner(name);
  return svg("rect", {
    x: x + 4, y: y + 4, width: CELL - 8, height: CELL - 8, rx: 8,
    fill: "var(--abyss)", stroke: "var(--shallow)", "stroke-width": 1.5, "stroke-dasharray": "4 4",
  });
}

function tileShapes(state, name, { colours, layout }) {
  const here = state.board[name] ?? {};
  const [x, y] = corner(name);
  const isFull = total(here) >= state.cap;
  const ground = svg("rect", {
    x: x + 2, y: y + 2, width: CELL - 4, height: CELL - 4, rx: 8,
    fill: holder(here, colours),
    "fill-opacity": total(here) ? 0.45 : 0.3,
    stroke: isFull ? "white" : "var(--abyss)",
    "stroke-width": isFull ? 3 : 1,
  });
  return [ground, name === layout.centre ? flag(x, y) : null, ...battlers(here, x, y, name, colours)];
}

/** The colour of the one team that has the most, sand where several have. */
function holder(here, colours) {
  const most = Math.max(0, ...Object.values(here));
  const holders = Object.keys(here).filter((who) => here[who] === most);
  if (holders.length === 0) return colours.bare;
  return holders.length === 1 ? colours[holders[0]] : colours.sand;
}

function battlers(here, x, y, name, colours) {
  return Object.entries(here).map(([who, number]) => {
    const [dx, dy] = CORNERS[who];
    return svg(
      "g",
      { "data-piece": `battlers:${name}:${who}` },
      svg("circle", { cx: x + dx, cy: y + dy, r: 12, fill: colours[who], stroke: "var(--ink)", "stroke-width": 1.5 }),
      words(x + dx, y + dy + LETTER_UP, String(number), { fill: "var(--ink)", "font-size": 15, "font-weight": 700 }),
    );
  });
}

function flag(x, y) {
  const [cx, cy] = [x + CELL / 2, y + CELL / 2];
  return svg("path", {
    d: `M${cx - 4} ${cy + 14}V${cy - 14}l14 6l-14 6`,
    fill: "var(--sun)", stroke: "var(--ink)", "stroke-width": 1.5,
  });
}

/** Cross-hairs, strong where no battler stands and faint over the numbers. */
function eliminator(state) {
  const [x, y] = corner(state.eliminator);
  const at = { transform: `translate(${x + CELL / 2} ${y + CELL / 2})` };
  const sight = "M-8-24.5q8-2.500 16 0M0-29v10";
  const quarters = [0, 90, 180, 270].flatMap((turn) =>
    [[5, "var(--abyss)"], [2.5, "white"]].map(([wide, stroke]) =>
      svg("path", { d: sight, fill: "none", stroke, "stroke-width": wide, "stroke-linecap": "round", transform: `rotate(${turn})` }),
    ),
  );
  const ring = svg("circle", { r: 25, fill: "none", stroke: "white", "stroke-width": 1.5, opacity: 0.45 });
  return svg("g", { "data-piece": "eliminator", "pointer-events": "none" }, svg("g", at, ring, ...quarters));
}

/** Below the island: how many battlers each team has left, and how many it took. */
function teamLine(state, size, { colours, teams, own, say }) {
  const wide = size / teams.length;
  return teams.map((who, seat) =>
    svg(
      "g",
      { opacity: state.out.includes(who) ? 0.5 : 1 },
      svg("circle", {
        cx: seat * wide + 12, cy: size + 12, r: 7, fill: colours[who],
        stroke: who === own ? "white" : "var(--ink)", "stroke-width": who === own ? 2.5 : 1,
      }),
      ...say.team(state, who).map((text, line) =>
        words(seat * wide + 24, size + 12 + 13 * line, text, {
          "font-size": 11.5, "font-weight": who === own ? 700 : 400, fill: "var(--foam)", "text-anchor": "start",
        }),
      ),
    ),
  );
}

export function total(battlers) {
  return Object.values(battlers).reduce((sum, number) => sum + number, 0);
}
