/* HOLD YOUR BREATH! on a page: the sea with its pirates, front rows, and a hand to play. */

import { wordsOf } from "/static/words.js";
import { words } from "./words.js";
import { listed, sentence } from "/static/dom.js";
import { sea } from "./board.js";
import { colours, layout } from "./data.js";
import { DUAL, handCards, wayOf } from "./hand.js";
import { feet } from "/data.js";

export const say = wordsOf(words);

const NAMES = layout.seats;
const COLOURS = NAMES.map((name) => colours[name]);
const WORDS = {
  "air-5": "Air 5", "air-10": "Air 10", "swim-5": "Swim 5", "swim-10": "Swim 10",
  draw: "Draw", discard: "Discard", calm: "Calm", panic: "Panic",
  shark: "Shark", kraken: "Kraken", dolphin: "Dolphin",
};
const WILD = Object.keys(WORDS).filter((use) => use !== "dolphin");
const AIMED = ["discard", "panic", "shark"];

/* What is written at the edge of the Depth Board: [[position, words], …] */
export const depthMarks = [0, 10, 20, 30].map((at) => [at, `${at * feet} ft`]);

export function title(state) {
  if (state.active === null) return "Who starts?";
  if (state.phase === "over") return "The game is over";
  const phase = state.phase === "descent" ? "Descent" : "Ascent";
  return `${phase}, turn ${state.turn} · ${deckLeft(state)}`;
}

export function seatColours(_state, seat) {
  return [COLOURS[seat]];
}

/** The sea; a lane is its pirate, and what lies in front of him can be tapped too. */
export function board(state, tapping, _game = null, own = null) {
  return sea(state, tapping, {
    names: NAMES, colours: COLOURS, anchor: colours.anchor, say: SEA_WORDS,
    inWords: seaInWords,
    isMine: (seat) => seat === own,
    lane: (now, seat) => `${name(seat)}, ${depthOf(now, seat)}`,
    depth: depthOf,
    front: ({ as, card }, seat) =>
      `${WORDS[as]} in front of ${NAMES[seat]}${card && as === "panic" ? `, ${cardName(card)}` : ""}`,
  });
}

export function facts(state) {
  return [turnFacts(state), pileFacts(state)];
}

/** What the chart of the game counts. */
export function chart() {
  const ft = (depth) => `${depth} ft`;
  return { title: "Depth", down: true, value: ft, mark: ft };
}

export function cards(state, seat, pending) {
  const held = state.hands[seat];
  if (!Array.isArray(held) || held.length === 0) return [];
  const look = { uses: WORDS, about: ABOUT, cardName, tint: COLOURS[seat] };
  return [{ title: "Your cards", cards: handCards(held, pending?.legal ?? [], look) }];
}

export function way(action) {
  return wayOf(action);
}

export function deed(action, state) {
  if (action.type === "done") return "no more cards";
  if (action.type === "end") return "end of turn";
  if (action.type === "play") return useLabel(state, action);
  return `${DEEDS[action.type]} ${cardName(action.card)}`;
}

/** What is neither on the board nor on a card. */
export function answer(key) {
  const [kind, what] = key.split(":");
  if (kind === "as") return { label: WORDS[what] };
  return ANSWERS[what];
}

const DEEDS = { drop: "discard", "self-panic": "Panic:", toss: "throw away" };
const ANSWERS = {
  discard: { label: "All with five cards discard one" },
  done: { label: "Done", hint: "no more cards this turn" },
  end: { label: "End turn", hint: "and fill the hand to five" },
};
const SEA_WORDS = { air: "Air", swim: "Swim", panic: "Panic", shark: "Shark" };
const ABOUT = {
  "air-5": "Air 5: breathe. You may swim 5 ft more this turn.",
  "air-10": "Air 10: breathe. You may swim 10 ft more this turn.",
  "swim-5": "Swim 5: your pirate swims 5 ft, down in the Descent and up in the Ascent. Play air first.",
  "swim-10": "Swim 10: your pirate swims 10 ft, down in the Descent and up in the Ascent. Play air first.",
  draw: "Draw: take a card from the Dive Deck. You may play it this turn.",
  discard: "Discard: somebody who holds five cards has to discard one.",
  calm: "Calm: remove a Panic in front of you, or send the Shark in front of you to somebody else.",
  panic: "Panic: somebody else cannot swim until the Panic is calmed.",
  shark: "Shark: somebody else cannot swim until the Shark is gone.",
  kraken: "Kraken: remove the Shark in front of you, or all with five cards discard one.",
  dolphin: "Dolphin: counts as any other card. Tap the Dolphin, then choose as what.",
};

