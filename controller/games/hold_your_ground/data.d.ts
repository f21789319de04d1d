/* HOLD YOUR GROUND as its page gets it: data.js, positions and actions. */

export const colours: Record<string, string>;
export const layout: { teams: string[]; side: number; centre: string };

/** Battlers by team. */
export type Battlers = Record<string, number>;
export type State = {
  active: number | null;
  cap: number;
  tiles: string[];
  board: Record<string, Battlers>;
  air: Battlers;
  eliminator: string;
  /** While an explosion is staged: the tiles that are about to go. */
  shaking?: string[];
  /** A hidden hand is given as its length. */
  hands: (string[] | number)[];
  decks: number[];
  discards: string[][];
  captured: Record<string, Battlers>;
  lost: Battlers;
  out: string[];
  turn: number;
};
export type Action = {
  type: string;
  seat: number;
  battlers?: string;
  tiles?: string;
  at?: string;
  to?: string;
  team?: string;
  action?: string;
};
