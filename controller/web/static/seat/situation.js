/* What a seat's page knows: pure functions of its state (state.js). */

import { say } from "../shared/words.js";

/** @typedef {{ position: Position, page: CompletePage, seat: number, hidden: { on: boolean }, isAsking: boolean }} Situation */

/** @import { Action, Card, CardPart, CardRow, ChoiceGroup, CompletePage, Position } from "../shared/types.js" */

/** Return the legal actions of this seat during a game.
 * @type {(position: Position | null) => Action[]} */
export function legalIn(position) {
  return position?.phase === "play" ? (position.pending?.legal ?? []) : [];
}

/** @type {(position: Position | null, seat: number) => boolean} */
export function isAsked(position, seat) {
  return position?.phase === "play" && Boolean(position.pending?.seats.includes(seat));
}

/** Return the level of this seat's bot during a game.
 * @type {(now: Pick<Situation, "position" | "seat">) => string | undefined} */
export function botOf({ position, seat }) {
  return position.phase === "play" ? position.game.bots?.[seat] : "";
}

/** Return the hand as rows of cards.
 * @type {(now: Situation) => CardRow[]} */
export function rowsOf({ position, page, seat }) {
  return position.phase === "play" ? page.cards(position.state, seat, position.pending, position.game) : [];
}

/** Return the hand for a screen reader: a sentence for each row.
 * @type {(now: Situation) => string[]} */
export function handInWords(now) {
  /** @type {(card: Card) => string} */
  const called = ({ parts }) => (parts.length > 1 ? parts.map(use).join(" / ") : parts[0].name);
  /** @type {(part: CardPart) => string} */
  const use = ({ label, big }) => [label, big].filter(Boolean).join(" ");
  const rows = rowsOf(now).map(({ title, cards }) => `${title}: ${cards.map(called).join(", ")}.`);
  return rows.length > 0 ? rows : [say("own.no-hand")];
}

/** Return all choices in words, or none for a hidden hand.
 * @type {(now: Situation) => ChoiceGroup[]} */
export function choicesOf({ position, page, seat, hidden }) {
  if (position?.phase !== "play" || hidden.on) return [];
  return page.choices(position.state, position.pending, seat, position.game);
}

/** Return how to choose on this phone, if this seat has to.
 * @type {(now: Situation) => string} */
export function wayOf({ position, page, seat, hidden, isAsking }) {
  const { phase, state, how } = position;
  const isFor = phase !== "play" || (isAsked(position, seat) && !botOf({ position, seat }) && !isAsking);
  if (!isFor || !how?.phone) return "";
  const legal = legalIn(position);
  const [only] = legal.length === 1 && page.atOnce(legal[0], state, legal) ? page.way(legal[0], state) : [];
  // Use the general sentence: a hidden hand must give nothing away, and the game's sentence names what is on the board.
  if (!only || hidden.on || only.startsWith("tile:")) return page.say(how.phone);
  return say("own.only", { what: page.answer(only, state, seat).label });
}

/** Return the label of the button for this action.
 * @type {(action: Action, now: Situation) => string} */
export function labelOf(action, { position: { state }, page }) {
  return page.press(action, state) ?? say("own.play-what", { what: page.deed(action, state) });
}
