/* A WebSocket that reconnects by itself, unless the server said not to. */

import { visit } from "./remembered.js";

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 10_000;
// After a longer sleep a phone's socket may only look open, so it is replaced.
const TRUSTED_SLEEP_MS = 2_000;

// A table answers these within milliseconds.
const ANSWERED = new Set(["act", "undo", "story", "review"]);
const ANSWER_MS = 8_000;

export const REFUSED = 4403;
export const TAKEN = 4409;
export const PUT_AWAY = 4410;
// Too many messages or pages: the page shows the reason and reconnects later.
export const TOO_MUCH = 4429;
const FINAL = [REFUSED, TAKEN, PUT_AWAY];

/**
 * handlers.text(message)   a JSON message
 * handlers.frame(bytes)    a binary one
 * handlers.status(status)  { state: "connecting" | "open" | "lost" | "final", code, reason }
 */
export class Connection {
  #path;
  #handlers;
  #socket = null;
  #timer = null;
  #wait = FIRST_WAIT_MS;
  #answer = null;
  #hiddenAt = 0;

  constructor(handlers) {
    this.#path = ownPath();
    this.#handlers = handlers;
    addEventListener("online", () => this.retry());
    addEventListener("offline", () => this.lose());
    document.addEventListener("visibilitychange", () => this.#wakeUp());
    this.#open();
  }

  /** The path that opens this page. */
  get path() {
    return this.#path;
  }

  /** Send a message; return false without a connection. */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    if (ANSWERED.has(message.type)) this.#expectAnswer();
    return true;
  }

  /** Detect a socket that only looks open after its table is gone. */
  #expectAnswer() {
    const asked = this.#socket;
    this.#answer ??= setTimeout(() => asked === this.#socket && this.lose(), ANSWER_MS);
  }

  /** Open this path once; a reconnection uses the usual one again. */
  open(path) {
    this.#open(path);
  }

  /** Reconnect now instead of waiting. */
  retry() {
    if (this.#timer !== null) this.#open();
  }

  /** Give this socket up and reconnect. */
  lose() {
    const socket = this.#socket;
    if (!socket) return;
    socket.close();
    this.#closed(socket, { code: 1006, reason: "" });
  }

  #open(path = this.#path) {
    clearTimeout(this.#timer);
    this.#timer = null;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${path}`);
    socket.binaryType = "arraybuffer";
    this.#use(socket);
  }

  #use(socket) {
    socket.onmessage = (event) => this.#receive(event.data);
    socket.onclose = (event) => this.#closed(socket, event);
    this.#socket = socket;
    this.#handlers.status({ state: "connecting" });
  }

  #receive(data) {
    clearTimeout(this.#answer);
    this.#answer = null;
    if (typeof data !== "string") return this.#handlers.frame?.(new Uint8Array(data));
    const message = JSON.parse(data);
    // Not at `onopen`: a server that accepts and then refuses is not a success.
    if (message.type === "hello") {
      this.#wait = FIRST_WAIT_MS;
      this.#handlers.status({ state: "open" });
    }
    this.#handlers.text(message);
  }

  #closed(socket, { code, reason }) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    clearTimeout(this.#answer);
    this.#answer = null;
    if (FINAL.includes(code)) {
      this.#handlers.status({ state: "final", code, reason });
      return;
    }
    if (code === TOO_MUCH) this.#wait = LONGEST_WAIT_MS;
    // Random, so that six phones do not all reconnect at the same instant.
    const wait = this.#wait * (0.75 + Math.random() / 2);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
    this.#timer = setTimeout(() => this.#open(), wait);
    this.#handlers.status({ state: "lost", code, reason });
  }

  #wakeUp() {
    if (document.hidden) {
      this.#hiddenAt = Date.now();
    } else if (this.#timer !== null) {
      this.#open();
    } else if (this.#socket && Date.now() - this.#hiddenAt > TRUSTED_SLEEP_MS) {
      const old = this.#socket;
      this.#open();
      old.close();
    }
  }
}

/** Return the WebSocket's path, with the code of this page. */
function ownPath() {
  const query = new URLSearchParams(location.search);
  const seat = /^\/seat\/(\d+)/.exec(location.pathname)?.[1];
  if (seat !== undefined) return `/ws?seat=${seat}&code=${encodeURIComponent(query.get("code") ?? "")}&tab=${tab()}`;
  return query.has("host") ? `/ws?host=${encodeURIComponent(query.get("host"))}` : "/ws";
}

/** Return a name for this tab, so that the table recognises it after a reconnection. */
function tab() {
  const known = visit.getItem("tab");
  const name = known ?? [...crypto.getRandomValues(new Uint8Array(16))].join("-");
  visit.setItem("tab", name);
  return name;
}
