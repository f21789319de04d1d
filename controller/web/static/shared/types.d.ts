/* What the pages' scripts share: sentences, the table's messages, and what a game's page.js gives. */

import type { Child, VNode } from "./preact.js";
import type { Answer, Request, ToTable } from "./protocol.js";

/** Values for the placeholders of a sentence. */
export type Values = object;

/** A sentence as the table sends it: its key, or its key and values. */
export type Says = string | [key: string, values: Values];

/** Renders sentences of the table and of a game. */
export interface Say {
  (says: Says, values?: Values): string;
  /** Return the name of a thing of this kind. */
  called(kind: string, value: unknown): string;
  has(key: Says): boolean;
}

/** A game as it is played. */
export interface Game {
  game: string;
  name: string;
  seats: number;
  options: Record<string, unknown>;
  /** By seat: the player's name, the colours, the bot's level; "" for none. */
  players: string[];
  teams: string[][];
  bots?: string[];
}

/** An event, as the engine protocol writes it: its type, and the fields from the game's Python. */
export type Event = Action;

/** An action, as the engine protocol writes it. */
export interface Action {
  type: string;
  seat?: number | null;
  [field: string]: unknown;
}

export interface Pending<OneAction = Action> {
  by: "seats" | "chance" | "nobody";
  seats: number[];
  legal: OneAction[];
}

export interface Result {
  winners: number[];
  ranks: number[];
  reason: Says;
}

/** How a board is tapped. */
export interface Tapping {
  /** Targets that lead on. */
  legal: Set<string>;
  /** Targets that all fitting actions share. */
  sure: Set<string>;
  /** Targets that were tapped. */
  chosen: Set<string>;
  /** Targets that can be tapped instead. */
  others: Set<string>;
  /** The question here, as a sentence of the game. */
  asks: Says | null | undefined;
  tap(key: string): void;
}

/** A card of a hand, with one part or two that can be tapped. */
export interface Card {
  tint?: string;
  /** A picture that fills the card to its edge. */
  art?: Child;
  /** Whether it lies face down: chosen, and hidden from neighbours. */
  down?: boolean;
  /** A word at its foot. */
  mark?: string;
  /** Whether it is not in the hand now. */
  away?: boolean;
  parts: CardPart[];
}

export interface CardPart {
  target: string;
  /** Its name for a screen reader. */
  name: string;
  /** What it does, in a sentence. */
  about?: string;
  big?: string;
  icon?: Child;
  label?: string;
}

export interface CardRow {
  title: string;
  cards: Card[];
}

/** An action that a seat might try, in words, legal or not. */
export interface Choice<OneAction = Action> {
  label: string;
  hint?: string;
  action: OneAction;
  legal: boolean;
  chosen?: boolean;
}

export interface ChoiceGroup<OneAction = Action> {
  title: string;
  colours?: string[];
  choices: Choice<OneAction>[];
}

/** The look of a kind of piece in the tray and on the drawn table. */
export interface PieceLook {
  shape?: "round" | "square" | "shield" | "ring" | "free";
  /** Draw it as an SVG; without this it shows a letter. */
  picture?(which: string, colour: string | null): VNode;
  /** Move another piece on the same place first. */
  below?: boolean;
}

/** The labels of the chart of a finished game. */
export interface ChartLabels {
  title?: string;
  /** A number in words. */
  value(number: number): string;
  /** A number at the edge, if not the number itself. */
  mark?(number: number): string;
  /** More is lower. */
  down?: boolean;
}

/** What a game's printing.js gives: by name, the box of a drawing and its shapes. */
export type Drawings = Record<string, [box: string, shapes: Child]>;

/** What a game's page.js gives. Everything has a default, so a game exports what it needs. `State` is a position as
 * this page may see it, and `OneAction` an action, both as the game's Python writes them as JSON. */
