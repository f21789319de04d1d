/* GET BIT! drawn: the robots in their line, front to the left, and the shark behind them. */

import { svg } from "/static/shared/dom.js";
import { ground, water, words } from "/static/shared/targets.js";

const WIDTH = 360;
const HEIGHT = 226;
const WATER = 40;
const INK = "var(--ink)";
// A robot is drawn in a box of this size.
const ROBOT = { width: 64, height: 72 };
const MINI = { width: 13, height: 18, gap: 2 };
const ARMS_AND_LEGS = 4;

/** `colours` and `letters` by robot; `say` has what is written beside the robots. */
export function line(state, seat, { colours, letters, halves, say }) {
  const slot = WIDTH / (state.line.length + 1);
  const figures = state.line.map((name, index) =>
    figure(state, name, slot, index, { colours, letters, halves, isMine: state.robots[name].seat === seat, say }),
  );
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "xMidYMin", role: "img", "aria-label": say.line(state) },
    ground("var(--sky)"),
    ...water(WATER),
    words(8, 14, say.front, { "text-anchor": "start", "font-size": 12, fill: "var(--pale)" }),
    ...figures,
    shark(WIDTH - slot, slot, colours),
  );
}

function figure(state, name, slot, index, { colours, letters, halves, isMine, say }) {
  const robot = state.robots[name];
  const size = Math.min(slot - 4, 66);
  const middle = index * slot + slot / 2;
  const top = 34;
  const scale = size / ROBOT.width;
  const below = top + ROBOT.height * scale;
  const isIn = state.chosen.includes(name);
  return svg(
    "g",
    { "data-piece": `robot:${name}`, "data-robot": name },
    svg(
      "g",
      { transform: `translate(${middle - size / 2} ${top}) scale(${scale})` },
      ...robotShape(letters[name], robot.limbs, halves, colours[name]),
    ),
    words(middle, below + 14, say.robot(name), { "font-size": slot < 56 ? 12 : 13, "font-weight": 650, fill: "var(--foam)" }),
    small(middle, below + 28, say.limbs(robot.limbs), slot),
    small(middle, below + 42, say.hand(robot.hand), slot),
    isMine ? words(middle, top - 4, say.you, { "font-size": 12, "font-weight": 650, fill: "var(--sun)" }) : null,
    isIn ? chosenCard(name, middle, below + 50) : null,
    ...tableCards(robot.table, middle, below + 76, slot),
  );
}

/** As large as its slot allows: in some languages a limb is a long word. */
function small(x, y, text, slot) {
  const fits = (slot - 3) / (text.length * 0.57);
  return words(x, y, text, { "font-size": Math.min(11, fits), fill: "var(--pale)" });
}

/** Face down even for its owner: the board is what everybody may look at. */
function chosenCard(name, x, y) {
  const card = svg(
    "g",
    { transform: `translate(${x - 8} ${y})` },
    svg("rect", { width: 16, height: 20, rx: 3, fill: "var(--back)", stroke: "var(--foam)" }),
    words(8, 15, "✓", { "font-size": 12, fill: "white" }),
  );
  return svg("g", { "data-piece": `choice:${name}` }, card);
}

function tableCards(table, middle, y, slot) {
  if (!Array.isArray(table)) return table ? [mini(middle - MINI.width, y, `×${table}`, true)] : [];
  const step = MINI.width + MINI.gap;
  const across = Math.max(1, Math.floor((slot - 2) / step));
  return table.map((card, index) => {
    const inRow = Math.min(across, table.length - Math.floor(index / across) * across);
    const x = middle - (inRow * step - MINI.gap) / 2 + (index % across) * step;
    return mini(x, y + Math.floor(index / across) * (MINI.height + 2), String(card), false);
  });
}

function mini(x, y, text, back) {
  const width = back ? MINI.width * 2 : MINI.width;
  return svg(
    "g",
    { transform: `translate(${x} ${y})` },
    svg("rect", { width, height: MINI.height, rx: 2.5, fill: back ? "var(--back)" : "var(--paper)" }),
    words(width / 2, 14, text, { "font-size": 12, "font-weight": 650, fill: back ? "var(--foam)" : INK }),
  );
}

/* A robot */

// From the shoulder or hip, by the elbow or knee, to the end.
const LIMBS = [
  [[21, 34], [12, 40], [6, 49]],
  [[43, 34], [52, 40], [58, 49]],
  [[27, 52], [24, 60], [20, 68]],
  [[37, 52], [40, 60], [44, 68]],
];

/** Which limb is gone is not recorded: they are drawn as going from the last to the first. */
function robotShape(letter, limbs, halves, colour) {
  const each = halves ? 2 : 1;
  const parts = LIMBS.flatMap((limb, index) => {
    const left = Math.max(0, Math.min(each, limbs - index * each));
    return limbShape(limb, left / each, colour);
  });
  return [...parts, ...bodyShape(letter, colour)];
}

export function wholeRobot(letter, colour) {
  const box = { viewBox: `0 0 ${ROBOT.width} ${ROBOT.height}`, "aria-hidden": "true" };
  return svg("svg", box, ...robotShape(letter, ARMS_AND_LEGS, false, colour));
}

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
function bodyShape(letter, colour) {
  const dot = (x) => svg("circle", { cx: x, cy: 17, r: 3, fill: INK });
  return [
    svg("path", { d: "M32 9V3", stroke: colour, "stroke-width": 2.5 }),
    svg("circle", { cx: 32, cy: 3.5, r: 2.5, fill: colour }),
    svg("rect", { x: 20, y: 8, width: 24, height: 18, rx: 6, fill: colour }),
    dot(27),
    dot(37),
    svg("rect", { x: 20, y: 29, width: 24, height: 25, rx: 6, fill: colour }),
    words(32, 47, letter, { fill: INK, "font-size": letter.length > 1 ? 14 : 16, "font-weight": 700 }),
  ];
}

function shark(x, slot, colours) {
  const scale = Math.min(slot, 70) / 64;
  const left = x + (slot - 64 * scale) / 2;
  return svg(
    "g",
    { transform: `translate(${left} ${WATER - 12}) scale(${scale})` },
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
