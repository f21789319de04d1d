/* Draws HOLD YOUR BREATH!: the sea to scale, a lane for each pirate, and the cards in front of it. */

import { svg } from "/static/shared/dom.js";
import { dot, lettering, patch, shortened, squeezed, stroke } from "/static/shared/paint.js";
import { measured } from "/static/shared/measured.js";
import { target, words } from "/static/shared/targets.js";
import { panicFace, picture, sharkHead } from "./beasts.js";
import { usesOf } from "./hand.js";
import { head, pirate } from "./pirates.js";
import { scenery, ship } from "./scenery.js";

/** @import { Attributes, VNode } from "/static/shared/preact.js" */
/** @import { Tapping } from "/static/shared/types.js" */
/** @import { Front, State } from "./data.js" */
/** @import { Mood } from "./pirates.js" */

/** The sea's layout: its depths, and the places of its labels.
 * @typedef {{ width: number, deepest: number, surface: number, floor: number, names: number, size: number, text: number,
 *   y: (feet: number) => number }} Scale */
/** @typedef {{ names: string[], colours: string[], anchor: string, inWords: (state: State) => string,
 *   say: { air: string, swim: string, panic: string, shark: string, title: string },
 *   isMine: (seat: number) => boolean, lane: (state: State, seat: number) => string,
 *   depth: (state: State, seat: number) => string, front: (card: Front, seat: number) => string }} Look */

// The smallest room in which everything is readable.
const LEAST = { width: 360, height: 276 };
const RULER = 30;
const DECK = 36;
const SURFACE = 60;
// From a pirate's name up to the sea floor, and down to the cards in front of it and to the edge.
const NAMES = { up: 38, front: 6, down: 54 };
const FRONT = { width: 54, height: 46, gap: 3 };
const BUBBLE = 14.5;
// A card's height divided by its width.
const CARD = 1.45;
// The ruler goes down to the deepest pirate, but at least this deep.
const SHALLOWEST = 50;
const CREAM = "var(--cream)";
const NIGHT = "var(--night)";

/** @type {(state: State, tapping: Tapping | null | undefined, look: Look) => VNode} */
export function sea(state, tapping, look) {
  /** @type {(size: { width: number, height: number }) => VNode[]} */
  const draw = ({ width, height }) => {
    const times = Math.min(width / LEAST.width, height / LEAST.height);
    const text = lettering(times);
    const scale = scaleOf(state, width / times, height / times, text);
    return [svg("g", { transform: `scale(${times})`, "font-size": text }, ...drawn(state, tapping, look, scale))];
  };
  return measured(draw, LEAST, { role: tapping ? "group" : "img", "aria-label": look.inWords(state) });
}

/** @type {(state: State, tapping: Tapping | null | undefined, look: Look, scale: Scale) => VNode[]} */
function drawn(state, tapping, look, scale) {
  const { width } = scale;
  const size = { surface: scale.surface, floor: scale.floor, width };
  return [
    svg("g", { key: "scenery", "aria-hidden": "true" }, ...scenery(size, state.anchors !== null)),
    svg("g", { key: "ruler" }, ...ruler(scale)),
    svg("g", { key: "ship" }, ...ship(width, DECK), ...breath(state, look, width)),
    ...state.depths.map((_, seat) => laneOf(state, seat, scale, tapping, look)),
    ...playedCard(state, scale, look),
  ];
}

/** Draw the card being played, in the sea away from its pirate; the half in use is bright.
 * @type {(state: State, scale: Scale, look: Look) => VNode[]} */
