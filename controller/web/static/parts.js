/* What the table is made of: how each part is driven, and which of them fails now. */

import { el, showIn } from "./dom.js";
import { say } from "./words.js";

export function showParts(list, trouble, parts) {
  list.replaceChildren(...parts.map(row));
  const broken = parts.filter((part) => part.trouble);
  showIn(trouble, ...broken.map((part) => el("li", {}, inWords(part))));
}

/** A driver's own text needs the name of its part; a sentence for players says what it is about. */
function inWords({ name, trouble }) {
  return trouble[0] === "as-it-is" ? `${name}: ${say(trouble)}` : say(trouble);
}

function row({ name, says, trouble }) {
  return el(
    "li",
    { class: trouble ? "broken" : null },
    `${name}: ${say(trouble ?? "bench.works")}`,
    says ? el("small", {}, say(says)) : null,
  );
}
