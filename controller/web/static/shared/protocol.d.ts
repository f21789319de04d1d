/* Every message between pages and table, made from protocol/messages.py. */

import type { Says } from "./types.js";

export interface Hello {
  id?: string;
  type: "hello";
  version: string;
  page: "host" | "seat" | "spectator";
  seat: number | null;
  touch: Record<string, unknown> | null;
  board: Record<string, unknown>;
}

export interface Games {
  id?: string;
  type: "games";
  games: Record<string, unknown>[];
  bots: string[];
}

export interface Position {
  id?: string;
  type: "position";
  phase: "choose" | "offer" | "play" | "over";
  game: Record<string, unknown>;
  events: Record<string, unknown>[];
  state: unknown;
  pending: Record<string, unknown> | null;
  result: Record<string, unknown> | null;
  can_undo: boolean;
  waits: Says | null;
  prompt: Says | null;
  how: Record<string, unknown>;
  lesson?: Record<string, unknown>;
  clock?: Record<string, unknown>;
  notice?: Says | null;
  decision?: string;
  beats?: Record<string, unknown>[];
  belongs?: Record<string, string[]>;
  step?: Record<string, unknown> | null;
  links?: Record<string, unknown>[];
  told_by?: Record<string, string>;
}

export interface Story {
  id?: string;
  type: "story";
  from: number;
  lines: Record<string, unknown>[];
}

export interface Past {
  id?: string;
  type: "past";
  at: number;
  state: unknown;
}

export interface Review {
  id?: string;
  type: "review";
  length: number;
  points: number[][];
  records: Record<string, unknown>[];
}

export interface Parts {
  id?: string;
  type: "parts";
  parts: Record<string, unknown>[];
}

export interface Nearby {
  id?: string;
  type: "nearby";
  tables: Record<string, unknown>[];
}

export interface Striker {
  id?: string;
  type: "striker";
  state: string;
  degrees: number | null;
}

export interface Lying {
  id?: string;
  type: "lying";
  armed: boolean;
  pieces: Record<string, string | null>;
  cards: Record<string, string>;
  faults: Record<string, string[]>;
}

export interface Seats {
  id?: string;
  type: "seats";
  seats: Record<string, unknown>[];
  joining: boolean;
  shared?: string | null;
}

export interface Asking {
  id?: string;
  type: "asking";
  seat: number;
  word: string[];
}

export interface Seated {
  id?: string;
  type: "seated";
  seat: number;
  url: string | null;
  message: Says | null;
}

export interface Hint {
  id?: string;
  type: "hint";
  action: Record<string, unknown>;
  message: Says | null;
}

export interface Health {
  id?: string;
  type: "health";
  boards: Record<string, unknown>[];
  heard: number[] | null;
  pins: Record<string, unknown>[];
  readings: unknown[];
}

export interface Heard {
  id?: string;
  type: "heard";
  sounds: string[];
}

export interface Aloud {
  id?: string;
  type: "said";
  told: Says[];
  prompt: Says[];
  answer: Says | null;
  again: boolean;
}

export interface Sound {
  id?: string;
  type: "sound";
  volume: number;
  muted: boolean;
  music: boolean;
  speaks: boolean | null;
  language: string;
}

export interface Told {
  id?: string;
  type: "told";
  legal: boolean;
  rule: string;
  message: Says;
}

export interface Misnamed {
  id?: string;
  type: "misnamed";
  seat: number | null;
  message: Says;
}

export interface Saying {
  id?: string;
  type: "reply" | "error";
  message: Says;
}

export interface Done {
  id?: string;
  type: "done";
}

export type Answer =
  | Hello
  | Games
  | Position
  | Story
  | Past
  | Review
  | Parts
  | Nearby
  | Striker
  | Lying
  | Seats
  | Asking
  | Seated
  | Hint
  | Health
  | Heard
  | Aloud
  | Sound
  | Told
  | Misnamed
  | Saying
  | Done;

export interface Plain {
  id: string;
  type: "ping" | "story" | "games" | "review" | "health";
}

export interface Order {
  id: string;
  type: "again" | "continue" | "away" | "leave" | "do_it";
}

export interface Press {
  id: string;
  type: "press" | "release";
  control: string;
}

export interface Switch {
  id: string;
  type: "turn" | "joining" | "share" | "ready";
  on: boolean;
}

export interface Move {
  id: string;
  type: "move";
  piece: string;
  to: string | null;
}

export interface Tag {
  id: string;
  type: "tag";
  reader: string;
  uid: string;
}

export interface Fault {
  id: string;
  type: "fault";
  part: string;
  fault: string;
  value: string | number | null;
}

export interface Repair {
  id: string;
  type: "repair";
  part: string;
}

export interface Moment {
  id: string;
  type: "past";
  at: number;
}

export interface New {
  id: string;
  type: "new";
  game: string;
  seats: number;
  options: Record<string, unknown>;
  learn?: boolean;
  new_links?: boolean;
  players?: string[];
  bots?: string[];
  told_by?: Record<string, string>;
  clock?: number;
}

export interface Point {
  id: string;
  type: "point";
  game: string;
  seats: number;
}

export interface Refuse {
  id: string;
  type: "refuse";
  seat: number;
}

export interface LetIn {
  id: string;
  type: "let_in";
  page: number;
}

export interface Sit {
  id: string;
  type: "sit";
  seat: number;
  name?: string;
}

export interface Bot {
  id: string;
  type: "bot";
  seat?: number;
  level: string;
}

export interface Loudness {
  id: string;
  type: "sound";
  volume?: number;
  muted?: boolean;
  music?: boolean;
  speaks?: boolean;
  language?: string;
}

export interface Brightness {
  id: string;
  type: "brightness";
  percent: number;
}

export interface Forget {
  id: string;
  type: "forget" | "name";
  name: string;
}

export interface Decide {
  id: string;
  type: "undo" | "hint";
  decision: string;
}

export interface Act {
  id: string;
  type: "act";
  action: Record<string, unknown>;
  decision: string;
}

export interface Why {
  id: string;
  type: "why";
  action: Record<string, unknown>;
}

export type Request =
  | Plain
  | Order
  | Press
  | Switch
  | Move
  | Tag
  | Fault
  | Repair
  | Moment
  | New
  | Point
  | Refuse
  | LetIn
  | Sit
  | Bot
  | Loudness
  | Brightness
  | Forget
  | Decide
  | Act
  | Why;
