/* GET BIT! on a page: robots in their line, the shark behind them, cards to choose. */

import { el, listed, sentence, svg } from "/static/dom.js";
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

export function summary(state, game = null) {
  const halves = inHalves(state, game);
  const line = state.line.map((name) => figure(state, name, halves));
  const shark = el("li", { class: "figure" }, sharkShape(), "shark");
  const way = "Front of the line to the left; the shark bites the last.";
  return el(
    "div",
    {},
    el("ol", { class: "line", "aria-label": "The line, front first" }, ...line, shark),
    el("p", { class: "facts" }, way),
    fallen(state),
  );
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
  if (choice === card) return "your choice";
  return table.includes(card) ? "on the table" : "";
}

function figure(state, name, halves) {
  const robot = state.robots[name];
  return el(
    "li",
    { class: "figure", "data-robot": name },
    robotShape(name, robot.limbs, halves),
    name,
    el("small", {}, limbsIn(robot.limbs, halves)),
    el("small", {}, `hand ${lengthOf(robot.hand)}`),
    choiceCard(state.chosen.includes(name)),
    tableCards(robot.table),
  );
}

/** Face down even for its owner: the summary is what everybody may look at. */
function choiceCard(isIn) {
  if (!isIn) return el("span", { class: "small-card slot" });
  const told = { role: "img", "aria-label": "has chosen" };
  return el("span", { class: "small-card back", ...told }, "✓");
}

function tableCards(table) {
  const open = Array.isArray(table);
  const cards = open
    ? table.map((card) => el("span", { class: "small-card" }, String(card)))
    : hiddenCards(table);
  const label = open ? `played: ${table.join(", ") || "nothing"}` : `${table} face down`;
  return el("span", { class: "small-cards", role: "img", "aria-label": label }, ...cards);
}

function hiddenCards(count) {
  return count ? [el("span", { class: "small-card back" }, `×${count}`)] : [];
}

function fallen(state) {
  const names = namesWhere(state, (robot) => robot.out);
  return names.length > 0 ? el("p", { class: "facts" }, `Out: ${listed(names)}.`) : null;
}

/** Which limb is gone is not recorded: they are drawn as going from the last to the first. */
function robotShape(name, limbs, halves) {
  const each = halves ? 2 : 1;
  const parts = LIMBS.flatMap((limb, index) => {
    const left = Math.max(0, Math.min(each, limbs - index * each));
    return limbShape(limb, left / each, colours[name]);
  });
  // The words below it say the same.
  const about = { viewBox: "0 0 64 72", "aria-hidden": "true" };
  return svg("svg", about, ...parts, ...bodyShape(name));
}

// From the shoulder or hip, by the elbow or knee, to the end.
const LIMBS = [
  [[21, 34], [12, 40], [6, 49]],
  [[43, 34], [52, 40], [58, 49]],
  [[27, 52], [24, 60], [20, 68]],
  [[37, 52], [40, 60], [44, 68]],
];

/** `share` is how much of the limb is left: 1, a half or nothing. */
function limbShape([joint, middle, end], share, colour) {
  const bone = (points, lost) =>
    svg("polyline", {
      points: points.map((point) => point.join(",")).join(" "),
      fill: "none",
      stroke: lost ? "var(--mist)" : colour,
      "stroke-width": lost ? 1.5 : 7,
      "stroke-dasharray": lost ? "2 3" : null,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    });
  if (share === 1) return [bone([joint, middle, end], false)];
  if (share === 0) return [bone([joint, middle, end], true)];
  return [bone([middle, end], true), bone([joint, middle], false)];
}

/** The letter is the second cue beside the colour: no two robots share one. */
function bodyShape(name) {
  const colour = colours[name];
  const letter = svg(
    "text",
    {
      x: 32, y: 48, fill: "var(--ink)", "text-anchor": "middle",
      "font-size": 16, "font-weight": 700, "font-family": "system-ui, sans-serif",
    },
    name[0].toUpperCase(),
  );
  const dot = (x) => svg("circle", { cx: x, cy: 17, r: 3, fill: "var(--ink)" });
  return [
    svg("path", { d: "M32 9V3", stroke: colour, "stroke-width": 2.5 }),
    svg("circle", { cx: 32, cy: 3.5, r: 2.5, fill: colour }),
    svg("rect", { x: 20, y: 8, width: 24, height: 18, rx: 6, fill: colour }),
    dot(27),
    dot(37),
    svg("rect", { x: 20, y: 29, width: 24, height: 25, rx: 6, fill: colour }),
    letter,
  ];
}

function sharkShape() {
  return svg(
    "svg",
    { viewBox: "0 0 64 72", "aria-hidden": "true" },
    svg("path", { d: "M14 46C24 42 31 28 33 10c11 8 17 22 18 36Z", fill: colours.shark }),
    svg("path", {
      d: "M2 50q7.5-8 15 0t15 0t15 0t15 0", fill: "none",
      stroke: "var(--lagoon)", "stroke-width": 3, "stroke-linecap": "round",
    }),
    svg("path", {
      d: "M8 60q6-6 12 0t12 0t12 0t12 0", fill: "none",
      stroke: "var(--lagoon)", opacity: 0.6, "stroke-width": 2.5, "stroke-linecap": "round",
    }),
  );
}
