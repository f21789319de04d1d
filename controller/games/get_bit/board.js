/* Draws GET BIT!: the robots in line, front to the left, and the shark behind them. */

import { svg } from "/static/shared/dom.js";
import { measured } from "/static/shared/measured.js";
import { patch, stroke } from "/static/shared/paint.js";
import { words } from "/static/shared/targets.js";
import { ROBOT, robot } from "./robot.js";
import { SHARK, shark } from "./shark.js";

/** @import { Attributes, Child, Style, VNode } from "/static/shared/preact.js" */
/** @import { Size } from "/static/shared/measured.js" */
/** @import { Mood } from "./robot.js" */
/** @import { Cards, Robot, State } from "./data.js" */
/** @typedef {{ front: string, mine: (name: string) => string, hand: (cards: Cards) => string,
 *   limbs: (limbs: number) => string, line: (state: State) => string }} Words */
/** @typedef {{ colours: Record<string, string>, letters: Record<string, string>, names: Record<string, string>,
 *   halves: boolean, seat: number | null | undefined, say: Words }} Look */
/** @typedef {ReturnType<typeof measuresIn>} At */

// The size before measuring, and in the rules.
const USUAL = { width: 360, height: 230 };
// The room that the shark needs, in robots' widths, and how long it is drawn.
const SHARK_ROOM = 1.4;
const SHARK_LONG = /** @type {Record<number, number>} */ ({ 1: 1.65, 2: 2.15 });
const LEAST_LETTER = 12;
const LEAST_SEABED = 44;
// A name of average length.
const LEAST_PLATE = 60;
const LINE = "var(--line)";
const FOAM = "var(--crest)";

/** `look`: { colours, letters, names by robot; halves; seat: whose page; say: what is written }.
 * A staged position has `shown`, the revealed cards by robot, and `bitten`, the robot in the jaws.
 * @type {(state: State, look: Look) => VNode} */
export function line(state, look) {
  const draw = (/** @type {Size} */ size) => scene(state, look, measures(state, size), size);
  return measured(draw, USUAL, { role: "img", "aria-label": look.say.line(state) });
}

/** Share the room among the robots: in one row, or alternating between two rows if names or robots get larger that way.
 * @type {(state: State, size: Size) => At} */
function measures({ line: robots }, size) {
  const [one, two] = [1, 2].map((rows) => measuresIn(rows, Math.max(robots.length, 2), size));
  const isTight = one.plate < LEAST_PLATE && two.tall > one.tall * 0.9;
  return (isTight || two.tall > one.tall * 1.1) && robots.length > 2 ? two : one;
}

/** @param {number} rows @param {number} count @param {Size} size */
function measuresIn(rows, count, { width, height }) {
  const step = width / (count + (rows - 1) / 2 + SHARK_ROOM);
  const horizon = Math.min(height * (rows === 2 ? 0.1 : 0.2), 96);
  const row = (height - horizon - 6) / rows;
  const plate = Math.min(rows * step - 6, 240);
  const letter = Math.max(LEAST_LETTER, Math.min(plate / 7.5, row / 12, 24));
  const below = letter * 4.1;
  const tall = Math.max(34, Math.min(row - below + letter * 0.4, step * rows * 1.25, 300));
  return { step, rows, horizon, row, plate, letter, below, tall };
}

/** Return the middle and the top of the robot at a place in line.
 * @type {(index: number, at: At) => { x: number, y: number }} */
function spot(index, { step, rows, horizon, row, tall, below }) {
  const free = Math.max(0, row - tall - below);
  return { x: (index + rows / 2) * step + 2, y: horizon + (index % rows) * row + free / 2 };
}

