/* The log, newest first: a line for each noteworthy event, with undone ones struck out. */

import { Component, classes, dots, el } from "./dom.js";
import { say } from "./words.js";

/** @import { Child, VNode } from "./preact.js" */
/** @import { Action, CompletePage, Game, Position, Says, StoryLine, StoryMessage } from "./types.js" */
/** A line, and the heading of the round after it; kind "head" has only the heading.
 * @typedef {{ key: string, at: number, text: string, kind: "undo" | "undone" | "head" | null, head: string | null,
 *   isAside?: boolean, times?: number }} Row */
/** The colours of the players, by name.
 * @typedef {Record<string, string[]>} People */
/** @typedef {{ rows: Row[], at?: number | null, people?: People }} Props */
/** @typedef {Pick<CompletePage, "say" | "tell"> & { asides?: string[] }} Teller */

const KEPT = 300;

/** The story of a game, as rows. */
export class Story {
  rows = /** @type {Row[]} */ ([]);
  // The number of known lines, and their game.
  #known = 0;
  #game = "";

  /** Add the lines of a message `story`. Return the new sentences, or null if lines are
   * missing and all of them must be requested.
   * @type {(message: StoryMessage, page: Teller, game: Game) => string[] | null} */
  tell({ from, lines }, page, game) {
    const key = JSON.stringify(game);
    const isOther = key !== this.#game;
    if (from !== 0 && (from !== this.#known || isOther)) return null;
    const known = isOther ? 0 : this.#known;
    this.#game = key;
    this.#known = lines.length > 0 ? lines[lines.length - 1].at + 1 : from;
    const told = lines.flatMap((line) => rowsOf(line, page, game));
    this.rows = [...(from === 0 ? [] : this.rows), ...told].slice(-KEPT);
    const texts = told.filter(({ at }) => at >= known).map(({ text }) => text);
    return texts.filter((text, index) => text !== texts[index - 1]);
  }

  /** The length of the story. */
  get end() {
    return this.#known;
  }

  /** Return the sentences since the story had this length.
   * @param {number} length */
  since(length) {
    const texts = this.rows.filter(({ at }) => at >= length).map(({ text }) => text);
    return texts.length > 0 ? texts : [say("own.no-news")];
  }

  /** Return a moment's sentences, without asides if there are others.
   * @param {number | undefined} moment */
  told(moment) {
    const told = this.rows.filter(({ at, kind }) => at === moment && !kind);
    const main = told.filter(({ isAside }) => !isAside);
    return (main.length > 0 ? main : told).map(({ text }) => text);
  }

  /** The latest event, in words. */
  get latest() {
    const main = this.rows.findLast(({ kind, isAside }) => !kind && !isAside);
    return this.told(main?.at ?? this.moments.at(-1));
  }

  /** The lines whose moments can be shown. */
  get moments() {
    return [...new Set(this.rows.filter(({ kind }) => !kind).map(({ at }) => at))];
  }
}

/** The rounds, in an element with the role "log". `at` is the moment on show.
 * @extends {Component<Props>} */
export class Log extends Component {
  componentDidUpdate() {
    this.base.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Props} props */
  render({ rows, at: shown = null, people = {} }) {
    const rounds = roundsOf(rows);
    // Mark only the last line of a moment.
    const marked = rounds.flatMap((round) => round.rows).find(({ at, kind }) => at === shown && !kind);
    /** @type {(row: Row) => VNode} */
    const line = ({ key, at, text, kind, isAside, times = 1 }) =>
      el(
        "li",
        {
          key,
          class: classes(kind, isAside && "aside"),
          "data-at": at,
          "aria-current": key === marked?.key ? "step" : null,
        },
        kind === "undone" ? el("s", {}, text) : dotted(text, people),
        times > 1 ? ` ×${times}` : null,
      );
    const all = rounds.map((round) =>
      el(
        "section",
        { key: round.key },
        round.head && el("h3", {}, round.head),
        el("ol", { reversed: true }, round.rows.map(line)),
      ),
    );
    return el("div", { "data-empty": say("own.no-story") }, all);
  }
}

/** @type {(position: Position | null, page: CompletePage | null) => People} */
export function peopleOf(position, page) {
  if (!position || !page) return {};
  const named = position.game.players.map((name, seat) => [name, page.seatColours(position.state, seat)]);
  return Object.fromEntries(named.filter(([name]) => name));
}

/** Put each player's colours before the name.
 * @type {(text: string, people: People) => Child[]} */
export function dotted(text, people) {
  const names = Object.keys(people).sort((a, b) => b.length - a.length);
  if (names.length === 0) return [text];
  const either = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|");
  const parts = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${either})(?![\\p{L}\\p{N}])`, "u"));
  return parts.flatMap((part, index) =>
    index % 2 ? el("span", { class: "person" }, dots(people[part]), part) : part || [],
  );
}

/** Return the rounds, newest first. A heading that repeats at once, as after the deal, begins no new round; repeated
 * events share one row.
 * @param {Row[]} rows */
export function roundsOf(rows) {
  const rounds = [{ key: "start", head: "", rows: /** @type {Row[]} */ ([]) }];
  for (const row of rows) {
    const [last] = rounds[0].rows;
    const isAgain = !row.kind && !last?.kind && row.text === last?.text;
    if (isAgain) rounds[0].rows[0] = { ...row, key: last.key, times: (last.times ?? 1) + 1 };
    else if (row.kind !== "head") rounds[0].rows.unshift(row);
    if (row.head && row.head !== rounds[0].head) rounds.unshift({ key: row.key, head: row.head, rows: [] });
  }
  return rounds.filter(({ head, rows: own }) => head || own.length > 0);
}

/** @type {(line: StoryLine, page: Teller, game: Game) => Row[]} */
function rowsOf({ at, events = [], says = [], undo, undone }, page, game) {
  if (undo !== undefined) return [{ key: String(at), at, text: say("own.undone"), kind: "undo", head: null }];
  return events
    .map((event, index) => ({ event, tale: says[index], text: taleOf(event, says[index], page, game) ?? "" }))
    .filter(({ text }) => text)
    .map(({ event, tale, text }, index) => {
      const head = !undone && page.say.has(`head.${event.type}`) ? page.say(`head.${event.type}`, event) : null;
      const isHead = head && isHeading(event, tale, page);
      const kind = undone ? "undone" : isHead ? "head" : null;
      return { key: `${at}:${index}`, at, text, kind, head, isAside: page.asides?.includes(event.type) };
    });
}

/** Return whether the round's heading already says everything about an event.
 * @type {(event: Action, says: Says | null, page: Teller) => boolean} */
export function isHeading({ type }, says, page) {
  return page.say.has(`head.${type}`) && [says].flat()[0] === `tell.${type}`;
}

/** Return the sentence about an event; null if it is not noteworthy.
 * @type {(event: Action, says: Says | null, page: Teller, game: Game) => string | null} */
export function taleOf(event, says, page, game) {
  return (says && page.say.has(says) ? page.say(says) : page.tell(event, game)) || null;
}
