/* The parts of the table: how each is driven, and which of them fail. */

import { el, showIn } from "../shared/dom.js";
import { say } from "../shared/words.js";

export function showParts(list, trouble, parts) {
  list.replaceChildren(...parts.map(row));
  const broken = parts.filter((part) => part.trouble);
  showIn(trouble, ...broken.map((part) => el("li", {}, inWords(part))));
}

/** Return a part's state; a driver's text needs the part's name, a sentence does not. */
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
