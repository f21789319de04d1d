/* Where pieces and cards can go, and the moves that bring all pieces to their places. */

/** @import { Hello, Lying } from "../shared/types.js" */

export const TRAY = "tray";
export const READER = "reader:";

/** Return the drawn places with a sensor for pieces.
 * @param {Hello | null} hello */
export function sensed(hello) {
  return (hello?.touch?.places ?? []).filter((place) => hello && place in hello.board.pixels);
}

/** @type {(thing: string) => boolean} */
export function isTag(thing) {
  return thing.startsWith("tag:");
}

/** Return whether a thing may go to a spot: a card to a reader, a piece to a place, both into the tray.
 * @type {(thing: string, spot: string) => boolean} */
export function fits(thing, spot) {
  return spot === TRAY || isTag(thing) === spot.startsWith(READER);
}

/** Return all spots.
 * @type {(hello: Hello | null, lying: Lying | null) => string[]} */
export function spotsOf(hello, lying) {
  return [TRAY, ...sensed(hello), ...Object.keys(lying?.cards ?? {}).map((name) => READER + name)];
}

/** Return where each piece with a sensor belongs: { piece: place }
 * @type {(belongs: Record<string, string[]>, places: string[]) => Record<string, string>} */
export function goalsOf(belongs, places) {
  const felt = Object.entries(belongs).filter(([place]) => places.includes(place));
  return Object.fromEntries(felt.flatMap(([place, pieces]) => pieces.map((piece) => [piece, place])));
}

/** Return a piece's middle over this sensor; the puck lies under the middle of its tile.
 * @type {(stand: Element) => Element} */
export function middleOf(stand) {
  return stand.closest(".tile") ?? stand;
}

/** Return the pieces on wrong places.
 * @type {(lying: Record<string, string | null>, goals: Record<string, string>) => string[]} */
export function astray(lying, goals) {
  const standing = Object.entries(lying).filter(([, place]) => place !== null);
  return standing.filter(([piece, place]) => goals[piece] !== place).map(([piece]) => piece);
}

/** Return the move of a step as { piece, to }; null if there is no piece to move.
 *
 * Magnets have no names, so any piece on the step's place will do.
 * @param {{ piece: string, at: string | null, to: string | null }} step
 * @param {Record<string, string | null>} lying */
export function moveFor({ piece, at, to }, lying) {
  const there = Object.keys(lying).filter((each) => lying[each] === at);
  const who = at === null || there.includes(piece) ? piece : there[0];
  return who in lying ? { piece: who, to } : null;
}