/** @type {(state: State, look: Look, at: At, size: Size) => Child[]} */
function scene(state, look, at, size) {
  /** @type {[string, VNode][]} */
  const figures = state.line.map((name, index) => [name, figure(state, name, index, look, at)]);
  /** @type {[string, VNode][]} */
  const wrecks = Object.keys(state.robots)
    .filter((name) => state.robots[name].out && !state.line.includes(name))
    .map((name, index) => [name, wreck(state, name, index, look, at, size)]);
  // Sort by name, so that the page never removes and re-inserts a robot.
  const all = [...figures, ...wrecks].sort(([one], [other]) => one.localeCompare(other));
  return [
    ...sea(at, size),
    wake(state, at),
    words(8, Math.max(at.letter, at.horizon - 6), look.say.front, { ...written(at.letter), "text-anchor": "start" }),
    ...all.map(([, drawn]) => drawn),
    sharkBehind(state, at, size),
  ];
}

/** Return white letters that are readable on any water.
 * @type {(size: number, more?: Attributes) => Attributes} */
function written(size, more = {}) {
  return {
    "font-size": size,
    "font-weight": 700,
    fill: FOAM,
    stroke: LINE,
    "stroke-width": 3,
    "paint-order": "stroke",
    ...more,
  };
}

/* The sea */

/** @type {(at: At, size: Size) => Child[]} */
function sea(at, size) {
  return [...sky(at.horizon, size), ...water(at.horizon, size), ...seabed(at, size)];
}

/** Noon: the sky is paler towards the horizon, where an island lies.
 * @type {(horizon: number, size: Size) => Child[]} */
function sky(horizon, { width, height }) {
  const sun = { cx: width * 0.72, cy: horizon * 0.95, fill: "var(--noon)" };
  const scale = Math.max(0.35, horizon / 70);
  return [
    svg("rect", { width, height, fill: "var(--sky)" }),
    ...[0.35, 0.65].map((share) =>
      svg("rect", { width, height: horizon * share, fill: "var(--zenith)", opacity: 0.28 }),
    ),
    ...[2.1, 1.4, 0.95].map((times) =>
      svg("circle", { ...sun, r: Math.max(20, horizon * times), opacity: 0.2 + 0.1 / times }),
    ),
    svg("circle", { ...sun, r: Math.max(16, horizon * 0.66) }),
    cloud(width * 0.2, horizon * 0.45, horizon / 60),
    cloud(width * 0.48, horizon * 0.25, horizon / 80),
    cloud(width * 0.93, horizon * 0.35, horizon / 90),
    svg("g", { transform: `translate(${width * 0.4} ${horizon + 1}) scale(${scale})` }, ...island()),
  ];
}

/** An island on the horizon.
 * @type {() => VNode[]} */
function island() {
  return [
    patch("M-46 0Q-30-10-16-11Q-2-24 12-13Q30-10 46 0Z", "var(--isle)"),
    patch("M12-13Q30-10 46 0H8Q18-6 12-13Z", LINE, { opacity: 0.18 }),
    stroke("M-12-11q4-8 2-17M-10-28q-6-3-10 2M-10-28q6-4 10 1M-10-28q-2-5-8-5M-10-28q4-6 8-5", 2.2, "var(--kelp)"),
    stroke("M-48 1H48", 2, FOAM, { opacity: 0.8 }),
  ];
}

/** Water in layers, each darker and with a crest of its own, the light that falls into it, and the sun's path on it.
 * @type {(horizon: number, size: Size) => Child[]} */
