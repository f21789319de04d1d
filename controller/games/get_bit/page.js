/* GET BIT! on a page: robots in their line, the shark behind them, cards to choose. */

import { listed, sentence } from "/static/dom.js";
import { line, wholeRobot } from "./board.js";
import { colours } from "./data.js";

const ARMS_AND_LEGS = 4;

export function title(state) {
  const placed = state.line.length + namesWhere(state, (robot) => robot.out).length;
  const linedUp = placed === Object.keys(state.robots).length;
  return linedUp ? `Round ${state.round}` : "The robots line up";
}

export function seatName(state, seat) {
  return namesWhere(state, (robot) => robot.seat === seat).join(" & ");
}

export function seatColours(state, seat) {
  return namesWhere(state, (robot) => robot.seat === seat).map((name) => colours[name]);
}

/** The line of robots. There is nothing to tap on it: a card is all that is chosen. */
export function board(state, _tapping, game = null, seat = null) {
  const halves = inHalves(state, game);
  const limbs = (number) => limbsIn(number, halves);
  const say = { ...LINE_WORDS, line: (now) => lineInWords(now, halves) };
  return line(state, seat, { colours, halves, limbsIn: limbs, say });
}

export function facts(state) {
  const names = namesWhere(state, (robot) => robot.out);
  return names.length > 0 ? [`Out: ${listed(names)}.`] : [];
}

/** A row of cards for each robot that swims: those on the table too, so that each can be asked about. */
export function cards(state, seat) {
  const names = namesWhere(state, (robot) => robot.seat === seat && !robot.out);
  return names.map((name) => ({
    title: names.length > 1 ? `Cards of ${name}` : "Your cards",
    cards: ownCards(state, name).map((card) => face(state, name, card)),
  }));
}

export function way({ robot, card }) {
  return [`card:${robot}:${card}`];
}

export function deed({ robot, card }, state) {
  const isOne = namesWhere(state, (one) => one.seat === state.robots[robot].seat).length === 1;
  return isOne ? String(card) : `${card} for ${robot}`;
}

/** The card that a seat has just chosen comes from its own hand. */
export function moves(events) {
  return events
    .filter(({ type, card }) => type === "choose" && card)
    .map(({ robot, card }) => ({ piece: `choice:${robot}`, from: `card:${robot}:${card}` }));
}

/** What the chart of the game counts. */
export function chart(game) {
  const halves = game?.options?.longer;
  return { title: "Limbs left", value: (limbs) => limbsIn(limbs, halves), mark: (limbs) => String(halves ? limbs / 2 : limbs) };
}

/** One group a robot: its cards, those on the table too, so that each can be asked about. */
export function hand(state, pending, seat) {
  const names = namesWhere(state, (robot) => robot.seat === seat);
  const group = (name) => ({
    title: names.length > 1 ? sentence(name) : "Your cards",
    colours: [colours[name]],
    choices: cardsOf(state, name, seat, pending?.legal ?? []),
  });
  return names.filter((name) => !state.robots[name].out).map(group);
}

export function tell(event, game = null) {
  return TALES[event.type]?.(event, game) ?? null;
}

const TALES = {
  "line-up": ({ robot }) => `${sentence(robot)} takes the next place in the line.`,
  choose: ({ robot }) => `${sentence(robot)} has chosen a card.`,
  reveal: ({ cards }) =>
    `The cards: ${Object.entries(cards)
      .map(([robot, card]) => `${robot} ${card}`)
      .join(", ")}.`,
  stay: ({ card, robots }) =>
    `${sentence(listed(robots))} ${robots.length > 2 ? "all" : "both"} played ${card} and stay.`,
  swim: ({ robot, card }) => `${sentence(robot)} swims to the front with ${card}.`,
  bite: ({ robot, limbs }, game) =>
    limbs > 0
      ? `The shark bites ${robot}: ${limbsIn(limbs, game?.options?.longer)} left.`
      : `The shark bites ${robot}: no limb is left.`,
  out: ({ robot }) => `${sentence(robot)} is out.`,
  "pick-up": ({ robot, cards }) =>
    `${sentence(robot)} picks up ${counted(cards?.length ?? cards, "card")}.`,
  eaten: ({ robot }) => `The shark eats ${robot}, the last in the line.`,
  round: ({ round }) => `Round ${round} begins.`,
  over: () => "The game is over.",
};

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
  if (!halves) return counted(limbs, "limb");
  const whole = Math.floor(limbs / 2);
  const number = `${whole || ""}${limbs % 2 ? "½" : ""}` || "0";
  return `${number} ${limbs > 0 && limbs <= 2 ? "limb" : "limbs"}`;
}

function counted(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
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
  if (choice === card) return "chosen";
  return table.includes(card) ? "played" : "";
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
        name: [`${card} of ${name}`, hint].filter(Boolean).join(", "),
        about: `The ${card}: ${name} swims to the front, unless another robot plays ${card} too. Higher cards swim later and end further in front.`,
        big: String(card),
        icon: wholeRobot(name, colours[name]),
      },
    ],
  };
}

const LINE_WORDS = {
  front: "← front of the line",
  you: "you",
  hand: (cards) => counted(lengthOf(cards), "card"),
};

function lineInWords(state, halves) {
  const each = state.line.map((name) => {
    const { limbs, table } = state.robots[name];
    const played = Array.isArray(table) ? `played ${table.join(", ") || "nothing"}` : `${table} face down`;
    const chosen = state.chosen.includes(name) ? ", has chosen" : "";
    return `${name} with ${limbsIn(limbs, halves)}, ${played}${chosen}`;
  });
  return `The line, front first: ${each.join("; ")}. The shark is behind the last.`;
}
