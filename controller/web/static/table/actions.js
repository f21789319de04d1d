/* The actions of the table's page. */

import { promptAloud, standing } from "../shared/aloud.js";
import { byId } from "../shared/dom.js";
import { lookingBack } from "../shared/history.js";
import { lampsOf, rulesOf } from "../shared/rules.js";
import { say } from "../shared/words.js";
import { filledIn, orderOf } from "./first-screen.js";
import { isReachable } from "./room.js";
import { set, sound, state, tell, voice } from "./state.js";
import { keepView } from "./head.js";

/** @import { Level, Message, NearbyTable, Request, Send } from "../shared/types.js" */
/** @import { Draft } from "./first-screen.js" */
/** @import { DrawnTable } from "./drawn-table.js" */
/** @typedef {ReturnType<typeof actions>} Act */

const PAPERS = { lampsOf, rulesOf };

/** Return all actions of the page; `send` sends a message, `request` also returns its answer, and `drawn` is
 * the drawn table.
 * @param {Send} send
 * @param {(message: Request) => Promise<Message>} request
 * @param {() => DrawnTable} drawn
 * @param {() => void} retry */
export function actions(send, request, drawn, retry) {
  /** Send a choice; report it if it does not arrive.
   * @type {Send} */
  function order(...message) {
    const isSent = send(...message);
    // This also redraws, so a field shows the valid value again.
    if (!isSent) tell(say("own.unreached"));
    return isSent;
  }

  /** @param {boolean} isLesson */
  function start(isLesson) {
    if (state.position?.phase !== "play") return begin(isLesson);
    ask(
      "confirm",
      say("html.put-away-running"),
      ["html.put-away-why", "html.keep-playing", "html.put-away-start"],
      () => begin(isLesson),
    );
  }

  /** @param {boolean} isLesson */
  async function begin(isLesson) {
    const form = filledIn(state);
    if (!form) return;
    const answer = await request(orderOf(form, isLesson));
    if (answer.type === "unreached") tell(say("own.unreached"));
    // Keep the filled-in form of a refused order.
    if (answer.type !== "done" && !answer.legal) return;
    set({ draft: null, another: false });
    // The focused form disappears, so focus the table.
    byId("table").focus({ preventScroll: true });
  }

  return {
    send: order,
    start,
    retry,
    view: see,
    /** Let the small table grow; its buttons and pieces work as they are. */
    enlarge(/** @type {{ target: EventTarget | null }} */ { target }) {
      const isWood = target instanceof Element && !target.closest("button, [data-thing]");
      if (isWood && document.body.dataset.view === "play") see("table");
    },
    undrawn: () => set({ isUndrawn: true }),
    tray: () => drawn().tray,
    close: () => set({ open: null }),
    help: () => set({ open: "help" }),
    another() {
      if (state.games.length === 0) send("games");
      set({ another: true });
      focusGame();
    },
    read,
    loudness: () => set({ open: "loudness" }),
    sound: () => set({ sounds: sound.toggle() }),
    voice: () => set({ speaks: voice.toggle() }),
    refuse: (/** @type {number} */ seat) => order("refuse", { seat }),
    letIn: (/** @type {number} */ page) => order("let_in", { page }),
    share: (/** @type {boolean} */ on) => order("share", { on }),
    /** Join another table's game; that table's page is then this one's. */
    async joinTable(/** @type {NearbyTable} */ { name, url }) {
      const answer = await request({ type: "join", table: name });
      if (answer.type === "done") location.assign(url);
      else tell(say("own.unreached"));
    },
    /** Open the table to phones, and show the room's code. */
    join() {
      if (!isReachable(state)) order("share", { on: true });
      set({ open: "code", code: "room" });
    },
    seatBot: (/** @type {number} */ seat, /** @type {string} */ level) =>
      order("bot", { seat, level: /** @type {Level} */ (level) }),
    showCode: (/** @type {number} */ code) => set({ open: "code", code }),
    fill(/** @type {Draft} */ changes) {
      set({ draft: { ...state.draft, ...changes } });
      const form = filledIn(state);
      // Players who wait with a phone see which game it will be.
      if (form && state.position?.phase === "choose" && ("game" in changes || "seats" in changes))
        order("point", { game: form.offer.game, seats: form.seats });
    },
    tellStanding() {
      const { aloud, position, page } = state;
      if (position && page) aloud.add(...standing(position, page), promptAloud(position, page));
      set({});
    },
    tellChanged() {
      state.aloud.add(...state.story.since(state.askedAt.before));
      set({});
    },
    leave: () => set({ draft: null, another: false }),
    answer(/** @type {"again" | "away" | "continue"} */ type) {
      order(type);
      byId("table").focus({ preventScroll: true });
    },
    forget(/** @type {string} */ name) {
      const words = ["html.forget-why", "html.forget-not", "html.forget"];
      ask("forget", say("end.forget-title", { who: name }), words, () => order("forget", { name }));
    },
    update: () =>
      ask("update", say("html.update"), ["html.update-why", "html.update-not", "html.update-now"], () =>
        order("update"),
      ),
    async settings() {
      set({ open: "settings", settings: null, filled: {} });
      const answer = await request({ type: "settings" });
      if (answer.type !== "settings") notSet(answer.type);
    },
    fillSetting: (/** @type {string} */ key, /** @type {string} */ value) =>
      set({ filled: { ...state.filled, [key]: value } }),
    async saveSettings() {
      const answer = await request({ type: "settings", ...state.filled });
      if (answer.type !== "settings") notSet(answer.type);
      else if (Object.keys(/** @type {object} */ (answer.refused)).length === 0) set({ filled: {} });
    },
    restart() {
      if (order("restart")) set({ open: null });
    },
    pick: (/** @type {string} */ part, /** @type {string} */ fault) =>
      set({ picked: { ...state.picked, [part]: fault } }),
    ...lookingBack(state, set, (at) => send("past", { at })),
  };
}

/** Show beside the table why the settings did not come.
 * @param {string} type */
function notSet(type) {
  if (type === "unreached") tell(say("own.unreached"));
  set({ open: null });
}

/** Ask before something that cannot be undone; `keys` are why, no and yes.
 * @type {(name: string, title: string, keys: string[], act: () => void) => void} */
function ask(name, title, keys, act) {
  const [why, no, yes] = keys.map((key) => say(key));
  set({ open: "question", question: { name, title, why, no, yes, act } });
}

/** @param {string} view */
function see(view) {
  keepView(view);
  set({ view });
}

/** Open a paper of the game.
 * @type {(kind: keyof typeof PAPERS, title: string) => Promise<void>} */
async function read(kind, title) {
  if (!state.position?.game) return;
  try {
    set({ open: "papers", paper: { title, text: await PAPERS[kind](state.position.game.game) } });
  } catch (error) {
    console.warn(error);
    tell(say("page.not-fetched"));
  }
}

/** Focus the chosen game of the first screen. */
export function focusGame() {
  /** @type {HTMLElement | null} */ (byId("new-form").querySelector("[name=game]:checked"))?.focus();
}