function water(horizon, { width, height }) {
  const deep = height - horizon;
  const crest = "q15-9 30 0t30 0".repeat(Math.ceil(width / 60) + 2);
  const layers = Array.from({ length: 6 }, (_, index) => {
    const y = horizon + deep * (0.1 + 0.15 * index);
    const from = `M${-60 + 13 * (index % 3)} ${y}${crest}`;
    return [
      patch(`${from}V${height}H-60Z`, "var(--abyss)", { opacity: 0.13 }),
      stroke(from, 2.5, FOAM, { opacity: 0.3 - index * 0.04 }),
    ];
  });
  const rays = [0.08, 0.3, 0.52, 0.86].map((share, index) => {
    const [x, wide] = [share * width, 0.03 * width * (1 + (index % 2))];
    const low = x + wide + 0.1 * width;
    return patch(`M${x} ${horizon}H${x + wide}L${low},${height}H${low - 2.2 * wide}Z`, "white", { opacity: 0.07 });
  });
  const glitter = [0, 1, 2, 3].map((row) => {
    const wide = (0.1 - 0.02 * row) * width;
    return `M${width * 0.72 - wide / 2} ${horizon + 5 + row * 6}h${wide}`;
  });
  return [
    svg("rect", { y: horizon, width, height: deep, fill: "var(--sea)" }),
    svg("rect", { y: horizon, width, height: deep * 0.06, fill: "var(--lagoon)", opacity: 0.45 }),
    stroke(glitter.join(""), 2.5, "var(--noon)", { "stroke-dasharray": "9 7 3 8", opacity: 0.9 }),
    ...rays,
    ...layers.flat(),
  ];
}

/** Draw sand with plants and a fish over it, if there is room below the robots.
 * @type {(at: At, size: Size) => VNode[]} */
function seabed(at, { width, height }) {
  const room = height - spot(at.rows - 1, at).y - at.tall - at.below;
  if (room < LEAST_SEABED) return [];
  const top = height - Math.min(room * 0.7, 110);
  const size = Math.min(room / 80, 1.6);
  /** @type {(share: number, y: number, turn?: number) => string} */
  const placed = (share, y, turn = 1) => `translate(${share * width} ${y}) scale(${turn * size} ${size})`;
  const dunes = "q45-14 90 0t90 0".repeat(Math.ceil(width / 180) + 1);
  const weed = "M0 6q-9-14 0-26q8-10 0-24q14 14 7 26q-8 12 2 24Z";
  const twigs = "M0 6v-22M0-6l-10-9v-8M0-9l10-7v-9M0-16l-4-9M0-14l6-8";
  return [
    patch(`M-30 ${top + 8}${dunes}V${height}H-30Z`, "var(--sand-dark)"),
    patch(`M-75 ${top + 20}${dunes}V${height}H-75Z`, "var(--sand)"),
    stroke(`M-75 ${top + 22}${dunes}`, 3, FOAM, { opacity: 0.35 }),
    ...[0.13, 0.34, 0.5, 0.68, 0.84].map((share, index) =>
      stroke("M-16 0q8-5 16 0t16 0", 2.5, "var(--sand-dark)", {
        transform: placed(share, top + 42 + 12 * (index % 2)),
        opacity: 0.7,
      }),
    ),
    ...[0.11, 0.78].map((share) =>
      svg(
        "g",
        { transform: placed(share, top + 26) },
        patch("M-30 6Q-32-16-12-20Q0-34 16-18Q32-14 30 6Z", "var(--slate)"),
        patch("M-22-2Q-22-14-9-16Q0-26 10-18Q-8-12-12-2Z", "white", { opacity: 0.2 }),
        patch("M12-18Q32-14 30 6H12Q24-6 12-18Z", LINE, { opacity: 0.3 }),
      ),
    ),
    patch("M0-11l3 8l9 0l-7 5l3 9l-8-5l-8 5l3-9l-7-5l9 0Z", "var(--reef)", { transform: placed(0.47, top + 42) }),
    ...[0.03, 0.07, 0.41, 0.92].map((share) => patch(weed, "var(--kelp)", { transform: placed(share, top + 24) })),
    ...[0.2, 0.58].map((share) => stroke(twigs, 5, "var(--reef)", { transform: placed(share, top + 30) })),
    patch("M-16 0q12-11 26 0q-14 11-26 0l-9-7v14Z", "var(--sun)", { transform: placed(0.3, top - 10), opacity: 0.75 }),
    patch("M-16 0q12-11 26 0q-14 11-26 0l-9-7v14Z", "var(--lagoon)", {
      transform: placed(0.75, top - 2, -1),
      opacity: 0.6,
    }),
  ];
}

