/* The bench's instruments: frame rate, lamp current, pins, readings, cards. */

import { el } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { language } from "/words.js";

const HUNDREDTHS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** Return the meters: `rate` and `frames` from the last look, the newest frame's `bytes`. */
export function meters({ hello, lying, meter: { rate, frames, bytes } }) {
  const cards = Object.entries(lying?.cards ?? {}).map(([reader, uid]) => [say("meter.card", { reader }), uid ? spaced(uid) : say("meter.none")]);
  const rows = [
    [say("meter.frames"), rate.toFixed(rate < 10 && rate > 0 ? 1 : 0)],
    [say("meter.count"), String(frames)],
    ...(hello?.board.power ? [[say("meter.current"), current(hello.board, bytes)]] : []),
    ...cards,
  ];
  return rows.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]);
}

/** Estimate the current: each byte is the duty cycle of one channel. */
function current({ power, pixels }, bytes) {
  const { channel_ma: channel, idle_ma: idle, supply_ma: most } = power;
  const lit = (bytes ?? []).reduce((sum, byte) => sum + byte, 0);
  const drawn = (lit / 255) * channel + Object.keys(pixels).length * idle;
  return say("meter.amperes", { amperes: (drawn / 1000).toLocaleString(language, HUNDREDTHS), most: most / 1000 });
}

/** Return the pins' levels and the last readings, from the message `health`. */
export function readings(health) {
  if (!health) return [];
  const pin = ({ control, gpio, is_high: isHigh }) =>
    el("li", { class: isHigh ? "" : "low", "data-pin": gpio }, say("meter.pin", { gpio, control }), el("b", {}, say(isHigh ? "meter.high" : "meter.low")));
  return [
    el("h3", {}, say("html.pins")),
    el("ul", { class: "pins", "data-testid": "pins" }, health.pins.map(pin)),
    el("h3", {}, say("html.readings")),
    el("ol", { class: "readings", "data-testid": "last-readings" }, health.readings.map(([number, says]) => el("li", { key: number, value: number }, say(says)))),
  ];
}

/** "04 a1 b2" */
function spaced(uid) {
  return uid.match(/../g).join(" ");
}
