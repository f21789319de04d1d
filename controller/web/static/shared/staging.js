/* Shows events one by one, each for as long as the table's lamps show it. */

import { isHeading, taleOf } from "./log.js";

/** @import { CompletePage, Position, Still } from "./types.js" */

/** Return the stills to show between two positions; none for a page that is new or has fallen behind, or if the lamps
 * showed nothing. Events without their own light, or without words, belong to the next still, or to the last one.
 * Return null if the current stills should go on, as when somebody has chosen a card.
 * @type {(before: Position | null, position: Position, page: CompletePage, seat?: number | null) => Still[] | null} */
export function stillsOf(before, position, page, seat = null) {
  const { events = [], beats = [], state: end, game } = position;
  if (before?.phase !== "play" || before.game.game !== game.game) return [];
  if (beats.length === 0) return events.length > 0 || JSON.stringify(end) === JSON.stringify(before.state) ? null : [];
  if (beats.length !== events.length) return [];
  const stills = /** @type {Still[]} */ ([]);
  let state = before.state;
  let waiting = nothing();
  for (const [index, event] of events.entries()) {
    const { ms, says } = beats[index];
    const next = beats.slice(index).find((beat) => beat.state)?.state ?? end;
    const shown = page.after(state, event, next);
    const states = Array.isArray(shown) ? shown : [shown];
    state = beats[index].state ?? states.at(-1) ?? state;
    waiting.events.push(event);
    const tale = taleOf(event, says, page, game);
    if (tale) waiting.told += 1;
    // Mention two drawn cards once. The title announces a new round, and the log has everything that is not shown.
    const isTold = states.length > 0 && !isHeading(event, says, page);
    if (tale && isTold && !waiting.captions.includes(tale)) waiting.captions.push(tale);
    waiting.own ??= seat === null ? null : page.own(event, seat, state, game);
    if (ms === 0 || (waiting.captions.length === 0 && !waiting.own)) continue;
    stills.push({ ...waiting, states: [...states.slice(0, -1), state], ms });
    waiting = nothing();
  }
  const last = stills.at(-1);
  if (last) {
    last.captions.push(...waiting.captions);
    last.told += waiting.told;
    last.own ??= waiting.own;
  }
  return stills;
}

/** @returns {Pick<Still, "events" | "captions" | "told" | "own">} */
function nothing() {
  return { events: [], captions: [], told: 0, own: null };
}

/** Return a position for viewing only: in this state, with captions, and without a decision.
 * @type {<P extends Position>(position: P, state: unknown, captions: string[]) => P} */
export function watched(position, state, captions) {
  const nobody = /** @type {const} */ ({ by: "nobody", seats: [], legal: [] });
  const none = { pending: nobody, result: null, phase: "play", can_undo: false, step: null, prompt: null };
  return { ...position, ...none, state, captions };
}

export class Staging {
  /** The still on show; null for the position itself.
   * @type {Still | null} */
  still = null;
  /** The index of its current state. */
  part = 0;
  /** The number of the log's rows so far. */
  told = 0;
  #coming = /** @type {Still[]} */ ([]);
  #timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  #show;
  #clock;

  /** @param {(still: Still | null) => void} show draws the still, or null: the position.
   * @param {Pick<typeof globalThis, "setTimeout" | "clearTimeout">} clock */
  constructor(show, clock = globalThis) {
    this.#show = show;
    this.#clock = clock;
  }

  /** Show these stills instead of the current ones; null continues with the current ones.
   * @param {Still[] | null} stills */
  play(stills) {
    if (!stills && this.still) return;
    this.#clock.clearTimeout(this.#timer);
    this.#coming = [...(stills ?? [])];
    this.told = 0;
    this.still = null;
    this.#next();
  }

  /** Show the position at once. */
  finish() {
    if (this.still) this.play([]);
  }

  /** Return the position to draw, which has no decision until all stills have been shown.
   * @type {<P extends Position | null>(position: P) => P} */
  shown(position) {
    if (!this.still || !position) return position;
    const { states, own, captions } = this.still;
    return watched(position, states[this.part], own ? [own] : captions);
  }

  /** Return the rows of the log for events already shown. `before` is the number of rows before the stills.
   * @type {<Row>(rows: Row[], before: number) => Row[]} */
  rows(rows, before) {
    return this.still ? rows.slice(0, before + this.told) : rows;
  }

  #next() {
    this.part += 1;
    if (this.part >= (this.still?.states.length ?? 0)) {
      this.still = this.#coming.shift() ?? null;
      this.part = 0;
      this.told += this.still?.told ?? 0;
    }
    const { still } = this;
    if (still) this.#timer = this.#clock.setTimeout(() => this.#next(), still.ms / still.states.length);
    this.#show(still);
  }
}
