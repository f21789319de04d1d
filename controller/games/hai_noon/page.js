/* HAI NOON on a page: the ring of sharks, the divers inside it, cards along the sides. */

import { wordsOf } from "/static/shared/words.js";
import { words } from "./words.js";
import { pool } from "./board.js";
import { colours, layout } from "./data.js";
import { handCards, wayOf } from "./hand.js";
import { lampIn } from "./lamps.js";

export const say = wordsOf(words);

const PLACES = Object.keys(layout.inside);
const SIDES = ["N", "E", "S", "W"];
const ATTACK_AT = 3;

export function title(state) {
  const side = attackedSide(state);
  return say(side ? "page.turn-attack" : "page.turn", { turn: state.turn, side });
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
      you: say("page.you"),
      diver: (name) => say.called("diver", name),
      pool: poolInWords,
      kind: (card) => say.called("short", deedOf(card)),
      shark: (shark, is) => say("page.shark", { shark, appetite: is }),
      side: (now, side) => say("page.side", { side, cards: cardsOn(now, side) }),
      place: (now, place) => say("page.place", { place, who: whoIsAt(now, place) }),
    },
  });
}

export function lamp(state, place) {
  return lampIn(state, place, {
    say,
    shark: (shark) => say("page.shark", { shark, appetite: state.sharks[shark] }),
    place: (at) => say("page.place", { place: at, who: whoIsAt(state, at) }),
    side: (side) => say("page.side", { side, cards: cardsOn(state, side) }),
    diver: (name) => diverLine(state, name),
  });
}

export function facts(state) {
  return [hungryInWords(state), pilesInWords(state)];
}

export function cards(state, seat) {
  const held = state.hands[seat];
  if (!Array.isArray(held) || held.length === 0) return [];
  return [{ title: say("page.your-cards"), cards: handCards(held, { colourOf, words: cardWords }) }];
}

export function way(action, state) {
  return wayOf(action, state.divers);
}

export function deed(action, state) {
  return say(`page.do-${action.type}`, deedValues(action, state));
}

export function press(action, state) {
  return action.type === "play" ? null : say(`press.${action.type}`, deedValues(action, state));
}

function deedValues(action, state) {
  const { shark } = action;
  const other = state.sharks[shark] === "hungry" ? "full" : "hungry";
  return { ...action, next: nextShark(shark), appetite: other };
}

/** What the chart of the game counts. */
export function chart() {
  return { title: say("page.chart"), value: String };
}

/** Harpoon or endure: two large buttons, with what each costs. */
export function answer(key, state, seat) {
  const [kind, diver, card] = key.split(":");
  if (kind === "harpoon") {
    return { label: say("page.harpoon-saves", { diver }), hint: say("page.harpoon-costs", { hue: hueOf(card) }) };
  }
  const mine = attacked(state).filter((name) => state.divers[name].seat === seat);
  return { label: say("page.endure"), hint: mine.map((name) => costOf(state, name)).join(", ") };
}

export function attempt(key, state, pending, seat) {
  const [kind, what] = key.split(":");
  const [first] = (pending?.legal ?? []).filter((action) => action.seat === seat);
  if (first?.type === "swim" && kind === "place") return { ...first, place: what };
  if (first?.type === "enter" && kind === "place") return { ...first, place: what };
  if (kind === "diver") return { type: "swim", seat, diver: what, place: placeOf(state, what) ?? PLACES[0] };
  if (kind === "place") return { type: "swim", seat, diver: diversOf(state, seat)[0], place: what };
  if (kind === "shark") return { type: "flip", seat, shark: Number(what) };
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
  rotate: () => layout.ring.map((_, shark) => sharkFrom(nextShark(shark), shark)),
  swap: ({ shark }) => {
    const next = nextShark(shark);
    return [sharkFrom(next, shark), sharkFrom(shark, next)];
  },
};

function sharkFrom(to, from) {
  return { piece: `shark:${to}`, from: `shark:${from}` };
}

function cardWords(card) {
  return {
    name: cardName(card),
    colour: hueOf(card) ? say.called("hue", hueOf(card)) : "",
    deed: say.called("deed", deedOf(card)),
    about: say.called("about", deedOf(card)),
  };
}

function costOf(state, diver) {
  if (state.cage === diver) return say("page.loses-cage", { diver });
  return say(state.divers[diver].state === "injured" ? "page.is-caught" : "page.is-injured", { diver });
}

function cardsOn(state, side) {
  const cards = state.sides[side];
  return cards.length === 0 ? say("page.empty") : say.called("card", cards);
}

function whoIsAt(state, place) {
  const diver = state.places[place];
  if (!diver) return say("page.free");
  return say(state.cage === diver ? "page.diver-in-cage" : "page.diver-is", { diver, health: state.divers[diver].state });
}

