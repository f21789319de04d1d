/* The players' clocks: the time that each seat has used, counting while it runs. */

import { classes, el } from "./dom.js";
import { say } from "./words.js";

/** @import { VNode } from "./preact.js" */
/** @import { Clock, Position } from "./types.js" */

const TICK_MS = 1000;
// When each clock arrived.
const came = /** @type {WeakMap<Clock, number>} */ (new WeakMap());
let ticking = /** @type {ReturnType<typeof setInterval> | null} */ (null);

/** Return a seat's clock; nothing in a game without clocks.
 * @type {(position: Pick<Position, "clock">, seat: number) => VNode | null} */
export function clockOf({ clock }, seat) {
  if (!clock) return null;
  if (!came.has(clock)) came.set(clock, performance.now());
  ticking ??= setInterval(tick, TICK_MS);
  const isOver = clock.over.includes(seat);
  const isRunning = clock.running.includes(seat);
  const from = /** @type {number} */ (came.get(clock)) - clock.used[seat] * 1000;
  return el(
    "span",
    {
      class: classes("clock", isRunning && "running", isOver && "over"),
      role: "timer",
      "data-testid": "clock",
      "data-from": isRunning ? String(from) : null,
      title: clock.minutes ? say("clock.of", { minutes: clock.minutes }) : say("clock.used"),
    },
    isRunning ? since(from) : minutes(clock.used[seat]),
    isOver ? el("small", {}, ` ${say("clock.over")}`) : null,
  );
}

/** Advance the clocks. This changes the text in place, which does not disturb a redraw. */
function tick() {
  for (const clock of document.querySelectorAll("[data-from]")) {
    const text = /** @type {Text | null} */ (clock.firstChild);
    if (text) text.data = since(Number(clock.getAttribute("data-from")));
  }
}

/** @param {number} from */
function since(from) {
  return minutes((performance.now() - from) / 1000);
}

/** Return minutes and seconds, such as 12:05.
 * @param {number} seconds */
export function minutes(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
