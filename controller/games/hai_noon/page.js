/* HAI NOON on a page: the ring of sharks, the divers inside it, cards along the sides. */

import { el, listed, sentence, svg } from "/static/dom.js";
import { colours, layout } from "./data.js";

const DEEDS = {
  cage: "cage / harpoon",
  camouflage: "camouflage",
  diver: "diver swims on",
  flip: "flip shark",
  rotate: "all sharks swim on",
  shark: "shark swims on",
};
const PLACES = Object.keys(layout.inside);
const SIDES = { N: "top", E: "right", S: "bottom", W: "left" };
const ATTACK_AT = 3;

export function title(state) {
  const side = attackedSide(state);
  const turn = `Turn ${state.turn}`;
  return side ? `${turn} · three cards on side ${side}` : turn;
}

export function seatName(state, seat) {
  return diversOf(state, seat).join(" & ");
}

export function seatColours(state, seat) {
  return diversOf(state, seat).map((name) => colours[name]);
}

export function summary(state) {
  return el(
    "div",
    {},
    board(state),
    el("p", { class: "facts" }, hungryInWords(state)),
    el("ul", { class: "facts" }, ...Object.keys(state.divers).map((d) => diverLine(state, d))),
    el("p", { class: "facts" }, pilesInWords(state)),
  );
}

/** What the seat's decision is about; between its turns, its cards. */
export function hand(state, pending, seat) {
  const legal = (pending?.legal ?? []).filter((action) => action.seat === seat);
  const kind = legal[0]?.type;
  const held = Array.isArray(state.hands[seat]) ? state.hands[seat] : [];
  const choices = CHOICES[kind]?.(state, seat, legal);
  if (!choices) return waiting(state, seat, held);
  return kind === "play" ? choices : [...choices, ...waiting(state, seat, held)];
}

export function tell(event, game = null) {
  return TALES[event.type]?.(event, game) ?? null;
}

/* The hand */

const CHOICES = {
  play: (state, seat, legal) => distinct(state.hands[seat]).map((card) => ({
    title: sentence(cardName(card)),
    colours: [colourOf(card)],
    choices: Object.keys(SIDES).map((side) =>
      choice(side, sideInWords(state, side), { type: "play", seat, card, side }, legal),
    ),
  })),
  enter: (state, seat, legal) => [
    group(`Where does ${legal[0].diver} come back?`, PLACES.map((place) =>
      choice(place, state.places[place] ?? "free", { ...legal[0], place }, legal),
    ), colours[legal[0].diver]),
  ],
  swim: (state, seat, legal) => distinct(legal.map(({ diver }) => diver)).map((diver) =>
    group(`Where does ${diver} swim?`, PLACES.filter((p) => state.places[p] !== diver).map(
      (place) => choice(
        place,
        state.places[place] ? `with ${state.places[place]}` : "free",
        { type: "swim", seat, diver, place },
        legal,
      ),
    ), colours[diver])),
  cage: (state, seat, legal) => [
    group("Who gets the cage?", Object.keys(state.divers).map((diver) =>
      choice(diver, placeOf(state, diver) ?? "hidden", { type: "cage", seat, diver }, legal),
    )),
  ],
  hide: (state, seat, legal) => [
    group("Who hides?", Object.keys(state.divers)
      .filter((diver) => state.divers[diver].seat === seat)
      .map((diver) => choice(diver, "", { type: "hide", seat, diver }, legal))),
  ],
  flip: (state, seat, legal) => [
    group("Which shark is flipped?", state.sharks.map((is, shark) =>
      choice(String(shark), `${is} now`, { type: "flip", seat, shark }, legal),
    )),
  ],
  swap: (state, seat, legal) => [
    group("Which shark swims on?", state.sharks.map((is, shark) => {
      const next = (shark + 1) % state.sharks.length;
      const hint = `${is} ⇄ ${state.sharks[next]}`;
      return choice(`${shark}⇄${next}`, hint, { type: "swap", seat, shark }, legal);
    })),
  ],
  harpoon: answers,
  endure: answers,
};