function poolInWords(state) {
  const divers = Object.keys(state.divers).map((name) => diverLine(state, name));
  const sides = SIDES.map((side) => say("page.on-side", { side, cards: cardsOn(state, side) }));
  return say("page.pool", { divers: divers.join(" "), hungry: hungryInWords(state), sides: sides.join(" ") });
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

/* The hand */

const CHOICES = {
  play: (state, seat, legal) => distinct(state.hands[seat]).map((card) => ({
    title: cardName(card),
    colours: [colourOf(card)],
    choices: SIDES.map((side) =>
      choice(say.called("side", side), sideInWords(state, side), { type: "play", seat, card, side }, legal),
    ),
  })),
  enter: (state, seat, legal) => [
    group(say("page.where-back", legal[0]), PLACES.map((place) =>
      choice(say.called("place", place), whoIsAt(state, place), { ...legal[0], place }, legal),
    ), colours[legal[0].diver]),
  ],
  swim: (state, seat, legal) => distinct(legal.map(({ diver }) => diver)).map((diver) =>
    group(say("page.where-swim", { diver }), PLACES.filter((p) => state.places[p] !== diver).map(
      (place) => choice(
        say.called("place", place),
        state.places[place] ? say("page.with", { diver: state.places[place] }) : say("page.free"),
        { type: "swim", seat, diver, place },
        legal,
      ),
    ), colours[diver])),
  cage: (state, seat, legal) => [
    group(say("page.who-cage"), Object.keys(state.divers).map((diver) =>
      choice(say.called("diver", diver), whereIs(state, diver), { type: "cage", seat, diver }, legal),
    )),
  ],
  hide: (state, seat, legal) => [
    group(say("page.who-hides"), Object.keys(state.divers)
      .filter((diver) => state.divers[diver].seat === seat)
      .map((diver) => choice(say.called("diver", diver), "", { type: "hide", seat, diver }, legal))),
  ],
  flip: (state, seat, legal) => [
    group(say("page.which-flip"), state.sharks.map((is, shark) =>
      choice(String(shark + 1), say("page.shark-now", { appetite: is }), { type: "flip", seat, shark }, legal),
    )),
  ],
  swap: (state, seat, legal) => [
    group(say("page.which-swims"), state.sharks.map((is, shark) => {
      const next = nextShark(shark);
      const hint = say("page.sharks", { from: is, to: state.sharks[next] });
      return choice(`${shark + 1}⇄${next + 1}`, hint, { type: "swap", seat, shark }, legal);
    })),
  ],
  harpoon: answers,
  endure: answers,
};

function answers(state, seat, legal) {
  const mine = attacked(state).filter((diver) => state.divers[diver].seat === seat);
  const harpoons = distinct(state.hands[seat]).filter((card) => card.endsWith("-cage"));
  const shots = mine.flatMap((diver) => harpoons.map((card) =>
    choice(say("page.hue-harpoon", { hue: hueOf(card) }), say("page.saves", { diver }),
      { type: "harpoon", seat, diver, card }, legal),
  ));
  const endure = choice(say("page.endure"), say("page.no-harpoon"), { type: "endure", seat }, legal);
  return [group(say("page.attacked", { divers: mine }), [...shots, endure], colours[mine[0]])];
}

/** Cards that cannot be played now; a tap tells why. */
function waiting(state, seat, held) {
  if (held.length === 0) return [];
  const choices = distinct(held).map((card) => {
    const count = held.filter((other) => other === card).length;
    const action = { type: "play", seat, card, side: "N" };
    return choice(cardName(card), count > 1 ? `×${count}` : "", action, []);
  });
  return [group(say("page.your-cards"), choices)];
}

function choice(label, hint, action, legal) {
  const key = JSON.stringify(action);
  return { label, hint, action, legal: legal.some((other) => JSON.stringify(other) === key) };
}

function group(title, choices, colour = null) {
  return { title, choices, colours: colour ? [colour] : [] };
}

/* Words */

function cardName(card) {
  const name = say.called("card", card);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function deedOf(card) {
  return card.split("-")[1] ?? "wild";
}

/** Empty for a wild card. */
function hueOf(card) {
  return card === "wild" ? "" : card.split("-")[0];
}

function nextShark(shark) {
  return (shark + 1) % layout.ring.length;
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
  return SIDES.find((side) => state.sides[side].length >= ATTACK_AT);
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
  if (cards.length === 0) return say("page.empty");
  const coloured = cards.find((card) => card !== "wild");
  const number = cards.length;
  return coloured ? say("page.cards-of-hue", { number, hue: hueOf(coloured) }) : say("page.cards-wild", { number });
}

function hungryInWords(state) {
  const sharks = state.sharks.flatMap((is, shark) => (is === "hungry" ? [String(shark + 1)] : []));
  return sharks.length === 0 ? say("page.no-hungry") : say("page.hungry", { sharks });
}

function whereIs(state, diver) {
  const place = placeOf(state, diver);
  return place ? say.called("place", place) : say("page.hidden");
}

function diverLine(state, diver) {
  const { seat, state: health } = state.divers[diver];
  const cage = state.cage === diver ? "-cage" : "";
  const hand = seat === null ? "" : "-hand";
  const cards = seat === null ? 0 : handSize(state.hands[seat]);
  return say(`page.diver-line${cage}${hand}`, { diver, health, where: whereIs(state, diver), cards });
}

/** A view gives a hidden list as its length. */
function handSize(cards) {
  return Array.isArray(cards) ? cards.length : cards;
}

function pilesInWords(state) {
  const key = state.cage ? "page.piles" : "page.piles-cage";
  return say(key, { deck: state.deck, discard: state.discard.length });
}
