/* HOLD YOUR BREATH! on a page: the sea with its pirates, the front rows, and a hand to play. */

import { feet } from "/data.js";
import { figureOf } from "/static/shared/targets.js";
import { wordsOf } from "/static/shared/words.js";
import { anchorPicture, sea } from "./board.js";
import { colours, layout } from "./data.js";
import { handCards, usesOf, wayOf } from "./hand.js";
import { lampIn } from "./lamps.js";
import { pirate } from "./pirates.js";
import { words } from "./words.js";

/** @import { Choice, ChoiceGroup, GamePage } from "/static/shared/types.js" */
/** @import { Action, State } from "./data.js" */

/** @typedef {GamePage<State, Action>} Page */

export { after, own } from "./staging.js";

export const say = wordsOf(words);
export const style = "page.css";
export const asides = ["toss"];
/** @type {Page["pieces"]} */
export const pieces = { anchor: { shape: "shield", below: true, picture: anchorPicture } };

const NAMES = layout.seats;
const COLOURS = NAMES.map((name) => colours[name]);
const WILD = ["air-5", "air-10", "swim-5", "swim-10", "draw", "discard", "calm", "panic", "shark", "kraken"];
const USES = Object.fromEntries([...WILD.map((use) => [use, useName(use)]), ["dolphin", cardName("dolphin")]]);
const ABOUT = Object.fromEntries([...WILD, "dolphin"].map((use) => [use, say(`about.${use}`)]));
// On a narrow card, long words break by their language's rules.
const FACES = Object.fromEntries(["swim-5", "swim-10", "discard"].map((use) => [use, say(`face.${use}`)]));
const AMOUNTS = { air: say("page.air"), swim: say("page.swim") };
const AIMED = ["discard", "panic", "shark"];

/* The labels at the edge of the Depth Board: [[position, words], …] */
/** @type {Page["depthMarks"]} */
export const depthMarks = [0, 10, 20, 30].map((at) => [at, say.called("feet", at * feet)]);

/** @type {Page["title"]} */
export function title(state) {
  if (state.active === null) return say("page.who-starts");
  if (state.phase === "over") return say("page.over");
  const key = state.phase === "descent" ? "page.descent" : "page.ascent";
  return say(key, { turn: state.turn, deck: deckLeft(state) });
}

/** @type {Page["seatColours"]} */
export function seatColours(_state, seat) {
  return [COLOURS[seat]];
}

/** Return the sea; a tap on a lane means its pirate, and the cards in front of him can be tapped too.
 * @type {Page["board"]} */
export function board(state, tapping, game = null, own = null) {
  return sea(state, tapping, {
    names: state.depths.map((_, seat) => seatName(seat)),
    colours: COLOURS,
    anchor: colours.anchor,
    say: { ...AMOUNTS, panic: useName("panic"), shark: useName("shark"), title: game?.name ?? "" },
    inWords: seaInWords,
    isMine: (seat) => seat === own,
    lane: (now, seat) => say("page.lane", { seat, depth: now.depths[seat] }),
    depth: depthOf,
    front: ({ as, card }, seat) =>
      say(card && as === "panic" ? "page.in-front-card" : "page.in-front", { as, card, seat }),
  });
}

/** @type {Page["facts"]} */
export function facts(state) {
  return [...turnFacts(state), pileFacts(state)];
}

/** @type {Page["lamp"]} */
export function lamp(state, place) {
  return lampIn(state, place, say);
}

/** Show a pirate, and how deep he dived if he is back, else how far he swam (HYB-50, HYB-53).
 * @type {Page["atTheEnd"]} */
export function atTheEnd({ anchors, depths, fronts }, seat, game, { winners, reason }) {
  const anchor = (anchors ?? depths)[seat];
  const isBack = depths[seat] === 0 && !String(reason).startsWith("ending.furthest");
  const penalty = game.options.edition === "draft" ? 10 * fronts[seat].length : 0;
  const says = isBack
    ? say(anchor === 0 ? "page.never-dived" : "page.back-from", { depth: anchor })
    : say("page.swam", { feet: 2 * anchor - depths[seat] - penalty });
  const mood = winners.includes(seat) ? "home" : isBack ? "swims" : "scared";
  return { figure: figureOf(48, 64, [pirate(seat, COLOURS[seat], mood)], -24, -34), says };
}

