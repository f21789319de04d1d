/* What comes in is shown in its order. In a flood (a phone wakes up, bots play fast) only
 * the newest position is drawn, with all that happened since the last one. */

// At most so often a position is drawn; one that comes alone is drawn at once.
const GAP_MS = 60;

export class Incoming {
  #show;
  #queue = [];
  #timer = null;
  #last = -GAP_MS;
  #shown = Promise.resolve();

  /** `show(message)` shows one; the next waits for it. */
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

  /** When all that has come in is shown. */
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

/** The last position, with the events of all, then the rest in its order. An answer that came before
 * that position is about an older one. */
function newest(messages) {
  const positions = messages.filter(({ type }) => type === "position");
  if (positions.length === 0) return messages;
  const at = messages.indexOf(positions.at(-1));
  const isOld = (message, index) => index < at && message.type === "told";
  const rest = messages.filter((message, index) => message.type !== "position" && !isOld(message, index));
  const events = positions.flatMap((position) => position.events ?? []);
  return [...messages.filter(isOld), { ...positions.at(-1), events }, ...rest];
}
