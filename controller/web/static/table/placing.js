/* The moves that bring all pieces to their places. */

/** Return where each piece with a sensor belongs: { piece: place } */
export function goalsOf(belongs, places) {
  const felt = Object.entries(belongs).filter(([place]) => places.includes(place));
  return Object.fromEntries(
    felt.flatMap(([place, pieces]) => pieces.map((piece) => [piece, place])),
  );
}

/** Return a piece's middle over this sensor; the puck lies under the middle of its tile. */
export function middleOf(stand) {
  return stand.closest(".tile") ?? stand;
}

/** Return the pieces on wrong places. */
export function astray(lying, goals) {
  const standing = Object.entries(lying).filter(([, place]) => place !== null);
  return standing.filter(([piece, place]) => goals[piece] !== place).map(([piece]) => piece);
}

/** Return the move of a step as { piece, to }; null if there is no piece to move.
 *
 * Magnets have no names, so any piece on the step's place will do. */
export function moveFor({ piece, at, to }, lying) {
  const there = Object.keys(lying).filter((each) => lying[each] === at);
  const who = at === null || there.includes(piece) ? piece : there[0];
  return who in lying ? { piece: who, to } : null;
}