/** One group a card, then what else can be done; only cards where a card is given up. */
export function hand(state, pending, seat) {
  const held = state.hands[seat];
  if (!Array.isArray(held)) return [];
  const legal = pending?.legal ?? [];
  const kinds = [...new Set(held)];
  const has = (type) => legal.some((action) => action.type === type);
  for (const [type, words] of Object.entries(GIVING)) {
    if (has(type)) return [giving(type, words, kinds, seat, legal)];
  }
  if (has("end")) {
    const throwing = giving("toss", "Throw away what you do not want", kinds, seat, legal);
    return kinds.length > 0 ? [throwing, ending(seat)] : [ending(seat)];
  }
  const cards = kinds.map((card, index) =>
    cardGroup(state, seat, card, index + 1, held, legal),
  );
  return [...cards, stopping(seat, legal)];
}

const GIVING = {
  drop: "Choose the card that you discard",
  "self-panic": "No air: lay a card down as your Panic",
};

export function tell(event) {
  return TALES[event.type]?.(event) ?? null;
}

const TALES = {
  first: ({ seat }) => `${name(seat)} starts.`,
  play: (event) => `${name(event.seat)} plays ${cardName(event.card)} ${purpose(event)}.`,
  drop: ({ seat, card }) => `${name(seat)} discards ${cardName(card)}.`,
  snatch: ({ seat, card }) => `${name(seat)} loses ${cardName(card)}.`,
  "self-panic": ({ seat, card }) =>
    `${name(seat)} could not breathe and panics${card ? ` (${cardName(card)})` : ""}.`,
  toss: ({ seat, card }) => `${name(seat)} throws ${cardName(card)} away.`,
  move: ({ seat, depth }) => `${name(seat)} swims to ${depth} ft.`,
  surface: ({ seat }) => `${name(seat)} is back at the Surface.`,
  clear: ({ seat, card }) => `${cardName(card)} in front of ${NAMES[seat]} is gone.`,
  uncover: ({ seat, card }) => `What hindered ${NAMES[seat]} was ${cardName(card)}.`,
  "deck-out": ({ turns }) =>
    turns > 0
      ? `The Dive Deck has run out: ${counted(turns, "more turn")}.`
      : "The Dive Deck has run out: this is the last turn.",
  anchors: ({ depths }) => `The Anchors drop at ${listed(depths.map((d) => `${d} ft`))}.`,
  turn: ({ turn, seat }) => `Turn ${turn}: ${NAMES[seat]}.`,
  over: () => "The game is over.",
};

function name(seat) {
  return sentence(NAMES[seat]);
}

/** "Air 5 · Calm", "Shark" */
function cardName(card) {
  const dual = DUAL.exec(card);
  return dual ? `${WORDS[dual[1]]} · ${WORDS[dual[2]]}` : WORDS[card];
}

