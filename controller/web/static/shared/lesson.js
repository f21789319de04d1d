/* A lesson's bubble: what to do now, why, and a button that does it. */

import { button, el } from "./dom.js";
import { say } from "./words.js";

/** @import { Child, VNode } from "./preact.js" */
/** @import { CompletePage, Position } from "./types.js" */

/** Return the bubble, hidden while events are shown. `live` is "off" if a screen reader reads the table's words anyway.
 * @type {(position: Position | null, page: CompletePage | null, doIt: () => void, live?: "polite" | "off") => VNode} */
export function lesson(position, page, doIt, live = "polite") {
  const { lesson: taught, captions } = position ?? {};
  return el(
    "section",
    {
      class: "lesson",
      id: "lesson",
      "data-testid": "lesson",
      "aria-live": live,
      hidden: !taught || Boolean(captions),
    },
    taught && page && !captions && content(taught, page, doIt),
  );
}

/** @type {(taught: NonNullable<Position["lesson"]>, page: CompletePage, doIt: () => void) => Child} */
function content({ why, task }, page, doIt) {
  return [
    // The words flow around the button.
    task && button(doIt, { class: "quiet", "data-testid": "do-it" }, say("html.do-it")),
    task && el("p", { class: "task" }, page.say(task)),
    why && el("p", { class: "why" }, page.say(why)),
  ];
}
