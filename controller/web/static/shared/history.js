/* Steps back through a game: shows the board of an earlier moment. */

import { button, byId } from "./dom.js";
import { say } from "./words.js";

/** @import { Story } from "./log.js" */
/** @import { Aloud } from "./aloud.js" */
/** @import { VNode } from "./preact.js" */
/** The earlier moment on show; its board is null until the table has sent it.
 * @typedef {{ at: number, state: unknown }} Moment */
/** @typedef {{ story: Story, aloud: Aloud, moment: Moment | null }} Looking */

/** Return the moment this many steps from the shown one, `at`; null for the present, and undefined if
 * there is none. `moments` are the log's; the last one is the present.
 * @type {(moments: number[], at: number | null, by: number) => number | null | undefined} */
export function stepped(moments, at, by) {
  const now = moments.length - 1;
  const to = (at === null ? now : moments.indexOf(at)) + by;
  return to < now ? moments[to] : null;
}

/** Return functions that look back on a page with this state; `ask(at)` asks the table for that moment.
 * @param {Looking} state
 * @param {(changes: Partial<Looking>) => void} set
 * @param {(at: number) => void} ask */
export function lookingBack(state, set, ask) {
  /** @param {number | null | undefined} at */
  function look(at) {
    if (at === null) return toNow();
    if (at === undefined) return;
    state.aloud.add(...state.story.told(at));
    set({ moment: { at, state: state.moment?.state ?? null } });
    ask(at);
  }

  function toNow() {
    const hadFocus = ["later", "back-to-now"].includes(document.activeElement?.id ?? "");
    set({ moment: null });
    if (hadFocus) (byId("earlier") ?? byId("open-log")).focus();
  }

  return {
    toNow,
    step: (/** @type {number} */ by) => look(stepped(state.story.moments, state.moment?.at ?? null, by)),
    /** Show the moment of the tapped line in the log.
     * @param {Event} event */
    lookAt({ target }) {
      const line = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("li"));
      const { moments } = state.story;
      const at = moments.indexOf(Number(line?.dataset.at));
      if (at >= 0) look(at < moments.length - 1 ? moments[at] : null);
    },
    /** @param {Moment} moment */
    past({ at, state: was }) {
      if (state.moment?.at === at) set({ moment: { at, state: was } });
    },
  };
}

/** Return the buttons for `look.step(by)` and `look.toNow()`. `at` is the moment on show.
 * @type {(at: number | null, look: Pick<ReturnType<typeof lookingBack>, "step" | "toNow">, attributes: { class: string }) => VNode[]} */
export function backButtons(at, { step, toNow }, attributes) {
  const hidden = at === null;
  return [
    button(() => step(-1), { ...attributes, id: "earlier", "aria-label": say("html.earlier") }, "◀"),
    button(() => step(1), { ...attributes, id: "later", hidden, "aria-label": say("html.later") }, "▶"),
    button(toNow, { ...attributes, id: "back-to-now", hidden }, say("html.now")),
  ];
}
