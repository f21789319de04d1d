/* The page's side of the protocol: a WebSocket that reconnects by itself, unless the server said not to.
 * Every request has an id, which its answer repeats. */

import { visit } from "./remembered.js";

/** @import { Message, Request, Status } from "./types.js" */
/** @typedef {(answer: Message) => void} Answered */
/** @typedef {Request & { id: string }} Named */

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 10_000;
// After a longer sleep, a phone's socket may only seem open, so replace it.
const TRUSTED_SLEEP_MS = 2_000;
// Ping a silent table, and give it up if it does not answer.
const PING_MS = 2_000;
const SILENCE_MS = 4_500;
const OPENING_MS = 4_000;
// A timer this late means that the page itself was busy, not the table.
const LATE_MS = 500;

const REFUSED = 4403;
export const TAKEN = 4409;
export const PUT_AWAY = 4410;
// Too many messages or pages: the page shows the reason and reconnects later.
export const TOO_MUCH = 4429;
const FINAL = [REFUSED, TAKEN, PUT_AWAY];
const LOST = { code: 1006, reason: "" };

/** What a connection needs from the browser. */
const browser = () => ({
  open: (/** @type {string} */ url) => new WebSocket(url),
  location,
  storage: visit,
  version: document.documentElement.dataset.version,
  isHidden: () => document.hidden,
  on: (/** @type {string} */ event, /** @type {() => void} */ does) => addEventListener(event, does, true),
  now: () => Date.now(),
  setTimeout: (/** @type {() => void} */ does, /** @type {number} */ ms) => setTimeout(does, ms),
  clearTimeout: (/** @type {number | undefined} */ timer) => clearTimeout(timer),
});

export class Connection {
  #world;
  #path;
  #handlers;
  #socket = /** @type {WebSocket | null} */ (null);
  #retry = /** @type {number | undefined} */ (undefined);
  #look = /** @type {number | undefined} */ (undefined);
  #wait = FIRST_WAIT_MS;
  #hiddenAt = 0;
  // When the table last sent something, or else when this socket opened.
  #heardAt = 0;
  #isOpen = false;
  #isPinged = false;
  #newVersion = "";
  #name = random(8);
  #count = 0;
  // Each request's callback and sending time, by id.
  #asked = /** @type {Map<string, { hear: Answered, at: number }>} */ (new Map());
  // A decision without an answer yet: the page sends it again after a gap or a reload.
  #kept = /** @type {Named | null} */ (null);

  /** `text` gets each JSON message, `frame` each binary one, `status` each change. A page whose version differs from
   * the table's reloads once it `isIdle`.
   * @param {{ text: (message: Message) => void, frame?: (bytes: Uint8Array) => void,
   *   status: (status: Status) => void, isIdle?: () => boolean }} handlers */
  constructor(handlers, world = browser()) {
    this.#world = world;
    this.#path = ownPath(world);
    this.#handlers = handlers;
    this.#kept = JSON.parse(world.storage.getItem("kept") ?? "null");
    world.on("online", () => this.#socket || this.retry());
    world.on("offline", () => this.lose());
    world.on("visibilitychange", () => this.#wakeUp());
    this.#open();
  }

  get isOpen() {
    return this.#isOpen;
  }

  /** Whether a decision still waits for its answer. */
  get isWaiting() {
    return this.#kept !== null;
  }

  /** Send a message; return false without a connection.
   * @param {Request} message */
  send(message) {
    return this.#ask({ id: this.#newId(), ...message }, (answer) => this.#handlers.text(answer));
  }

  /** Send a message and return its answer; of type `unreached` if there is none.
   * @type {(message: Request) => Promise<Message>} */
  request(message) {
    return new Promise((resolve) => {
      if (!this.#ask({ id: this.#newId(), ...message }, resolve)) resolve({ type: "unreached" });
    });
  }

  /** Send a decision, now or once there is a connection; it replaces one that waits.
   * @param {Request} message */
  keep(message) {
    this.#kept = { id: this.#newId(), ...message };
    this.#world.storage.setItem("kept", JSON.stringify(this.#kept));
    this.#sendKept();
  }

  /** Reconnect now, even if the last socket still waits. */
  retry() {
    this.#drop();
    this.#open();
  }

  /** Open a seat here that is open on another phone. */
  takeOver() {
    this.#open(`${this.#path}&take=yes`);
  }

  /** Give this socket up and reconnect later. */
  lose() {
    if (this.#socket) this.#closed(this.#socket, LOST);
  }

  #open(path = this.#path) {
    const { open, location, now } = this.#world;
    this.#world.clearTimeout(this.#retry);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = open(`${scheme}//${location.host}${path}`);
    socket.binaryType = "arraybuffer";
    socket.onmessage = (event) => socket === this.#socket && this.#receive(event.data);
    socket.onclose = (event) => this.#closed(socket, event);
    this.#socket = socket;
    this.#heardAt = now();
    this.#lookIn(OPENING_MS);
    this.#handlers.status({ state: "connecting" });
  }

  /** Forget the socket and its open requests. */
  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    this.#isOpen = this.#isPinged = false;
    this.#world.clearTimeout(this.#look);
    socket?.close();
    const unheard = [...this.#asked.values()];
    this.#asked.clear();
    for (const { hear } of unheard) hear({ type: "unreached" });
  }

  /** @type {(socket: WebSocket, why: { code: number, reason: string }) => void} */
  #closed(socket, { code, reason }) {
    if (socket !== this.#socket) return;
    this.#drop();
    if (FINAL.includes(code)) {
      this.#handlers.status({ state: "final", code, reason });
      return;
    }
    if (code === TOO_MUCH) this.#wait = LONGEST_WAIT_MS;
    // Random, so that six phones do not all reconnect at the same instant.
    const wait = this.#wait * (0.75 + Math.random() / 2);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
    this.#retry = this.#world.setTimeout(() => this.#open(), wait);
    this.#handlers.status({ state: "lost", code, reason });
  }

  // Requests and answers

  #newId() {
    this.#count += 1;
    return `${this.#name}-${this.#count}`;
  }

  /** @type {(message: Named, hear: Answered) => boolean} */
  #ask(message, hear) {
    if (!this.#isOpen) return false;
    this.#asked.set(message.id, { hear, at: this.#world.now() });
    this.#socket?.send(JSON.stringify(message));
    return true;
  }

  #sendKept() {
    if (this.#kept) this.#ask(this.#kept, (answer) => this.#decided(answer));
  }

  /** @type {Answered} */
  #decided(answer) {
    if (answer.type === "unreached") return;
    if (answer.id === this.#kept?.id) {
      this.#kept = null;
      this.#world.storage.removeItem("kept");
    }
    this.#handlers.text(answer);
  }

  /** @param {string | ArrayBuffer} data */
  #receive(data) {
    this.#heardAt = this.#world.now();
    this.#isPinged = false;
    if (typeof data !== "string") return this.#handlers.frame?.(new Uint8Array(data));
    const message = JSON.parse(data);
    if (message.id !== undefined) {
      const asked = this.#asked.get(message.id);
      this.#asked.delete(message.id);
      return asked?.hear(message);
    }
    // Do this only now, not at `onopen`, because a server may accept and then refuse.
    if (message.type === "hello") this.#greeted(message.version);
    this.#handlers.text(message);
  }

