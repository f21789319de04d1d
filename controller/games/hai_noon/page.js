/* HAI NOON on a page: a ring of sharks, the divers inside it, cards along the sides. */

import { sentence, svg } from "/static/shared/dom.js";
import { figureOf } from "/static/shared/targets.js";
import { wordsOf } from "/static/shared/words.js";
import { words } from "./words.js";
import { pool } from "./board.js";
import { deedOf, hueOf } from "./cards.js";
import { colours, layout } from "./data.js";
import { diver } from "./figures.js";
import { handCards, wayOf } from "./hand.js";
import { lampIn } from "./lamps.js";

/** @import { Choice, ChoiceGroup, Event as TableEvent, Game, GamePage } from "/static/shared/types.js" */
/** @import { Action, Hand, Place, Side, State } from "./data.js" */

/** @typedef {GamePage<State, Action>} Page */

export { after, own } from "./staging.js";

export const say = wordsOf(words);

const PLACES = Object.keys(layout.inside);
const SIDES = ["N", "E", "S", "W"];
const ATTACK_AT = 3;

/** @type {Page["title"]} */
export function title(state) {
  const side = attackedSide(state);
  return say(side ? "page.turn-attack" : "page.turn", { turn: state.turn, side });
}

/** @type {Page["seatColours"]} */
export function seatColours(state, seat) {
  return diversOf(state, seat).map((name) => colours[name]);
}

export const style = "page.css";
export const asides = ["wake", "clear"];

/** Return the pool, where sharks, places, divers and sides can be tapped.
 * @type {Page["board"]} */
export function board(state, tapping, game = null, own = null) {
  return pool(state, tapping, {
    colours,
    layout,
    colourOf,
    own: own === null ? [] : diversOf(state, own),
    names: namesOf(state, game),
    attacking: Object.keys(attackers(state)).map(Number),
    say: {
      you: say("page.you"),
      drawPile: say("page.draw-pile"),
      discardPile: say("page.discard-pile"),
      pool: poolInWords,
      shark: (shark, is) => say("page.shark", { shark, appetite: is }),
      side: (now, side) => say("page.side", { side, cards: cardsOn(now, side) }),
      place: (now, place) => say("page.place", { place, who: whoIsAt(now, place) }),
    },
  });
}

/** Return each diver's label: its player's name, or its colour if the player has two divers or no name.
 * @type {(state: State, game: Game | null) => Record<string, string>} */
function namesOf(state, game) {
  const each = Object.entries(state.divers).map(([name, { seat }]) => {
    const isOnly = seat !== null && diversOf(state, seat).length === 1;
    return [name, (isOnly && game?.players?.[seat]) || sentence(say.called("team", name)).split(" (")[0]];
  });
  return Object.fromEntries(each);
}

/** @type {Page["lamp"]} */
export function lamp(state, place) {
  return lampIn(state, place, {
    say,
    shark: (shark) => say("page.shark", { shark, appetite: state.sharks[shark] }),
    place: (at) => say("page.place", { place: at, who: whoIsAt(state, at) }),
    side: (side) => say("page.side", { side, cards: cardsOn(state, side) }),
    diver: (name) => diverLine(state, name),
  });
}

/** @type {Page["cards"]} */
export function cards(state, seat) {
  const held = heldBy(state, seat);
  if (held.length === 0) return [];
  return [{ title: say("page.your-cards"), cards: handCards(held, { colourOf, words: cardWords }) }];
}

/** @type {Page["way"]} */
export function way(action, state) {
  return wayOf(action, state.divers);
}

/** @type {Page["deed"]} */
export function deed(action, state) {
  return say(`page.do-${action.type}`, deedValues(action, state));
}

/** @type {Page["press"]} */
export function press(action, state) {
  return action.type === "play" ? null : say(`press.${action.type}`, deedValues(action, state));
}

/** @type {(action: Action, state: State) => object} */
function deedValues(action, state) {
  const { shark = NaN } = action;
  const other = state.sharks[shark] === "hungry" ? "full" : "hungry";
  return { ...action, next: nextShark(shark), appetite: other };
}

/** Show a seat's divers in their final state.
 * @type {Page["atTheEnd"]} */
