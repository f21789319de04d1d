/* The actions of a seat's page: taps on targets, the action bar, the sheets. */

import { promptAloud, standing } from "../shared/aloud.js";
import { byId } from "../shared/dom.js";
import { lookingBack } from "../shared/history.js";
import { visit } from "../shared/remembered.js";
import { say } from "../shared/words.js";
import { listSheet, logSheet, menuSheet, rulingSheet } from "./menu.js";
import { choicesOf, handInWords, legalIn, wayOf } from "./situation.js";
import { isMine, now, playing, set, tell } from "./state.js";

/** @import { Connection } from "../shared/connection.js" */
/** @import { Action, Choice, Level, Request } from "../shared/types.js" */
/** @import { Sheet } from "./state.js" */
/** @typedef {ReturnType<typeof actions>} Act */

/** Return all actions of the page, over this connection.
 * @param {Connection} connection */
export function actions(connection) {
  /** @param {Request} message */
  function tellTable(message) {
    if (connection.send(message)) set({});
    else tell(say("own.unreached"));
  }

  /** Send a decision, and wait for its answer. Without a connection it is sent later.
   * @param {{ type: "undo" } | { type: "act", action: Action }} message */
  function decide(message) {
    connection.keep({ ...message, decision: decision() });
    now.choosing.clear();
    now.decidedAt = now.story.end;
    set({ told: null, isBusy: connection.isOpen });
    if (!connection.isOpen) tell(say("own.kept"));
  }

  function undo() {
    if (now.isBusy) return;
    if (connection.isOpen) decide({ type: "undo" });
    else tell(say("own.unreached"));
  }

  /** @param {string} key */
  function tap(key) {
    now.told = null;
    if (now.isAsking || !now.choosing.tap(key)) return ask(key);
    const { action } = now.choosing;
    if (action && !now.isBusy && isAtOnce(action)) decide({ type: "act", action });
    set({});
  }

  /** @param {Action} action */
  function isAtOnce(action) {
    const { page, position } = playing();
    return page.atOnce(action, position.state, legalIn(position));
  }

  /** Ask the table about an attempt, legal or not.
   * @param {string} key */
  function ask(key) {
    now.isAsking = false;
    const action = attempt(key);
    if (action) tellTable({ type: "why", action });
    else tell(say("own.nothing"));
  }

  function play() {
    if (now.isBusy) return;
    const { action } = now.choosing;
    if (action) decide({ type: "act", action });
    else tell(say(isMine() ? "own.choose-first" : "own.not-your-turn"));
  }

  /** Do what the lesson asks of this seat. */
  function doIt() {
    const [action] = legalIn(now.position);
    if (action && !now.isBusy) decide({ type: "act", action });
  }

  /** @param {Choice} choice */
  function choose({ legal, action }) {
    now.told = null;
    open(null);
    if (!legal) return tellTable({ type: "why", action });
    now.choosing.choose(action);
    set({});
    byId("play").focus();
  }

  /** Let a bot play this seat from now on, or its player with "".
   * @param {string} level */
  function seatBot(level) {
    now.told = null;
    now.choosing.clear();
    tellTable({ type: "bot", level: /** @type {Level} */ (level) });
  }

  /** @param {Partial<import("./state.js").State>} changes */
  function look(changes) {
    now.choosing.clear();
    set({ ...changes, sheet: null, told: null });
  }

  const act = {
    ...lookingBack(now, look, (at) => tellTable({ type: "past", at })),
    play,
    doIt,
    undo,
    why: () => set({ isAsking: !now.isAsking, told: null }),
    menu: () => open(menuSheet(playing(), act)),
    log: () => open(logSheet(playing(), act)),
    tellStanding() {
      const { aloud, position, page, seat } = playing();
      aloud.add(...standing(position, page, seat), promptAloud(position, page));
      set({});
    },
    tellHand() {
      now.aloud.add(...(now.hidden.on ? [say("own.hidden")] : handInWords(playing())));
      set({});
    },
    tellChanged() {
      now.aloud.add(...now.story.since(now.decidedAt));
      set({});
    },
    hint: () => tellTable({ type: "hint", decision: decision() }),
    ready() {
      visit.removeItem("joined");
      if (now.position?.phase === "play") set({});
      else tellTable({ type: "ready", on: !now.seating.seats[now.seat]?.ready });
    },
    list() {
      open(listSheet(playing(), choose));
      // Focus the first legal choice.
      /** @type {HTMLElement | null} */ (byId("sheet").querySelector("[aria-pressed]"))?.focus();
    },
    open,
    closeSheet: () => open(null),
    changed: () => set({}),
    tap,
    tapBeside,
    tell,
    ruling: (/** @type {string} */ number) => open(rulingSheet(playing().position.game.game, number, () => set({}))),
    seatBot,
    showHand,
    dismiss: (/** @type {Event} */ { target }) =>
      /** @type {Element} */ (target).closest("button") ?? set({ told: null }),
    retry: () => connection.retry(),
    takeOver: () => connection.takeOver(),
  };
  return act;
}

/** Return the name of this seat's current decision. */
function decision() {
  return playing().position.decision ?? "";
}

/** Open a sheet, or close the open one.
 * @param {Sheet | null} sheet */
function open(sheet) {
  set({ sheet });
}

/** Answer a tap on a part of the board that is no target.
 * @param {Event} event */
function tapBeside(event) {
  const target = /** @type {Element} */ (event.target);
  if (now.position?.phase !== "play" || !target.closest("svg") || target.closest("[role=button]")) return;
  tell(isMine() ? `${say("own.nothing")} ${wayOf(playing())}` : say("own.not-your-turn"));
}

/** Return the action that a tap on this target might mean.
 * @param {string} key */
function attempt(key) {
  const { page, position, seat, choosing } = playing();
  const { state, pending } = position;
  const tried = choicesOf(playing()).flatMap(({ choices }) => choices.map(({ action }) => action));
  const ways = [...legalIn(position), ...tried].map((action) => ({ action, way: page.way(action, state) }));
  /** @type {(keys: string[]) => Action | undefined} */
  const fits = (keys) => ways.find(({ way }) => keys.every((one) => way.includes(one)))?.action;
  return fits([...choosing.taps, key]) ?? page.attempt(key, state, pending, seat, choosing.taps) ?? fits([key]);
}

/** Hide the hand or show it again. */
function showHand() {
  now.hidden.toggle();
  // The Play button must not reveal a hidden hand.
  now.choosing.clear();
  set({ told: null });
}
