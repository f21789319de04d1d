/* The builder's bench: the health of each sensor board, and faults to set. */

import { byId, el, announce } from "../shared/dom.js";
import { say } from "../shared/words.js";

const LOOK_MS = 1000;
const BARS = "▁▂▃▄▅▆▇█";
const SHARE = { type: "number", min: 0, max: 1, step: "any", value: 0.3 };
const SENSOR = { type: "text", placeholder: "tile:1,3 hall", required: true, list: "sensed" };
/* The input that a fault needs; the others need none. */
const VALUES = {
  drop: SHARE,
  corrupt: SHARE,
  duplicate: SHARE,
  reorder: SHARE,
  babble: SHARE,
  delay: { type: "number", min: 0, max: 10, step: "any", value: 0.5 },
  "half-open": { type: "text", pattern: "from|to", value: "from" },
  "wrong firmware": { type: "text", value: "0.9.0" },
  "stuck on": SENSOR,
  "stuck off": SENSOR,
  flapping: SENSOR,
};

export class Builder {
  #send;
  #rows = new Map();

  /** Ask for the boards' health, in the bench view only. */
  constructor(send) {
    this.#send = send;
    setInterval(() => this.#look(), LOOK_MS);
    // An owner's own map has no drawing until its papers are made.
    const drawing = byId("to-scale");
    const image = drawing.querySelector("img");
    drawing.hidden = image.complete && image.naturalWidth === 0;
    image.addEventListener("error", () => (drawing.hidden = true));
  }

  build(offer) {
    byId("builder").hidden = !offer;
    this.#rows.clear();
    const parts = Object.entries(offer?.faults ?? {});
    const sensed = (offer?.places ?? []).map((place) => el("option", { value: place }));
    byId("builder-parts").replaceChildren(
      ...parts.map(([part, faults]) => this.#row(part, faults)),
      el("datalist", { id: "sensed" }, ...sensed),
    );
  }

  showDone({ faults }) {
    for (const [part, done] of Object.entries(faults)) {
      announce(this.#rows.get(part)?.done, done.length ? say("bench.done", { faults: done.join(", ") }) : "");
    }
  }

  showHealth({ boards, heard }) {
    const speaker = this.#rows.get("speaker");
    if (speaker && heard) announce(speaker.health, waveform(heard));
    for (const board of boards) {
      const row = this.#rows.get(`sensor board ${board.board}`);
      if (row) announce(row.health, ...inWords(board));
    }
  }

  #look() {
    if (document.body.dataset.view === "bench") this.#send({ type: "health" });
  }

  #row(part, faults) {
    const options = faults.map((fault) =>
      el("option", { value: fault }, say.called("fault", fault)),
    );
    const which = el("select", { name: "fault", "aria-label": say("bench.fault-of", { part }) }, ...options);
    const value = el("span", { class: "value" });
    const done = el("small", { role: "status" });
    const health = el("div", { class: "health" });
    which.addEventListener("change", () => showValue(value, which.value));
    showValue(value, which.value);
    this.#rows.set(part, { done, health });
    const set = el("button", { class: "quiet" }, say("bench.do"));
    const repair = el(
      "button",
      { type: "button", class: "quiet", onclick: () => this.#send({ type: "repair", part }) },
      say("bench.repair"),
    );
    const onsubmit = (event) => this.#submit(part, event);
    const form = el("form", { onsubmit }, which, value, set, repair);
    return el("section", { "data-part": part }, el("h3", {}, part), health, form, done);
  }

  #submit(part, event) {
    event.preventDefault();
    const { fault, value } = event.currentTarget.elements;
    const said = value?.type === "number" ? value.valueAsNumber : (value?.value ?? null);
    this.#send({ type: "fault", part, fault: fault.value, value: said });
  }
}

/** Return the speaker's loudness in the last seconds, as bars. */
function waveform(levels) {
  const bars = levels.map((level) => BARS[Math.ceil((level / 100) * (BARS.length - 1))]);
  const label = say(levels.some(Boolean) ? "bench.heard" : "bench.silent");
  return el("p", { role: "img", "aria-label": label, "data-testid": "heard" }, bars.join(""));
}

function showValue(where, fault) {
  const attributes = VALUES[fault];
  const label = say("bench.value-of", { what: fault });
  const input = attributes && el("input", { name: "value", "aria-label": label, ...attributes });
  where.replaceChildren(...(input ? [input] : []));
}

function inWords({ port, stage, trouble, version, age_s: age, counters }) {
  const where = port ? say("bench.port", { port }) : "";
  const firmware = version ? say("bench.firmware", { version: version.join(".") }) : "";
  const heard = age === null ? "" : say("bench.age", { seconds: age.toFixed(1) });
  const counts = Object.entries(counters).map(([name, count]) => `${say.called("counter", name)} ${count}`);
  return [
    trouble && el("p", { class: "broken" }, say(trouble)),
    el("small", {}, [`${say.called("stage", stage)}${where}${firmware}${heard}`, ...counts].join(" · ")),
  ];
}
