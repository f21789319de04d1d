/* What the table is made of: how each part is driven, and which of them fails now. */

import { el, showIn } from "./dom.js";
import { say } from "./words.js";

export function showParts(list, trouble, parts) {
  list.replaceChildren(...parts.map(row));
  const broken = parts.filter((part) => part.trouble);
  showIn(trouble, ...broken.map(({ name, trouble }) => el("li", {}, `${name}: ${say(trouble)}`)));
}

function row({ name, says, trouble }) {
  return el(
    "li",
    { class: trouble ? "broken" : null },
    `${name}: ${say(trouble ?? "bench.works")}`,
    says ? el("small", {}, say(says)) : null,
  );
}
