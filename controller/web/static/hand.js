/* The cards that a seat can think of playing, as big buttons. */

import { changed, el } from "./dom.js";
import { say } from "./words.js";

export function keyOf(action) {
  return JSON.stringify(action);
}

/** `look`: { selected, hidden, busy, tap(choice) } */
export function showHand(container, groups, look) {
  const { selected, hidden, busy } = look;
  if (!changed(container, [groups, selected, hidden, busy])) return;
  const focused = document.activeElement?.dataset.action;
  container.replaceChildren(...groups.map((group) => groupOf(group, look)));
  if (focused) refocus(container, focused);
}

/** Everything was built anew; a keyboard should not have to start over. */
function refocus(container, action) {
  const buttons = [...container.querySelectorAll("[data-action]")];
  buttons.find((button) => button.dataset.action === action)?.focus();
}

function groupOf({ title, colours, choices }, look) {
  const tinted = colours?.length > 0 ? { "--tint": colours[0] } : {};
  return el(
    "section",
    { class: "group", style: tinted, "aria-label": title },
    el("h2", {}, title),
    el("div", { class: "cards" }, ...choices.map((choice) => card(choice, look))),
  );
}

function card(choice, { selected, hidden, busy, tap }) {
  const { label, hint, action, legal, chosen } = choice;
  if (hidden) return el("span", { class: "playing-card back" }, say("own.hidden"));
  const key = keyOf(action);
  const kinds = [!legal && "illegal", chosen && "chosen", label.length > 3 && "wordy"];
  return el(
    "button",
    {
      type: "button",
      class: ["playing-card", ...kinds.filter(Boolean)].join(" "),
      "data-action": key,
      disabled: busy,
      "aria-pressed": legal ? String(key === selected) : null,
      onclick: () => tap(choice),
    },
    el("b", {}, label),
    el("small", {}, [hint, !legal && say("own.why-not")].filter(Boolean).join(" · ")),
  );
}
