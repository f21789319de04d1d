/* Draws HAI NOON: the pool with its ring of sharks, divers and the cage, and the cards at its sides. */

import { svg } from "/static/shared/dom.js";
import { darker, patch, shortened, squeezed } from "/static/shared/paint.js";
import { measured } from "/static/shared/measured.js";
import { target, words } from "/static/shared/targets.js";
import { miniCard } from "./cards.js";
import { basin, furniture, shimmer, swell } from "./deck.js";
import { cage, diver, shape, shark, weeds } from "./figures.js";

/** @import { Child, Style, VNode } from "/static/shared/preact.js" */
/** @import { Size } from "/static/shared/measured.js" */
/** @import { Tapping } from "/static/shared/types.js" */
/** @import { Appetite, Place, Side, State, layout } from "./data.js" */
/** @typedef {{ you: string, drawPile: string, discardPile: string, pool: (state: State) => string,
 *   shark: (shark: number, is: Appetite) => string, side: (state: State, side: Side) => string,
 *   place: (state: State, place: Place) => string }} Words */
/** @typedef {{ colours: Record<string, string>, layout: typeof layout, colourOf: (card: string) => string,
 *   own: string[], names: Record<string, string>, attacking: number[], say: Words }} Look */
/** @typedef {{ x: number, y: number, isHidden?: boolean }} Spot */
/** @typedef {ReturnType<typeof measures>} At */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** @typedef {Tapping | null | undefined} Taps */

// The size before measuring, and in the rules.
const USUAL = { width: 360, height: 330 };
const SIDES = ["N", "E", "S", "W"];
/** @type {Record<Side, number>} */
const TURNS = { N: 180, E: 270, S: 0, W: 90 };
/** @type {Record<Side, number[]>} */
const EDGES = { N: [2, 0], S: [2, 4], W: [0, 2], E: [4, 2] };
const CARDS = 3;
const LETTER = 12;
// At least a finger's width, because the cards at a side can be tapped.
const LEAST = 46;
const LINE = "var(--line)";
const PAPER = "var(--poster)";
const FIN = "M-9 6Q-2 4 0-9Q7-4 8 6Z";

/** `look`: { colours, layout, colourOf(card), attacking: sharks, own: divers, names by diver, say }.
 * A staged position has `biting`, the shark that snaps, and `harpoon`, whose flies.
 * @type {(state: State, tapping: Taps, look: Look) => VNode} */
export function pool(state, tapping, look) {
  const draw = (/** @type {Size} */ size) => scene(state, tapping, look, measures(size), size);
  const role = tapping ? "group" : "img";
  return measured(draw, USUAL, { class: "on-deck", role, "aria-label": look.say.pool(state) });
}

/** Put the pool in the middle; the sides share the rest, and the corners hold piles, cage and weeds.
 * @param {Size} size */
function measures({ width, height }) {
  const side = Math.max(Math.min(LEAST, height / 6), Math.min(width, height) * 0.165);
  const tile = Math.min((width - 2 * side) / 4, (height - 2 * side) / 4);
  const [left, top] = [(width - 4 * tile) / 2, (height - 4 * tile) / 2];
  return { tile, left, top, deep: { x: Math.min(left, tile * 1.7), y: Math.min(top, tile * 1.45) } };
}