function counted(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

function purpose({ as, effect, target, seat }) {
  const at = target === undefined ? "" : NAMES[target];
  if (as === "calm") return at ? `and sends the Shark to ${at}` : "and calms down";
  if (effect === "shark") return target === seat ? "against the Shark" : `and frees ${at}`;
  if (effect === "discard") return "as the Kraken: all with five cards discard one";
  return AIMED.includes(as) ? `as ${WORDS[as]} on ${at}` : `as ${WORDS[as]}`;
}

/* The hand */

function usesOf(card) {
  const dual = DUAL.exec(card);
  if (dual) return [dual[1], dual[2]];
  return card === "dolphin" ? WILD : [card];
}

function cardGroup(state, seat, card, number, held, legal) {
  const copies = held.filter((other) => other === card).length;
  return {
    title: `${number}. ${cardName(card)}${copies > 1 ? ` (${copies} of them)` : ""}`,
    colours: [COLOURS[seat]],
    choices: usesOf(card).flatMap((use) => choicesFor(state, seat, card, use, legal)),
  };
}

/** Every legal way to use the card so; if there is none, one to ask about. */
function choicesFor(state, seat, card, use, legal) {
  const mine = legal.filter(
    (action) => action.type === "play" && action.card === card && action.as === use,
  );
  const asked = mine.length > 0 ? mine : illegal(state, seat, card, use);
  return asked.map((action) => ({
    label: useLabel(state, action),
    hint: useHint(state, action),
    action,
    legal: mine.length > 0,
  }));
}

function illegal(state, seat, card, use) {
  const action = { type: "play", seat, card, as: use };
  if (AIMED.includes(use)) {
    const others = state.depths.map((_, other) => other).filter((other) => other !== seat);
    return others.map((target) => ({ ...action, target }));
  }
  if (use === "calm") return [{ ...action, front: 0 }];
  if (use === "kraken") return [{ ...action, effect: "discard" }];
  return [action];
}

function useLabel(state, { as, effect, target, front, seat }) {
  if (as === "calm" && target !== undefined) return `Calm: Shark to ${NAMES[target]}`;
  if (as === "calm") return `Calm: ${hindrance(state, seat, front)}`;
  if (effect === "shark") {
    return target === seat ? "Kraken: my Shark" : `Kraken: Shark of ${NAMES[target]}`;
  }
  if (effect === "discard") return "Kraken: all with five";
  return target === undefined ? WORDS[as] : `${WORDS[as]} on ${NAMES[target]}`;
}

/** Which Panic, where there are several: an owner knows its own. */
function hindrance(state, seat, front) {
  const row = state.fronts[seat];
  if (row.length < 2 || !row[front]) return "my Panic";
  return row[front].card ? `Panic ${front + 1}, ${cardName(row[front].card)}` : `${front + 1}`;
}

function useHint(state, { as }) {
  const room = state.air - state.swim;
  if (as.startsWith("swim")) return room > 0 ? `air for ${room}` : "";
  return as.startsWith("air") && state.air > 0 ? `air so far ${state.air}` : "";
}

function giving(type, words, kinds, seat, legal) {
  const choices = kinds.map((card) => ({
    label: cardName(card),
    hint: "",
    action: { type, seat, card },
    legal: legal.some((action) => action.type === type && action.card === card),
  }));
  return { title: words, colours: [COLOURS[seat]], choices };
}

function stopping(seat, legal) {
  const done = legal.some(({ type }) => type === "done");
  const action = { type: "done", seat };
  const choice = { label: "Done", hint: "no more plays", action, legal: done };
  return { title: "Or", choices: [choice] };
}

function ending(seat) {
  const action = { type: "end", seat };
  const choice = { label: "End turn", hint: "fill the hand", action, legal: true };
  return { title: "Then", choices: [choice] };
}

/* The sea */

function deckLeft({ deck, last_turns: left }) {
  if (left === null) return `${counted(deck, "card")} in the deck`;
  return left > 0 ? `the deck is out, ${counted(left, "turn")} to follow` : "the last turn";
}

function turnFacts({ air, swim, active, phase }) {
  if (active === null) return "Nobody has started yet.";
  if (phase === "over") return "Everything lies open now.";
  return `${name(active)} has played ${air} of air and ${swim} of swimming this turn.`;
}

function pileFacts({ discard }) {
  if (discard.length === 0) return "The Discard Pile is empty.";
  return `Discard Pile: ${counted(discard.length, "card")}, on top ${cardName(discard.at(-1))}.`;
}

function depthOf({ depths }, seat) {
  return depths[seat] === 0 ? "Surface" : `${depths[seat]} ft`;
}

function seaInWords(state) {
  const each = state.depths.map((_, seat) => {
    const held = state.hands[seat];
    const hand = counted(Array.isArray(held) ? held.length : held, "card");
    const anchor = state.anchors ? `, Anchor at ${state.anchors[seat]} ft` : "";
    const front = state.fronts[seat].map(({ as }) => WORDS[as]);
    return `${name(seat)}: ${depthOf(state, seat)}${anchor}, ${hand}, in front ${listed(front) || "nothing"}`;
  });
  return `The sea. ${each.join(". ")}.`;
}