function answers(state, seat, legal) {
  const mine = attacked(state).filter((diver) => state.divers[diver].seat === seat);
  const harpoons = distinct(state.hands[seat]).filter((card) => card.endsWith("-cage"));
  const shots = mine.flatMap((diver) => harpoons.map((card) =>
    choice(`${card.split("-")[0]} harpoon`, `saves ${diver}`,
      { type: "harpoon", seat, diver, card }, legal),
  ));
  const endure = choice("endure", "no harpoon", { type: "endure", seat }, legal);
  return [group(`Sharks attack ${listed(mine)}!`, [...shots, endure], colours[mine[0]])];
}

/** Cards that cannot be played now; a tap tells why. */
function waiting(state, seat, held) {
  if (held.length === 0) return [];
  const choices = distinct(held).map((card) => {
    const count = held.filter((other) => other === card).length;
    const action = { type: "play", seat, card, side: "N" };
    return choice(cardName(card), count > 1 ? `×${count}` : "", action, []);
  });
  return [group("Your cards", choices)];
}

function choice(label, hint, action, legal) {
  const key = JSON.stringify(action);
  return { label, hint, action, legal: legal.some((other) => JSON.stringify(other) === key) };
}

function group(title, choices, colour = null) {
  return { title, choices, colours: colour ? [colour] : [] };
}

/* The story */

const TALES = {
  first: ({ seat }) => `Seat ${seat} starts.`,
  turn: ({ turn, seat }, game) => `Turn ${turn}: ${ownerOf(seat, game)}.`,
  draw: ({ card }) => (card ? `You draw ${quoted(card)}.` : null),
  enter: ({ diver, place }) => `${sentence(diver)} comes back at ${place}.`,
  play: ({ card, side }) => `${sentence(quoted(card))} goes to side ${side}.`,
  swim: ({ diver, place }) => `${sentence(diver)} swims to ${place}.`,
  cage: ({ diver }) => `${sentence(diver)} gets the cage.`,
  swap: ({ shark }) => `Sharks ${shark} and ${(shark + 1) % 12} change places.`,
  flip: ({ shark }) => `Shark ${shark} is flipped.`,
  hide: ({ diver }) => `${sentence(diver)} hides.`,
  rotate: () => "All sharks swim on.",
  idle: () => "There is no diver for the cage: nothing happens.",
  attack: ({ side }) => `The sharks of side ${side} attack!`,
  harpoon: ({ diver }) => `A harpoon protects ${diver}.`,
  endure: ({ seat }, game) => `No harpoon from ${ownerOf(seat, game)}.`,
  wake: ({ shark }) => `Shark ${shark} was full and is hungry now.`,
  bite: ({ shark, diver, state }) => `Shark ${shark} bites ${diver}: ${BITTEN[state]}.`,
  miss: ({ shark, place, diver, by }) => `Shark ${shark} gets nobody: ${MISSED[by](diver, place)}.`,
  clear: ({ cards }) => `Discarded: ${listed(cards.map(quoted))}.`,
  out: ({ seat }, game) => `${sentence(ownerOf(seat, game))} is out.`,
  over: () => "The game is over.",
};
const BITTEN = {
  injured: "it is injured",
  prey: "it is the sharks' prey",
  dummy: "it is caught, and a dummy from now on",
};
const MISSED = {
  harpoon: (diver) => `${diver} has a harpoon`,
  cage: (diver) => `the cage of ${diver} is destroyed`,
  dummy: (diver) => `${diver} is a dummy`,
  free: (_diver, place) => `${place} is free`,
};

/** Events name seats; people know them by their divers. */
function ownerOf(seat, game) {
  const names = layout.divers;
  return game?.seats === 2 ? `${names[seat]} & ${names[seat + 2]}` : names[seat];
}

/* Words */

function cardName(card) {
  const [colour, kind] = card.split("-");
  return kind ? `${colour} ${DEEDS[kind]}` : "wild card";
}

/** In a sentence: red “flip shark”. */
function quoted(card) {
  const [colour, kind] = card.split("-");
  return kind ? `${colour} “${DEEDS[kind]}”` : "wild card";
}

function colourOf(card) {
  return colours[`${card.split("-")[0]} card`];
}

function distinct(items) {
  return [...new Set(items)];
}

function diversOf(state, seat) {
  return Object.keys(state.divers).filter((name) => state.divers[name].seat === seat);
}

