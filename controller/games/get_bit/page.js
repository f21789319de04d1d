/* GET BIT! on a page: robots in their line, the shark behind them, cards to choose. */

import { initials } from "/static/shared/targets.js";
import { wordsOf } from "/static/shared/words.js";
import { line, wholeRobot } from "./board.js";
import { colours } from "./data.js";
import { lampIn } from "./lamps.js";
import { words } from "./words.js";

const ARMS_AND_LEGS = 4;
export const say = wordsOf(words);
export const pieces = { robot: { shape: "square" } };

export function title(state) {
  const placed = state.line.length + namesWhere(state, (robot) => robot.out).length;
  const linedUp = placed === Object.keys(state.robots).length;
  return linedUp ? say("page.round", state) : say("page.lining-up");
}

export function seatColours(state, seat) {
  return namesWhere(state, (robot) => robot.seat === seat).map((name) => colours[name]);
}

/** The line of robots. There is nothing to tap on it: a card is all that is chosen. */
export function board(state, _tapping, game = null, seat = null) {
  const halves = inHalves(state, game);
  const told = {
    front: say("page.front"),
    you: say("page.you"),
    hand: (cards) => say("page.hand", { cards: lengthOf(cards) }),
    robot: (name) => say.called("robot", name),
    limbs: (limbs) => limbsIn(limbs, halves),
    line: (now) => lineInWords(now, halves),
  };
  return line(state, seat, { colours, letters: lettersOf(state), halves, say: told });
}

/** By robot: "R", or "Gr" beside "Ge". */
function lettersOf({ robots }) {
  const names = Object.keys(robots);
  const letters = initials(names.map((name) => say.called("robot", name)));
  return Object.fromEntries(names.map((name, index) => [name, letters[index]]));
}

export function facts(state) {
  const names = namesWhere(state, (robot) => robot.out);
  return names.length > 0 ? [say("page.out", { robots: names })] : [];
}

/** A row of cards for each robot that swims: those on the table too, so that each can be asked about. */
export function cards(state, seat) {
  const names = namesWhere(state, (robot) => robot.seat === seat && !robot.out);
  return names.map((name) => ({
    title: names.length > 1 ? say("page.cards-of", { robot: name }) : say("page.your-cards"),
    cards: ownCards(state, name).map((card) => face(state, name, card)),
  }));
}

export function way({ robot, card }) {
  return [`card:${robot}:${card}`];
}

export function deed({ robot, card }, state) {
  const isOne = namesWhere(state, (one) => one.seat === state.robots[robot].seat).length === 1;
  return say(isOne ? "page.card" : "page.card-for", { card, robot });
}

/** The card that a seat has just chosen comes from its own hand. */
export function moves(events) {
  return events
    .filter(({ type, card }) => type === "choose" && card)
    .map(({ robot, card }) => ({ piece: `choice:${robot}`, from: `card:${robot}:${card}` }));
}

export function lamp(state, place, game) {
  return lampIn(state, place, { say, halves: inHalves(state, game) });
}

/** What the chart of the game counts. */
export function chart(game) {
  const halves = game?.options?.longer;
  return { value: (limbs) => limbsIn(limbs, halves), mark: (limbs) => String(halves ? limbs / 2 : limbs) };
}

/** One group a robot: its cards, those on the table too, so that each can be asked about. */
export function hand(state, pending, seat) {
  const names = namesWhere(state, (robot) => robot.seat === seat);
  const group = (name) => ({
    title: names.length > 1 ? say.called("robot", name) : say("page.your-cards"),
    colours: [colours[name]],
    choices: cardsOf(state, name, seat, pending?.legal ?? []),
  });
  return names.filter((name) => !state.robots[name].out).map(group);
}

function namesWhere(state, test) {
  return Object.entries(state.robots)
    .filter(([, robot]) => test(robot))
    .map(([name]) => name);
}

/** A longer game counts half limbs; the state alone shows it only while there are many. */
function inHalves(state, game) {
  const most = Math.max(...Object.values(state.robots).map(({ limbs }) => limbs));
  return game?.options?.longer ?? most > ARMS_AND_LEGS;
}

/** "4 limbs", "1½ limbs", "½ limb" */
function limbsIn(limbs, halves) {
  return say.called(halves ? "half-limbs" : "limbs", limbs);
}

/* A view gives a hidden list as its length. */
function lengthOf(cards) {
  return Array.isArray(cards) ? cards.length : cards;
}

function cardsOf(state, name, seat, legal) {
  const { hand: held, table } = state.robots[name];
  if (!Array.isArray(held) || !Array.isArray(table)) return [];
  const isLegal = (card) =>
    legal.some((action) => action.robot === name && action.card === card);
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

function hintFor(card, choice, table) {
  if (choice === card) return say("page.chosen");
  return table.includes(card) ? say("page.played") : "";
}

function ownCards(state, name) {
  const { hand: held, table } = state.robots[name];
  if (!Array.isArray(held) || !Array.isArray(table)) return [];
  return [...held, ...table].sort((a, b) => a - b);
}

function face(state, name, card) {
  const hint = hintFor(card, state.choices[name], state.robots[name].table);
  return {
    tint: colours[name],
    away: state.robots[name].table.includes(card),
    mark: hint,
    parts: [
      {
        target: `card:${name}:${card}`,
        name: [say("page.card-of", { card, robot: name }), hint].filter(Boolean).join(", "),
        about: say("page.about", { card, robot: name }),
        big: String(card),
        icon: wholeRobot(lettersOf(state)[name], colours[name]),
      },
    ],
  };
}

function lineInWords(state, halves) {
  const each = state.line.map((name) => robotInWords(state, name, halves));
  const robots = each.length > 0 ? each.join("; ") : say("page.nobody");
  return say("page.line", { robots });
}

function robotInWords(state, name, halves) {
  const { limbs, table } = state.robots[name];
  const key = state.chosen.includes(name) ? "page.in-line-chosen" : "page.in-line";
  return say(key, { robot: name, limbs: limbsIn(limbs, halves), table: tableInWords(table) });
}

function tableInWords(table) {
  if (!Array.isArray(table)) return say("page.face-down", { cards: table });
  return table.length > 0 ? say("page.played-cards", { cards: table.join(", ") }) : say("page.played-nothing");
}