/** @type {(x: number, y: number, scale: number) => VNode} */
function cloud(x, y, scale) {
  const d = "M-40 12q-12 0-12-9t14-9q2-14 18-14q12 0 16 9q5-5 13-2q9 3 8 10q14 0 14 8t-12 7Z";
  return svg(
    "g",
    { transform: `translate(${x} ${y}) scale(${Math.max(0.3, scale)})`, opacity: 0.92 },
    patch(d, "white"),
    patch("M-52 3q10 4 24 2q16 3 30 0q18 3 29-2q0 9-12 9H-40q-12 0-12-9Z", "var(--zenith)", { opacity: 0.35 }),
  );
}

/** Draw a trail of bubbles from the front robot to the shark, which shows the order in two rows too.
 * @type {(state: State, at: At) => VNode | null} */
function wake({ line: robots }, at) {
  if (robots.length === 0) return null;
  const points = robots
    .map((_, index) => spot(index, at))
    .map(({ x, y }) => `${x.toFixed(1)} ${(y + at.tall * 0.85).toFixed(1)}`);
  return svg("path", {
    d: `M${points.join("L")}`,
    fill: "none",
    stroke: FOAM,
    "stroke-width": Math.max(3, at.tall / 18),
    "stroke-dasharray": "0.1 9",
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    opacity: 0.55,
  });
}

/* The robots */