export function atTheEnd(state, seat) {
  const names = diversOf(state, seat);
  const drawn = names.map((name, index) => {
    const look = diver({ name, colour: colours[name], state: state.divers[name].state });
    return svg("g", { transform: `translate(${index * 100} 0)` }, ...look);
  });
  const says = names.map((name) => say.called("health", state.divers[name].state)).join(" · ");
  return { figure: figureOf(100 * names.length, 100, drawn), says };
}

/** Label the numbers in the game's chart.
 * @type {Page["chart"]} */
export function chart() {
  return { title: say("page.chart"), value: String };
}

/** Return two large buttons, harpoon and endure, each with its cost.
 * @type {Page["answer"]} */
export function answer(key, state, seat) {
  const [kind, diver, card] = key.split(":");
  if (kind === "harpoon") {
    return { label: say("page.harpoon-saves", { diver }), hint: say("page.harpoon-costs", { hue: hueOf(card) }) };
  }
  const mine = attackedOf(state, seat);
  return { label: say("page.endure"), hint: mine.map((name) => costOf(state, name)).join(", ") };
}

/** @type {Page["attempt"]} */
export function attempt(key, state, pending, seat) {
  const [kind, what] = key.split(":");
  const [first] = (pending?.legal ?? []).filter((action) => action.seat === seat);
  // A tap on a card during an attack means a harpoon (HN-21, HN-54).
  if (kind === "card" && isAnswer(first)) {
    return { type: "harpoon", seat, diver: attackedOf(state, seat)[0], card: what };
  }
  if (first?.type === "swim" && kind === "place") return { ...first, place: what };
  if (first?.type === "enter" && kind === "place") return { ...first, place: what };
  if (kind === "diver") return { type: "swim", seat, diver: what, place: placeOf(state, what) ?? PLACES[0] };
  if (kind === "place") return { type: "swim", seat, diver: diversOf(state, seat)[0], place: what };
  if (kind === "shark") return { type: "flip", seat, shark: Number(what) };
  const held = heldBy(state, seat);
  if (kind !== "side" || held.length === 0) return null;
  return { type: "play", seat, card: held[0], side: what };
}

/** @type {(action: Action | undefined) => boolean} */
function isAnswer(action) {
  return action?.type === "harpoon" || action?.type === "endure";
}

/** Let one tap take the bite if no harpoon fits.
 * @type {Page["atOnce"]} */
export function atOnce(action, _state, legal) {
  return action.type === "endure" && legal?.length === 1;
}

/** Return the sharks that swam on, and the card that left the hand.
 * @type {Page["moves"]} */
export function moves(events) {
  return events.flatMap((event) => MOVES[event.type]?.(event) ?? []);
}

/** @type {Record<string, (event: TableEvent) => ReturnType<Page["moves"]>>} */
const MOVES = {
  play: ({ card, side }) => [{ piece: `lying:${side}:${card}`, from: `card:${card}` }],
  rotate: () => layout.ring.map((_, shark) => sharkFrom(nextShark(shark), shark)),
  swap: (event) => {
    const [shark, next] = [Number(event.shark), nextShark(Number(event.shark))];
    return [sharkFrom(next, shark), sharkFrom(shark, next)];
  },
};

/** @type {(to: number, from: number) => { piece: string, from: string }} */
function sharkFrom(to, from) {
  return { piece: `shark:${to}`, from: `shark:${from}` };
}

/** @type {(card: string) => { name: string, colour: string, deed: string, about: string }} */
function cardWords(card) {
  return {
    name: cardName(card),
    colour: hueOf(card) ? say.called("hue", hueOf(card)) : "",
    deed: say.called("deed", deedOf(card)),
    about: say.called("about", deedOf(card)),
  };
}

/** @type {(state: State, diver: string) => string} */
function costOf(state, diver) {
  if (state.cage === diver) return say("page.loses-cage", { diver });
  return say(state.divers[diver].state === "injured" ? "page.is-caught" : "page.is-injured", { diver });
}

/** @type {(state: State, side: Side) => string} */
function cardsOn(state, side) {
  const cards = state.sides[side];
  return cards.length === 0 ? say("page.empty") : say.called("card", cards);
}

/** @type {(state: State, place: Place) => string} */
function whoIsAt(state, place) {
  const diver = state.places[place];
  if (!diver) return say("page.free");
  return say(state.cage === diver ? "page.diver-in-cage" : "page.diver-is", {
    diver,
    health: state.divers[diver].state,
  });
}

