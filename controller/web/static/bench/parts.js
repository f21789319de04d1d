/* The parts of the table: how each is driven, and which of them fail. */

import { el } from "../shared/dom.js";
import { say } from "../shared/words.js";

/** Return the failing parts. A driver's text needs the part's name, a sentence does not. */
export function troubles(parts) {
  const inWords = ({ name, trouble }) => (trouble[0] === "as-it-is" ? `${name}: ${say(trouble)}` : say(trouble));
  return parts.filter((part) => part.trouble).map((part) => el("li", { key: part.name }, inWords(part)));
}

/** Return the state of each part. */
export function partRows(parts) {
  return parts.map(({ name, says, trouble }) =>
    el("li", { key: name, class: trouble ? "broken" : "" }, `${name}: ${say(trouble ?? "bench.works")}`, says && el("small", {}, say(says))),
  );
}
