/* Shows messages in order. In a flood (a phone wakes up, bots play fast) only the newest
 * position is drawn, with all events since the last one. */

/** @import { Handlers, Message } from "./types.js" */

// The shortest time between two drawn positions; a single one is drawn at once.
const GAP_MS = 60;

export class Incoming {
  #handlers;
  #then;
  #queue = /** @type {Message[]} */ ([]);
  #timer = /** @type {number | null} */ (null);
  #last = -GAP_MS;
  #shown = /** @type {Promise<unknown>} */ (Promise.resolve());

  /** Pass each message to its handler, one after the other, and call `then` after each.
   * @param {Handlers} handlers */
  constructor(handlers, then = () => {}) {
    this.#handlers = /** @type {Record<string, ((message: any) => unknown) | undefined>} */ (handlers);
    this.#then = then;
  }

  /** @param {Message} message */
  put(message) {
    if (!this.#handlers[message.type]) return;
    this.#queue.push(message);
    if (this.#timer !== null) return;
    const wait = message.type === "position" ? this.#last + GAP_MS - performance.now() : 0;
    if (wait <= 0) this.#flush();
    else this.#timer = setTimeout(() => this.#flush(), wait);
  }

  /** Resolve once everything has been shown. */
  async shown() {
    if (this.#timer !== null) {
      clearTimeout(this.#timer);
      this.#flush();
    }
    await this.#shown;
  }

  #flush() {
    this.#timer = null;
    this.#last = performance.now();
    for (const message of newest(this.#queue.splice(0))) {
      const show = () => this.#handlers[message.type]?.(message);
      this.#shown = this.#shown.then(show).then(this.#then, (error) => console.error(error));
    }
  }
}

/** Merge positions: the last one with the events of all, then the other messages in order. Drop
 * answers from before that position.
 * @param {Message[]} messages */
function newest(messages) {
  const positions = messages.filter(({ type }) => type === "position");
  const last = positions.at(-1);
  if (!last) return messages;
  const at = messages.indexOf(last);
  /** @type {(message: Message, index: number) => boolean} */
  const isOld = (message, index) => index < at && message.type === "told";
  const rest = messages.filter((message, index) => message.type !== "position" && !isOld(message, index));
  const events = positions.flatMap((position) => position.events ?? []);
  // Events that the lamps no longer show are past.
  const past = events.slice(/** @type {unknown[]} */ (last.events ?? []).length).map(() => ({ ms: 0, says: null }));
  const beats = last.beats && [...past, .../** @type {unknown[]} */ (last.beats)];
  return [...messages.filter(isOld), { ...last, events, ...(beats ? { beats } : {}) }, ...rest];
}
