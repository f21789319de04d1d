/* A NEW GAME on a page: the round, and everybody's points. */

export function facts({ round, points }, _game, say) {
  return [say("page.round", { round }), ...points.map((each, seat) => say("page.points", { seat, points: each }))];
}
