/* Pieces and their places: what a hand has to do so that all stand where they belong. */

/** Where the game wants each piece that can be felt: { piece: place } */
export function goalsOf(belongs, places) {
  const felt = Object.entries(belongs).filter(([place]) => places.includes(place));
  return Object.fromEntries(
    felt.flatMap(([place, pieces]) => pieces.map((piece) => [piece, place])),
  );
}

/** Where the middle of a piece is that is felt here: the puck's magnet is beside it, which lies
 * under the middle of its tile. */
export function middleOf(stand) {
  return stand.closest(".tile") ?? stand;
}

/** The pieces that stand on a place which is not theirs. */
export function astray(lying, goals) {
  const standing = Object.entries(lying).filter(([, place]) => place !== null);
  return standing.filter(([piece, place]) => goals[piece] !== place).map(([piece]) => piece);
}

/** The move that does a step, as { piece, to }; null if nobody is there to be moved.
 *
 * Magnets have no names: whoever stands at the step's place is meant by it. */
export function moveFor({ piece, at, to }, lying) {
  const there = Object.keys(lying).filter((each) => lying[each] === at);
  const who = at === null || there.includes(piece) ? piece : there[0];
  return who in lying ? { piece: who, to } : null;
}
