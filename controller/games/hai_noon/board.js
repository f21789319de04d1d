/* HAI NOON drawn: the pool with its ring of sharks, divers and cages, and the cards at its sides. */

import { svg } from "/static/shared/dom.js";
import { ground, initials, target, words } from "/static/shared/targets.js";

const TILE = 53;
const WIDTH = 360;
const HEIGHT = 320;
// Left and right of the pool, and above and below it.
const EDGE = { x: (WIDTH - 4 * TILE) / 2, y: (HEIGHT - 4 * TILE) / 2 };
const CARD = { width: 64, height: 22, gap: 3 };
const INK = "var(--ink)";
// The room of each side's cards, and where its arrow points into the pool.
const SIDES = {
  N: { x: EDGE.x, y: 1, width: 4 * TILE, height: EDGE.y - 3, turn: 180 },
  S: { x: EDGE.x, y: HEIGHT - EDGE.y + 2, width: 4 * TILE, height: EDGE.y - 3, turn: 0 },
  W: { x: 2, y: EDGE.y, width: EDGE.x - 6, height: 4 * TILE, turn: 90 },
  E: { x: WIDTH - EDGE.x + 4, y: EDGE.y, width: EDGE.x - 6, height: 4 * TILE, turn: 270 },
};

/** `look`: { colours, layout, colourOf(card), attacking: sharks, own: divers, say } */
export function pool(state, tapping, look) {
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "xMidYMin", role: tapping ? "group" : "img", "aria-label": look.say.pool(state) },
    ground("var(--sky)"),
    svg("rect", { x: EDGE.x, y: EDGE.y, width: 4 * TILE, height: 4 * TILE, rx: 14, fill: "var(--pool)" }),
    ...state.sharks.map((is, shark) => sharkTile(shark, is, tapping, look)),
    ...Object.keys(look.layout.inside).map((place) => placeTile(state, place, tapping, look)),
    ...Object.keys(SIDES).map((side) => sideStrip(state, side, tapping, look)),
  );
}

function cell([row, column]) {
  return { transform: `translate(${EDGE.x + column * TILE} ${EDGE.y + row * TILE})` };
}

/** Open jaws with teeth are hungry, a closed mouth is full: colour is not needed. */
function sharkTile(shark, is, tapping, look) {
  const hungry = is === "hungry";
  const attacks = look.attacking.includes(shark);
  return target(
    tapping,
    `shark:${shark}`,
    look.say.shark(shark, is),
    svg(
      "g",
      cell(look.layout.ring[shark]),
      svg("rect", {
        x: 1, y: 1, width: TILE - 2, height: TILE - 2, rx: 9,
        fill: dark(look.colours[is]), stroke: attacks ? "white" : look.colours[is],
        "stroke-width": attacks ? 4 : 1.5,
      }),
      svg(
        "g",
        { "data-piece": `shark:${shark}` },
        svg("g", { transform: "scale(0.84)" }, ...(hungry ? openJaws : closedMouth)(look.colours[is])),
      ),
      words(9, 16, String(shark + 1), { "font-size": 11, fill: "white" }),
      rim(1, 1, TILE - 2, TILE - 2, 9),
    ),
  );
}

function rim(x, y, width, height, rx) {
  return svg("rect", { class: "rim", x, y, width, height, rx, fill: "none", stroke: "none" });
}

function dark(colour) {
  return `color-mix(in srgb, ${colour} 40%, var(--abyss))`;
}

function pale(colour) {
  return `color-mix(in srgb, ${colour} 35%, white)`;
}

function openJaws(colour) {
  return [
    svg("path", { d: "M8 44C16 24 34 16 56 20L36 34L56 48C36 54 18 52 8 44Z", fill: pale(colour) }),
    svg("path", {
      d: "M53 21l-4 7-3-4-3 7-3-4-2 6M53 47l-4-6-3 4-3-7-3 4-2-5", fill: "none",
      stroke: dark(colour), "stroke-width": 2.5,
    }),
    svg("circle", { cx: 30, cy: 27, r: 2.6, fill: "var(--abyss)" }),
  ];
}

function closedMouth(colour) {
  return [
    svg("path", { d: "M8 40C18 26 40 22 58 36C42 48 20 50 8 40Z", fill: pale(colour) }),
    svg("path", { d: "M58 36Q48 40 40 38", fill: "none", stroke: dark(colour), "stroke-width": 2.5 }),
    svg("circle", { cx: 41, cy: 32, r: 2.6, fill: "var(--abyss)" }),
  ];
}

