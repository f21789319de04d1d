/* HOLD YOUR GROUND on a page: the island from above, the teams, what can be done. */

import { dots, el, listed, sentence, svg } from "/static/dom.js";
import { colours, layout } from "./data.js";

const INK = "var(--ink)";
const CELL = 60;
const EDGE = 16;

const DOOMS = {
  royale: "Battle Royale",
  eliminator: "Move Eliminator",
  explosion: "Explosion",
  choice: "Action of Choice",
};
const USES = { n: "", t: "tiles only", b: "battlers only" };

export function title(state) {
  if (Object.keys(state.board).length === 0) return "The island is laid out";
  if (state.active === null) return "Who starts?";
  return `Turn ${state.turn}`;
}

export function seatName(state, seat) {
  return Object.keys(state.captured)[seat] ?? `seat ${seat}`;
}

export function seatColours(state, seat) {
  return [colours[seatName(state, seat)] ?? colours.bare];
}

export function summary(state) {
  return el(
    "div",
    {},
    island(state),
    el("p", { class: "facts" }, legend(state)),
    el("ul", { class: "line", "aria-label": "The teams" }, ...teamFigures(state)),
  );
}

/** What is asked of this seat first; its cards below, so that each can be asked about. */
export function hand(state, pending, seat) {
  const own = (pending?.legal ?? []).filter((action) => action.seat === seat);
  const tint = seatColours(state, seat);
  const asked = own.filter(({ type }) => type !== "play");
  const groups = asked.length > 0 ? [openGroup(state, asked, tint)] : [];
  const pairs = pairGroup(state, own, seat, tint);
  return pairs ? [...groups, pairs] : groups;
}

export function tell(event) {
  return TALES[event.type]?.(event) ?? null;
}

const TALES = {
  hole: ({ at }) => `There is a hole at ${at}.`,
  first: ({ seat }) => `${team(seat)} starts.`,
  draw: ({ seat, card }) =>
    card ? `${team(seat)} draws ${cardName(card)}.` : `${team(seat)} draws a card.`,
  play: ({ seat, battlers, tiles }) =>
    `${team(seat)} plays ${cardName(battlers)} and ${cardName(tiles)}: ` +
    `${counted(numberOf(battlers), "battler")}, ${counted(numberOf(tiles), "tile")}.`,
  pick: ({ seat, at }) => `${team(seat)} moves a battler from ${at}`,
  step: ({ to }) => `… to ${to}`,
  shoved: ({ team: who, at, to }) =>
    to
      ? `${sentence(who)} is pushed from ${at} to ${to}.`
      : `${sentence(who)} is pushed off the island at ${at}.`,
  special: ({ seat, action }) => `${team(seat)} begins with ${DOOMS[action]}.`,
  roll: ({ face }) => `The Doom Die shows ${DOOMS[face]}.`,
  doom: ({ seat, action }) => `${team(seat)} chooses ${DOOMS[action]}.`,
  battle: () => "Battle Royale!",
  take: ({ seat, at, team: who }) => `${team(seat)} eliminates ${who} on ${at}.`,
  spare: ({ seat, at }) => `${team(seat)} spares everybody on ${at}.`,
  eliminator: ({ to }) => `The Eliminator goes under ${to}.`,
  blast: ({ at, battlers }) => `Boom! ${at} is blown up, with ${standing(battlers)}.`,
  scatter: ({ team: who, to }) =>
    to ? `A ${who} battler lands on ${to}.` : `A ${who} battler is lost.`,
  collapse: ({ tiles, battlers }) =>
    `Cut off and gone: ${listed(tiles)}, with ${standing(battlers)}.`,
  out: ({ teams }) => `${sentence(listed(teams))} ${teams.length > 1 ? "are" : "is"} out.`,
  turn: ({ turn, seat }) => `Turn ${turn}: ${layout.teams[seat]}.`,
  over: () => "The game is over.",
};

function team(seat) {
  return sentence(layout.teams[seat] ?? `seat ${seat}`);
}