export interface GamePage<State = unknown, OneAction = Action> {
  /** Return a short line on the state of the game: "Round 3". */
  title(state: State, seats: number, game: Game): string;
  /** Renders the game's sentences: `wordsOf(words)`, with `words` from `./words.js`. */
  say: Say;
  /** Return CSS colours of a seat, one or more. */
  seatColours(state: State, seat: number): string[];
  /** Return the board as one SVG that scales to any box. `tapping` is null where it is only looked at; targets.js makes
   * its tappable parts, each with a key ("tile:2,2"). `seat` is whose page it is, undefined on the table's. */
  board(state: State, tapping?: Tapping | null, game?: Game | null, seat?: number | null): VNode | null;
  /** Return the board for a page that only watches; by default the board and its facts. */
  summary(state: State, game: Game): VNode | null;
  /** Return sentences about facts that the board omits, for pages with room; without a board they replace it. */
  facts(state: State, game: Game, say: Say): string[];
  /** Return the hand as rows of cards. */
  cards(state: State, seat: number, pending: Pending<OneAction> | null, game: Game): CardRow[];
  /** Return the targets of an action, in the order in which a person would tap them: ["card:red-flip", "side:N"]. */
  way(action: OneAction, state: State): string[];
  /** Return the label of a target that is neither on the board nor on a card; it becomes a button. */
  answer(key: string, state: State, seat: number): { label: string; hint?: string };
  /** Return what Play will do, for its button: "4"; without it, `deed.TYPE` of the words. */
  deed(action: OneAction, state: State): string;
  /** Return the button's label if "Play" and the deed do not fit, else null. */
  press(action: OneAction, state: State): string | null;
  /** Return whether a tap plays the action without Play, because it is public and easily undone, or because nothing
   * else is left to decide. `legal` is all that the seat can do. */
  atOnce(action: OneAction, state?: State, legal?: OneAction[]): boolean;
  /** Return the action to ask about if a target fits no legal one. `chosen` are the targets tapped before. By default
   * a tile is asked about as tappable ones are. */
  attempt(
    key: string,
    state: State,
    pending: Pending<OneAction> | null,
    seat: number,
    chosen?: string[],
  ): OneAction | null | undefined;
  /** Return which `data-piece` comes from another one's place; the others come from their own. */
  moves(events: Event[]): { piece: string; from: string }[];
  /** Return everything that the seat might try, in words. */
  choices(state: State, pending: Pending<OneAction> | null, seat: number, game: Game): ChoiceGroup<OneAction>[];
  /** The looks of its pieces by kind; the colour is the one in a piece's name, or its seat's. */
  pieces: Record<string, PieceLook>;
  /** Return what a lamp of the table means now; null if it means the same in every game. */
  lamp(state: State, place: string, game: Game): string | null;
  /** Labels at the edge of the Depth Board, by position. */
  depthMarks?: [position: number, words: string][];
  /** The name of the game's own stylesheet, "page.css", loaded before the first drawing. Its rules begin with
   * `[data-game="NAME"]`, which the root has while this game is shown. */
  style?: string;
  /** Return a seat's figure for the podium (`figureOf`), and a few words on its score. */
  atTheEnd(state: State, seat: number, game: Game, result: Result): { figure?: VNode; says?: string } | null;
  /** Return how to label the numbers of the chart; null without one. */
  chart(game: Game | null): ChartLabels | null;
  /** Return the state after an event, given the one before it and the one after all events of its action, to
   * show them one by one; several states share its time, and none is for the log alone. By default those of an action are shown at once. */
  after(state: State, event: OneAction, end: State): State | State[];
  /** Return a sentence for the seat to which this event has just happened ("You were bitten!"); null for the others. */
  own(event: OneAction, seat: number, state: State, game: Game): string | null;
  /** Return a sentence for the log about an event without `tell.TYPE` in the game's words; null for none. A module
   * without `say` describes such an event plainly: "Anna: dive 3". */
  tell(event: Event, game: Game): string | null;
  /** The types of events that appear only in the log, because others say more about what happened last. */
  asides: string[];
}

