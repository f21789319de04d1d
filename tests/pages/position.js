/* A position as the table sends it, for tests. */

/** @import { Position } from "../../controller/web/static/shared/types.js" */

/** @type {(changed?: Partial<Position>) => Position} */
export function positionOf(changed = {}) {
  const players = { players: ["Anna", ""], teams: [["red"], ["blue"]], bots: ["sharp", ""] };
  return {
    type: "position",
    phase: "play",
    game: { game: "get-bit", name: "GET BIT!", seats: 2, options: {}, ...players },
    state: {},
    pending: null,
    result: null,
    can_undo: false,
    waits: null,
    prompt: null,
    ...changed,
  };
}
