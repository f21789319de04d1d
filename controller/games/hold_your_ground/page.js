/* HOLD YOUR GROUND on a page: the island from above, the teams, and the choices. */

import { figureOf } from "/static/shared/targets.js";
import { wordsOf } from "/static/shared/words.js";
import { words } from "./words.js";
import { battler } from "./battlers.js";
import { island, total } from "./board.js";
import { colours, layout } from "./data.js";
import { handCards, wayOf } from "./hand.js";

/** @import { ChoiceGroup, GamePage } from "/static/shared/types.js" */
/** @import { Action, Battlers, State } from "./data.js" */

/** @import { Look } from "./hand.js" */
/** @typedef {GamePage<State, Action>} Page */

export { after, own } from "./staging.js";

export const say = wordsOf(words);
export const style = "page.css";
export const asides = ["draw"];

/** @type {Page["title"]} */
export function title(state) {
  if (Object.keys(state.board).length === 0) return say("page.laid-out");
  if (state.active === null) return say("page.who-starts");
  return say("page.turn", { turn: state.turn });
}

/** Return a team's name: its player's, if the player has one.
 * @type {(team: string) => string} */
function named(team) {
  return say.called("seat", layout.teams.indexOf(team));
}

/** @type {(action: Action) => { team?: string }} */
function called({ team }) {
  return team ? { team: named(team) } : {};
}

/** @type {(state: State, seat: number) => string} */
function seatName(state, seat) {
  return Object.keys(state.captured)[seat];
}

/** @type {Page["seatColours"]} */
export function seatColours(state, seat) {
  return [colours[seatName(state, seat)] ?? colours.bare];
}

/** Return the island, where every tile can be tapped.
 * @type {Page["board"]} */
export function board(state, tapping, _game = null, own = null) {
  return island(state, tapping, {
    colours,
    layout,
    teams: Object.keys(state.captured),
    own: own === null ? null : seatName(state, own),
    say: {
      island: inWords,
      tile: tileInWords,
      team: teamInWords,
      name: named,
    },
  });
}

/** @type {Page["facts"]} */
export function facts(state) {
  return [legend(state)];
}

/** Return what a lamp of the table means now.
 * @type {Page["lamp"]} */
export function lamp(state, place) {
  const [kind, at] = place.split(":");
  if (kind === "tile") return lampOfTile(state, at);
  const team = Object.keys(state.captured)[Number(at)];
  if (kind !== "depth") return null;
  return team
    ? say("lamp.lane", { team: named(team), left: leftOf(state, team), taken: total(state.captured[team]) })
    : say("lamp.no-lane");
}

/** @type {(state: State, at: string) => string} */
function lampOfTile(state, at) {
  const who = state.tiles.includes(at) ? standing(state.board[at] ?? {}) : say("page.hole");
  return say(state.eliminator === at ? "lamp.tile-eliminator" : "lamp.tile", { who });
}

/** Show a team's battler, and its score: the centre, then its pile, then only the tied teams' colours (HYG-45).
 * @type {Page["atTheEnd"]} */
export function atTheEnd(state, seat, _game, { reason }) {
  const team = seatName(state, seat);
  const pile = state.captured[team];
  const tied = recounted(reason);
  const again = tied.reduce((sum, one) => sum + (pile[seatName(state, one)] ?? 0), 0);
  const centre = state.board[layout.centre]?.[team] ?? 0;
  const isLast = [reason].flat()[0] === "ending.last";
  const key = isLast ? "page.ended-left" : tied.includes(seat) ? "page.ended-tied" : "page.ended";
  const says = say(key, { centre, left: leftOf(state, team), taken: total(pile), again });
  return { figure: figureOf(24, 34, [battler(team, colours[team])], -12, -20), says };
}

/** Return the tied seats, whose colours were counted again, as the sentence about the end says.
 * @type {(reason: unknown) => number[]} */
