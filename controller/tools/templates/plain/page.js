/* A NEW GAME on a page: how many pearls are left. */

export const facts = ({ pearls }, _game, say) => [say("page.left", { pearls })];
