/* What somebody does on the table's page. */

import { promptAloud, standing } from "../shared/aloud.js";
import { byId, isConfirmed } from "../shared/dom.js";
import { lampsOf, rulesOf } from "../shared/rules.js";
import { say } from "../shared/words.js";
import { filledIn, orderOf } from "./first-screen.js";
import { stepped } from "./history.js";
import { isReachable } from "./room.js";
import { set, sound, state, tell, toNow, voice } from "./state.js";
import { keepView } from "./views.js";

/** @import { Message, Send } from "../shared/types.js" */
/** @import { Draft } from "./first-screen.js" */
/** @typedef {ReturnType<typeof actions>} Does */

const PAPERS = { lampsOf, rulesOf };

/** Return all that can be done on the page; `send` sends a message, `request` returns its answer too.
 * @param {Send} send
 * @param {(type: string, fields: object) => Promise<Message>} request */
export function actions(send, request) {
  /** Send what somebody chose; say so if it does not arrive.
   * @type {Send} */
  function order(type, fields) {
    const isSent = send(type, fields);
    // This draws too, so a field shows again what holds.
    if (!isSent) tell(say("own.unreached"));
    return isSent;
  }

  /** @param {boolean} isLesson */
  async function start(isLesson) {
    const form = filledIn(state);
    if (!form || (state.position?.phase === "play" && !(await isConfirmed(byId("confirm"))))) return;
    const answer = await request("new", orderOf(form, state.bots, isLesson));
    if (answer.type === "unreached") tell(say("own.unreached"));
    // The form of a refused order stays, as it was filled in.
    if (answer.type !== "done" && !answer.legal) return;
    set({ draft: null, another: false });
    // The focused form disappears, so focus the table.
    byId("table").focus({ preventScroll: true });
  }

  return {
    send: order,
    start,
    view(/** @type {string} */ view) {
      keepView(view);
      set({ view });
    },
    another() {
      if (state.games.length === 0) send("games");
      set({ another: true });
      focusGame();
    },
    read,
    loudness() {
      byId("loudness").showModal();
    },
    sound: () => set({ sounds: sound.toggle() }),
    voice: () => set({ speaks: voice.toggle() }),
    refuse: (/** @type {number} */ seat) => order("refuse", { seat }),
    letIn: (/** @type {number} */ page) => order("let_in", { page }),
    share: (/** @type {boolean} */ on) => order("share", { on }),
    /** Open the table to phones, and show the room's code. */
    join() {
      if (!isReachable(state)) order("share", { on: true });
      set({ code: "room" });
      byId("qr").showModal();
    },
    seatBot: (/** @type {number} */ seat, /** @type {string} */ level) => order("bot", { seat, level }),
    showCode(/** @type {number} */ code) {
      set({ code });
      byId("qr").showModal();
    },
    fill(/** @type {Draft} */ changes) {
      set({ draft: { ...state.draft, ...changes } });
      const form = filledIn(state);
      // Whoever waits with a phone sees which game it will be.
      if (form && state.position?.phase === "choose" && ("game" in changes || "seats" in changes))
        order("point", { game: form.offer.game, seats: form.seats });
    },
    tellStanding() {
      const { aloud, position, page } = state;
      if (position && page) aloud.say(...standing(position, page), promptAloud(position, page));
      set({});
    },
    tellChanged() {
      state.aloud.say(...state.story.since(state.askedAt.before));
      set({});
    },
    leave: () => set({ draft: null, another: false }),
    answer(/** @type {string} */ type) {
      order(type);
      byId("table").focus({ preventScroll: true });
    },
    async forget(/** @type {string} */ name) {
      set({ forgetting: name });
      if (await isConfirmed(byId("forget"))) order("forget", { name });
    },
    pick: (/** @type {string} */ part, /** @type {string} */ fault) =>
      set({ picked: { ...state.picked, [part]: fault } }),
    step(/** @type {number} */ by) {
      const at = stepped(state.story.moments, state.moment?.at ?? null, by);
      if (at === null) return toNow();
      if (at === undefined) return;
      set({ moment: { at, state: state.moment?.state ?? null } });
      send("past", { at });
    },
  };
}

/** Open a paper of the game.
 * @type {(kind: keyof typeof PAPERS, title: string) => Promise<void>} */
async function read(kind, title) {
  if (!state.position?.game) return;
  try {
    set({ paper: { title, text: await PAPERS[kind](state.position.game.game) } });
    byId("papers").showModal();
  } catch (error) {
    console.warn(error);
    tell(say("page.not-fetched"));
  }
}

/** Focus the chosen game of the first screen. */
export function focusGame() {
  /** @type {HTMLElement | null} */ (byId("new-form").querySelector("[name=game]:checked"))?.focus();
}