/** A game's page as the table's own pages use it, with all defaults. */
export interface CompletePage extends GamePage {
  seatName(state: unknown, seat: number): string;
  facts(state: unknown, game: Game): string[];
}

// Messages

export type { Request };

/** Any message from the table. */
export interface Message {
  type: string;
  [field: string]: unknown;
}

type Sent = { [One in Answer as One["type"]]: One };

/** Messages with parts that have types of their own. */
interface Detailed {
  games: { games: Offer[] };
  health: Health;
  hello: Hello;
  hint: { action: Action; message: Says | null };
  lying: Lying;
  nearby: { tables: NearbyTable[] };
  parts: { parts: Part[] };
  position: Position;
  review: Review;
  seats: Seating;
  story: StoryMessage;
}

/** A field that is declared here but never sent, which is an error; the page itself adds captions. */
type Unsent = {
  [Type in keyof Detailed]: Exclude<keyof Detailed[Type], keyof Sent[Type] | "captions">;
}[keyof Detailed];
export type Checked<Field extends never = Unsent> = Field;

/** What the table sends, by type. */
export type Messages = Omit<Sent, keyof Detailed> & Detailed;

/** The handler of each kind of message. */
export type Handlers = { [Type in keyof Messages]?: (message: Messages[Type]) => unknown };

export interface Position {
  type: "position";
  phase: "choose" | "offer" | "play" | "over";
  game: Game;
  events?: Action[];
  /** For each event: how long the lamps show it, its sentence, and the state if an action ends with it. */
  beats?: { ms: number; says: Says | null; state?: unknown }[];
  /** While what happened is shown: its sentences. */
  captions?: string[];
  /** In the form that the game's page understands. */
  state: unknown;
  pending: Pending | null;
  result: Result | null;
  can_undo: boolean;
  waits: Says | null;
  prompt: Says | null;
  lesson?: { why: Says | null; task: Says | null };
  clock?: Clock;
  how?: How;
  notice?: Says | null;
  /** A name for this seat's decision. */
  decision?: string;
  belongs?: Record<string, string[]>;
  step?: Step | null;
  links?: { seat: number; url: string }[];
  told_by?: Record<string, string>;
}

/** The seconds that each seat has used of its minutes (0: no limit), and whose time runs. */
export interface Clock {
  minutes: number;
  used: number[];
  running: number[];
  over: number[];
}

/** A moment between two positions: the latest event, and how long to show it. */
export interface Still {
  /** The states to show, in order. */
  states: unknown[];
  events: Action[];
  captions: string[];
  /** How many rows of the log these events are. */
  told: number;
  /** What happened to this page's own seat. */
  own: string | null;
  ms: number;
}

export interface How {
  table: Says | null;
  phone: Says | null;
  held: string[];
}

export interface Step {
  piece: string;
  at: string | null;
  to: string | null;
  says: Says;
}

export interface StoryLine {
  at: number;
  events?: Action[];
  says?: Says[];
  undone?: boolean;
  undo?: number | null;
}

export interface StoryMessage {
  from: number;
  lines: StoryLine[];
}

export interface Score {
  won: number;
  played: number;
}

export interface PlayerRecord {
  name: string;
  here: Score;
  all: Score;
  evenings: number;
}

export interface Review {
  length: number;
  /** [number of actions, a value for each seat] */
  points: number[][];
  records: PlayerRecord[];
}

/** A connection, as its banner tells it. */
export interface Status {
  state: "connecting" | "open" | "lost" | "final";
  code?: number;
  reason?: string;
}

// The bench

/** Another table in the local network. */
export interface NearbyTable {
  name: string;
  url: string;
  version: string;
  /** Whether other tables may join its game. */
  guests: boolean;
}

/** A part of the table, with its driver's description. */
export interface Part {
  name: string;
  says: Says;
  trouble: Says | null;
}