function placeOf(state, diver) {
  return PLACES.find((place) => state.places[place] === diver);
}

function attackedSide(state) {
  return Object.keys(SIDES).find((side) => state.sides[side].length >= ATTACK_AT);
}

function attacked(state) {
  const sharks = Object.entries(layout.attackers[attackedSide(state)] ?? {});
  return sharks
    .filter(([shark]) => state.sharks[shark] === "hungry")
    .map(([, place]) => state.places[place])
    .filter((diver) => diver && state.divers[diver].state !== "dummy");
}

function sideInWords(state, side) {
  const cards = state.sides[side];
  const coloured = cards.find((card) => card !== "wild");
  const what = coloured ? coloured.split("-")[0] : "wild";
  return `${SIDES[side]}: ${cards.length === 0 ? "empty" : `${cards.length} ${what}`}`;
}

function hungryInWords(state) {
  const hungry = state.sharks.flatMap((is, shark) => (is === "hungry" ? [String(shark)] : []));
  return hungry.length === 0 ? "No shark is hungry." : `Hungry sharks: ${listed(hungry)}.`;
}

function diverLine(state, name) {
  const { seat, state: health } = state.divers[name];
  const place = placeOf(state, name);
  const words = [health, place ? `at ${place}` : "camouflaged"];
  if (state.cage === name) words.push("in the cage");
  if (seat !== null) words.push(`hand ${handSize(state.hands[seat])}`);
  return el("li", {}, `${sentence(name)}: ${words.join(", ")}.`);
}

/** A view gives a hidden list as its length. */
function handSize(cards) {
  return Array.isArray(cards) ? cards.length : cards;
}

function pilesInWords(state) {
  const cage = state.cage ? "" : " The cage is beside the board.";
  return `Draw pile ${state.deck}, discard pile ${state.discard.length}.${cage}`;
}

/* The board: 4 x 4 tiles, and the cards along its sides. */

const TILE = 64;
// Left and right of the board, and above and below it.
const EDGE = { x: 96, y: 54 };
const WIDTH = 4 * TILE + 2 * EDGE.x;
const HEIGHT = 4 * TILE + 2 * EDGE.y;
const CARD = { width: 84, height: 22, gap: 4 };
// Of each side, where its letter is, and how far in its cards lie.
const SIDE_AT = {
  N: { label: [WIDTH / 2, 16], fixed: EDGE.y - CARD.height - 6 },
  S: { label: [WIDTH / 2, HEIGHT - 6], fixed: HEIGHT - EDGE.y + 6 },
  W: { label: [EDGE.x / 2, EDGE.y + 18], fixed: 6 },
  E: { label: [WIDTH - EDGE.x / 2, EDGE.y + 18], fixed: WIDTH - EDGE.x + 6 },
};

function board(state) {
  const active = Object.keys(layout.attackers[attackedSide(state)] ?? {}).map(Number);
  return svg(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", width: "100%",
      "aria-label": "The board; the lines below say the same",
    },
    svg("rect", {
      x: EDGE.x, y: EDGE.y, width: 4 * TILE, height: 4 * TILE, rx: 14, fill: "var(--water)",
    }),
    ...state.sharks.map((is, shark) => sharkTile(shark, is, active.includes(shark))),
    ...PLACES.map((place) => placeTile(state, place)),
    ...Object.keys(SIDES).map((side) => sideCards(side, state.sides[side])),
  );
}

function cell([row, column], ...children) {
  const x = EDGE.x + column * TILE;
  const y = EDGE.y + row * TILE;
  return svg("g", { transform: `translate(${x} ${y})` }, ...children);
}

/** Open jaws with teeth are hungry, a closed mouth is full: colour is not needed. */
function sharkTile(shark, is, attacks) {
  const hungry = is === "hungry";
  return cell(
    layout.ring[shark],
    svg("rect", {
      x: 3, y: 3, width: 58, height: 58, rx: 10,
      fill: dark(colours[is]),
      stroke: attacks ? "white" : colours[is],
      "stroke-width": attacks ? 4 : 2,
    }),
    ...(hungry ? openJaws() : closedMouth()),
    words(10, 18, String(shark), { "font-size": 12, fill: "white" }),
  );
}

