/* GET BIT! on a page: robots in line, the shark behind them, cards to choose. */

import { sentence, svg } from "/static/shared/dom.js";
import { figureOf, initials } from "/static/shared/targets.js";
import { wordsOf } from "/static/shared/words.js";
import { line } from "./board.js";
import { cardArt } from "./cards.js";
import { colours } from "./data.js";
import { lampIn } from "./lamps.js";
import { ROBOT, robot } from "./robot.js";
import { words } from "./words.js";

/** @import { Card, Choice, ChoiceGroup, Game, GamePage } from "/static/shared/types.js" */
/** @import { Action, Cards, Robot, State } from "./data.js" */

/** @import { Words } from "./board.js" */
/** @typedef {GamePage<State, Action>} Page */

export { after, own } from "./staging.js";

const ARMS_AND_LEGS = 4;
export const say = wordsOf(words);
/** @type {Page["pieces"]} */
export const pieces = { robot: { shape: "square" } };

/** @type {Page["title"]} */
export function title(state) {
  const placed = state.line.length + namesWhere(state, (robot) => robot.out).length;
  const linedUp = placed === Object.keys(state.robots).length;
  return linedUp ? say("page.round", state) : say("page.lining-up");
}

/** @type {Page["seatColours"]} */
export function seatColours(state, seat) {
  return namesWhere(state, (robot) => robot.seat === seat).map((name) => colours[name]);
}

export const style = "page.css";
export const asides = ["line-up", "choose", "pick-up", "swim"];

/** Return the line of robots. Nothing on it can be tapped, because players choose only cards.
 * @type {Page["board"]} */
export function board(state, _tapping, game = null, seat = null) {
  const halves = inHalves(state, game);
  /** @type {Words} */
  const told = {
    front: say("page.front"),
    mine: (name) => say("page.mine", { name: name.split(" (")[0].split(" · ").at(-1) }),
    hand: (cards) => String(lengthOf(cards)),
    limbs: (limbs) => markOf(limbs, halves),
    line: (now) => lineInWords(now, halves),
  };
  return line(state, { colours, letters: lettersOf(state), names: namesOf(state), halves, seat, say: told });
}

/** Return each robot's label: its player's name, with its colour if the player has two robots or no name.
 * @type {(state: State) => Record<string, string>} */
function namesOf({ robots }) {
  return Object.fromEntries(Object.keys(robots).map((name) => [name, sentence(say.called("team", name))]));
}

/** "4", "1½"
 * @type {(limbs: number, halves: boolean) => string} */
function markOf(limbs, halves) {
  if (!halves) return String(limbs);
  return `${Math.floor(limbs / 2) || ""}${limbs % 2 ? "½" : ""}` || "0";
}

/** Return each robot's letters: "R", or "Gr" if there is also a "Ge".
 * @type {(state: State) => Record<string, string>} */
function lettersOf({ robots }) {
  const names = Object.keys(robots);
  const letters = initials(names.map((name) => say.called("robot", name)));
  return Object.fromEntries(names.map((name, index) => [name, letters[index]]));
}

/** @type {Page["facts"]} */
export function facts(state) {
  const names = namesWhere(state, (robot) => robot.out);
  return names.length > 0 ? [say("page.out", { robots: names })] : [];
}

/** Return a row of cards for each swimming robot, including those on the table, so that a player can ask about any.
 * @type {Page["cards"]} */
export function cards(state, seat) {
  const names = namesWhere(state, (robot) => robot.seat === seat && !robot.out);
  return names.map((name) => ({
    title: names.length > 1 ? say("page.cards-of", { robot: name }) : say("page.your-cards"),
    cards: ownCards(state, name).map((card) => face(state, name, card)),
  }));
}

/** @type {Page["way"]} */
export function way({ robot, card }) {
  return [`card:${robot}:${card}`];
}

/** @type {Page["deed"]} */
export function deed({ robot, card }, state) {
  const isOne = namesWhere(state, (one) => one.seat === state.robots[robot].seat).length === 1;
  return say(isOne ? "page.card" : "page.card-for", { card, robot });
}

/** Move the card that a seat has just chosen from its own hand.
 * @type {Page["moves"]} */
export function moves(events) {
  return events
    .filter(({ type, card }) => type === "choose" && card)
    .map(({ robot, card }) => ({ piece: `choice:${robot}`, from: `card:${robot}:${card}` }));
}

/** @type {Page["lamp"]} */
export function lamp(state, place, game) {
  return lampIn(state, place, { say, halves: inHalves(state, game) });
}

/** Label the numbers in the game's chart.
 * @type {Page["chart"]} */
export function chart(game) {
  const halves = game?.options?.longer === true;
  return { value: (limbs) => limbsIn(limbs, halves), mark: (limbs) => String(halves ? limbs / 2 : limbs) };
}

/** Show a seat's robots with their remaining limbs.
 * @type {Page["atTheEnd"]} */