function playedCard({ played, depths }, { width, surface, floor, y }, { colours }) {
  if (!played) return [];
  const { seat, card, as } = played;
  const deep = floor - surface;
  const high = Math.min(0.48 * deep, 190);
  const wide = high / CARD;
  const lane = (width - RULER) / depths.length;
  const x = Math.max(RULER + wide / 2 + 4, Math.min(RULER + (seat + 0.5) * lane, width - wide / 2 - 6));
  const isLow = y(depths[seat]) > surface + deep / 2;
  const top = isLow ? surface - 8 : floor - high - 4;
  const uses = usesOf(card);
  const halves = uses.map((use, index) =>
    halfOf(use, as, [-wide / 2, (index * high) / uses.length, wide, high / uses.length]),
  );
  const paper = { x: -wide / 2 - 3, y: -3, width: wide + 6, height: high + 9, rx: 8 };
  return [
    svg(
      "g",
      { key: `played:${seat}:${card}:${as}`, transform: `translate(${x} ${top})`, "aria-hidden": "true" },
      svg(
        "g",
        { class: "laid" },
        svg("rect", { ...paper, fill: CREAM, stroke: NIGHT, "stroke-width": 2 }),
        patch(`M${-wide / 2} ${high + 1}h${wide}v2h${-wide}Z`, colours[seat]),
        ...halves,
      ),
    ),
  ];
}

/** Draw half a card, or a whole card without halves; a Dolphin shows what it stands for.
 * @type {(use: string, as: string, box: number[]) => VNode} */
function halfOf(use, as, [x, y, width, height]) {
  const [, amount] = use.split("-");
  const isMeant = use === as || use === "dolphin";
  const size = Math.max(14, height * 0.3);
  return svg(
    "g",
    { opacity: isMeant ? 1 : 0.3 },
    svg("svg", { x, y, width, height, overflow: "hidden" }, picture(use)),
    amount ? lettered(x + 6, y + size, amount, { "text-anchor": "start", "font-size": size }) : null,
  );
}

/** Return the scale: in more room, the sea is wider and deeper, and the pirates are larger.
 * @type {(state: State, width: number, height: number, text: number) => Scale} */
function scaleOf({ depths, anchors, air, swim, phase, active }, width, height, text) {
  const reach = phase === "descent" && active !== null ? depths[active] + air - swim : 0;
  const deepest = Math.max(SHALLOWEST, reach, ...depths, ...(anchors ?? []));
  const names = height - NAMES.down - 0.12 * (height - LEAST.height);
  const floor = names - NAMES.up;
  const size = Math.max(1, Math.min(1.5, width / depths.length / 82, (floor - SURFACE) / 120));
  // Larger pirates need more room under the ship.
  const surface = SURFACE + 22 * (size - 1);
  /** @type {(feet: number) => number} */
  const y = (feet) => surface + (feet / deepest) * (floor - surface);
  return { width, deepest, floor, names, surface, size, text, y };
}

/** @type {(scale: Scale) => VNode[]} */
function ruler({ width, deepest, y }) {
  const step = deepest <= 60 ? 10 : deepest <= 150 ? 25 : 50;
  const marks = Array.from({ length: Math.floor(deepest / step) + 1 }, (_, index) => index * step);
  return marks.map((feet) =>
    svg(
      "g",
      { key: feet },
      svg("path", { d: `M${RULER} ${y(feet)}H${width}`, stroke: "white", "stroke-dasharray": "1 5", opacity: 0.35 }),
      lettered(RULER - 3, y(feet) + 5, String(feet), { "text-anchor": "end" }),
    ),
  );
}

/** @type {(x: number, y: number, text: string, look?: Attributes) => VNode} */
function lettered(x, y, text, look = {}) {
  return words(x, y, text, { class: "lettered", fill: "white", ...look });
}

/** Draw this turn's air and swimming as two gauges on the ship's side.
 * @type {(state: State, look: Look, width: number) => VNode[]} */
function breath({ air, swim, active, phase }, { say, colours }, width) {
  if (active === null || phase === "over")
    return [lettered(width / 2, 25, say.title, { "font-size": 21, fill: "var(--gold)", "letter-spacing": 1.5 })];
  const most = Math.max(20, air, swim);
  const wide = (width - 44) / 2 - 12;
  /** @type {(x: number, label: string, amount: number, fill: string) => VNode[]} */
  const gauge = (x, label, amount, fill) => [
    lettered(x, 16, `${label} ${amount}`, { "text-anchor": "start" }),
    svg("rect", {
      x,
      y: 20,
      width: wide,
      height: 11,
      rx: 5.5,
      fill: NIGHT,
      stroke: "var(--plank-light)",
      "stroke-width": 1.5,
    }),
    svg("rect", {
      class: "gauge",
      x: 0,
      y: 22,
      width: wide - 4,
      height: 7,
      rx: 3.5,
      fill,
      style: { transform: `translateX(${x + 2}px) scaleX(${amount / most})` },
    }),
    ...ticks(x, wide, most),
  ];
  return [
    svg("g", { key: "whose", transform: "translate(22 20) scale(1.05)" }, ...head(active, colours[active])),
    ...gauge(44, say.air, air, "var(--ice)"),
    ...gauge(width / 2 + 24, say.swim, swim, "var(--lagoon)"),
  ];
}