/** @type {(x: number, y: number, scale?: number) => Style} */
const moved = (x, y, scale = 1) => ({
  transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale.toFixed(4)})`,
});
/** @type {(spot: number[], at: At) => Spot} */
const cell = ([row, column], { tile, left, top }) => ({ x: left + column * tile, y: top + row * tile });
/** @type {(x: number, y: number, width: number, height: number, rx: number) => VNode} */
const rim = (x, y, width, height, rx) =>
  svg("rect", { class: "rim", x, y, width, height, rx, fill: "none", stroke: "none" });

/** @type {(state: State, tapping: Taps, look: Look, at: At, size: Size) => Child[]} */
function scene(state, tapping, look, at, size) {
  return [
    ...furniture(at, size),
    ...basin(at),
    ...SIDES.map((side) => sideStrip(state, side, tapping, look, at)),
    ...Object.keys(look.layout.inside).map((place) => placeTile(state, place, tapping, look, at)),
    ...state.sharks.map((is, number) => sharkTile(state, number, is, tapping, look, at)),
    ...SIDES.map((side) => arrow(side, at)),
    ...piles(state, look, at),
    svg(
      "g",
      { key: "divers", "pointer-events": "none" },
      ...divers(state, look, at, size),
      ...harpoons(state, look, at),
      cageShape(state, look, at, size),
      ...plates(state, look, at, size),
    ),
  ];
}

/* Around the pool */

/** @param {number} tile */
const arrowScale = (tile) => Math.max(0.8, tile / 62);

/** Draw an arrow at the pool's edge, where that side's sharks come from.
 * @type {(side: Side, at: At) => VNode} */
function arrow(side, { tile, left, top }) {
  const [x, y] = EDGES[side];
  const scale = arrowScale(tile);
  return svg(
    "g",
    {
      key: `arrow ${side}`,
      class: "arrow",
      "pointer-events": "none",
      transform: `translate(${left + x * tile} ${top + y * tile}) rotate(${TURNS[side]}) scale(${scale})`,
    },
    shape("M0-10L11 7L4 5V11H-4V5L-11 7Z", "var(--sun)", { "stroke-width": 2.5 }),
  );
}

/** Draw the piles: the draw pile face down and neat, the discards as they fell. Their names are beside them,
 * or below if there is no room.
 * @type {(state: State, look: Look, at: At) => VNode[]} */
function piles(state, { say }, at) {
  const isBeside = at.left > at.top + 4 * LETTER;
  const isTwoLines = isBeside || at.top > at.left;
  const below = isBeside ? 0 : LETTER * (isTwoLines ? 2.4 : 1.2);
  const size = Math.min(at.left, at.top - below, at.tile * 1.2) - 6;
  const [wide, high] = [size * 0.66, size * 0.94 - 4];
  const letter = Math.max(LETTER, size / 5);
  const right = 2 * at.left + 4 * at.tile;
  /** @type {(key: string, name: string, number: number, isLast: boolean, ...cards: VNode[]) => VNode} */
  const pile = (key, name, number, isLast, ...cards) => {
    const x = isLast ? right - wide - 8 : 4;
    const [edge, line] = isBeside ? [wide + 10, high / 2 - letter * 0.2] : [0, high + letter + 6];
    const lines = (isTwoLines ? name.split(" ") : [name.replace("- ", "")]).map((word, index) =>
      words(isLast ? wide + 4 - edge : edge, line + index * letter * 1.1, word, {
        "text-anchor": isLast ? "end" : "start",
        "font-size": letter,
        "font-weight": 700,
        fill: LINE,
        ...squeezed(word, at.left - edge - 8, letter),
      }),
    );
    const count = words(wide / 2, high / 2 + size / 8, String(number), {
      "font-size": Math.max(LETTER, size / 3),
      "font-weight": 800,
      fill: PAPER,
    });
    return svg("g", { key, "pointer-events": "none", transform: `translate(${x} 3)` }, ...cards, count, ...lines);
  };
  /** @type {(fill: string, transform: string) => VNode} */
  const card = (fill, transform) =>
    svg("rect", { width: wide, height: high, rx: 4, fill, stroke: PAPER, "stroke-width": 1.5, transform });
  const deck = [4, 2, 0].map((by) => card("var(--back)", `translate(${by} ${by})`));
  const fallen = [-9, 7, -2].map((turn) => card("var(--discard)", `rotate(${turn} ${wide / 2} ${high / 2})`));
  const fin = patch(FIN, PAPER, { opacity: 0.3, transform: `translate(${wide / 2} ${high / 2}) scale(${size / 30})` });
  return [
    pile("deck", say.drawPile, state.deck, false, ...deck, fin),
    pile(
      "discard",
      say.discardPile,
      state.discard.length,
      true,
      ...fallen.slice(3 - Math.min(3, state.discard.length)),
    ),
  ];
}

/* Sharks and places */

/** @type {(state: State, number: number, is: Appetite, tapping: Taps, look: Look, at: At) => VNode} */
function sharkTile(state, number, is, tapping, look, at) {
  const { tile } = at;
  const { x, y } = cell(look.layout.ring[number], at);
  const attacks = look.attacking.includes(number);
  const isHungry = is === "hungry";
  const colour = look.colours[is];
  const [box, size] = [tile - 4, tile * 0.86];
  const letter = Math.max(LETTER, tile / 8.5);
  const middle = letter * 0.92;
  return target(
    tapping,
    `shark:${number}`,
    look.say.shark(number, is),
    svg(
      "g",
      { transform: `translate(${x} ${y})` },
      svg("rect", {
        x: 2,
        y: 2,
        width: box,
        height: box,
        rx: tile / 6,
        fill: isHungry ? "var(--hungry-plate)" : "var(--full-plate)",
        stroke: attacks ? "white" : darker(colour, 10),
        "stroke-width": attacks ? 4 : 2,
      }),
      ...swell(tile, colour),
      svg(
        "g",
        { "data-piece": `shark:${number}` },
        svg(
          "g",
          { class: "moves", style: lunge(state, number, look, at, (tile - size) / 2, size / 100) },
          ...shark(isHungry, colour),
        ),
      ),
      svg(
        "g",
        { class: "number", transform: `translate(${besideArrow(look.layout.ring[number], at)})` },
        svg("circle", { cx: middle, cy: middle, r: letter * 0.8, fill: LINE, opacity: 0.82 }),
        words(middle, middle + letter * 0.38, String(number + 1), {
          "font-size": letter,
          "font-weight": 700,
          fill: "white",
        }),
      ),
      rim(0.5, 0.5, tile - 1, tile - 1, tile / 6),
    ),
  );
}

/** Return how far a shark's number moves to make way for an arrow at the corner of its tile.
 * @type {(spot: number[], at: At) => number[]} */
function besideArrow([row, column], { tile }) {
  const by = 12 * arrowScale(tile);
  if (row === 0 && column === EDGES.N[0]) return [by, 0];
  return column === 0 && row === EDGES.W[1] ? [0, by] : [0, 0];
}

/** Return where to draw a shark in its tile; a biting shark snaps at the next place inside.
 * @type {(state: State, number: number, look: Look, at: At, edge: number, scale: number) => Style} */
function lunge({ biting }, number, { layout }, { tile }, edge, scale) {
  const [row, column] = layout.ring[number];
  const by = (/** @type {number} */ index) =>
    biting === number ? Math.sign(1.5 - index) * (index % 3 ? 0 : 1) * tile * 0.6 : 0;
  return moved(edge + by(column), edge + by(row), biting === number ? scale * 1.2 : scale);
}

/** Draw a place; a tap on it means its diver if a diver is asked for, else the place itself.
 * @type {(state: State, place: Place, tapping: Taps, look: Look, at: At) => VNode} */
function placeTile(state, place, tapping, look, at) {
  const { tile } = at;
  const { x, y } = cell(look.layout.inside[place], at);
  const asDiver = `diver:${state.places[place]}`;
  const meansDiver = state.places[place] && tapping && (tapping.legal.has(asDiver) || tapping.chosen.has(asDiver));
  const box = { x: 2, y: 2, width: tile - 4, height: tile - 4, rx: tile / 6 };
  return target(
    tapping,
    meansDiver ? asDiver : `place:${place}`,
    look.say.place(state, place),
    svg(
      "g",
      { transform: `translate(${x} ${y})` },
      svg("rect", { ...box, fill: "var(--sea)" }),
      ...shimmer(tile),
      rim(0.5, 0.5, tile - 1, tile - 1, box.rx),
    ),
  );
}

/* Divers and the cage: above the places, so that they can move between them */

/** @type {(state: State, look: Look, at: At, size: Size) => VNode[]} */
function divers(state, look, at, size) {
  const names = Object.keys(state.divers);
  return names.map((name) => {
    const spot = spotOf(state, name, look, at, size);
    const scale = (at.tile - (at.tile < 60 ? 8 : 15)) / 100;
    const body = { name, colour: look.colours[name], state: state.divers[name].state };
    return svg(
      "g",
      { key: name, "data-piece": `diver:${name}`, class: "moves", style: moved(spot.x, spot.y) },
      svg(
        "g",
        { style: moved((at.tile - 100 * scale) / 2, 3, scale) },
        ...(spot.isHidden ? weeds(look.colours[name]) : diver(body)),
      ),
    );
  });
}

/** Draw lines from a diver to the sharks that attack it, which are the nearest in the ring.
 * @type {(state: State, look: Look, at: At) => VNode[]} */
function harpoons({ harpoon, places }, { layout, attacking }, at) {
  const place = Object.keys(places).find((one) => harpoon && places[one] === harpoon.diver);
  if (!harpoon || !place) return [];
  const from = layout.inside[place];
  const isNext = (/** @type {number[]} */ [row, column]) => Math.hypot(row - from[0], column - from[1]) === 1;
  const half = at.tile / 2;
  const { x, y } = cell(from, at);
  return attacking
    .map((shark) => layout.ring[shark])
    .filter(isNext)
    .map(([row, column]) => {
      const turn = (Math.atan2(row - from[0], column - from[1]) * 180) / Math.PI;
      const tip = at.tile * harpoon.flown;
      return svg(
        "g",
        { key: `harpoon ${row} ${column}`, transform: `translate(${x + half} ${y + half}) rotate(${turn})` },
        svg("path", { d: `M0 0H${tip}`, stroke: LINE, "stroke-width": 7 }),
        svg("path", { d: `M0 0H${tip}`, stroke: PAPER, "stroke-width": 3.5 }),
        shape(`M${tip + 12} 0L${tip - 6} -9L${tip - 1} 0L${tip - 6} 9Z`, "var(--sun)", { "stroke-width": 2.5 }),
      );
    });
}

/** Draw the divers' names over the cage.
 * @type {(state: State, look: Look, at: At, size: Size) => VNode[]} */
function plates(state, look, at, size) {
  return Object.keys(state.divers).map((name) => {
    const { x, y } = spotOf(state, name, look, at, size);
    const isOwn = look.own.includes(name);
    const text = isOwn && look.own.length === 1 ? look.say.you : look.names[name];
    return svg("g", { key: `name ${name}`, class: "moves", style: moved(x, y) }, ...plate(text, isOwn, at));
  });
}

/** @type {(text: string, isOwn: boolean, at: At) => VNode[]} */
function plate(text, isOwn, { tile }) {
  const letter = Math.max(LETTER, tile / 6.5);
  const short = shortened(text, tile - 4, letter);
  const wide = Math.min(tile - 4, [...short].length * letter * 0.62 + 8);
  return [
    svg("rect", {
      x: (tile - wide) / 2,
      y: tile - letter * 1.3 - 2,
      width: wide,
      height: letter * 1.3,
      rx: 4,
      fill: "var(--plate)",
      stroke: isOwn ? "var(--sun)" : "none",
      "stroke-width": 2,
    }),
    words(tile / 2, tile - letter * 0.4 - 1, short, {
      "font-size": letter,
      "font-weight": 700,
      fill: isOwn ? "var(--sun)" : PAPER,
      ...squeezed(short, tile - 10, letter),
    }),
  ];
}

/** Return a diver's spot; a hidden diver waits in the lower right corner.
 * @type {(state: State, name: string, look: Look, at: At, size: Size) => Spot} */
function spotOf(state, name, look, at, { width, height }) {
  const place = Object.keys(state.places).find((one) => state.places[one] === name);
  if (place) return cell(look.layout.inside[place], at);
  const hidden = Object.keys(state.divers).filter((one) => !Object.values(state.places).includes(one));
  return {
    x: width - at.tile - Math.max(0, (at.left - at.tile) / 2),
    y: height - at.tile * (1 + hidden.indexOf(name)) - Math.max(0, (at.top - at.tile) / 2),
    isHidden: true,
  };
}

/** Draw the cage around its diver, or in the lower left corner.
 * @type {(state: State, look: Look, at: At, size: Size) => VNode} */
function cageShape(state, look, at, size) {
  const isFree = state.cage === null;
  const spot =
    state.cage === null
      ? { x: 4, y: size.height - Math.min(at.left, at.top, at.tile) + 2 }
      : spotOf(state, state.cage, look, at, size);
  const scale = (isFree ? Math.min(at.left, at.top, at.tile) - 8 : at.tile - 8) / 100;
  return svg(
    "g",
    {
      key: "cage",
      "data-piece": "cage",
      class: "moves",
      style: moved(spot.x + (isFree ? 0 : 4), spot.y + (isFree ? 0 : 4), scale),
    },
    ...cage(),
  );
}

/* The sides */

/** @type {(side: Side, at: At) => Box} */
function boxOf(side, { tile, left, top, deep }) {
  const long = 4 * tile;
  /** @type {Record<Side, Box>} */
  const boxes = {
    N: { x: left, y: top - deep.y, width: long, height: deep.y - 0.5 },
    S: { x: left, y: top + long + 0.5, width: long, height: deep.y - 0.5 },
    W: { x: left - deep.x, y: top, width: deep.x - 0.5, height: long },
    E: { x: left + long + 0.5, y: top, width: deep.x - 0.5, height: long },
  };
  return boxes[side];
}

/** @type {(state: State, side: Side, tapping: Taps, look: Look, at: At) => VNode} */
function sideStrip(state, side, tapping, look, at) {
  const box = boxOf(side, at);
  const isAcross = side === "N" || side === "S";
  // Its visible part ends before the pool's edge.
  const [dx, dy] = EDGES[side].map((at) => (at === 4 ? 6 : 0));
  const seenBox = isAcross
    ? { ...box, y: box.y + dy, height: box.height - 6 }
    : { ...box, x: box.x + dx, width: box.width - 6 };
  const card = cardIn(seenBox, isAcross);
  const slots = Math.max(CARDS, state.sides[side].length);
  const seen = new Map();
  const spots = Array.from({ length: slots }, (_, index) => {
    const along = (index - (slots - 1) / 2) * (isAcross ? card.width + 5 : card.height + 4);
    const { x, y, width, height } = seenBox;
    return {
      x: x + (width - card.width) / 2 + (isAcross ? along : 0),
      y: y + (height - card.height) / 2 + (isAcross ? 0 : along),
    };
  });
  return target(
    tapping,
    `side:${side}`,
    look.say.side(state, side),
    svg("rect", { ...seenBox, rx: 9, fill: "var(--mat)", stroke: LINE, "stroke-width": 1.5 }),
    svg("rect", {
      x: seenBox.x + 4,
      y: seenBox.y + 4,
      width: Math.max(0, seenBox.width - 8),
      height: Math.max(0, seenBox.height - 8),
      rx: 6,
      fill: "none",
      stroke: "var(--badge)",
      opacity: 0.4,
    }),
    ...spots.map((spot, index) => slot(spot, card, index)),
    ...state.sides[side].map((name, index) => lying(side, name, seen, spots[index], card, look)),
    rim(box.x, box.y, box.width, box.height, 9),
  );
}

/** @type {(box: Box, isAcross: boolean) => Size} */
function cardIn({ width, height }, isAcross) {
  const most = isAcross ? [(width - 20) / CARDS, height - 6] : [width - 6, (height - 18) / CARDS];
  const wide = Math.min(most[0], most[1] / 1.34, 150);
  return { width: wide, height: wide * 1.34 };
}

/** Mark where a card will lie; the third card brings the sharks.
 * @type {(spot: Spot, card: Size, index: number) => Child[]} */
function slot({ x, y }, { width, height }, index) {
  const fin =
    index === CARDS - 1 &&
    patch(FIN, PAPER, {
      opacity: 0.55,
      transform: `translate(${x + width / 2} ${y + height / 2}) scale(${width / 30})`,
    });
  return [
    svg("rect", {
      x,
      y,
      width,
      height,
      rx: width / 9,
      fill: "none",
      stroke: PAPER,
      "stroke-dasharray": "4 4",
      opacity: 0.45,
    }),
    fin || null,
  ];
}

/** @type {(side: Side, name: string, seen: Map<string, number>, spot: Spot, card: Size, look: Look) => VNode} */
function lying(side, name, seen, spot, { width, height }, look) {
  const copy = seen.get(name) ?? 0;
  seen.set(name, copy + 1);
  const piece = `lying:${side}:${name}${copy ? ` ${copy}` : ""}`;
  return svg(
    "g",
    { key: piece, "data-piece": piece, class: "moves", style: moved(spot.x, spot.y) },
    ...miniCard(name, look.colourOf(name), width, height),
  );
}
