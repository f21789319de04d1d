/* A NEW GAME on a page: the deck, and what lies in front of everybody. */

export function facts({ deck, played }, _game, say) {
  return [say("page.deck", { cards: deck }), ...played.map((cards, seat) => say("page.played", { seat, cards }))];
}