/** Label the numbers in the game's chart.
 * @type {Page["chart"]} */
export function chart() {
  /** @type {(depth: number) => string} */
  const ft = (depth) => say.called("feet", depth);
  return { title: say("page.chart"), down: true, value: ft, mark: ft };
}

/** @type {Page["cards"]} */
export function cards(state, seat, pending) {
  const held = state.hands[seat];
  if (!Array.isArray(held) || held.length === 0) return [];
  const look = { uses: USES, faces: FACES, about: ABOUT, cardName, amounts: AMOUNTS, tint: COLOURS[seat] };
  return [{ title: say("page.your-cards"), cards: handCards(held, pending?.legal ?? [], look) }];
}

/** @type {Page["way"]} */
export function way(action) {
  return wayOf(action);
}

/** Let a tap on "done" count at once, because it leaves nothing to decide.
 * @type {Page["atOnce"]} */
export function atOnce({ type }) {
  return type === "done" || type === "end";
}

/** @type {Page["deed"]} */
export function deed(action, state) {
  if (action.type === "done") return say("page.no-more");
  if (action.type === "end") return say("page.end-of-turn");
  if (action.type === "play") return useLabel(state, action);
  return say(`page.${action.type}`, { card: action.card });
}

/** @type {Page["press"]} */
export function press({ type, card }) {
  return type === "play" ? null : say(`press.${type}`, { card });
}

/** Label the targets that are neither on the board nor on a card.
 * @type {Page["answer"]} */
export function answer(key) {
  const [kind, what] = key.split(":");
  if (kind === "as") return { label: USES[what] };
  if (what === "discard") return { label: say("page.all-with-five") };
  return { label: say(`page.${what}`), hint: say(`page.${what}-hint`) };
}

/** Return the attempt to aim the chosen card at this pirate, for the rules to explain.
 * @type {Page["attempt"]} */
export function attempt(key, _state, pending, seat, chosen = []) {
  const [kind, target] = key.split(":");
  const [, card, as] = chosen.find((one) => one.startsWith("use:"))?.split(":") ?? [];
  if (kind !== "pirate" || !AIMED.includes(as)) return null;
  return { type: "play", seat, card, as, target: Number(target) };
}

/** Return one group for each card, then everything else; only cards if the player has to give one up.
 * @type {Page["choices"]} */
export function choices(state, pending, seat) {
  const held = state.hands[seat];
  if (!Array.isArray(held)) return [];
  const legal = pending?.legal ?? [];
  const kinds = [...new Set(held)];
  /** @type {(type: string) => boolean} */
  const has = (type) => legal.some((action) => action.type === type);
  for (const [type, key] of Object.entries(GIVING)) {
    if (has(type)) return [giving(type, say(key), kinds, seat, legal)];
  }
  if (has("end")) {
    const throwing = giving("toss", say("page.throw-away"), kinds, seat, legal);
    return kinds.length > 0 ? [throwing, ending(seat)] : [ending(seat)];
  }
  const cards = kinds.map((card, index) => cardGroup(state, seat, card, index + 1, held, legal));
  return [...cards, stopping(seat, legal)];
}

const GIVING = {
  drop: "page.choose-drop",
  "self-panic": "page.choose-panic",
};

/** @type {(seat: number) => string} */
function seatName(seat) {
  return say.called("seat", seat);
}

/** @type {(use: string) => string} */
function useName(use) {
  return say.called("use", use);
}

/** "Air 5 / Calm", "Shark"
 * @type {(card: string) => string} */
function cardName(card) {
  return say.called("card", card);
}

/* The hand */

/** @type {(card: string) => string[]} */
function playableAs(card) {
  return card === "dolphin" ? WILD : usesOf(card);
}

/** @type {(state: State, seat: number, card: string, number: number, held: string[],
 *   legal: Action[]) => ChoiceGroup<Action>} */
function cardGroup(state, seat, card, number, held, legal) {
  const copies = held.filter((other) => other === card).length;
  return {
    title: say(copies > 1 ? "page.group-of" : "page.group", { number, card, copies }),
    colours: [COLOURS[seat]],
    choices: playableAs(card).flatMap((use) => choicesFor(state, seat, card, use, legal)),
  };
}