function recounted(reason) {
  const [, { decided = [] } = {}] = Array.isArray(reason) ? reason : [];
  const [key, values] = decided;
  return key === "ending.recount" ? values.tied : [];
}

/** Label the numbers in the game's chart.
 * @type {Page["chart"]} */
export function chart() {
  return { title: say("chart.title"), value: (number) => say("half.battlers", { number }) };
}

/** @type {Page["cards"]} */
export function cards(state, seat) {
  const held = state.hands[seat];
  if (!Array.isArray(held) || held.length === 0) return [];
  /** @type {Look} */
  const look = {
    tint: seatColours(state, seat)[0],
    team: seatName(state, seat),
    kind: (kind, number) => say(`kind.${kind}`, { number }),
    only: (kind) => say.called("only", kind),
    half: (kind, number) => say(`half.${kind}`, { number }),
    special: specialOf,
    about: (kind, number) => say(`about.${kind}`, { number }),
  };
  return [{ title: say("page.your-cards"), cards: handCards(held, look) }];
}

/** @type {Page["way"]} */
export function way(action) {
  return wayOf(action);
}

/** Let a tap pick a battler, walk it or spare everybody at once, as on the table, because these choices are public.
 * @type {Page["atOnce"]} */
export function atOnce({ type }) {
  return ["pick", "step", "spare"].includes(type);
}

/** @type {Page["deed"]} */
export function deed(action) {
  const { battlers, tiles = "" } = action;
  const moved = battlers ? { many: numberOf(battlers), far: numberOf(tiles) } : {};
  return say(`page.do-${action.type}`, { ...action, ...moved, ...called(action) });
}

/** @type {Page["press"]} */
export function press(action) {
  return action.type === "play" ? null : say(`press.${action.type}`, { ...action, ...called(action) });
}

/** @type {Page["answer"]} */
export function answer(key, state, seat) {
  const [kind, what] = key.split(":");
  if (kind === "doom") return { label: say.called("doom", what), hint: say.called("doom-hint", what) };
  if (kind === "spare") return { label: say("page.nobody"), hint: say("page.spare-all") };
  const hint = say(what === seatName(state, seat) ? "page.your-own" : "page.one-goes");
  return { label: named(what), hint };
}

/** @type {Page["attempt"]} */
export function attempt(key, _state, pending, seat) {
  const [kind, at] = key.split(":");
  if (kind !== "tile") return null;
  const type = pending?.legal.find((action) => action.seat === seat)?.type;
  if (type === "step" || type === "eliminator") return { type, seat, to: at };
  return { type: "pick", seat, at };
}

/** Return the battlers that walked or that were pushed or thrown; `walker` is where the walking one was.
 * @type {Page["moves"]} */
export function moves(events) {
  return events.flatMap((event) => {
    if (event.type === "pick") walker = event.at;
    const from = event.type === "step" ? walker : ["shoved", "scatter"].includes(event.type) ? event.at : null;
    if (event.type === "step") walker = event.to;
    const who = event.team ?? layout.teams[event.seat ?? NaN];
    return from && event.to ? [{ piece: `battlers:${event.to}:${who}`, from: `battlers:${from}:${who}` }] : [];
  });
}

let walker = /** @type {unknown} */ (null);

/** @type {(state: State, tile: string) => string} */
function tileInWords(state, tile) {
  const who = state.tiles.includes(tile) ? standing(state.board[tile] ?? {}) : say("page.hole");
  return say(state.eliminator === tile ? "page.tile-eliminator" : "page.tile", { tile, who });
}

/** @type {(state: State, who: string) => string[]} */
function teamInWords(state, who) {
  const taken = total(state.captured[who]);
  const left = state.out.includes(who) ? say("page.team-out") : say("page.team-left", { left: leftOf(state, who) });
  return [left, say("page.team-took", { taken })];
}

/** @type {(state: State, who: string) => number} */
function leftOf(state, who) {
  const cells = [state.air, ...Object.values(state.board)];
  return cells.reduce((sum, here) => sum + (here[who] ?? 0), 0);
}

