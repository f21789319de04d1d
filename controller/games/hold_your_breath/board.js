/* HOLD YOUR BREATH! drawn: the sea to scale, a lane for each pirate, what lies in front of him. */

import { svg } from "/static/shared/dom.js";
import { ground, initials, target, water, words } from "/static/shared/targets.js";

const WIDTH = 360;
const HEIGHT = 262;
const RULER = 26;
const SURFACE = 44;
const FLOOR = 196;
const FRONT = { y: 212, width: 38, height: 44, gap: 3 };
// The ruler goes as deep as somebody is, and never less than this.
const SHALLOWEST = 50;
const INK = "var(--ink)";
const PALE = "var(--pale)";

/** `look`: { names, colours, inWords(state), say: { air, swim, surface, front(card) } } */
export function sea(state, tapping, look) {
  const scale = scaleOf(state);
  const lanes = state.depths.map((_, seat) => laneOf(state, seat, scale, tapping, look));
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "xMidYMin", role: tapping ? "group" : "img", "aria-label": look.inWords(state) },
    ground("var(--sky)"),
    ...water(SURFACE),
    ...ruler(scale),
    ...breath(state, look),
    ...lanes,
  );
}

function scaleOf({ depths, anchors, air, swim, phase, active }) {
  const reach = phase === "descent" && active !== null ? depths[active] + air - swim : 0;
  const deepest = Math.max(SHALLOWEST, reach, ...depths, ...(anchors ?? []));
  const y = (feet) => SURFACE + (feet / deepest) * (FLOOR - SURFACE);
  return { deepest, y };
}

function ruler({ deepest, y }) {
  const step = deepest <= 60 ? 10 : deepest <= 150 ? 25 : 50;
  const marks = Array.from({ length: Math.floor(deepest / step) + 1 }, (_, index) => index * step);
  return marks.map((feet) =>
    svg(
      "g",
      {},
      svg("path", { d: `M${RULER} ${y(feet)}H${WIDTH}`, stroke: "white", opacity: 0.08 }),
      // Nought stands below the waves.
      words(RULER - 4, y(feet) + (feet ? 4 : 13), String(feet), { "font-size": 11, fill: PALE, "text-anchor": "end" }),
    ),
  );
}

/** Air and swimming of this turn, as two bars. */
function breath({ air, swim, active, phase }, { say, colours }) {
  if (active === null || phase === "over") return [];
  const most = Math.max(20, air, swim);
  const bar = (x, label, amount, fill) => [
    words(x, 17, `${label} ${amount}`, { "font-size": 13, "font-weight": 650, fill: "var(--foam)", "text-anchor": "start" }),
    svg("rect", { x, y: 23, width: 150, height: 8, rx: 4, fill: "white", opacity: 0.14 }),
    svg("rect", { x, y: 23, width: (150 * amount) / most, height: 8, rx: 4, fill }),
  ];
  return [
    svg("circle", { cx: 12, cy: 20, r: 6, fill: colours[active], stroke: "white" }),
    ...bar(RULER + 2, say.air, air, "var(--ice)"),
    ...bar(RULER + 176, say.swim, swim, "var(--lagoon)"),
  ];
}

function laneOf(state, seat, { y }, tapping, look) {
  const { depths, anchors, fronts, active } = state;
  const wide = (WIDTH - RULER) / depths.length;
  const left = RULER + seat * wide;
  const middle = left + wide / 2;
  const colour = look.colours[seat];
  const anchor = anchors?.[seat] ?? null;
  const lane = target(
    tapping,
    `pirate:${seat}`,
    look.lane(state, seat),
    svg("rect", {
      class: "rim", x: left + 3, y: SURFACE - 8, width: wide - 6, height: FLOOR - SURFACE + 14, rx: 8,
      fill: seat === active ? "white" : "var(--abyss)", "fill-opacity": seat === active ? 0.1 : 0.16,
    }),
    svg("path", {
      d: `M${middle} ${y(anchor ?? 0)}V${y(depths[seat])}`,
      stroke: colour, "stroke-width": 2, "stroke-dasharray": "3 3",
    }),
    anchor === null ? null : anchorShape(middle, y(anchor), look.anchor),
    ...rest(state, seat, middle, y, colour),
    pirate(middle, y(depths[seat]), seat, look),
    words(middle, beside(y(depths[seat])), look.depth(state, seat), { "font-size": 12, fill: "var(--foam)" }),
  );
  return svg("g", {}, lane, ...frontRow(fronts[seat], seat, left, wide, tapping, look));
}