function counted(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

/** "2 red and 1 green", "nobody" */
function standing(battlers) {
  const each = Object.entries(battlers).map(([who, number]) => `${number} ${who}`);
  return listed(each) || "nobody";
}

function total(battlers) {
  return Object.values(battlers).reduce((sum, number) => sum + number, 0);
}

/* Cards */

function numberOf(card) {
  return Number(card[1]);
}

/** "3", "3 (tiles only)", "1 with Battle Royale" */
function cardName(card) {
  const special = DOOMS[card.slice(3)];
  const use = USES[card[0]];
  return `${card[1]}${use && ` (${use})`}${special ? ` with ${special}` : ""}`;
}

/** Every two cards of a hand both ways round, equal ones once: as the table counts them. */
function pairsOf(cards) {
  const pairs = new Map();
  cards.forEach((battlers, i) =>
    cards.forEach((tiles, j) => {
      if (i !== j) pairs.set(`${battlers}/${tiles}`, { battlers, tiles });
    }),
  );
  return [...pairs.values()];
}

function pairGroup(state, legal, seat, colours) {
  const cards = state.hands[seat];
  if (!Array.isArray(cards) || cards.length < 2) return null;
  const choices = pairsOf(cards).map(({ battlers, tiles }, index) => ({
    label: `${numberOf(battlers)}×${numberOf(tiles)}`,
    hint: pairHint(battlers, tiles, index + 1),
    action: { type: "play", seat, battlers, tiles },
    legal: legal.some((a) => a.battlers === battlers && a.tiles === tiles),
  }));
  return { title: `Your cards: ${cards.map(cardName).join(" · ")}`, colours, choices };
}

/** The number is how often `next` is pressed on the table for this pair. */
function pairHint(battlers, tiles, number) {
  const specials = [battlers, tiles].map((card) => DOOMS[card.slice(3)]).filter(Boolean);
  return [`next ${number}×`, ...specials].join(" · ");
}

/* Everything else that is asked */

const ASKED = {
  pick: "Which battler moves next?",
  step: "Where does it go?",
  push: "Who is pushed?",
  special: "Which comes first?",
  doom: "Choose a doom",
  take: "Battle Royale: whom do you eliminate?",
  spare: "Battle Royale: whom do you eliminate?",
  eliminator: "Where does the Eliminator go?",
};

function openGroup(state, actions, colours) {
  const [{ type, at }] = actions;
  const where = type === "push" || type === "take" ? ` (tile ${at})` : "";
  const choices = actions.map((action) => ({
    label: labelOf(action),
    hint: hintOf(state, action),
    action,
    legal: true,
  }));
  return { title: ASKED[type] + where, colours, choices };
}

function labelOf(action) {
  if (action.type === "spare") return "nobody";
  if (action.team) return `1 ${action.team}`;
  return DOOMS[action.action] ?? action.to ?? action.at;
}

function hintOf(state, { type, at, to, team: who }) {
  const here = state.board[to ?? at];
  if (type === "spare") return "spare them all";
  if (who) return `of ${here?.[who] ?? 0} there`;
  return here ? standing(here) : "";
}

/* The island from above */

function island(state) {
  const size = EDGE + layout.side * CELL + 4;
  const cells = [];
  for (let row = 0; row < layout.side; row += 1) {
    for (let column = 0; column < layout.side; column += 1) cells.push(cell(state, row, column));
  }
  const about = {
    viewBox: `0 0 ${size} ${size}`,
    role: "img",
    "aria-label": inWords(state),
    style: { display: "block", width: "100%", "max-width": "26rem", margin: "0 auto" },
  };
  return svg("svg", about, ...numbers(), ...cells.flat());
}

function numbers() {
  return Array.from({ length: layout.side }, (_, index) => {
    const middle = EDGE + index * CELL + CELL / 2;
    return [
      text(String(index), { x: middle, y: 11, fill: "var(--mist)", "font-size": 11 }),
      text(String(index), { x: 6, y: middle + 4, fill: "var(--mist)", "font-size": 11 }),
    ];
  }).flat();
}

function cell(state, row, column) {
  const name = `${row},${column}`;
  const [x, y] = [EDGE + column * CELL, EDGE + row * CELL];
  const shapes = state.tiles.includes(name) ? tile(state, name, x, y) : hole(x, y);
  if (name === state.eliminator) shapes.push(...target(x, y));
  return shapes;
}

function hole(x, y) {
  const box = { x: x + 4, y: y + 4, width: CELL - 8, height: CELL - 8, rx: 8 };
  return [
    svg("rect", {
      ...box, fill: "var(--abyss)", stroke: "var(--shallow)", "stroke-width": 1.5,
      "stroke-dasharray": "4 4",
    }),
  ];
}

function tile(state, name, x, y) {
  const here = state.board[name] ?? {};
  const full = total(here) >= state.cap;
  const box = { x: x + 2, y: y + 2, width: CELL - 4, height: CELL - 4, rx: 8 };
  const ground = svg("rect", {
    ...box,
    fill: holder(here),
    "fill-opacity": total(here) ? 0.45 : 0.3,
    stroke: full ? "white" : "var(--abyss)",
    "stroke-width": full ? 3 : 1,
  });
  const flag = name === layout.centre ? [flagShape(x, y)] : [];
  return [ground, ...flag, ...battlers(here, x, y)];
}

/** The colour of the one team that has the most, sand where several have. */
function holder(here) {
  const most = Math.max(0, ...Object.values(here));
  const holders = Object.keys(here).filter((who) => here[who] === most);
  if (holders.length === 0) return colours.bare;
  return holders.length === 1 ? colours[holders[0]] : colours.sand;
}

// Each team has its own corner of a tile: the place tells it beside the colour.
const CORNERS = { red: [17, 17], green: [43, 17], blue: [17, 43], purple: [43, 43] };

function battlers(here, x, y) {
  return Object.entries(here).flatMap(([who, number]) => {
    const [dx, dy] = CORNERS[who];
    return [
      svg("circle", {
        cx: x + dx, cy: y + dy, r: 11, fill: colours[who], stroke: INK, "stroke-width": 1.5,
      }),
      text(String(number), {
        x: x + dx, y: y + dy + 5, fill: INK, "font-size": 14, "font-weight": 700,
      }),
    ];
  });
}

function flagShape(x, y) {
  const [cx, cy] = [x + CELL / 2, y + CELL / 2];
  return svg("path", {
    d: `M${cx - 4} ${cy + 14}V${cy - 14}l14 6l-14 6`,
    fill: "var(--sun)", stroke: INK, "stroke-width": 1.5,
  });
}

/** The Eliminator: a ring and a cross over whatever is there. */
function target(x, y) {
  const [cx, cy] = [x + CELL / 2, y + CELL / 2];
  const look = { fill: "none", stroke: "white", "stroke-width": 2.5 };
  return [
    svg("circle", { cx, cy, r: 26, ...look }),
    svg("path", { d: crossAt(cx, cy), ...look }),
  ];
}

function crossAt(cx, cy) {
  return `M${cx - 30} ${cy}h9M${cx + 21} ${cy}h9M${cx} ${cy - 30}v9M${cx} ${cy + 21}v9`;
}

function text(words, attributes) {
  const look = { "text-anchor": "middle", "font-family": "system-ui, sans-serif" };
  return svg("text", { ...look, ...attributes }, words);
}

function inWords(state) {
  const tiles = state.tiles.map((name) => `${name}: ${standing(state.board[name] ?? {})}`);
  return `The island. Eliminator under ${state.eliminator}. ${tiles.join("; ")}`;
}

function legend(state) {
  const air = total(state.air) > 0 ? ` In the air: ${standing(state.air)}.` : "";
  return (
    `Tiles are row,column. A white edge: full (${state.cap}). ` +
    `The ring: the Eliminator, under ${state.eliminator}.${air}`
  );
}

/* The teams */

function teamFigures(state) {
  return Object.keys(state.captured).map((who, seat) => teamFigure(state, who, seat));
}

function teamFigure(state, who, seat) {
  const cells = [state.air, ...Object.values(state.board)];
  const left = cells.reduce((sum, here) => sum + (here[who] ?? 0), 0);
  const cards = state.hands[seat];
  const held = Array.isArray(cards) ? cards.length : cards;
  return el(
    "li",
    { class: "figure", "data-team": who },
    el("b", {}, dots([colours[who]]), who),
    el("span", {}, state.out.includes(who) ? "out" : counted(left, "battler")),
    el("small", {}, `eliminated ${standing(state.captured[who])}`),
    el("small", {}, `hand ${held} · deck ${state.decks[seat]}`),
    discards(state.discards[seat]),
  );
}

function discards(cards) {
  const label = `discarded: ${cards.map(cardName).join(", ") || "nothing"}`;
  const small = cards.map((card) => el("span", { class: "small-card" }, card.slice(0, 2)));
  return el("span", { class: "small-cards", role: "img", "aria-label": label }, ...small);
}