/** @type {(state: State) => string} */
function poolInWords(state) {
  const divers = Object.keys(state.divers).map((name) => diverLine(state, name));
  const sides = SIDES.map((side) => say("page.on-side", { side, cards: cardsOn(state, side) }));
  return say("page.pool", {
    divers: divers.join(" "),
    hungry: hungryInWords(state),
    sides: sides.join(" "),
    piles: pilesInWords(state),
  });
}

/** Return the choices in the seat's decision, or its cards between its turns.
 * @type {Page["choices"]} */
export function choices(state, pending, seat) {
  const legal = (pending?.legal ?? []).filter((action) => action.seat === seat);
  const kind = legal[0]?.type;
  const held = heldBy(state, seat);
  const found = CHOICES[kind]?.(state, seat, legal);
  if (!found) return waiting(state, seat, held);
  return kind === "play" || isAnswer(legal[0]) ? found : [...found, ...waiting(state, seat, held)];
}

/* The hand */

/** @type {Record<string, (state: State, seat: number, legal: Action[]) => ChoiceGroup<Action>[]>} */
const CHOICES = {
  play: (state, seat, legal) =>
    distinct(heldBy(state, seat)).map((card) => ({
      title: cardName(card),
      colours: [colourOf(card)],
      choices: SIDES.map((side) =>
        choice(say.called("side", side), sideInWords(state, side), { type: "play", seat, card, side }, legal),
      ),
    })),
  enter: (state, seat, legal) => [
    group(
      say("page.where-back", legal[0]),
      PLACES.map((place) => choice(say.called("place", place), whoIsAt(state, place), { ...legal[0], place }, legal)),
      colours[legal[0].diver ?? ""],
    ),
  ],
  swim: (state, seat, legal) =>
    distinct(legal.map(({ diver = "" }) => diver)).map((diver) =>
      group(
        say("page.where-swim", { diver }),
        PLACES.filter((p) => state.places[p] !== diver).map((place) =>
          choice(
            say.called("place", place),
            state.places[place] ? say("page.with", { diver: state.places[place] }) : say("page.free"),
            { type: "swim", seat, diver, place },
            legal,
          ),
        ),
        colours[diver],
      ),
    ),
  cage: (state, seat, legal) => [
    group(
      say("page.who-cage"),
      Object.keys(state.divers).map((diver) =>
        choice(say.called("diver", diver), whereIs(state, diver), { type: "cage", seat, diver }, legal),
      ),
    ),
  ],
  hide: (state, seat, legal) => [
    group(
      say("page.who-hides"),
      Object.keys(state.divers)
        .filter((diver) => state.divers[diver].seat === seat)
        .map((diver) => choice(say.called("diver", diver), "", { type: "hide", seat, diver }, legal)),
    ),
  ],
  flip: (state, seat, legal) => [
    group(
      say("page.which-flip"),
      state.sharks.map((is, shark) =>
        choice(String(shark + 1), say("page.shark-now", { appetite: is }), { type: "flip", seat, shark }, legal),
      ),
    ),
  ],
  swap: (state, seat, legal) => [
    group(
      say("page.which-swims"),
      state.sharks.map((is, shark) => {
        const next = nextShark(shark);
        const hint = say("page.sharks", { from: is, to: state.sharks[next] });
        return choice(`${shark + 1}⇄${next + 1}`, hint, { type: "swap", seat, shark }, legal);
      }),
    ),
  ],
  harpoon: answers,
  endure: answers,
};

/** @type {(state: State, seat: number, legal: Action[]) => ChoiceGroup<Action>[]} */
function answers(state, seat, legal) {
  const mine = attackedOf(state, seat);
  const harpoons = distinct(heldBy(state, seat)).filter((card) => card.endsWith("-cage"));
  const shots = mine.flatMap((diver) =>
    harpoons.map((card) =>
      choice(
        say("page.hue-harpoon", { hue: hueOf(card) }),
        say("page.saves", { diver }),
        { type: "harpoon", seat, diver, card },
        legal,
      ),
    ),
  );
  const endure = choice(say("page.endure"), say("page.no-harpoon"), { type: "endure", seat }, legal);
  return [group(say("page.attacked", { divers: mine }), [...shots, endure], colours[mine[0]])];
}

/** Return the cards that cannot be played now; a tap says why.
 * @type {(state: State, seat: number, held: string[]) => ChoiceGroup<Action>[]} */
