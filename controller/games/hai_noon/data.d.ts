/* HAI NOON as its page gets it: data.js, positions and actions. */

/** "TL", "TR", "BR" or "BL", and "N", "E", "S" or "W". */
export type Place = string;
export type Side = string;
type Spot = [row: number, column: number];

export const colours: Record<string, string>;
export const layout: {
  divers: string[];
  ring: Spot[];
  inside: Record<Place, Spot>;
  attackers: Record<Side, Record<string, Place>>;
  sharks: string[];
  places: Record<Place, string>;
  sides: Record<Side, string[]>;
  cage: string;
};

export type Appetite = "hungry" | "full";
export type Diver = { seat: number | null; state: "healthy" | "injured" | "dummy" | "prey" };
/** A hidden hand is given as its length. */
export type Hand = string[] | number;
/** Whose harpoon flies, and how much of its way it has flown, from 0 to 1. */
export type Flight = { diver: string; flown: number };
export type State = {
  turn: number;
  active: number | null;
  sharks: Appetite[];
  places: Record<Place, string | null>;
  divers: Record<string, Diver>;
  cage: string | null;
  sides: Record<Side, string[]>;
  hands: Hand[];
  deck: number;
  discard: string[];
  /** While an attack is staged: the shark that snaps. */
  biting?: number | null;
  harpoon?: Flight | null;
};
export type Action = {
  type: string;
  seat: number;
  card?: string;
  side?: Side;
  place?: Place;
  diver?: string;
  shark?: number;
};
