/* The bench's instruments: frame rate, lamp current, pins, readings, cards. */

import { byId, changed, el } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { language } from "/words.js";

const EVERY_MS = 1000;
const HUNDREDTHS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

export class Instruments {
  #power = null;
  #pixels = 0;
  #bytes;
  #count;
  // The number of frames at the last update, and its time.
  #before;
  #since = performance.now();
  #cards = {};

  /** Update only in the bench view; `count` frames have arrived so far. */
  constructor(count, bytes) {
    [this.#count, this.#before, this.#bytes] = [count, count, bytes];
    setInterval(() => this.#look(), EVERY_MS);
  }

  /** `board` as in hello. */
  build({ power, pixels }) {
    this.#power = power;
    this.#pixels = Object.keys(pixels).length;
  }

  frame(bytes) {
    this.#bytes = bytes;
    this.#count += 1;
  }

  /** Show the cards on the readers, from the message `lying`. */
  showCards({ cards }) {
    this.#cards = cards;
    this.#show(0);
  }

  /** Show the message `health`. */
  show({ pins, readings }) {
    byId("readings-part").hidden = false;
    if (changed(byId("pins"), pins)) byId("pins").replaceChildren(...pins.map(pin));
    if (!changed(byId("last-readings"), readings)) return;
    const rows = readings.map(([number, says]) => el("li", { value: number }, say(says)));
    byId("last-readings").replaceChildren(...rows);
  }

  #look() {
    const [now, count] = [performance.now(), this.#count];
    const rate = ((count - this.#before) * 1000) / (now - this.#since);
    [this.#before, this.#since] = [count, now];
    if (document.body.dataset.view === "bench") this.#show(rate);
  }

  #show(rate) {
    const cards = Object.entries(this.#cards).map(([reader, uid]) => [say("meter.card", { reader }), uid ? spaced(uid) : say("meter.none")]);
    const rows = [
      [say("meter.frames"), rate.toFixed(rate < 10 && rate > 0 ? 1 : 0)],
      [say("meter.count"), String(this.#count)],
      ...(this.#power ? [[say("meter.current"), this.#current()]] : []),
      ...cards,
    ];
    if (!changed(byId("meters"), rows)) return;
    byId("meters").replaceChildren(...rows.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
  }

  /** Estimate the current: each byte is the duty cycle of one channel. */
  #current() {
    const { channel_ma: channel, idle_ma: idle, supply_ma: most } = this.#power;
    const lit = (this.#bytes ?? []).reduce((sum, byte) => sum + byte, 0);
    const drawn = (lit / 255) * channel + this.#pixels * idle;
    return say("meter.amperes", { amperes: (drawn / 1000).toLocaleString(language, HUNDREDTHS), most: most / 1000 });
  }
}

function pin({ control, gpio, is_high: isHigh }) {
  return el(
    "li",
    { class: isHigh ? null : "low", "data-pin": gpio },
    say("meter.pin", { gpio, control }),
    el("b", {}, say(isHigh ? "meter.high" : "meter.low")),
  );
}

/** "04 a1 b2" */
function spaced(uid) {
  return uid.match(/../g).join(" ");
}