/** A place is tapped as its diver where a diver is meant, else as itself. */
function placeTile(state, place, tapping, look) {
  const diver = state.places[place];
  const asDiver = `diver:${diver}`;
  const meansDiver = diver && tapping && (tapping.legal.has(asDiver) || tapping.chosen.has(asDiver));
  const box = svg("rect", { x: 1, y: 1, width: TILE - 2, height: TILE - 2, rx: 9, fill: "var(--sea)" });
  const inside = diver ? diverShape(state, diver, look) : null;
  return target(
    tapping,
    meansDiver ? asDiver : `place:${place}`,
    look.say.place(state, place),
    svg("g", cell(look.layout.inside[place]), box, inside, rim(1, 1, TILE - 2, TILE - 2, 9)),
  );
}

/** A helmet with the diver's letter; bandaged if injured, an empty outline if a dummy. */
function diverShape(state, diver, { colours, own, say }) {
  const health = state.divers[diver].state;
  const live = health === "healthy" || health === "injured";
  const isOwn = own.includes(diver);
  return svg(
    "g",
    { "data-piece": `diver:${diver}` },
    svg("circle", {
      cx: 27, cy: 23, r: 17, fill: live ? colours[diver] : "none",
      stroke: health === "prey" ? colours.prey : live ? (isOwn ? "white" : INK) : colours[diver],
      "stroke-width": isOwn ? 3.5 : 2, "stroke-dasharray": live ? null : "4 4",
    }),
    words(27, 29, letterOf(state, diver, say), {
      "font-size": 17, "font-weight": 700, fill: live && diver !== "black" ? INK : "white",
    }),
    ...(health === "injured" ? bandage(colours.prey) : []),
    ...(state.cage === diver ? cage() : []),
    isOwn ? words(27, 50, say.you, { "font-size": 11, "font-weight": 650, fill: "var(--sun)" }) : null,
  );
}

function letterOf({ divers }, diver, say) {
  const names = Object.keys(divers);
  return initials(names.map(say.diver))[names.indexOf(diver)];
}

function bandage(cross) {
  return [
    svg("path", { d: "M11 39L40 10", stroke: "var(--paper)", "stroke-width": 6, opacity: 0.9 }),
    svg("path", { d: "M21 21l9 9m0-9l-9 9", stroke: cross, "stroke-width": 2.5 }),
  ];
}

function cage() {
  const bars = [9, 18, 27, 36, 45].map((x) => `M${x} 5V46`).join("");
  return [svg("path", { d: `${bars}M6 5H48M6 46H48`, stroke: "var(--sun)", "stroke-width": 2.5, fill: "none" })];
}

/* The sides */

function sideStrip(state, side, tapping, look) {
  const { x, y, width, height, turn } = SIDES[side];
  const [middle, centre] = [x + width / 2, y + height / 2];
  const cards = state.sides[side];
  return target(
    tapping,
    `side:${side}`,
    look.say.side(state, side),
    svg("rect", { class: "rim", x, y, width, height, rx: 9, fill: "var(--abyss)", "fill-opacity": 0.35, stroke: "var(--shallow)" }),
    cards.length > 0
      ? null
      : svg("path", {
          d: "M-9 6L0-8L9 6L0 2Z", fill: "var(--mist)",
          transform: `translate(${middle} ${centre}) rotate(${turn})`,
        }),
    ...sideCards(side, cards, middle, centre, look),
  );
}

function sideCards(side, cards, middle, centre, look) {
  const across = side === "N" || side === "S";
  const step = across ? CARD.width + CARD.gap : CARD.height + CARD.gap;
  const begin = -(cards.length * step - CARD.gap) / 2;
  return cards.map((card, index) => {
    const along = begin + index * step;
    const [x, y] = across
      ? [middle + along, centre - CARD.height / 2]
      : [middle - CARD.width / 2, centre + along];
    const shape = svg(
      "g",
      { transform: `translate(${x} ${y})` },
      svg("rect", { width: CARD.width, height: CARD.height, rx: 5, fill: look.colourOf(card) }),
      words(CARD.width / 2, 15, look.say.kind(card), { "font-size": 11, "font-weight": 650, fill: INK }),
    );
    return svg("g", { "data-piece": `lying:${side}:${card}` }, shape);
  });
}