/** Draw a mark for every 5 ft.
 * @type {(x: number, wide: number, most: number) => VNode[]} */
function ticks(x, wide, most) {
  const steps = Array.from({ length: most / 5 - 1 }, (_, index) => x + 2 + ((wide - 4) * (index + 1) * 5) / most);
  return [svg("path", { d: steps.map((at) => `M${at} 22v7`).join(""), stroke: NIGHT, "stroke-width": 1 })];
}

/** @type {(state: State, seat: number, scale: Scale, tapping: Tapping | null | undefined, look: Look) => VNode} */
function laneOf(state, seat, scale, tapping, look) {
  const { depths, anchors, fronts, active } = state;
  const { width, surface, names, y } = scale;
  const wide = (width - RULER) / depths.length;
  const left = RULER + seat * wide;
  const middle = left + wide / 2;
  const anchor = anchors?.[seat] ?? null;
  const lane = target(
    tapping,
    `pirate:${seat}`,
    look.lane(state, seat),
    svg("rect", {
      key: "lane",
      class: "rim",
      x: left + 2,
      y: surface - 18,
      width: wide - 4,
      height: names - surface + 22,
      rx: 10,
      fill: seat === active ? "white" : NIGHT,
      "fill-opacity": seat === active ? 0.16 : 0.1,
    }),
    svg("path", {
      key: "line",
      d: `M${middle} ${surface}V${y(Math.max(anchor ?? 0, depths[seat]))}`,
      stroke: CREAM,
      "stroke-width": 1.5,
      "stroke-dasharray": "4 3",
      opacity: 0.8,
    }),
    anchor === null ? null : dropped(middle, y(anchor), look.anchor),
    swimmer(state, seat, middle, scale, look),
    hunter(state, seat, middle, scale),
    ...rest(state, seat, middle, scale, look),
    nameplate(seat, [left, wide], scale, look, seat === active),
  );
  return svg(
    "g",
    { key: `lane:${seat}` },
    lane,
    ...frontRow(fronts[seat], seat, [left, names + NAMES.front, wide], tapping, look),
  );
}

/** Return the pirate's expression.
 * @type {(state: State, seat: number) => Mood} */
function moodOf({ fronts, depths, phase, anchors, breathing, hunt }, seat) {
  if (fronts[seat].length > 0 || hunt?.seat === seat) return "scared";
  if (breathing === seat) return "breathes";
  const isHome = depths[seat] === 0 && (phase !== "descent" || anchors !== null);
  return isHome ? "home" : "swims";
}

/** Return a pirate's transform: it swells with its breath, and dives head first.
 * @type {(state: State, seat: number) => string} */
function poseOf({ breathing, diving, active }, seat) {
  if (breathing === seat) return "scale(1.3)";
  return diving === "down" && active === seat ? "rotate(165deg)" : "rotate(0deg)";
}

/** Draw the Shark that comes down a lane.
 * @type {(state: State, seat: number, x: number, scale: Scale) => VNode | null} */
function hunter({ hunt }, seat, x, { y, size }) {
  if (hunt?.seat !== seat) return null;
  const style = { transform: `translate(${x}px, ${y(hunt.feet) - 12}px) scale(${1.25 * size})` };
  return svg("g", { key: "hunter", class: "sinks", style }, sharkHead());
}

