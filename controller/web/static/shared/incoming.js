/* Shows messages in order. In a flood (a phone wakes up, bots play fast) only the newest
 * position is drawn, with all events since the last one. */

// The least time between two drawn positions; a single one is drawn at once.
const GAP_MS = 60;

export class Incoming {
  #show;
  #queue = [];
  #timer = null;
  #last = -GAP_MS;
  #shown = Promise.resolve();

  /** Show each message with `show(message)`, one after the other. */
  constructor(show) {
    this.#show = show;
  }

  put(message) {
    this.#queue.push(message);
    if (this.#timer !== null) return;
    const wait = this.#last + GAP_MS - performance.now();
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
      this.#shown = this.#shown
        .then(() => this.#show(message))
        .catch((error) => console.error(error));
    }
  }
}

/** Merge positions: the last one with the events of all, then the other messages in order.
 * Answers from before that position are dropped. */
function newest(messages) {
  const positions = messages.filter(({ type }) => type === "position");
  if (positions.length === 0) return messages;
  const at = messages.indexOf(positions.at(-1));
  const isOld = (message, index) => index < at && message.type === "told";
  const rest = messages.filter((message, index) => message.type !== "position" && !isOld(message, index));
  const events = positions.flatMap((position) => position.events ?? []);
  return [...messages.filter(isOld), { ...positions.at(-1), events }, ...rest];
}
