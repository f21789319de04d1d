/* A seat's private page: its hand, what it can do, and why not. */

import { Connection, showConnection } from "./connection.js";
import { byId, dots, el, say, showIn } from "./dom.js";
import { gamePage } from "./game-page.js";
import { keyOf, showHand } from "./hand.js";
import { Log } from "./log.js";
import { ending, missing, reveal } from "./standing.js";

const SEAT = Number(/^\/seat\/(\d+)/.exec(location.pathname)?.[1]);
const log = new Log(byId("log"));

let page = null;
let position = null;
let selected = null;
let hidden = false;
let connected = false;
// An action is on its way: a second tap must not send it twice.
let busy = false;
let shown = Promise.resolve();

const handlers = {
  position(message) {
    shown = shown.then(() => arrive(message)).catch((error) => console.error(error));
  },
  told: ({ rule, message }) => tell(message, rule),
  error: ({ message }) => tell(message),
};

const showStatus = showConnection(
  byId("connection"),
  () => connection.retry(),
  () => connection.open(`${address()}&take=yes`),
);
const connection = new Connection(address(), {
  text: (message) => handlers[message.type]?.(message),
  status(status) {
    showStatus(status);
    connected = status.state === "open";
    if (!connected) busy = false;
    render();
  },
});

byId("play").addEventListener("click", play);
byId("undo").addEventListener("click", () => send({ type: "undo" }));
byId("hide").addEventListener("click", () => {
  hidden = !hidden;
  // Nothing may tell through the Play button what the hidden cards do not.
  selected = null;
  say(byId("told"));
  render();
});

function address() {
  const code = new URLSearchParams(location.search).get("code") ?? "";
  return `/ws?seat=${SEAT}&code=${encodeURIComponent(code)}&tab=${tab()}`;
}

/** A name for this tab, by which the table knows it again after a gap. */
function tab() {
  const known = sessionStorage.getItem("tab");
  const name = known ?? [...crypto.getRandomValues(new Uint8Array(16))].join("-");
  sessionStorage.setItem("tab", name);
  return name;
}

async function arrive(message) {
  page = await gamePage(message.game);
  const before = position;
  position = message;
  busy = false;
  const { game, links, events } = message;
  log.add(JSON.stringify([game, links]), events ?? [], page, game);
  const legal = message.pending?.legal ?? [];
  if (!legal.some((action) => keyOf(action) === selected)) selected = null;
  // Why something was refused is old news once the seat can do other things.
  if (keyOf(legal) !== keyOf(before?.pending?.legal ?? [])) say(byId("told"));
  render();
  reveal(byId("result"), before, message);
}

function render() {
  if (!position) return showActions();
  const { game, state } = position;
  const name = page.seatName(state, SEAT);
  document.title = `${name} · ${game.name} · Undertow`;
  byId("who").replaceChildren(dots(page.seatColours(state, SEAT)), name);
  const title = [game.name, page.title(state, game.seats, game)];
  byId("title").textContent = title.filter(Boolean).join(" · ");
  showIn(byId("notice"), position.notice ?? "");
  showIn(byId("result"), ...ending(position, page, SEAT));
  say(byId("turn"), ...turn());
  showHand(byId("hand"), groups(), { selected, hidden, busy, tap });
  showIn(byId("summary"), page.summary(state, game));
  showActions();
}

function groups() {
  if (position.phase !== "play") return [];
  return page.hand(position.state, position.pending, SEAT, position.game);
}

function turn() {
  const own = position.phase === "play" && position.pending?.seats.includes(SEAT);
  if (!own) return missing(position, page);
  return [el("b", {}, "Your choice is missing."), ...others()];
}

function others() {
  const seats = position.pending.seats.filter((seat) => seat !== SEAT);
  if (seats.length === 0) return [];
  const pending = { ...position.pending, seats };
  return missing({ ...position, pending }, page, " Also missing: ");
}

function tap(choice) {
  say(byId("told"));
  if (choice.legal) {
    const key = keyOf(choice.action);
    selected = selected === key ? null : key;
    render();
  } else {
    send({ type: "why", action: choice.action });
  }
}

function play() {
  if (selected === null) return;
  say(byId("told"));
  busy = send({ type: "act", action: JSON.parse(selected) });
  // The same card may be back in the hand by the next round; it is not chosen again.
  if (busy) selected = null;
  render();
}

function send(message) {
  const sent = connection.send(message);
  if (!sent) tell("There is no connection to the table just now.");
  return sent;
}

function showActions() {
  const playing = position?.phase === "play";
  byId("actions").hidden = position?.phase === "over";
  const chosen = selected !== null && choiceOf(selected);
  byId("play").textContent = chosen ? `Play ${chosen}` : "Play";
  byId("play").disabled = !connected || busy || !playing || selected === null;
  byId("undo").disabled = !connected || busy || !position?.can_undo;
  byId("hide").setAttribute("aria-pressed", hidden);
  byId("hide").textContent = hidden ? "Show hand" : "Hide hand";
}

/** The words on the Play button; with several groups also which one it is of. */
function choiceOf(key) {
  const all = groups();
  for (const { title, choices } of all) {
    const choice = choices.find(({ action }) => keyOf(action) === key);
    if (choice) return all.length > 1 ? `${choice.label} · ${title}` : choice.label;
  }
  return "";
}

function tell(message, rule = null) {
  busy = false;
  const ruling = rule && el("b", { class: "ruling" }, rule);
  say(byId("told"), ruling, el("span", { class: "sentence" }, message));
  render();
}
