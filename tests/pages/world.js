/* A browser for one connection: sockets, a clock and a storage that do what a test says. */

import { Connection } from "../../controller/web/static/shared/connection.js";

/** @import { Message, Status } from "../../controller/web/static/shared/types.js" */

/** A clock that stands still until it is told to go on. */
export class Clock {
  now = 0;
  #last = 0;
  #timers = /** @type {Map<number, { at: number, does: () => void }>} */ (new Map());

  /** @type {(does: () => void, ms: number) => number} */
  setTimeout(does, ms) {
    this.#last += 1;
    this.#timers.set(this.#last, { at: this.now + ms, does });
    return this.#last;
  }

  /** @param {number | undefined} timer */
  clearTimeout(timer) {
    this.#timers.delete(timer ?? 0);
  }

  /** Go on by this many milliseconds, timer by timer.
   * @param {number} ms */
  go(ms) {
    const end = this.now + ms;
    while (true) {
      const [next] = [...this.#timers].sort(([, one], [, other]) => one.at - other.at);
      if (!next || next[1].at > end) break;
      this.now = Math.max(this.now, next[1].at);
      this.#timers.delete(next[0]);
      next[1].does();
    }
    this.now = end;
  }
}

/** What a connection needs of its browser, with this clock. */
export function worldOf(/** @type {Clock} */ clock, /** @type {(url: string) => WebSocket} */ open, path = "/seat/0") {
  const kept = /** @type {Map<string, string>} */ (new Map());
  const { pathname, search } = new URL(path, "http://table");
  let reloads = 0;
  return {
    open,
    location: { protocol: "http:", host: "table", pathname, search, reload: () => void (reloads += 1) },
    storage: {
      getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
      removeItem: (/** @type {string} */ key) => kept.delete(key),
    },
    version: "1",
    isHidden: () => false,
    on: () => {},
    now: () => clock.now,
    setTimeout: (/** @type {() => void} */ does, /** @type {number} */ ms) => clock.setTimeout(does, ms),
    clearTimeout: (/** @type {number | undefined} */ timer) => clock.clearTimeout(timer),
    reloads: () => reloads,
  };
}

/** A socket under a test's hands. */
export class FakeSocket {
  sent = /** @type {Message[]} */ ([]);
  isClosed = false;
  onmessage = /** @type {(event: { data: string }) => void} */ (() => {});
  onclose = /** @type {(event: { code: number, reason: string }) => void} */ (() => {});

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.isClosed = true;
  }

  /** @param {object} message */
  hears(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  /** The messages of this type that were sent on it.
   * @param {string} type */
  of(type) {
    return this.sent.filter((message) => message.type === type);
  }
}

/** A page whose table is the test. */
export function fakePage() {
  const clock = new Clock();
  const sockets = /** @type {FakeSocket[]} */ ([]);
  const texts = /** @type {Message[]} */ ([]);
  const states = /** @type {string[]} */ ([]);
  const page = { clock, sockets, texts, states, isIdle: true };
  const world = worldOf(clock, () => {
    sockets.push(new FakeSocket());
    return /** @type {WebSocket} */ (/** @type {unknown} */ (sockets.at(-1)));
  });
  const open = () =>
    new Connection(
      {
        text: (message) => texts.push(message),
        status: (/** @type {Status} */ { state }) => states.push(state),
        isIdle: () => page.isIdle,
      },
      /** @type {any} */ (world),
    );
  const last = () => /** @type {FakeSocket} */ (sockets.at(-1));
  return Object.assign(page, {
    world,
    open,
    connection: open(),
    last,
    greet: () => last().hears({ type: "hello", version: "1" }),
  });
}