/** @type {(state: State, seat: number, x: number, scale: Scale, look: Look) => VNode} */
function swimmer(state, seat, x, { width, y, size, text }, look) {
  const depth = look.depth(state, seat);
  const most = (width - RULER) / state.depths.length / size - 10;
  const at = y(state.depths[seat]);
  const sharks = state.fronts[seat].filter(({ as }) => as === "shark");
  // Write the depth beside the head, where the line covers nothing.
  return svg(
    "g",
    {
      key: "pirate",
      class: "diver",
      "data-piece": `pirate:${seat}`,
      style: { transform: `translate(${x}px, ${at}px) scale(${size})` },
    },
    look.isMine(seat)
      ? svg("ellipse", { rx: 24, ry: 27, fill: "white", opacity: 0.28, stroke: "white", "stroke-width": 2 })
      : null,
    sharks.length > 0 ? svg("g", { key: "shark", transform: "translate(-19 8) scale(0.62)" }, sharkHead()) : null,
    svg(
      "g",
      { key: "body", class: "body", style: { transform: poseOf(state, seat) } },
      pirate(seat, look.colours[seat], moodOf(state, seat)),
    ),
    bubbles(seat),
    lettered(0, labelAt(state, seat, { y, size }), depth, squeezed(depth, most, text)),
  );
}

/** Return where to write a pirate's depth: below its feet, and below its bubble of air if there is one.
 * @type {(state: State, seat: number, scale: Pick<Scale, "y" | "size">) => number} */
function labelAt(state, seat, { y, size }) {
  const { depths } = state;
  const usual = depths[seat] === 0 ? 34 : 37;
  const to = reachOf(state, seat);
  const bubble = to === null ? NaN : (y(to) - y(depths[seat])) / size;
  const apart = (BUBBLE + 12) / size;
  return Math.abs(bubble - usual + 4) < apart ? bubble + apart + 4 : usual;
}

/** Return how deep or high this turn's air still carries a pirate; null if no further.
 * @type {(state: State, seat: number) => number | null} */
function reachOf({ air, swim, active, phase, depths }, seat) {
  const left = air - swim;
  if (seat !== active || left <= 0 || phase === "over") return null;
  return phase === "descent" ? depths[seat] + left : Math.max(0, depths[seat] - left);
}

/** @type {(seat: number) => VNode} */
function bubbles(seat) {
  /** @type {(cx: number, cy: number, r: number) => VNode} */
  const ring = (cx, cy, r) => svg("circle", { cx, cy, r, fill: "none", stroke: "var(--wave)", "stroke-width": 1.2 });
  return svg(
    "g",
    { key: "bubbles", transform: seat % 2 ? "scale(-1 1)" : "" },
    ring(15, -17, 2.4),
    ring(19, -23, 1.6),
    ring(16, -28, 1.2),
  );
}

/** Show how much further this turn's air carries: a bubble at that depth, labelled in feet.
 * @type {(state: State, seat: number, x: number, scale: Scale, look: Look) => VNode[]} */
function rest(state, seat, x, { y, size, width, text }, { colours }) {
  const to = reachOf(state, seat);
  if (to === null) return [];
  const more = `+${state.air - state.swim}`;
  const [start, end] = [y(state.depths[seat]), y(to)];
  const side = Math.min(x + 26 * size, width - BUBBLE - 3);
  const way = `M${x + 6} ${start}Q${side} ${start} ${side} ${end}`;
  return [
    svg(
      "g",
      { key: "rest" },
      stroke(way, 6, NIGHT),
      stroke(way, 3.4, colours[seat], { "stroke-dasharray": "5 5" }),
      dot(side, end, BUBBLE, "var(--ice)", { class: "bubble", stroke: NIGHT, "stroke-width": 2 }),
      dot(side - 6, end - 7, 2.4, "white"),
      words(side, end + 5, more, { "font-weight": 800, fill: NIGHT, ...squeezed(more, 2 * BUBBLE - 6, text) }),
    ),
  ];
}

/** @type {(x: number, y: number, fill: string) => VNode} */
function dropped(x, y, fill) {
  return svg(
    "g",
    { key: "anchor", class: "dropped", style: { transform: `translate(${x}px, ${y}px)` } },
    anchorShape(fill, NIGHT),
  );
}