/** Return every legal way to use the card like this; if there is none, one to ask about.
 * @type {(state: State, seat: number, card: string, use: string, legal: Action[]) => Choice<Action>[]} */
function choicesFor(state, seat, card, use, legal) {
  const mine = legal.filter((action) => action.type === "play" && action.card === card && action.as === use);
  const asked = mine.length > 0 ? mine : illegal(state, seat, card, use);
  return asked.map((action) => ({
    label: useLabel(state, action),
    hint: useHint(state, action),
    action,
    legal: mine.length > 0,
  }));
}

/** @type {(state: State, seat: number, card: string, use: string) => Action[]} */
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

/** @type {(state: State, action: Action) => string} */
function useLabel(state, { as = "", effect, target, front = NaN, seat }) {
  if (as === "calm" && target !== undefined) return say("page.calm-shark", { target });
  if (as === "calm") return say("page.calm-which", { which: hindrance(state, seat, front) });
  if (effect === "shark") return say(target === seat ? "page.kraken-mine" : "page.kraken-of", { target });
  if (effect === "discard") return say("page.kraken-five");
  return target === undefined ? USES[as] : say("page.use-on", { as, target });
}

/** Say which Panic, if there are several: an owner knows their own.
 * @type {(state: State, seat: number, front: number) => string} */
function hindrance(state, seat, front) {
  const row = state.fronts[seat];
  if (row.length < 2 || !row[front]) return say("page.my-panic");
  const { card } = row[front];
  return say(card ? "page.panic-number" : "page.front-number", { front, card });
}

/** @type {(state: State, action: Action) => string} */
function useHint(state, { as = "" }) {
  const room = state.air - state.swim;
  if (as.startsWith("swim")) return room > 0 ? say("page.air-for", { room }) : "";
  return as.startsWith("air") && state.air > 0 ? say("page.air-so-far", state) : "";
}

/** @type {(type: string, words: string, kinds: string[], seat: number, legal: Action[]) => ChoiceGroup<Action>} */
function giving(type, words, kinds, seat, legal) {
  const choices = kinds.map((card) => ({
    label: cardName(card),
    hint: "",
    action: { type, seat, card },
    legal: legal.some((action) => action.type === type && action.card === card),
  }));
  return { title: words, colours: [COLOURS[seat]], choices };
}

/** @type {(seat: number, legal: Action[]) => ChoiceGroup<Action>} */
function stopping(seat, legal) {
  const done = legal.some(({ type }) => type === "done");
  const action = { type: "done", seat };
  const choice = { label: say("page.done"), hint: say("page.done-hint"), action, legal: done };
  return { title: say("page.or"), choices: [choice] };
}

/** @type {(seat: number) => ChoiceGroup<Action>} */
function ending(seat) {
  const action = { type: "end", seat };
  const choice = { label: say("page.end"), hint: say("page.end-hint"), action, legal: true };
  return { title: say("page.then"), choices: [choice] };
}

/* The sea */

/** @type {(state: State) => string} */
function deckLeft({ deck, last_turns: left }) {
  if (left === null) return say("page.deck", { cards: deck });
  return left > 0 ? say("page.deck-out", { turns: left }) : say("page.last-turn");
}

/** Return the facts that the board does not show, as it does show the turn's air and swimming.
 * @type {(state: State) => string[]} */
function turnFacts({ active, phase }) {
  if (active === null) return [say("page.not-started")];
  return phase === "over" ? [say("page.all-open")] : [];
}

/** @type {(state: State) => string} */
function pileFacts({ discard }) {
  if (discard.length === 0) return say("page.pile-empty");
  return say("page.pile", { cards: discard.length, card: discard.at(-1) });
}

/** @type {(state: State, seat: number) => string} */
function depthOf({ depths }, seat) {
  return say.called("depth", depths[seat]);
}

/** @type {(state: State) => string} */
function seaInWords(state) {
  const each = state.depths.map((depth, seat) => {
    const held = state.hands[seat];
    const cards = Array.isArray(held) ? held.length : held;
    const uses = state.fronts[seat].map(({ as }) => as);
    const front = uses.length > 0 ? uses : say("page.nothing");
    const anchor = state.anchors?.[seat];
    return say(state.anchors ? "page.pirate-anchor" : "page.pirate", { seat, depth, anchor, cards, front });
  });
  return say("page.sea", { pirates: each.join(". ") });
}