/** Where a pirate's depth is written: below him, above him where there is no room. */
function beside(y) {
  return y + 26 > FLOOR + 4 ? y - 18 : y + 26;
}

/** How much further the air of this turn carries. */
function rest({ air, swim, active, phase, depths }, seat, x, y, colour) {
  const room = air - swim;
  if (seat !== active || room <= 0 || phase === "over") return [];
  const to = phase === "descent" ? depths[seat] + room : Math.max(0, depths[seat] - room);
  const look = { fill: "none", stroke: colour, "stroke-width": 2, "stroke-dasharray": "2 3", opacity: 0.9 };
  return [
    svg("path", { d: `M${x + 12} ${y(depths[seat])}V${y(to)}`, ...look }),
    svg("circle", { cx: x, cy: y(to), r: 9, ...look }),
  ];
}

function anchorShape(x, y, stroke) {
  return svg("path", {
    d: `M${x} ${y - 9}v16m-9-6q2 7 9 7t9-7m-13-7h8`, fill: "none",
    stroke, "stroke-width": 2.5, "stroke-linecap": "round",
  });
}

/** An Anchor alone, as a piece of the tray. */
export function anchorPicture() {
  return svg("svg", { viewBox: "-11 -12 22 22", "aria-hidden": "true" }, anchorShape(0, 0, "currentColor"));
}

/** A head with a scarf; its letter is the second cue beside the colour. */
function pirate(x, y, seat, { colours, names, isMine }) {
  return svg(
    "g",
    { "data-piece": `pirate:${seat}` },
    svg("circle", { cx: x, cy: y, r: 12, fill: colours[seat], stroke: isMine(seat) ? "white" : INK, "stroke-width": isMine(seat) ? 2.5 : 1 }),
    svg("path", { d: `M${x - 12} ${y - 3}q12-14 24 0Z`, fill: INK }),
    svg("path", { d: `M${x + 12} ${y - 3}l7 5`, stroke: INK, "stroke-width": 4 }),
    words(x, y + 8, initials(names)[seat], { fill: INK, "font-size": 12, "font-weight": 700 }),
  );
}

/** Panics and Sharks in front of a seat: each is a card that a Calm or a Kraken can mean. */
function frontRow(row, seat, left, wide, tapping, look) {
  if (row.length === 0) return [];
  // Many cards are narrow, so that each can be seen and tapped; then they go without a word.
  const width = Math.min(FRONT.width, (wide - 4) / row.length - FRONT.gap);
  const step = width + FRONT.gap;
  const from = left + (wide - step * row.length + FRONT.gap) / 2;
  return row.map((card, index) => {
    const [x, y] = [from + index * step, FRONT.y];
    const isShark = card.as === "shark";
    const fill = card.hidden ? "white" : INK;
    const name = isShark ? look.say.shark : look.say.panic;
    return target(
      tapping,
      `front:${seat}:${index}`,
      look.front(card, seat),
      svg("rect", {
        class: "rim", x, y, width, height: FRONT.height, rx: 5,
        fill: card.hidden ? "var(--back)" : isShark ? "var(--steel)" : "var(--alarm)",
      }),
      isShark ? fin(x + width / 2, y) : words(x + width / 2, y + 25, "!", { "font-size": 22, "font-weight": 800, fill }),
      width < FRONT.width ? null : words(x + width / 2, y + 39, name, { "font-size": 11, "font-weight": 600, fill }),
    );
  });
}

function fin(x, y) {
  return svg("path", { d: `M${x - 11} ${y + 27}q9-4 12-20q9 8 11 20Z`, fill: INK });
}
