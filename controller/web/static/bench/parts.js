/* The parts of the table: how each is driven, and which of them fail. */

import { el } from "../shared/dom.js";
import { say } from "../shared/words.js";

/** @import { VNode } from "../shared/preact.js" */
/** @import { Part, Says } from "../shared/types.js" */

/** Return the failing parts. A driver's text needs the part's name, a sentence does not.
 * @type {(parts: Part[]) => VNode[]} */
export function troubles(parts) {
  /** @type {(name: string, trouble: Says) => string} */
  const inWords = (name, trouble) => (trouble[0] === "as-it-is" ? `${name}: ${say(trouble)}` : say(trouble));
  return parts.flatMap(({ name, trouble }) => (trouble ? [el("li", { key: name }, inWords(name, trouble))] : []));
}

/** Return the state of each part.
 * @type {(parts: Part[]) => VNode[]} */
export function partRows(parts) {
  return parts.map(({ name, says, trouble }) =>
    el(
      "li",
      { key: name, class: trouble ? "broken" : "" },
      `${name}: ${say(trouble ?? "bench.works")}`,
      says && el("small", {}, say(says)),
    ),
  );
}