/** Return this seat's decision first, then its cards, so that a player can ask about any.
 * @type {Page["choices"]} */
export function choices(state, pending, seat) {
  const own = (pending?.legal ?? []).filter((action) => action.seat === seat);
  const tint = seatColours(state, seat);
  const asked = own.filter(({ type }) => type !== "play");
  const groups = asked.length > 0 ? [openGroup(state, asked, tint)] : [];
  const pairs = pairGroup(state, own, seat, tint);
  return pairs ? [...groups, pairs] : groups;
}

/** "Red (2) and Green (1)", "nobody"
 * @type {(battlers: Battlers) => string} */
function standing(battlers) {
  const each = Object.entries(battlers).map(([team, number]) => ["some.each", { number, team: named(team) }]);
  return each.length > 0 ? say.called("some", each) : say("some.none");
}

/* Cards */

/** @type {(card: string) => number} */
function numberOf(card) {
  return Number(card[1]);
}

/** Return a special card's name, such as "Battle Royale"; empty for a card with only a number.
 * @type {(card: string) => string} */
function specialOf(card) {
  const special = card.slice(3);
  return special && say.called("doom", special);
}

/** Return every pair of cards in a hand, both ways round but equal pairs once, in the table's order.
 * @type {(cards: string[]) => { battlers: string, tiles: string }[]} */
function pairsOf(cards) {
  const pairs = new Map();
  cards.forEach((battlers, i) =>
    cards.forEach((tiles, j) => {
      if (i !== j) pairs.set(`${battlers}/${tiles}`, { battlers, tiles });
    }),
  );
  return [...pairs.values()];
}

/** @type {(state: State, legal: Action[], seat: number, colours: string[]) => ChoiceGroup<Action> | null} */
function pairGroup(state, legal, seat, colours) {
  const cards = state.hands[seat];
  if (!Array.isArray(cards) || cards.length < 2) return null;
  const choices = pairsOf(cards).map(({ battlers, tiles }, index) => ({
    label: say("page.do-play", { many: numberOf(battlers), far: numberOf(tiles) }),
    hint: pairHint(battlers, tiles, index + 1),
    action: { type: "play", seat, battlers, tiles },
    legal: legal.some((a) => a.battlers === battlers && a.tiles === tiles),
  }));
  return {
    title: say("page.your-cards-are", { cards: cards.map((card) => say.called("card", card)).join(" · ") }),
    colours,
    choices,
  };
}

/** Describe a pair; the number says how often to press `next` on the table for it.
 * @type {(battlers: string, tiles: string, number: number) => string} */
function pairHint(battlers, tiles, number) {
  return [say("page.next", { number }), specialOf(battlers), specialOf(tiles)].filter(Boolean).join(" · ");
}

/* All other decisions */

/** @type {(state: State, actions: Action[], colours: string[]) => ChoiceGroup<Action>} */
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

/** @type {(action: Action) => string} */
function labelOf({ type, team, action, to, at }) {
  if (type === "spare") return say("page.nobody");
  if (team) return say("some.of", { number: 1, team: named(team) });
  return action ? say.called("doom", action) : say.called("tile", to ?? at);
}

/** @type {(state: State, action: Action) => string} */
function hintOf(state, { type, at, to, team: who }) {
  const here = state.board[to ?? at ?? ""];
  if (type === "spare") return say("page.spare-all");
  if (who) return say("page.of-there", { number: here?.[who] ?? 0 });
  return here ? standing(here) : "";
}

/** @type {(state: State) => string} */
function inWords(state) {
  const tiles = state.tiles.map((name) => tileInWords(state, name));
  return say("page.island", { tiles: tiles.join("; ") });
}

/** @type {(state: State) => string} */
function legend({ cap, eliminator, air }) {
  const key = total(air) > 0 ? "page.legend-air" : "page.legend";
  return say(key, { cap, tile: eliminator, battlers: standing(air) });
}
