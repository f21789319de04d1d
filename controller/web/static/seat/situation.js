/* What a seat's page knows: pure functions of its state (seat.js). */

import { say } from "../shared/words.js";

/** Return the legal actions of this seat during a game. */
export function legalIn(position) {
  return position?.phase === "play" ? (position.pending?.legal ?? []) : [];
}

export function isAsked(position, seat) {
  return position?.phase === "play" && Boolean(position.pending?.seats.includes(seat));
}

/** Return the level of this seat's bot during a game. */
export function botOf({ position, seat }) {
  return position.phase === "play" ? position.game.bots?.[seat] : "";
}

/** Return the hand as rows of cards. */
export function rowsOf({ position, page, seat }) {
  return position.phase === "play" ? page.cards(position.state, seat, position.pending, position.game) : [];
}

/** Return all choices in words; none of a hidden hand. */
export function choicesOf({ position, page, seat, hidden }) {
  if (position?.phase !== "play" || hidden.on) return [];
  return page.hand(position.state, position.pending, seat, position.game);
}

/** Return how to do it on this phone, if this seat is asked. */
export function wayOf({ position, page, seat, isAsking }) {
  const isFor = position.phase !== "play" || (isAsked(position, seat) && !botOf({ position, seat }) && !isAsking);
  return isFor && position.how?.phone ? page.say(position.how.phone) : "";
}

/** Return the label of the button for this action. */
export function labelOf(action, { position: { state }, page }) {
  return page.press(action, state) ?? say("own.play-what", { what: page.deed(action, state) });
}
