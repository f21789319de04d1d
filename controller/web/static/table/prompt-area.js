/* What is said beside the table: the prompt, an answer, and the next step with a piece. */

import { prompt } from "../shared/standing.js";
import { lesson } from "../shared/lesson.js";
import { button, el } from "../shared/dom.js";
import { say } from "../shared/words.js";

/** @import { VNode } from "../shared/preact.js" */
/** @import { Position } from "../shared/types.js" */
/** @import { Act } from "./actions.js" */
/** @import { State } from "./state.js" */

/** Return the live regions.
 * @type {(state: State, act: Act) => VNode[]} */
export function promptArea(state, act) {
  const { hello, position, page, told } = state;
  const { step, captions } = position ?? {};
  const answer = told && [
    told.rule && el("b", { class: "ruling" }, told.rule),
    el("span", { class: "sentence" }, told.message),
  ];
  return [
    el(
      "p",
      { class: "prompt", id: "missing", "data-testid": "missing" },
      captions
        ? el("span", { class: "caption" }, captions.join(" "))
        : position && page && prompt(promptOf(hello, position), page),
    ),
    lesson(position ?? null, page, () => act.send("do_it"), "off"),
    el("p", { class: "told", id: "told", "data-testid": "told", role: "status" }, answer),
    el(
      "div",
      { class: step ? "next-step open" : "next-step", id: "next-step" },
      el(
        "p",
        { class: "step", id: "step", "data-testid": "step", role: "status" },
        step && el("span", { class: "sentence" }, page?.say(step.says)),
      ),
      button(
        () => step && act.follow(step),
        { class: "quiet", id: "do-step", hidden: !canDo(state) },
        say("html.do-it"),
      ),
    ),
  ];
}

/** Return whether this page can do the step; a piece that waits for its card stays.
 * @type {(state: Pick<State, "hello" | "position">) => boolean} */
function canDo({ hello, position }) {
  const step = position?.step;
  return Boolean(hello?.touch && (step?.at || step?.to));
}

/** Return the prompt for this page: between games, the phones' part refers to the host's.
 * @type {(hello: State["hello"], position: Position) => Position} */
function promptOf(hello, position) {
  if (hello?.page !== "host" || position.phase === "play") return position;
  return { ...position, how: position.how && { ...position.how, phone: null } };
}