  /** @param {string} version */
  #greeted(version) {
    this.#isOpen = true;
    this.#wait = FIRST_WAIT_MS;
    const { storage } = this.#world;
    // A page whose version still differs after a reload would otherwise reload for ever.
    const isNew = version !== this.#world.version && storage.getItem("reloaded") !== version;
    this.#newVersion = isNew ? version : "";
    this.#lookIn(PING_MS);
    this.#handlers.status({ state: "open" });
    this.#sendKept();
  }

  // Silence

  /** @param {number} wait */
  #lookIn(wait) {
    this.#world.clearTimeout(this.#look);
    const due = this.#world.now() + wait;
    this.#look = this.#world.setTimeout(() => this.#watch(due), wait);
  }

  /** Ping a silent table, or give it up.
   * @param {number} due */
  #watch(due) {
    const now = this.#world.now();
    if (now - due > LATE_MS) this.#heardAt = now - PING_MS;
    if (now - due > LATE_MS) this.#asked.forEach((asked) => (asked.at = now));
    const answerBy = Math.min(...[...this.#asked.values()].map(({ at }) => at)) + SILENCE_MS;
    const heardBy = this.#heardAt + (this.#isOpen ? SILENCE_MS : OPENING_MS);
    if (now >= Math.min(answerBy, heardBy)) return this.lose();
    if (this.#newVersion && this.#handlers.isIdle?.()) return this.#reload();
    const pingAt = this.#heardAt + PING_MS;
    if (this.#isOpen && !this.#isPinged && now >= pingAt) this.#isPinged = this.send({ type: "ping" });
    this.#lookIn(Math.min(answerBy, this.#isOpen && !this.#isPinged ? pingAt : heardBy) - now);
  }

  #reload() {
    this.#world.storage.setItem("reloaded", this.#newVersion);
    this.#world.location.reload();
  }

  #wakeUp() {
    const now = this.#world.now();
    if (this.#world.isHidden()) this.#hiddenAt = now;
    else if (!this.#isOpen || now - this.#hiddenAt > TRUSTED_SLEEP_MS) this.retry();
  }
}

/** Return the WebSocket's path, with the code of this page.
 * @param {Pick<ReturnType<typeof browser>, "location" | "storage">} world */
function ownPath({ location, storage }) {
  const query = new URLSearchParams(location.search);
  const seat = /^\/seat\/(\d+)/.exec(location.pathname)?.[1];
  if (seat !== undefined)
    return `/ws?seat=${seat}&code=${encodeURIComponent(query.get("code") ?? "")}&tab=${tab(storage)}`;
  const host = query.get("host");
  return host === null ? "/ws" : `/ws?host=${encodeURIComponent(host)}`;
}

/** Return this tab's name, so that the table recognises it after a reconnection.
 * @param {ReturnType<typeof browser>["storage"]} storage */
function tab(storage) {
  const known = storage.getItem("tab");
  const name = known ?? random(16);
  storage.setItem("tab", name);
  return name;
}

/** Return a random name; `randomUUID` works only over https.
 * @param {number} bytes */
function random(bytes) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
