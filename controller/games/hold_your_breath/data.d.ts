/* HOLD YOUR BREATH! as its page gets it: data.js, positions and actions. */

export const colours: Record<string, string>;
export const layout: {
  seats: string[];
  uses: Record<string, string>;
  finish: string;
  deck: number;
  positions: number;
};

/** A card in front of a pirate; null where this page may not see it. */
export type Front = { card: string | null; as: string; hidden: boolean };
/** A card that somebody plays now, and as what. */
export type Played = { seat: number; card: string; as: string };
/** Whom the Shark hunts, and how deep it is. */
export type Hunt = { seat: number; feet: number };
export type State = {
  phase: "descent" | "ascent" | "over";
  active: number | null;
  depths: number[];
  anchors: number[] | null;
  /** A hidden hand is given as its length. */
  hands: (string[] | number)[];
  fronts: Front[][];
  deck: number;
  discard: string[];
  air: number;
  swim: number;
  last_turns: number | null;
  turn: number;
  /** Only while an event is shown: the card, who draws breath, which way the pirate goes, and whom the Shark hunts. */
  played?: Played | null;
  breathing?: number | null;
  diving?: "down" | "up" | null;
  hunt?: Hunt | null;
};
export type Event =
  | { type: "play"; seat: number; card: string; as: string; effect?: string; target?: number; front?: number }
  | { type: "move"; seat: number; depth: number }
  | { type: "surface"; seat: number }
  | { type: "anchors"; depths: number[] }
  | { type: "draw" | "turn" | "first" | "done" | "end" | "drop" | "snatch" | "toss" }
  | { type: "self-panic" | "clear" | "uncover" | "deck-out" | "over" };
export type Action = {
  type: string;
  seat: number;
  card?: string;
  as?: string;
  effect?: string;
  target?: number;
  front?: number;
};
