/* The bench's instruments: frame rate, lamp current, pins, readings, cards, and the table's parts. */

import { el } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { language } from "/words.js";

/** @import { VNode } from "../shared/preact.js" */
/** @import { BenchState, Board, Health, Part, Says } from "../shared/types.js" */

const HUNDREDTHS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** Return the meters: `rate` and `frames` at the last update, and the newest frame's `bytes`.
 * @type {(state: BenchState) => VNode[]} */
export function meters({ hello, lying, meter: { rate, frames, bytes } }) {
  const { power, pixels } = hello?.board ?? {};
  const cards = Object.entries(lying?.cards ?? {}).map(([reader, uid]) => [
    say("meter.card", { reader }),
    uid ? spaced(uid) : say("meter.none"),
  ]);
  const rows = [
    [say("meter.frames"), rate.toFixed(rate < 10 && rate > 0 ? 1 : 0)],
    [say("meter.count"), String(frames)],
    ...(power && pixels ? [[say("meter.current"), current(power, pixels, bytes ?? new Uint8Array())]] : []),
    ...cards,
  ];
  return rows.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]);
}

/** Estimate the current: each byte is the duty cycle of one channel.
 * @type {(power: NonNullable<Board["power"]>, pixels: Board["pixels"], bytes: Uint8Array) => string} */
function current({ channel_ma: channel, idle_ma: idle, supply_ma: most }, pixels, bytes) {
  const lit = bytes.reduce((sum, byte) => sum + byte, 0);
  const drawn = (lit / 255) * channel + Object.keys(pixels).length * idle;
  return say("meter.amperes", { amperes: (drawn / 1000).toLocaleString(language, HUNDREDTHS), most: most / 1000 });
}

/** Return the pins' levels and the last readings, from the message `health`.
 * @type {(health: Health | null) => VNode[]} */
export function readings(health) {
  if (!health) return [];
  /** @type {(pin: Health["pins"][number]) => VNode} */
  const pin = ({ control, gpio, is_high: isHigh }) =>
    el(
      "li",
      { class: isHigh ? "" : "low", "data-pin": gpio },
      say("meter.pin", { gpio, control }),
      el("b", {}, say(isHigh ? "meter.high" : "meter.low")),
    );
  return [
    el("h3", {}, say("html.pins")),
    el("ul", { class: "pins", "data-testid": "pins" }, health.pins.map(pin)),
    el("h3", {}, say("html.readings")),
    el(
      "ol",
      { class: "readings", "data-testid": "last-readings" },
      health.readings.map(([number, says]) => el("li", { key: number, value: number }, say(says))),
    ),
  ];
}

/** "04 a1 b2"
 * @type {(uid: string) => string} */
function spaced(uid) {
  return uid.replace(/..(?=.)/g, "$& ");
}

/** Return the failing parts. A driver's text needs the part's name; a sentence does not.
 * @type {(parts: Part[]) => VNode[]} */
export function troubles(parts) {
  /** @type {(name: string, trouble: Says) => string} */
  const inWords = (name, trouble) => (trouble[0] === "as-it-is" ? `${name}: ${say(trouble)}` : say(trouble));
  return parts.flatMap(({ name, trouble }) => (trouble ? [el("li", { key: name }, inWords(name, trouble))] : []));
}

/** Return the state of each part.
 * @type {(parts: Part[]) => VNode[]} */
export function partRows(parts) {
  return parts.map(({ name, says, trouble }) =>
    el(
      "li",
      { key: name, class: trouble ? "broken" : "" },
      `${name}: ${say(trouble ?? "bench.works")}`,
      says && el("small", {}, say(says)),
    ),
  );
}