export interface Power {
  channel_ma: number;
  idle_ma: number;
  supply_ma: number;
}

export interface BoardHealth {
  board: string;
  port: string | null;
  stage: string;
  trouble: Says | null;
  version: number[] | null;
  age_s: number | null;
  counters: Record<string, number>;
}

export interface Health {
  boards: BoardHealth[];
  heard: number[] | null;
  pins: { control: string; gpio: number; is_high: boolean }[];
  readings: [number: number, says: Says][];
}

/** The parts of a simulated table that this page may touch. */
export interface Touch {
  key: boolean;
  places: string[];
  faults?: Record<string, string[]>;
}

export interface Hello {
  page: "host" | "seat" | "spectator";
  /** Null if only real hands move things. */
  touch: Touch | null;
  updates: boolean;
  /** Whether this page may change the table's own settings. */
  settings: boolean;
  board: Board;
}

export interface Board {
  name: string;
  pixels: Record<string, number>;
  order: string;
  gamma: number;
  brightness: number;
  eliminator: { rest_deg: number; strike_deg: number } | null;
  power: Power | null;
  drawing: Drawing | null;
}

export type Point = [x: number, y: number];
export type Box = [x: number, y: number, width: number, height: number];

/** The table in millimetres (wiring/geometry/drawing.py). */
export interface Drawing {
  size: Point;
  foot: number;
  tile: number;
  lane: Point;
  pitch: number;
  lamps: Record<string, number>;
  holes: Record<string, number>;
  places: Record<string, Partial<Record<"lamp" | "hall" | "tile" | "button", Point>>>;
  grids: Record<string, Record<string, [x: number, y: number, along: number, down: number]>>;
  fields: Record<string, Box>;
  readers: Record<string, Box>;
}

/** The places of all things on a simulated table. */
export interface Lying {
  armed: boolean;
  pieces: Record<string, string | null>;
  cards: Record<string, string>;
  faults: Record<string, string[]>;
}

export interface BenchState {
  hello: Hello | null;
  lying: Lying | null;
  health: Health | null;
  /** The selected fault of each part. */
  picked: Record<string, string>;
  meter: { rate: number; frames: number; bytes: Uint8Array | null };
}

// The table's page

/** The level of a bot, or "" for a person. */
export type Level = ToTable["bot"]["level"];

/** Sends a message of this type; returns false without a connection. */
export type Send = (...message: Sending) => boolean;
type Sending = { [Type in keyof ToTable]: Given<Type, ToTable[Type]> }[keyof ToTable];
type Given<Type, Fields> = object extends Fields ? [type: Type, fields?: Fields] : [type: Type, fields: Fields];

/** A request for a seat, with its sign of two colours. */
export interface SeatRequest {
  word: string[];
  offered: boolean;
  /** What the player wants to be called, or ""; or the name of the table that asks to join. */
  name: string;
  table: boolean;
  /** For the host: the number and the address of the page that asks. */
  page: number | null;
  by: string | null;
}

export interface SeatRow {
  seat: number;
  /** Whether it is open on a phone, and its player waits for the game to begin. */
  open: boolean;
  ready: boolean;
  asked: SeatRequest[];
}

export interface Seating {
  seats: SeatRow[];
  joining: boolean;
  /** For the host: the address by which phones reach the table, if they do. */
  shared?: string | null;
}

/** A game that can be played. */
export interface Offer {
  game: string;
  name: string;
  seats: [fewest: number, most: number];
  options?: Record<string, { default: unknown; allowed: unknown[] | string }>;
  words: Record<string, string>;
  minutes?: [least: number, most: number];
  /** By number of seats: the colours of each. */
  teams?: Record<string, string[][]>;
  told_by?: Record<string, string[]>;
}

/** The sound of the table's own speaker. */
export type SoundSettings = Sent["sound"];

export type SettingsOfTable = Sent["settings"];
