/* The other tables in the local network, each a link to its page. */

import { el } from "../shared/dom.js";
import { say } from "../shared/words.js";

/** @import { Child } from "../shared/preact.js" */
/** @import { State } from "./state.js" */

/** @type {(state: Pick<State, "nearby">) => Child[]} */
export function nearbyTables({ nearby }) {
  return [
    el("small", {}, say("html.nearby")),
    ...nearby.map(({ name, url }) => el("a", { key: url, href: url }, name)),
  ];
}
