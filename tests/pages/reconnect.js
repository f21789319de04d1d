/* Plays at a real table with real connections, and does something to one message of each round:
 * `node reconnect.js PORT CODE...` prints each seat's choices. The clock is the test's own. */

import { Connection } from "../../controller/web/static/shared/connection.js";
import { Clock, worldOf } from "./world.js";

/** @import { Message } from "../../controller/web/static/shared/types.js" */

const [port, ...codes] = process.argv.slice(2);
const FAULTS = ["drop", "lose", "delay", "duplicate", "reorder", "half-open"];
const STEP_MS = 500;
const DELAY_MS = 3000;
// A page says that its table is away.
const BANNER_MS = 5000;
// A round that takes longer is stuck.
const LONGEST_MS = 120_000;

const clock = new Clock();
// Messages of this round so far, and what is done to which of them.
let number = 0;
let plan = { fault: "", at: -1 };
// The clock stands while these wait for the table's first message, which takes real time.
const opening = /** @type {Set<FaultySocket>} */ (new Set());
// Messages of this round that are still on their way.
let late = 0;

/** A real socket to the table, on which messages go astray. */
class FaultySocket {
  #socket;
  #isDead = false;
  onmessage = /** @type {(event: { data: string }) => void} */ (() => {});
  onclose = /** @type {(event: { code: number, reason: string }) => void} */ (() => {});
  // Messages that are held back in each direction.
  #held = { in: /** @type {(() => void)[]} */ ([]), out: /** @type {(() => void)[]} */ ([]) };

  /** @param {string} url */
  constructor(url) {
    this.#socket = new WebSocket(url.replace("table", `localhost:${port}`));
    this.#socket.onmessage = ({ data }) => this.#pass("in", () => this.onmessage({ data }));
    this.#socket.onclose = (event) => {
      opening.delete(this);
      if (!this.#isDead) this.onclose(event);
    };
    opening.add(this);
  }

  /** @param {string} text */
  send(text) {
    this.#pass("out", () => this.#socket.readyState === WebSocket.OPEN && this.#socket.send(text));
  }

  close() {
    opening.delete(this);
    this.#isDead = true;
    this.#socket.close();
  }

  /** @type {(way: "in" | "out", does: () => void) => void} */
  #pass(way, does) {
    opening.delete(this);
    if (this.#isDead) return;
    const fault = number === plan.at ? plan.fault : "";
    number += 1;
    const held = this.#held[way];
    if (fault === "half-open") this.#isDead = true;
    else if (fault === "drop") this.#cut();
    // A message that comes is lost with its connection alone.
    else if (fault === "lose") way === "out" || does();
    else if (fault === "duplicate") [does(), does()];
    else if (fault === "delay" || fault === "reorder") this.#hold(held, does, fault);
    else if (held.length > 0 && plan.fault === "delay") held.push(does);
    else [does, ...held.splice(0)].forEach((each) => each());
  }

  #cut() {
    this.close();
    this.onclose({ code: 1006, reason: "" });
  }

  /** @type {(held: (() => void)[], does: () => void, fault: string) => void} */
  #hold(held, does, fault) {
    held.push(does);
    late += 1;
    const release = () => {
      late -= 1;
      if (!this.#isDead) held.splice(0).forEach((each) => each());
    };
    clock.setTimeout(release, fault === "delay" ? DELAY_MS : STEP_MS);
  }
}

/** A seat that plays its first legal choice, like a person who has all the time. */
class Seat {
  position = /** @type {any} */ (null);
  choices = /** @type {unknown[]} */ ([]);
  #decided = "";
  #seat;
  #connection;
  #heardAt = 0;
  #isOpen = false;

