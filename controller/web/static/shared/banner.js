/* The banner over a page that has lost the table, or that the table has refused. */

import { PUT_AWAY, TAKEN, TOO_MUCH } from "./connection.js";
import { button, el, sentence } from "./dom.js";
import { say } from "./words.js";

/** @import { Child, VNode } from "./preact.js" */
/** @import { Status } from "./types.js" */

/** Return a page's words about its connection, empty while it works. `takeOver` opens a seat here
 * that is open on another phone.
 * @type {(status: Status | null, retry: () => void, takeOver?: (() => void) | null) => VNode} */
export function banner(status, retry, takeOver = null) {
  const look = { class: "connection", "data-testid": "connection", "data-state": status?.state, role: "status" };
  return el("p", look, told(status, retry, takeOver));
}

/** @type {(status: Status | null, retry: () => void, takeOver: (() => void) | null) => Child} */
function told(status, retry, takeOver) {
  const { state, code, reason } = status ?? {};
  if (state === "lost") return [lost(code, reason), button(retry, {}, say("connection.retry"))];
  if (state !== "final") return [];
  if (code === TAKEN) return [`${sentence(reason ?? "")}. `, button(takeOver, {}, say("connection.open-here"))];
  return [goodbye(code, reason)];
}

/** @type {(code?: number, reason?: string) => string} */
function lost(code, reason) {
  if (code !== TOO_MUCH || !reason) return say("connection.lost");
  return say("connection.crowded", { why: sentence(reason).replace(/\.$/, "") });
}

/** @type {(code?: number, reason?: string) => Child} */
function goodbye(code, reason) {
  const usual = say(code === PUT_AWAY ? "connection.put-away" : "connection.wrong-link");
  const told = `${sentence(reason || usual).replace(/\.$/, "")}. `;
  const home = el("a", { href: "/" }, say("connection.home"));
  return el("span", {}, told, say("connection.ask-host"), home, ".");
}