function waiting(state, seat, held) {
  if (held.length === 0) return [];
  const choices = distinct(held).map((card) => {
    const count = held.filter((other) => other === card).length;
    const action = { type: "play", seat, card, side: "N" };
    return choice(cardName(card), count > 1 ? `×${count}` : "", action, []);
  });
  return [group(say("page.your-cards"), choices)];
}

/** @type {(label: string, hint: string, action: Action, legal: Action[]) => Choice<Action>} */
function choice(label, hint, action, legal) {
  const key = JSON.stringify(action);
  return { label, hint, action, legal: legal.some((other) => JSON.stringify(other) === key) };
}

/** @type {(title: string, choices: Choice<Action>[], colour?: string | null) => ChoiceGroup<Action>} */
function group(title, choices, colour = null) {
  return { title, choices, colours: colour ? [colour] : [] };
}

/* Words */

/** @type {(card: string) => string} */
function cardName(card) {
  const name = say.called("card", card);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** @type {(shark: number) => number} */
function nextShark(shark) {
  return (shark + 1) % layout.ring.length;
}

/** @type {(card: string) => string} */
function colourOf(card) {
  return colours[`${card.split("-")[0]} card`];
}

/** @type {<Item>(items: Item[]) => Item[]} */
function distinct(items) {
  return [...new Set(items)];
}

/** @type {(state: State, seat: number) => string[]} */
function diversOf(state, seat) {
  return Object.keys(state.divers).filter((name) => state.divers[name].seat === seat);
}

/** @type {(state: State, diver: string) => Place | undefined} */
function placeOf(state, diver) {
  return PLACES.find((place) => state.places[place] === diver);
}

/** @type {(state: State) => Side | undefined} */
function attackedSide(state) {
  return SIDES.find((side) => state.sides[side].length >= ATTACK_AT);
}

/** Return the sharks at the attacked side, each with its place.
 * @type {(state: State) => Record<string, Place>} */
function attackers(state) {
  return layout.attackers[attackedSide(state) ?? ""] ?? {};
}

/** @type {(state: State) => string[]} */
function attacked(state) {
  return Object.entries(attackers(state))
    .filter(([shark]) => state.sharks[Number(shark)] === "hungry")
    .flatMap(([, place]) => state.places[place] ?? [])
    .filter((diver) => state.divers[diver].state !== "dummy");
}

/** @type {(state: State, seat: number) => string[]} */
function attackedOf(state, seat) {
  return attacked(state).filter((diver) => state.divers[diver].seat === seat);
}

/** @type {(state: State, side: Side) => string} */
function sideInWords(state, side) {
  const cards = state.sides[side];
  if (cards.length === 0) return say("page.empty");
  const coloured = cards.find((card) => card !== "wild");
  const number = cards.length;
  return coloured ? say("page.cards-of-hue", { number, hue: hueOf(coloured) }) : say("page.cards-wild", { number });
}

/** @type {(state: State) => string} */
function hungryInWords(state) {
  const sharks = state.sharks.flatMap((is, shark) => (is === "hungry" ? [String(shark + 1)] : []));
  return sharks.length === 0 ? say("page.no-hungry") : say("page.hungry", { sharks });
}

/** @type {(state: State, diver: string) => string} */
function whereIs(state, diver) {
  const place = placeOf(state, diver);
  return place ? say.called("place", place) : say("page.hidden");
}

/** @type {(state: State, diver: string) => string} */
function diverLine(state, diver) {
  const { seat, state: health } = state.divers[diver];
  const cage = state.cage === diver ? "-cage" : "";
  const hand = seat === null ? "" : "-hand";
  const cards = seat === null ? 0 : handSize(state.hands[seat]);
  return say(`page.diver-line${cage}${hand}`, { diver, health, where: whereIs(state, diver), cards });
}

/** Return the cards that this page may see.
 * @type {(state: State, seat: number) => string[]} */
function heldBy(state, seat) {
  const held = state.hands[seat];
  return Array.isArray(held) ? held : [];
}

/** Return a list's length; a view contains a hidden list as its length.
 * @type {(cards: Hand) => number} */
function handSize(cards) {
  return Array.isArray(cards) ? cards.length : cards;
}

/** @type {(state: State) => string} */
function pilesInWords(state) {
  const key = state.cage ? "page.piles" : "page.piles-cage";
  return say(key, { deck: state.deck, discard: state.discard.length });
}
