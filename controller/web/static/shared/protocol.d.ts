/* Every message between pages and table, made from protocol/messages.py. */

import type { Says } from "./types.js";

export interface FromTable {
  hello: {
    version: string;
    page: "host" | "seat" | "spectator";
    seat: number | null;
    touch: Record<string, unknown> | null;
    updates: boolean;
    settings: boolean;
    board: Record<string, unknown>;
  };
  games: { games: Record<string, unknown>[] };
  position: {
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
  };
  story: { from: number; lines: Record<string, unknown>[] };
  past: { at: number; state: unknown };
  review: { length: number; points: number[][]; records: Record<string, unknown>[] };
  parts: { parts: Record<string, unknown>[] };
  nearby: { tables: Record<string, unknown>[] };
  striker: { state: string; degrees: number | null };
  lying: {
    armed: boolean;
    pieces: Record<string, string | null>;
    cards: Record<string, string>;
    faults: Record<string, string[]>;
  };
  seats: { seats: Record<string, unknown>[]; joining: boolean; shared?: string | null };
  asking: { seat: number; word: string[] };
  seated: { seat: number; url: string | null; message: Says | null };
  hint: { action: Record<string, unknown>; message: Says | null };
  health: {
    boards: Record<string, unknown>[];
    heard: number[] | null;
    pins: Record<string, unknown>[];
    readings: unknown[];
  };
  heard: { sounds: string[] };
  said: { told: Says[]; prompt: Says[]; answer: Says | null; again: boolean };
  sound: { volume: number; muted: boolean; music: boolean; speaks: boolean | null; language: string };
  settings: {
    values: Record<string, unknown>;
    boards: Record<string, unknown>[];
    elsewhere: Record<string, string>;
    refused: Record<string, Says>;
    waiting: string[];
    restarts: boolean;
  };
  told: { legal: boolean; rule: string; message: Says };
  misnamed: { seat: number | null; message: Says };
  reply: { message: Says };
  error: { message: Says };
  done: {};
}

export interface ToTable {
  press: { control: string };
  release: { control: string };
  turn: { on: boolean };
  move: { piece: string; to: string | null };
  tag: { reader: string; uid: string };
  fault: { part: string; fault: string; value?: string | number | null };
  repair: { part: string };
  health: {};
  story: {};
  past: { at: number };
  games: {};
  review: {};
  ping: {};
  update: {};
  settings: { table_name?: string; language?: string; board?: string };
  restart: {};
  new: {
    game: string;
    seats: number;
    options?: Record<string, unknown>;
    learn?: boolean;
    new_links?: boolean;
    players?: string[];
    bots?: string[];
    told_by?: Record<string, string>;
    clock?: number;
  };
  again: {};
  do_it: {};
  continue: {};
  away: {};
  point: { game: string; seats: number };
  refuse: { seat: number };
  join: { table: string };
  let_in: { page: number };
  joining: { on: boolean };
  share: { on: boolean };
  ready: { on: boolean };
  name: { name: string };
  forget: { name: string };
  bot: { seat?: number; level: "" | "easy" | "steady" | "sharp" };
  sound: { volume?: number; muted?: boolean; music?: boolean; speaks?: boolean; language?: "en" | "de" };
  brightness: { percent: number };
  sit: { seat: number; name?: string };
  leave: {};
  act: { action: Record<string, unknown>; decision: string };
  undo: { decision: string };
  hint: { decision: string };
  why: { action: Record<string, unknown> };
}

export type Answer = { [Type in keyof FromTable]: { id?: string; type: Type } & FromTable[Type] }[keyof FromTable];
export type Request = { [Type in keyof ToTable]: { type: Type } & ToTable[Type] }[keyof ToTable];