  /** @param {number} seat
   * @param {string} code */
  constructor(seat, code) {
    this.#seat = seat;
    const open = (/** @type {string} */ url) => new FaultySocket(url);
    const world = worldOf(clock, /** @type {any} */ (open), `/seat/${seat}?code=${code}`);
    const handlers = {
      text: (/** @type {Message} */ message) => this.#hear(message),
      status: (/** @type {{ state: string, reason?: string }} */ { state, reason }) => this.#isAway(state, reason),
    };
    this.#connection = new Connection(handlers, /** @type {any} */ (world));
  }

  /** @param {Message} message */
  #hear(message) {
    this.#heardAt = clock.now;
    if (message.type === "position") this.position = message;
    if (message.type === "told") throw new Error(`seat ${this.#seat} was refused: ${JSON.stringify(message)}`);
  }

  /** @type {(state: string, reason?: string) => void} */
  #isAway(state, reason) {
    if (state === "final") throw new Error(`seat ${this.#seat} was sent away: ${reason}`);
    if (state === "open") this.#heardAt = clock.now;
    const silence = clock.now - this.#heardAt;
    if (state === "lost" && silence > BANNER_MS && this.#isOpen) throw new Error(`silence of ${silence} ms`);
    this.#isOpen = state === "open";
  }

  get isBusy() {
    return !this.#connection.isOpen || this.#connection.isWaiting;
  }

  /** Decide, if this seat is asked. */
  play() {
    const { position } = this;
    const legal = position?.phase === "play" ? (position.pending?.legal ?? []) : [];
    if (this.isBusy || legal.length === 0 || position.decision === this.#decided) return;
    this.#decided = position.decision;
    this.choices.push(legal[0]);
    this.#connection.keep({ type: "act", action: legal[0], decision: position.decision });
  }
}

const host = new WebSocket(`ws://localhost:${port}/ws`);
/** @type {{ position: any, pings: Map<string, () => void> }} */
const table = { position: null, pings: new Map() };
host.onmessage = ({ data }) => {
  if (typeof data !== "string") return;
  const message = JSON.parse(data);
  if (message.type === "position") table.position = message;
  table.pings.get(message.id)?.();
};
await new Promise((resolve) => (host.onopen = resolve));

/** Wait until the table has done all that was sent to it. */
async function settled() {
  const before = number;
  const id = `ping-${Math.random()}`;
  const heard = new Promise((resolve) => table.pings.set(id, () => resolve(table.pings.delete(id))));
  host.send(JSON.stringify({ type: "ping", id }));
  await heard;
  return before === number;
}

const seats = codes.map((code, seat) => new Seat(seat, code));

/** Play until each seat has decided, or the game is over; return the number of messages. */
async function round() {
  const counts = seats.map(({ choices }) => choices.length);
  const end = clock.now + LONGEST_MS;
  number = 0;
  while (clock.now < end) {
    const isQuiet = (await settled()) && (await settled());
    const isPlayed = seats.every(({ choices }, seat) => choices.length > counts[seat]);
    if (!isPlayed) seats.forEach((seat) => seat.play());
    if (!isQuiet || opening.size > 0) continue;
    const isBusy = late > 0 || seats.some(({ isBusy }) => isBusy);
    if (!isBusy && (isPlayed || table.position?.phase === "over")) return number;
    clock.go(STEP_MS);
  }
  throw new Error(`stuck at ${JSON.stringify(plan)}: ${JSON.stringify(table.position?.pending)}`);
}

/** Begin another game if this one is over. */
async function again() {
  if (table.position?.phase !== "over") return;
  host.send(JSON.stringify({ type: "again" }));
  while (table.position.phase === "over") await settled();
}

let rounds = 0;
for (const fault of FAULTS) {
  for (let at = 0, length = 1; at < length; at += 1, rounds += 1) {
    plan = { fault, at };
    await again();
    length = await round();
  }
}
plan = { fault: "", at: -1 };
await round();
const told = JSON.stringify({ rounds, ms: clock.now, choices: seats.map(({ choices }) => choices) });
// A pipe takes 64 KB at once; what ends the program before the rest is read loses it.
process.stdout.write(told, () => process.exit(0));