/** @type {(stroke: string, edge?: string) => VNode} */
export function anchorShape(stroke, edge) {
  const d = "M0-12v22M-12 0q1 10 12 11q11-1 12-11M-6-6h12M-15 3l3-4l3 4M15 3l-3-4l-3 4";
  const look = { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" };
  /** @type {(colour: string, wide: number) => VNode} */
  const ring = (colour, wide) => svg("circle", { cy: -15, r: 3.2, fill: "none", stroke: colour, "stroke-width": wide });
  return svg(
    "g",
    {},
    ...(edge ? [svg("path", { d, ...look, stroke: edge, "stroke-width": 6.5 }), ring(edge, 5)] : []),
    svg("path", { d, ...look, stroke, "stroke-width": 3.4 }),
    ring(stroke, 2.4),
  );
}

/** Draw an Anchor alone, as a piece in the tray.
 * @type {() => VNode} */
export function anchorPicture() {
  return svg("svg", { viewBox: "-18 -21 36 36", "aria-hidden": "true" }, anchorShape("currentColor"));
}

/** Draw a sign in the sand with the player's name.
 * @type {(seat: number, lane: number[], scale: Scale, look: Look, isActive: boolean) => VNode} */
function nameplate(seat, [left, wide], { names: y, text }, { names, colours, isMine }, isActive) {
  const most = wide - 22;
  const name = shortened(names[seat], most, text);
  return svg(
    "g",
    { key: "name" },
    svg("rect", {
      x: left + 4,
      y: y - 15,
      width: wide - 8,
      height: 19,
      rx: 5,
      fill: isActive ? "var(--gold)" : CREAM,
      stroke: isMine(seat) ? "white" : NIGHT,
      "stroke-width": isMine(seat) ? 2.5 : 1.5,
    }),
    svg("rect", { x: left + 6, y: y - 13, width: 7, height: 15, rx: 2, fill: colours[seat], stroke: NIGHT }),
    words(left + 16 + most / 2, y - 0.5, name, { "font-weight": 700, fill: NIGHT, ...squeezed(name, most, text) }),
  );
}

/** Draw the Panics and Sharks in front of a seat, each a target for a Calm or a Kraken.
 * @type {(row: Front[], seat: number, box: number[], tapping: Tapping | null | undefined,
 *   look: Look) => VNode[]} */
function frontRow(row, seat, [left, y, wide], tapping, look) {
  if (row.length === 0) return [];
  // If there are many cards, make them narrow and drop their words, so that each can be seen and tapped.
  const width = Math.min(FRONT.width, (wide - 4) / row.length - FRONT.gap);
  const step = width + FRONT.gap;
  const from = left + (wide - step * row.length + FRONT.gap) / 2;
  return row.map((card, index) => frontCard(card, [seat, index], [from + index * step, y, width], tapping, look));
}

/** @type {(card: Front, which: number[], box: number[], tapping: Tapping | null | undefined, look: Look) => VNode} */
function frontCard(card, [seat, index], [x, y, width], tapping, { say, front }) {
  const isShark = card.as === "shark";
  const isNamed = width >= 52;
  const fill = card.hidden ? "var(--water-4)" : isShark ? "var(--fin)" : "var(--scare-dark)";
  const middle = x + width / 2;
  return target(
    tapping,
    `front:${seat}:${index}`,
    front(card, seat),
    // A finger is larger than the card.
    svg("rect", { key: "room", x, y: y - 3, width, height: FRONT.height + 6, fill: "transparent" }),
    svg("rect", {
      key: "card",
      x,
      y,
      width,
      height: FRONT.height,
      rx: 5,
      fill,
      stroke: CREAM,
      "stroke-width": 2,
    }),
    svg(
      "g",
      {
        key: "picture",
        transform: `translate(${middle} ${y + (isNamed ? 17 : 23)}) scale(${Math.min(0.72, width / 46)})`,
      },
      isShark ? sharkHead() : panicFace(card.hidden),
    ),
    isNamed ? lettered(middle, y + 41, isShark ? say.shark : say.panic) : null,
    svg("rect", { key: "rim", class: "rim", x, y, width, height: FRONT.height, rx: 5, fill: "none" }),
  );
}
