/* HAI NOON on a page: the ring of sharks, the divers inside it, cards along the sides. */

import { wordsOf } from "/static/words.js";
import { words } from "./words.js";
import { listed, sentence } from "/static/dom.js";
import { pool } from "./board.js";
import { colours, layout } from "./data.js";
import { handCards, wayOf } from "./hand.js";

export const say = wordsOf(words);

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

export function seatColours(state, seat) {
  return diversOf(state, seat).map((name) => colours[name]);
}

/** The pool: sharks, places, divers and sides can be tapped. */
export function board(state, tapping, _game = null, own = null) {
  return pool(state, tapping, {
    colours, layout, colourOf,
    own: own === null ? [] : diversOf(state, own),
    attacking: Object.keys(layout.attackers[attackedSide(state)] ?? {}).map(Number),
    say: {
      you: "you",
      pool: poolInWords,
      kind: (card) => SHORT[card.split("-")[1] ?? "wild"],
      shark: (shark, is) => `Shark ${shark}, ${is}`,
      side: (now, side) => `${sentence(SIDES[side])} side, ${cardsOn(now, side)}`,
      place: (now, place) => `${PLACE_NAMES[place]}, ${now.places[place] ? diverInWords(now, now.places[place]) : "free"}`,
    },
  });
}

export function facts(state) {
  return [hungryInWords(state), pilesInWords(state)];
}

export function cards(state, seat) {
  const held = state.hands[seat];
  if (!Array.isArray(held) || held.length === 0) return [];
  return [{ title: "Your cards", cards: handCards(held, { colourOf, words: cardWords }) }];
}

export function way(action, state) {
  return wayOf(action, state.divers);
}

export function deed(action, state) {
  return SAID[action.type]?.(action, state) ?? action.type;
}

/** What the chart of the game counts. */
export function chart() {
  return { title: "Health of the divers", value: String };
}

/** Harpoon or endure: two large buttons, with what each costs. */
export function answer(key, state, seat) {
  const [kind, diver, card] = key.split(":");
  if (kind === "harpoon") return { label: `Harpoon saves ${diver}`, hint: `costs your ${card.split("-")[0]} harpoon card` };
  const mine = attacked(state).filter((name) => state.divers[name].seat === seat);
  return { label: "Endure", hint: listed(mine.map((name) => costOf(state, name))) };
}

export function conceivable(key, state, pending, seat) {
  const [kind, what] = key.split(":");
  const [first] = (pending?.legal ?? []).filter((action) => action.seat === seat);
  if (first?.type === "swim" && kind === "place") return { ...first, place: what };
  if (first?.type === "enter" && kind === "place") return { ...first, place: what };
  const held = state.hands[seat];
  if (kind !== "side" || !Array.isArray(held) || held.length === 0) return null;
  return { type: "play", seat, card: held[0], side: what };
}

/** Sharks that swam on, and the card that came from the hand. */
export function moves(events) {
  return events.flatMap((event) => MOVES[event.type]?.(event) ?? []);
}

const MOVES = {
  play: ({ card, side }) => [{ piece: `lying:${side}:${card}`, from: `card:${card}` }],
  rotate: () => layout.ring.map((_, shark) => sharkFrom((shark + 1) % layout.ring.length, shark)),
  swap: ({ shark }) => {
    const next = (shark + 1) % layout.ring.length;
    return [sharkFrom(next, shark), sharkFrom(shark, next)];
  },
};

function sharkFrom(to, from) {
  return { piece: `shark:${to}`, from: `shark:${from}` };
}

const SHORT = {
  cage: "cage", camouflage: "hide", diver: "diver", flip: "flip", rotate: "all on", shark: "shark", wild: "wild",
};
const PLACE_NAMES = { TL: "Top left", TR: "Top right", BR: "Bottom right", BL: "Bottom left" };
const ABOUT = {
  cage: "Cage: put the cage on a diver; it stops one bite. When sharks attack you, the same card is a harpoon of its colour.",
  camouflage: "Camouflage: your diver hides until your next turn. No shark finds it.",
  diver: "Diver swims on: your diver changes to a place beside it; whoever is there comes here.",
  flip: "Flip shark: turn any shark over, from full to hungry or back.",
  rotate: "All sharks swim on: every shark moves one place clockwise.",
  shark: "Shark swims on: a shark and the next one clockwise change places.",
  wild: "Wild card: goes to any side and counts as a card there. It does nothing else.",
};
const SAID = {
  play: ({ card, side }) => `${cardName(card)}, ${SIDES[side]} side`,
  enter: ({ diver, place }) => `${diver} comes back ${PLACE_NAMES[place].toLowerCase()}`,
  swim: ({ diver, place }) => `${diver} swims ${PLACE_NAMES[place].toLowerCase()}`,
  cage: ({ diver }) => `cage on ${diver}`,
  hide: ({ diver }) => `${diver} hides`,
  flip: ({ shark }, state) => `flip shark ${shark}: ${state.sharks[shark] === "hungry" ? "full" : "hungry"}`,
  swap: ({ shark }) => `sharks ${shark} and ${(shark + 1) % 12} change`,
  harpoon: ({ diver }) => `harpoon for ${diver}`,
  endure: () => "endure",
};

function cardWords(card) {
  const [colour, kind] = card.split("-");
  return {
    name: cardName(card),
    colour: kind ? colour : "",
    deed: kind ? DEEDS[kind] : "wild card",
    about: ABOUT[kind ?? "wild"],
  };
}

function costOf(state, diver) {
  if (state.cage === diver) return `${diver} loses the cage`;
  return state.divers[diver].state === "injured" ? `${diver} is caught` : `${diver} is injured`;
}

function cardsOn(state, side) {
  const cards = state.sides[side];
  return cards.length === 0 ? "empty" : listed(cards.map(cardName));
}

function diverInWords(state, diver) {
  const caged = state.cage === diver ? ", in the cage" : "";
  return `${diver}, ${state.divers[diver].state}${caged}`;
}

function poolInWords(state) {
  const divers = Object.keys(state.divers).map((name) => diverLine(state, name));
  const sides = Object.keys(SIDES).map((side) => `${SIDES[side]} side: ${cardsOn(state, side)}`);
  return `The pool. ${divers.join(" ")} ${hungryInWords(state)} ${sides.join(". ")}.`;
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
  return `${sentence(name)}: ${words.join(", ")}.`;
}

/** A view gives a hidden list as its length. */
function handSize(cards) {
  return Array.isArray(cards) ? cards.length : cards;
}

function pilesInWords(state) {
  const cage = state.cage ? "" : " The cage is beside the board.";
  return `Draw pile ${state.deck}, discard pile ${state.discard.length}.${cage}`;
}