function dark(colour) {
  return `color-mix(in srgb, ${colour} 40%, var(--abyss))`;
}

function pale(colour) {
  return `color-mix(in srgb, ${colour} 35%, white)`;
}

function openJaws() {
  return [
    svg("path", { d: "M8 44C16 24 34 16 56 20L36 34L56 48C36 54 18 52 8 44Z", fill: pale(colours.hungry) }),
    svg("path", {
      d: "M53 21l-4 7-3-4-3 7-3-4-2 6M53 47l-4-6-3 4-3-7-3 4-2-5", fill: "none",
      stroke: dark(colours.hungry), "stroke-width": 2.5,
    }),
    svg("circle", { cx: 30, cy: 27, r: 2.6, fill: "var(--abyss)" }),
  ];
}

function closedMouth() {
  return [
    svg("path", { d: "M8 40C18 26 40 22 58 36C42 48 20 50 8 40Z", fill: pale(colours.full) }),
    svg("path", { d: "M58 36Q48 40 40 38", fill: "none", stroke: dark(colours.full), "stroke-width": 2.5 }),
    svg("circle", { cx: 41, cy: 32, r: 2.6, fill: "var(--abyss)" }),
  ];
}

function placeTile(state, place) {
  const diver = state.places[place];
  const label = words(56, 60, place, { "font-size": 10, fill: "var(--mist)", "text-anchor": "end" });
  if (!diver) return cell(layout.inside[place], label);
  const health = state.divers[diver].state;
  return cell(layout.inside[place], label, ...diverShape(diver, health), ...cageShape(state.cage === diver));
}

/** A helmet with the diver's letter; bandaged if injured, an empty outline if a dummy. */
function diverShape(diver, health) {
  const live = health === "healthy" || health === "injured";
  const letter = words(32, 38, sentence(diver)[0], {
    "font-size": 20, "font-weight": 700, "text-anchor": "middle",
    fill: live && diver !== "black" ? "var(--ink)" : "white",
  });
  const shape = svg("circle", {
    cx: 32, cy: 31, r: 21, fill: live ? colours[diver] : "none",
    stroke: health === "prey" ? colours.prey : live ? "var(--foam)" : colours[diver],
    "stroke-width": 3, "stroke-dasharray": live ? null : "4 4",
  });
  return [shape, letter, ...(health === "injured" ? bandage() : [])];
}

function bandage() {
  return [
    svg("path", { d: "M12 46L46 12", stroke: "var(--foam)", "stroke-width": 6, opacity: 0.9 }),
    svg("path", { d: "M25 29l8 8m0-8l-8 8", stroke: colours.prey, "stroke-width": 2.5 }),
  ];
}

function cageShape(caged) {
  if (!caged) return [];
  const bars = [12, 22, 32, 42, 52].map((x) => `M${x} 6V56`).join("");
  return [
    svg("path", { d: `${bars}M8 6H56M8 56H56`, stroke: "var(--sun)", "stroke-width": 2.5, fill: "none" }),
  ];
}

function sideCards(side, cards) {
  const across = side === "N" || side === "S";
  const step = across ? CARD.width + CARD.gap : CARD.height + CARD.gap;
  const middle = (across ? WIDTH : HEIGHT) / 2;
  const begin = middle - (cards.length * step - CARD.gap) / 2;
  const { label, fixed } = SIDE_AT[side];
  const drawn = cards.map((card, index) => {
    const along = begin + index * step;
    return across ? cardShape(card, along, fixed) : cardShape(card, fixed, along);
  });
  const look = { "font-size": 14, fill: "var(--mist)", "text-anchor": "middle" };
  return svg("g", {}, words(...label, side, look), ...drawn);
}

function cardShape(card, x, y) {
  const kind = card.split("-")[1] ?? "wild";
  return svg(
    "g",
    { transform: `translate(${x} ${y})` },
    svg("rect", { width: CARD.width, height: CARD.height, rx: 5, fill: colourOf(card) }),
    words(CARD.width / 2, 15, kind, {
      "font-size": 12, "font-weight": 650, fill: "var(--ink)", "text-anchor": "middle",
    }),
  );
}

function words(x, y, text, look) {
  return svg("text", { x, y, "font-family": "system-ui, sans-serif", ...look }, text);
}
