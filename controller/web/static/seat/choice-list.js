/* All choices of a seat, as large buttons. */

import { button, classes, el } from "../shared/dom.js";
import { say } from "../shared/words.js";

/** @import { VNode } from "../shared/preact.js" */
/** @import { Choice, ChoiceGroup } from "../shared/types.js" */

/** @type {(action: unknown) => string} */
export function keyOf(action) {
  return JSON.stringify(action);
}

/** Return the choices; `tap(choice)` gets the tapped one.
 * @type {(groups: ChoiceGroup[], tap: (choice: Choice) => void) => VNode[]} */
export function choiceList(groups, tap) {
  return groups.map(({ title, colours: [tint] = [], choices }) =>
    el(
      "section",
      { key: title, class: "group", style: tint ? { "--tint": tint } : {}, "aria-label": title },
      el("h2", {}, title),
      el(
        "div",
        { class: "cards" },
        choices.map((choice) => card(choice, tap)),
      ),
    ),
  );
}

/** @type {(choice: Choice, tap: (choice: Choice) => void) => VNode} */
function card(choice, tap) {
  const { label, hint, action, legal, chosen } = choice;
  const key = keyOf(action);
  const kinds = classes("playing-card", !legal && "illegal", chosen && "chosen", label.length > 3 && "wordy");
  return button(
    () => tap(choice),
    { key, class: kinds, "data-action": key, "aria-pressed": legal ? "false" : null },
    el("b", {}, label),
    el("small", {}, [hint, !legal && say("own.why-not")].filter(Boolean).join(" · ")),
  );
}
