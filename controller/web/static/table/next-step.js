/* What is said beside the table: the prompt, an answer, and the next step with a piece. */

import { prompt } from "../shared/standing.js";
import { el } from "../shared/dom.js";
import { say } from "../shared/words.js";

/** Return the three live regions; `does(step)` moves the piece on a simulated table. */
export function said(state, does) {
  const { position, page, told } = state;
  const step = position?.step;
  const answer = told && [told.rule && el("b", { class: "ruling" }, told.rule), el("span", { class: "sentence" }, told.message)];
  return [
    el("p", { class: "prompt", id: "missing", "data-testid": "missing", "aria-live": "polite" }, position && prompt(promptOf(state), page)),
    el("p", { class: "told", id: "told", "data-testid": "told", role: "status" }, answer),
    el(
      "div",
      { class: step ? "next-step open" : "next-step", id: "next-step" },
      el("p", { class: "step", id: "step", "data-testid": "step", role: "status" }, step && el("span", { class: "sentence" }, page.say(step.says))),
      el("button", { type: "button", class: "quiet", id: "do-step", hidden: !canDo(state), onclick: () => does(step) }, say("html.do-it")),
    ),
  ];
}

/** Return whether this page can do the step; a piece that waits for its card stays. */
function canDo({ hello, position }) {
  const step = position?.step;
  return Boolean(hello?.touch && (step?.at || step?.to));
}

/** Return the prompt for this page: between games, the phones' part refers to the host's. */
function promptOf({ hello, position }) {
  if (hello?.page !== "host" || position.phase === "play") return position;
  return { ...position, how: { ...position.how, phone: null } };
}
