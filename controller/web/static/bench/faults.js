/* The builder's bench: the health of each sensor board, and faults to simulate. */

import { button, el } from "../shared/dom.js";
import { form, select } from "../shared/fields.js";
import { say } from "../shared/words.js";

/** @import { Attributes, Child, VNode } from "../shared/preact.js" */
/** @import { BenchState, BoardHealth, Health, Send } from "../shared/types.js" */

/** @typedef {(part: string, fault: string) => void} Pick */

const BARS = "▁▂▃▄▅▆▇█";
const SENSOR = { type: "text", placeholder: "tile:1,3 hall", required: true, list: "sensed" };
/* The input that a fault needs; the others need none. */
/** @type {Record<string, Attributes<HTMLInputElement> & { value?: string }>} */
const VALUES = {
  "stuck on": SENSOR,
  "stuck off": SENSOR,
  flapping: SENSOR,
};

/** Return a section for each part that can have faults. `picked` is the fault that is selected
 * for a part, `pick(part, fault)` selects one; `send(type, fields)` sets and repairs.
 * @type {(state: BenchState, pick: Pick, send: Send) => VNode[]} */
export function faults({ hello, lying, health, picked }, pick, send) {
  const { faults: parts = {}, places = [] } = hello?.touch ?? {};
  return [
    ...Object.entries(parts).map(([part, all]) =>
      el(
        "section",
        { key: part, "data-part": part },
        el("h3", {}, part),
        el("div", { class: "health" }, healthOf(part, health)),
        breaking(part, all, picked[part] ?? all[0], pick, send),
        el(
          "small",
          { role: "status" },
          lying?.faults[part]?.length ? say("bench.done", { faults: lying.faults[part].join(", ") }) : null,
        ),
      ),
    ),
    el(
      "datalist",
      { id: "sensed" },
      places.map((place) => el("option", { value: place })),
    ),
  ];
}

/** @type {(part: string, all: string[], fault: string, pick: Pick, send: Send) => VNode} */
function breaking(part, all, fault, pick, send) {
  /** @param {HTMLFormElement} filled */
  const submit = (filled) => {
    const value = new FormData(filled).get("value");
    send("fault", { part, fault, value: value === null ? null : String(value) });
  };
  const called = (/** @type {string} */ each) => say.called("fault", each);
  const look = { "aria-label": say("bench.fault-of", { part }) };
  const { value, ...field } = VALUES[fault] ?? {};
  // Keep the typed value until another fault is selected.
  /** @type {Attributes<HTMLInputElement>} */
  const input = {
    key: fault,
    name: "value",
    "aria-label": say("bench.value-of", { what: fault }),
    defaultValue: value,
    ...field,
  };
  return form(
    submit,
    {},
    select(all, fault, called, (each) => pick(part, each), look),
    el("span", { class: "value" }, VALUES[fault] && el("input", input)),
    el("button", { class: "quiet" }, say("bench.do")),
    button(() => send("repair", { part }), { class: "quiet" }, say("bench.repair")),
  );
}

/** @type {(part: string, health: Health | null) => Child} */
function healthOf(part, health) {
  if (part === "speaker") return health?.heard && waveform(health.heard);
  const board = health?.boards.find(({ board: name }) => part === `sensor board ${name}`);
  return board && inWords(board);
}

/** Return the speaker's loudness in the last seconds, as bars.
 * @type {(levels: number[]) => VNode} */
function waveform(levels) {
  const bars = levels.map((level) => BARS[Math.ceil((level / 100) * (BARS.length - 1))]);
  const label = say(levels.some(Boolean) ? "bench.heard" : "bench.silent");
  return el("p", { role: "img", "aria-label": label, "data-testid": "heard" }, bars.join(""));
}

/** @type {(board: BoardHealth) => Child} */
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
