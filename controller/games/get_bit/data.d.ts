/* GET BIT! as its page gets it: data.js, positions and actions. */

export const colours: Record<string, string>;
export const layout: { pitch: number; long: number; shark: number[][] };

/** A hidden list of cards is given as its length. */
export type Cards = number[] | number;
export type Robot = { seat: number; limbs: number; hand: Cards; table: Cards; out: boolean };
export type State = {
  round: number;
  line: string[];
  robots: Record<string, Robot>;
  chosen: string[];
  choices: Record<string, number | null>;
  /** While a round is staged: the revealed cards, and the robot in the jaws. */
  shown?: Record<string, number>;
  bitten?: string | null;
};
/** What a round consists of. */
export type Event =
  | { type: "reveal"; cards: Record<string, number> | null }
  | { type: "swim"; line: string[] }
  | { type: "bite"; robot: string; limbs: number; line: string[] }
  | { type: "out"; robot: string }
  | { type: "stay" | "pick-up" | "eaten" | "round" | "over" };
export type Action = { type: string; seat: number; robot: string; card: number };