/** @type {(x: number, y: number, scale?: number) => Style} */
const moved = (x, y, scale = 1) => ({
  transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale.toFixed(4)})`,
});

/** @type {(state: State, name: string, index: number, look: Look, at: At) => VNode} */
function figure(state, name, index, look, at) {
  const its = state.robots[name];
  const { x, y } = spot(index, at);
  const scale = at.tall / ROBOT.height;
  return svg(
    "g",
    { key: name, "data-piece": `robot:${name}`, "data-robot": name, class: "moves", style: moved(x, y) },
    svg(
      "g",
      { class: "moves", style: moved((-ROBOT.width / 2) * scale, 0, scale) },
      ...robot({
        ...bodyOf(name, look),
        limbs: its.limbs,
        mood: moodOf(state, name, index),
        least: LEAST_LETTER / scale,
      }),
      ...ripples(),
    ),
    plate(its, name, look, at),
    at.rows > 1 ? rank(index, at) : null,
    state.chosen.includes(name) || state.shown?.[name] ? chosenCard(name, state.shown?.[name], at) : null,
  );
}

/** @type {(name: string, look: Look) => { name: string, letter: string, colour: string, halves: boolean }} */
function bodyOf(name, { colours, letters, halves }) {
  return { name, letter: letters[name], colour: colours[name], halves };
}

/** Return a robot's mood: the last one sees the shark, the first one does not.
 * @type {(state: State, name: string, index: number) => Mood} */
function moodOf({ line: robots, bitten }, name, index) {
  if (name === bitten || (index === robots.length - 1 && index > 0)) return "afraid";
  return index === 0 ? "happy" : "calm";
}

function ripples() {
  const arc = (/** @type {string} */ d) =>
    svg("path", { d, fill: "none", stroke: FOAM, "stroke-width": 3, "stroke-linecap": "round" });
  return [
    svg("ellipse", { cx: 50, cy: 108, rx: 44, ry: 14, fill: "var(--lagoon)", opacity: 0.38 }),
    arc("M6 104q11-9 22 0t22 0t22 0t22 0"),
    arc("M20 114q8-6 15 0t15 0t15 0t15 0"),
  ];
}

/** Draw an eliminated robot on the sea floor, under the shark.
 * @type {(state: State, name: string, index: number, look: Look, at: At, size: Size) => VNode} */
function wreck(state, name, index, look, at, { width, height }) {
  const size = Math.max(30, at.tall * 0.42);
  const scale = size / ROBOT.height;
  const [x, y] = [width - size * 0.9 * (index + 1), height - size * 0.8];
  return svg(
    "g",
    { key: name, "data-piece": `robot:${name}`, "data-robot": name, class: "moves", style: moved(x, y) },
    svg(
      "g",
      { class: "moves", style: moved(0, 0, scale) },
      ...robot({ ...bodyOf(name, look), letter: "", limbs: 0, mood: "out" }),
    ),
  );
}

/** Draw what is under a robot: its name, its limbs and cards as numbers, and its played cards.
 * @type {(robot: Robot, name: string, look: Look, at: At) => VNode} */
function plate({ limbs, hand, table, seat }, name, look, { plate: wide, tall, letter, below }) {
  const isMine = seat === look.seat;
  const most = Math.floor((wide - letter * 0.6) / (letter * 0.56));
  const top = tall - letter * 0.3;
  // Without room for "(you)" or the player's name, only colours tell.
  const whole = isMine ? [look.say.mine(look.names[name]), look.names[name]] : [look.names[name]];
  const label = whole.find((one) => one.length <= most) ?? shortened(look.names[name].split(" (")[0], most);
  return svg(
    "g",
    { style: moved(0, top) },
    svg("rect", {
      x: -wide / 2,
      width: wide,
      height: below - letter * 0.25,
      rx: letter * 0.5,
      fill: "var(--plate)",
      stroke: isMine ? "var(--sun)" : "none",
      "stroke-width": 2.5,
    }),
    words(0, letter * 1.15, label, {
      class: "display",
      "font-size": letter,
      "font-weight": 750,
      fill: isMine ? "var(--sun)" : FOAM,
    }),
    counter(-wide * 0.25, letter * 1.45, letter, limbSign(letter), look.say.limbs(limbs)),
    counter(wide * 0.23, letter * 1.45, letter, backSign(letter), look.say.hand(hand)),
    ...played(table, letter * 2.62, letter, wide),
  );
}

/** Draw the place in line on the corner of the plate, if there are two rows.
 * @type {(index: number, at: At) => VNode} */
function rank(index, { plate: wide, tall, letter }) {
  const [x, y] = [-wide / 2 + letter * 0.9, tall - letter * 0.75];
  const look = { fill: "var(--noon)", stroke: LINE, "stroke-width": 2 };
  return svg(
    "g",
    {},
    svg("circle", { cx: x, cy: y, r: letter * 0.78, ...look }),
    words(x, y + letter * 0.36, String(index + 1), { "font-size": letter, "font-weight": 800, fill: LINE }),
  );
}

/** @type {(text: string, most: number) => string} */
const shortened = (text, most) =>
  [...text].length > most
    ? `${[...text]
        .slice(0, most - 1)
        .join("")
        .trim()}…`
    : text;

/** @type {(x: number, y: number, letter: number, sign: Child, text: string) => VNode} */
function counter(x, y, letter, sign, text) {
  const wide = text.length * letter * 0.55;
  return svg(
    "g",
    { transform: `translate(${x - (letter + wide) / 2} ${y})` },
    sign,
    words(letter * 1.15, letter * 0.95, text, {
      "font-size": letter,
      "font-weight": 650,
      fill: FOAM,
      "text-anchor": "start",
    }),
  );
}

/** Draw an arm with its claw.
 * @type {(letter: number) => VNode} */
function limbSign(letter) {
  return svg(
    "g",
    {
      transform: `scale(${letter / 16})`,
      fill: "none",
      stroke: FOAM,
      "stroke-width": 3.4,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    },
    svg("path", { d: "M2 15L7 9l4-1" }),
    svg("path", { d: "M15 3q-5-1-5 4t5 4", "stroke-width": 2.8 }),
  );
}

/** @type {(letter: number) => VNode} */
function backSign(letter) {
  return svg(
    "g",
    { transform: `scale(${letter / 16})` },
    svg("rect", {
      x: 2,
      y: 0.5,
      width: 11,
      height: 15.5,
      rx: 2,
      fill: "var(--back)",
      stroke: FOAM,
      "stroke-width": 1.5,
    }),
    svg("path", { d: "M4.500 11q3 0 3.500-6q3 2 3 6Z", fill: FOAM }),
  );
}

/** @type {(table: Cards, y: number, letter: number, wide: number) => VNode[]} */
function played(table, y, letter, wide) {
  if (!Array.isArray(table)) return table ? [mini(-letter, y, letter * 2, letter, `×${table}`, true)] : [];
  const step = Math.min(letter * 1.25, (wide - 4) / Math.max(1, table.length));
  const begin = -(table.length * step) / 2;
  return table.map((card, index) => mini(begin + index * step + 0.75, y, step - 1.5, letter, String(card), false));
}

/** @type {(x: number, y: number, width: number, letter: number, text: string, back: boolean) => VNode} */
function mini(x, y, width, letter, text, back) {
  return svg(
    "g",
    { transform: `translate(${x} ${y})` },
    svg("rect", { width, height: letter * 1.15, rx: 2.5, fill: back ? "var(--back)" : "var(--paper)" }),
    words(width / 2, letter * 0.98, text, { "font-size": letter, "font-weight": 750, fill: back ? FOAM : LINE }),
  );
}

/** Draw a card held up in a claw: face down even for its owner, because everybody can see the board.
 * @type {(name: string, shown: number | undefined, at: At) => VNode} */
function chosenCard(name, shown, { tall }) {
  const high = Math.max(26, tall * 0.36);
  const wide = high * 0.72;
  const face = shown
    ? words(wide / 2, high * 0.74, String(shown), {
        class: "display",
        "font-size": high * 0.68,
        "font-weight": 800,
        fill: LINE,
      })
    : svg("path", { d: "M4 18q5 0 6-11q6 4 5 11Z", fill: FOAM, transform: `scale(${wide / 19})` });
  const card = svg(
    "g",
    { transform: `translate(${tall * 0.2} ${tall * 0.02}) rotate(9)` },
    svg("rect", {
      width: wide,
      height: high,
      rx: wide / 7,
      fill: shown ? "var(--paper)" : "var(--back)",
      stroke: FOAM,
      "stroke-width": 2.5,
    }),
    face,
  );
  const turned = svg("g", { key: `${shown}`, class: shown ? "turned" : "" }, card);
  return svg("g", { key: "choice", "data-piece": `choice:${name}` }, turned);
}

/* The shark */

/** @type {(state: State, at: At, size: Size) => VNode} */
function sharkBehind({ line: robots, bitten }, at, { width }) {
  // With two rows, the shark takes the one that the last robot leaves free.
  const aside = at.rows === 1 ? 0 : robots.length % 2 ? 0.3 : -0.3;
  const middle = at.horizon + at.row * (at.rows / 2 + aside);
  const scale = Math.min((at.step * SHARK_LONG[at.rows]) / SHARK.width, (at.row * at.rows * 0.85) / SHARK.height);
  const last = spot(Math.max(0, robots.length - 1), at);
  const home = { x: width - SHARK.width * scale * 0.97, y: middle - (SHARK.height * scale) / 2 };
  const lunge = { x: last.x - at.step * 0.1, y: last.y + at.tall / 2 - SHARK.height * scale * 0.6 };
  const { x, y } = bitten ? lunge : home;
  return svg(
    "g",
    { key: "shark", "data-piece": "shark", class: "moves", style: moved(x, y, scale) },
    ...shark(Boolean(bitten)),
    ...foam(),
  );
}

function foam() {
  const crest = `M30 152q12-14 24 0${"t24 0".repeat(12)}`;
  return [
    svg("path", { d: `${crest}Q300 192 170 188Q44 184 30 152Z`, fill: "var(--sea)" }),
    svg("path", { d: crest, fill: "none", stroke: FOAM, "stroke-width": 4, "stroke-linecap": "round" }),
  ];
}
