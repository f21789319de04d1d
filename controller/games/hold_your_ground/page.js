/* HOLD YOUR GROUND on a page: the island from above, the teams, what can be done. */

import { wordsOf } from "/static/words.js";
import { words } from "./words.js";
import { listed, sentence } from "/static/dom.js";
import { island, total } from "./board.js";
import { colours, layout } from "./data.js";
import { handCards, wayOf } from "./hand.js";

export const say = wordsOf(words);

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

function seatName(state, seat) {
  return Object.keys(state.captured)[seat];
}

export function seatColours(state, seat) {
  return [colours[seatName(state, seat)] ?? colours.bare];
}

/** The island: every tile can be tapped. */
export function board(state, tapping) {
  return island(state, tapping, {
    colours, layout,
    teams: Object.keys(state.captured),
    say: {
      island: inWords,
      tile: tileInWords,
      team: (now, who) => `${leftOf(now, who)}, took ${total(now.captured[who])}`,
    },
  });
}

export function facts(state) {
  return [legend(state)];
}

/** What the chart of the game counts. */
export function chart() {
  return { title: "Battlers left", value: (number) => counted(number, "battler") };
}

export function cards(state, seat) {
  const held = state.hands[seat];
  if (!Array.isArray(held) || held.length === 0) return [];
  const look = {
    tint: seatColours(state, seat)[0],
    kind: (kind) => kind,
    only: (kind) => `${kind} only`,
    half: (kind, number) => counted(number, kind.slice(0, -1)),
    special: (card) => DOOMS[card.slice(3)] ?? "",
    about: (kind, number) => ABOUT[kind](number),
  };
  return [{ title: "Your cards", cards: handCards(held, look) }];
}

export function way(action) {
  return wayOf(action);
}

/** Picking a battler and walking it are open and can be undone: a tap does it, as on the table. */
export function atOnce({ type }) {
  return type === "pick" || type === "step";
}

export function deed(action) {
  return SAID[action.type]?.(action) ?? action.type;
}

export function answer(key, state, seat) {
  const [kind, what] = key.split(":");
  if (kind === "doom") return { label: DOOMS[what], hint: DOOM_HINTS[what] };
  if (kind === "spare") return { label: "Nobody", hint: "spare them all" };
  return { label: sentence(what), hint: what === seatName(state, seat) ? "your own battler" : "one battler goes" };
}

export function conceivable(key, _state, pending, seat) {
  const [kind, at] = key.split(":");
  if (kind !== "tile") return null;
  const type = pending?.legal.find((action) => action.seat === seat)?.type;
  if (type === "step" || type === "eliminator") return { type, seat, to: at };
  return { type: "pick", seat, at };
}

/** Battlers that walked, were pushed or were thrown; `walker` is where the one on its way was. */
export function moves(events) {
  return events.flatMap((event) => {
    if (event.type === "pick") walker = event.at;
    const from = { step: walker, shoved: event.at, scatter: event.at }[event.type];
    if (event.type === "step") walker = event.to;
    const who = event.team ?? layout.teams[event.seat];
    return from && event.to ? [{ piece: `battlers:${event.to}:${who}`, from: `battlers:${from}:${who}` }] : [];
  });
}

let walker = null;

const ABOUT = {
  battlers: (number) => `${counted(number, "battler")} of yours will move. The other card says how far.`,
  tiles: (number) => `Each battler that moves goes ${counted(number, "tile")}, none of them twice. The other card says how many battlers.`,
};
const DOOM_HINTS = {
  royale: "who has the most on a tile may take one there",
  eliminator: "one tile in any direction",
  explosion: "the tile over the Eliminator is blown up",
};
const SAID = {
  play: ({ battlers, tiles }) => `${counted(numberOf(battlers), "battler")}, ${counted(numberOf(tiles), "tile")}`,
  pick: ({ at }) => `from ${placeName(at)}`,
  step: ({ to }) => `to ${placeName(to)}`,
  eliminator: ({ to }) => `Eliminator to ${placeName(to)}`,
  push: ({ team: who }) => `push ${who}`,
  take: ({ team: who }) => `eliminate ${who}`,
  spare: () => "spare them all",
  special: ({ action }) => `${DOOMS[action]} first`,
  doom: ({ action }) => DOOMS[action],
};

/** "row 2, tile 4", as a person counts */
function placeName(name) {
  const [row, column] = name.split(",").map((number) => Number(number) + 1);
  return `row ${row}, tile ${column}`;
}

function tileInWords(state, name) {
  const where = sentence(placeName(name));
  const under = state.eliminator === name ? ", over the Eliminator" : "";
  if (!state.tiles.includes(name)) return `${where}, a hole${under}`;
  return `${where}, ${standing(state.board[name] ?? {})}${under}`;
}

function leftOf(state, who) {
  if (state.out.includes(who)) return "out";
  const cells = [state.air, ...Object.values(state.board)];
  return String(cells.reduce((sum, here) => sum + (here[who] ?? 0), 0));
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

function inWords(state) {
  const tiles = state.tiles.map((name) => tileInWords(state, name));
  return `The island. ${tiles.join("; ")}`;
}

function legend(state) {
  const air = total(state.air) > 0 ? ` In the air: ${standing(state.air)}.` : "";
  return (
    `A white edge: full (${state.cap}). ` +
    `The ring: the Eliminator, under ${placeName(state.eliminator)}.${air}`
  );
}