export function atTheEnd(state, seat, game, { winners }) {
  const halves = inHalves(state, game);
  const letters = lettersOf(state);
  const names = namesWhere(state, (one) => one.seat === seat);
  const drawn = names.map((name, index) => {
    const { limbs, out } = state.robots[name];
    const mood = out ? "out" : winners.includes(seat) ? "happy" : "afraid";
    const look = robot({ name, letter: letters[name], colour: colours[name], limbs, halves, mood });
    return svg("g", { transform: `translate(${index * ROBOT.width} 0)` }, ...look);
  });
  const says = names.map((name) => limbsIn(state.robots[name].limbs, halves)).join(" · ");
  return { figure: figureOf(names.length * ROBOT.width, ROBOT.height, drawn), says };
}

/** Return one group for each robot: its cards, including those on the table, so that a player can ask about any.
 * @type {Page["choices"]} */
export function choices(state, pending, seat) {
  const names = namesWhere(state, (robot) => robot.seat === seat);
  /** @type {(name: string) => ChoiceGroup<Action>} */
  const group = (name) => ({
    title: names.length > 1 ? say.called("robot", name) : say("page.your-cards"),
    colours: [colours[name]],
    choices: cardsOf(state, name, seat, pending?.legal ?? []),
  });
  return names.filter((name) => !state.robots[name].out).map(group);
}

/** @type {(state: State, test: (robot: Robot) => boolean) => string[]} */
function namesWhere(state, test) {
  return Object.entries(state.robots)
    .filter(([, robot]) => test(robot))
    .map(([name]) => name);
}

/** Tell whether the game counts half limbs, as a longer game does; the state shows that only while there are many.
 * @type {(state: State, game?: Game | null) => boolean} */
function inHalves(state, game) {
  const most = Math.max(...Object.values(state.robots).map(({ limbs }) => limbs));
  return Boolean(game?.options?.longer ?? most > ARMS_AND_LEGS);
}

/** "4 limbs", "1½ limbs", "½ limb"
 * @type {(limbs: number, halves: boolean) => string} */
function limbsIn(limbs, halves) {
  return say.called(halves ? "half-limbs" : "limbs", limbs);
}

/* A view contains a hidden list as its length. */
/** @type {(cards: Cards) => number} */
function lengthOf(cards) {
  return Array.isArray(cards) ? cards.length : cards;
}

/** @type {(state: State, name: string, seat: number, legal: Action[]) => Choice<Action>[]} */
function cardsOf(state, name, seat, legal) {
  const { hand: held, table } = state.robots[name];
  if (!Array.isArray(held) || !Array.isArray(table)) return [];
  /** @type {(card: number) => boolean} */
  const isLegal = (card) => legal.some((action) => action.robot === name && action.card === card);
  return [...held, ...table]
    .sort((a, b) => a - b)
    .map((card) => ({
      label: String(card),
      hint: hintFor(card, state.choices[name], table),
      action: { type: "choose", seat, robot: name, card },
      legal: isLegal(card),
      chosen: state.choices[name] === card,
    }));
}

/** @type {(table: Cards, card: number) => boolean} */
function isOn(table, card) {
  return Array.isArray(table) && table.includes(card);
}

/** @type {(card: number, choice: number | null, table: Cards) => string} */
function hintFor(card, choice, table) {
  if (choice === card) return say("page.chosen");
  return isOn(table, card) ? say("page.played") : "";
}

/** @type {(state: State, name: string) => number[]} */
function ownCards(state, name) {
  const { hand: held, table } = state.robots[name];
  if (!Array.isArray(held) || !Array.isArray(table)) return [];
  return [...held, ...table].sort((a, b) => a - b);
}

/** @type {(state: State, name: string, card: number) => Card} */
function face(state, name, card) {
  const isChosen = state.choices[name] === card;
  const hint = hintFor(card, state.choices[name], state.robots[name].table);
  return {
    tint: colours[name],
    away: isOn(state.robots[name].table, card),
    down: isChosen && !state.shown,
    mark: hint,
    art: cardArt(card, { name, colour: colours[name] }),
    parts: [
      {
        target: `card:${name}:${card}`,
        name: [say("page.card-of", { card, robot: name }), hint].filter(Boolean).join(", "),
        about: isChosen
          ? say(robotsOf(state, name) > 1 ? "page.take-back-last" : "page.take-back", { card })
          : say("page.about", { card, robot: name }),
        big: String(card),
      },
    ],
  };
}

/** Return how many robots this robot's owner has.
 * @type {(state: State, name: string) => number} */
function robotsOf(state, name) {
  return namesWhere(state, ({ seat }) => seat === state.robots[name].seat).length;
}

/** @type {(state: State, halves: boolean) => string} */
function lineInWords(state, halves) {
  const each = state.line.map((name) => robotInWords(state, name, halves));
  const robots = each.length > 0 ? each.join("; ") : say("page.nobody");
  return say("page.line", { robots });
}

/** @type {(state: State, name: string, halves: boolean) => string} */
function robotInWords(state, name, halves) {
  const { limbs, table } = state.robots[name];
  const key = state.chosen.includes(name) ? "page.in-line-chosen" : "page.in-line";
  return say(key, { robot: name, limbs: limbsIn(limbs, halves), table: tableInWords(table) });
}

/** @type {(table: Cards) => string} */
function tableInWords(table) {
  if (!Array.isArray(table)) return say("page.face-down", { cards: table });
  return table.length > 0 ? say("page.played-cards", { cards: table.join(", ") }) : say("page.played-nothing");
}
