/* HOLD YOUR GROUND on a page: the island from above, the teams, what can be done. */

import { wordsOf } from "/static/shared/words.js";
import { words } from "./words.js";
import { island, total } from "./board.js";
import { colours, layout } from "./data.js";
import { handCards, wayOf } from "./hand.js";

export const say = wordsOf(words);

export function title(state) {
  if (Object.keys(state.board).length === 0) return say("page.laid-out");
  if (state.active === null) return say("page.who-starts");
  return say("page.turn", { turn: state.turn });
}

function seatName(state, seat) {
  return Object.keys(state.captured)[seat];
}

export function seatColours(state, seat) {
  return [colours[seatName(state, seat)] ?? colours.bare];
}

/** The island: every tile can be tapped. */
export function board(state, tapping, _game = null, own = null) {
  return island(state, tapping, {
    colours, layout,
    teams: Object.keys(state.captured),
    own: own === null ? null : seatName(state, own),
    say: {
      island: inWords,
      tile: tileInWords,
      team: teamInWords,
    },
  });
}

export function facts(state) {
  return [legend(state)];
}

/** What a lamp of the table means now. */
export function lamp(state, place) {
  const [kind, at] = place.split(":");
  if (kind === "tile") return lampOfTile(state, at);
  const team = Object.keys(state.captured)[at];
  if (kind !== "depth") return null;
  return team ? say("lamp.lane", { team, left: leftOf(state, team), taken: total(state.captured[team]) }) : say("lamp.no-lane");
}

function lampOfTile(state, at) {
  const who = state.tiles.includes(at) ? standing(state.board[at] ?? {}) : say("page.hole");
  return say(state.eliminator === at ? "lamp.tile-eliminator" : "lamp.tile", { who });
}

/** What the chart of the game counts. */
export function chart() {
  return { title: say("chart.title"), value: (number) => say("half.battlers", { number }) };
}

export function cards(state, seat) {
  const held = state.hands[seat];
  if (!Array.isArray(held) || held.length === 0) return [];
  const look = {
    tint: seatColours(state, seat)[0],
    kind: (kind, number) => say(`kind.${kind}`, { number }),
    only: (kind) => say.called("only", kind),
    half: (kind, number) => say(`half.${kind}`, { number }),
    special: specialOf,
    about: (kind, number) => say(`about.${kind}`, { number }),
  };
  return [{ title: say("page.your-cards"), cards: handCards(held, look) }];
}

export function way(action) {
  return wayOf(action);
}

/** Picking a battler and walking it are open and can be undone: a tap does it, as on the table. */
export function atOnce({ type }) {
  return type === "pick" || type === "step";
}

export function deed(action) {
  const { battlers, tiles } = action;
  const moved = battlers ? { many: numberOf(battlers), far: numberOf(tiles) } : {};
  return say(`page.do-${action.type}`, { ...action, ...moved });
}

export function press(action) {
  return action.type === "play" ? null : say(`press.${action.type}`, action);
}

export function answer(key, state, seat) {
  const [kind, what] = key.split(":");
  if (kind === "doom") return { label: say.called("doom", what), hint: say.called("doom-hint", what) };
  if (kind === "spare") return { label: say("page.nobody"), hint: say("page.spare-all") };
  const hint = say(what === seatName(state, seat) ? "page.your-own" : "page.one-goes");
  return { label: say.called("team", what), hint };
}

export function attempt(key, _state, pending, seat) {
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

function tileInWords(state, tile) {
  const who = state.tiles.includes(tile) ? standing(state.board[tile] ?? {}) : say("page.hole");
  return say(state.eliminator === tile ? "page.tile-eliminator" : "page.tile", { tile, who });
}

function teamInWords(state, who) {
  const taken = total(state.captured[who]);
  const left = state.out.includes(who) ? say("page.team-out") : say("page.team-left", { left: leftOf(state, who) });
  return [left, say("page.team-took", { taken })];
}

function leftOf(state, who) {
  const cells = [state.air, ...Object.values(state.board)];
  return cells.reduce((sum, here) => sum + (here[who] ?? 0), 0);
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

/** "2 Red and 1 Green", "nobody" */
function standing(battlers) {
  const each = Object.entries(battlers).map(([team, number]) => ["some.of", { number, team }]);
  return each.length > 0 ? say.called("some", each) : say("some.none");
}

/* Cards */

function numberOf(card) {
  return Number(card[1]);
}

/** "Battle Royale"; empty for a card that has a number only. */
function specialOf(card) {
  const special = card.slice(3);
  return special && say.called("doom", special);
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
    label: say("page.do-play", { many: numberOf(battlers), far: numberOf(tiles) }),
    hint: pairHint(battlers, tiles, index + 1),
    action: { type: "play", seat, battlers, tiles },
    legal: legal.some((a) => a.battlers === battlers && a.tiles === tiles),
  }));
  return { title: say("page.your-cards-are", { cards: cards.map((card) => say.called("card", card)).join(" · ") }), colours, choices };
}

/** The number is how often `next` is pressed on the table for this pair. */
function pairHint(battlers, tiles, number) {
  return [say("page.next", { number }), specialOf(battlers), specialOf(tiles)].filter(Boolean).join(" · ");
}

/* Everything else that is asked */

function openGroup(state, actions, colours) {
  const [{ type, at }] = actions;
  const asked = type === "take" || type === "spare" ? "royale" : type;
  const choices = actions.map((action) => ({
    label: labelOf(action),
    hint: hintOf(state, action),
    action,
    legal: true,
  }));
  return { title: say(`page.ask-${asked}`, { at }), colours, choices };
}

function labelOf({ type, team, action, to, at }) {
  if (type === "spare") return say("page.nobody");
  if (team) return say("some.of", { number: 1, team });
  return action ? say.called("doom", action) : say.called("tile", to ?? at);
}

function hintOf(state, { type, at, to, team: who }) {
  const here = state.board[to ?? at];
  if (type === "spare") return say("page.spare-all");
  if (who) return say("page.of-there", { number: here?.[who] ?? 0 });
  return here ? standing(here) : "";
}

function inWords(state) {
  const tiles = state.tiles.map((name) => tileInWords(state, name));
  return say("page.island", { tiles: tiles.join("; ") });
}

function legend({ cap, eliminator, air }) {
  const key = total(air) > 0 ? "page.legend-air" : "page.legend";
  return say(key, { cap, tile: eliminator, battlers: standing(air) });
}
