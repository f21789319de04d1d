/* All choices of a seat, as large buttons. */

import { el } from "../shared/dom.js";
import { say } from "../shared/words.js";

export function keyOf(action) {
  return JSON.stringify(action);
}

/** Return the choices; `tap(choice)` gets the tapped one. */
export function choiceList(groups, tap) {
  return groups.map(({ title, colours, choices }) =>
    el(
      "section",
      { key: title, class: "group", style: colours?.length > 0 ? { "--tint": colours[0] } : {}, "aria-label": title },
      el("h2", {}, title),
      el("div", { class: "cards" }, choices.map((choice) => card(choice, tap))),
    ),
  );
}

function card(choice, tap) {
  const { label, hint, action, legal, chosen } = choice;
  const kinds = [!legal && "illegal", chosen && "chosen", label.length > 3 && "wordy"];
  return el(
    "button",
    {
      key: keyOf(action),
      type: "button",
      class: ["playing-card", ...kinds.filter(Boolean)].join(" "),
      "data-action": keyOf(action),
      "aria-pressed": legal ? "false" : null,
      onclick: () => tap(choice),
    },
    el("b", {}, label),
    el("small", {}, [hint, !legal && say("own.why-not")].filter(Boolean).join(" · ")),
  );
}
