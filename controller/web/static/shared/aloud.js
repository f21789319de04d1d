/* A page's text for screen readers: a log that only grows, so that each line is read once and in order. */

import { button, el } from "./dom.js";

/** @import { VNode } from "./preact.js" */
/** @import { Says, Position, CompletePage } from "./types.js" */

// As many lines as somebody might read again.
const KEPT = 40;
// These sentences name the players that the table waits for; in all others, every word is news.
const ORDINARY = ["prompt.your-turn", "prompt.still", "prompt.waiting"];

export class Aloud {
  #lines = /** @type {{ key: number, text: string }[]} */ ([]);
  #count = 0;

  /** @param {string[]} texts */
  add(...texts) {
    const lines = texts.filter(Boolean).map((text) => ({ key: (this.#count += 1), text }));
    this.#lines = [...this.#lines, ...lines].slice(-KEPT);
  }

  /** The lines, for an element with the role of a log. */
  get lines() {
    return this.#lines.map(({ key, text }) => el("p", { key }, text));
  }
}

/** Return a screen reader's shortcuts: parts of the page, and answers with a key.
 * @type {(places: Record<string, string>, answers: [key: string, label: string, answer: () => void][]) => VNode[]} */
export function shortcuts(places, answers) {
  return [
    ...Object.entries(places).map(([id, label]) => el("a", { href: `#${id}` }, label)),
    ...answers.map(([key, label, answer]) => button(answer, { "aria-keyshortcuts": `Alt+${key}` }, label)),
  ];
}

/** Press the shortcut whose key goes down together with Alt. */
export function listenForKeys() {
  addEventListener("keydown", (event) => {
    const { altKey, ctrlKey, code } = event;
    const key = `Alt+${code.replace("Key", "")}`;
    /** @type {HTMLElement | null} */
    const found = document.querySelector(`.shortcuts [aria-keyshortcuts="${key}"]`);
    if (!altKey || ctrlKey || !found) return;
    event.preventDefault();
    found.click();
  });
}

/** Return the state of the game, from its board and its sentences.
 * @type {(position: Position, page: CompletePage, seat?: number | null) => string[]} */
export function standing({ state, game, phase }, page, seat = null) {
  if (phase === "choose" || phase === "offer") return [];
  const board = page.board(state, null, game, seat)?.props.look?.["aria-label"];
  return [page.title(state, game.seats, game), board ?? "", ...page.facts(state, game)];
}

/** Return whether to read the sentence again, which another player's choice does not justify.
 * @type {(before: Position | null, now: Position, seat: number) => boolean} */
export function isAskedAnew(before, now, seat) {
  const [{ says }, last] = [partsOf(now.prompt), partsOf(before?.prompt ?? null)];
  if (!before || !ORDINARY.includes(last.key) || !ORDINARY.includes(partsOf(now.prompt).key))
    return JSON.stringify(says) !== JSON.stringify(last.says);
  const [seats, earlier] = [now, before].map(({ pending }) => pending?.seats ?? []);
  if (!seats.includes(seat)) return seats.some((each) => !earlier.includes(each));
  return !earlier.includes(seat) || JSON.stringify(now.pending?.legal) !== JSON.stringify(before.pending?.legal);
}

/** Return the sentence to read: without the players who are still choosing, and at the end with the reason.
 * @type {(position: Position, page: CompletePage) => string} */
export function promptAloud({ prompt, result }, page) {
  const { says } = partsOf(prompt);
  return [says, result?.reason]
    .map((each) => (each ? page.say(each) : ""))
    .join(" ")
    .trim();
}

/** @type {(prompt: Says | null) => { key: string, says: Says | null }} */
function partsOf(prompt) {
  if (prompt === null || typeof prompt === "string") return { key: prompt ?? "", says: prompt };
  const [key, values] = prompt;
  const { prompt: inner } = /** @type {{ prompt?: Says }} */ (values);
  return { key, says: key === "prompt.still" && inner ? inner : prompt };
}
