/* The table's page: lamps, buttons, pieces, and the state of the game. */

import { Bench } from "../bench/bench.js";
import { followTheEye, layOut, markDepth, nameSeat } from "./layout.js";
import { Connection, showConnection } from "../shared/connection.js";
import { byId, el, isConfirmed, announce, showIn } from "../shared/dom.js";
import { Ending } from "../shared/ending.js";
import { First } from "./first-screen.js";
import { Frames } from "./frames.js";
import { gamePage } from "../shared/game-page.js";
import { Tray } from "./tray.js";
import { History } from "./history.js";
import { Join } from "./join.js";
import { LampLabel, usualLamp } from "./lamp-label.js";
import { Light } from "./light.js";
import { markAsked, showLinks } from "./seat-list.js";
import { Log } from "../shared/log.js";
import { Loudness } from "./loudness.js";
import { NextStep } from "./next-step.js";
import { showParts } from "../bench/parts.js";
import { Buttons } from "./press.js";
import { lampsOf, rulesOf } from "../shared/rules.js";
import { Sound } from "./sound.js";
import { Voice } from "./voice.js";
import { reveal, showPrompt } from "../shared/standing.js";
import { Striker } from "./striker.js";
import { useMenu } from "./views.js";
import { say } from "../shared/words.js";

const PAPERS = { lampsOf, rulesOf };

const table = byId("table");
const log = new Log(byId("log"), () => connection.send({ type: "story" }));
const history = new History(
  log,
  (at) => connection.send({ type: "past", at }),
  (state) => showBoard(state ?? drawn.state),
);
const buttons = new Buttons(table, (type, control) => connection.send({ type, control }));
const tray = new Tray(table, (message) => connection.send(message));
const nextStep = new NextStep(table, (step) => tray.follow(step));
const lampLabel = new LampLabel(table);
const join = new Join((message) => connection.send(message));
const sound = new Sound(byId("sound"));
const voice = new Voice(byId("voice"));
const loudness = new Loudness(byId("loudness-button"), byId("loudness-form"), (message) => connection.send(message));
const ending = new Ending(byId("result"), () => connection.send({ type: "review" }), confirmForgetting);
const first = new First(
  (order) => {
    const isSent = connection.send({ type: "new", ...order });
    // The focused form disappears, so focus the table.
    if (isSent) table.focus({ preventScroll: true });
    return isSent;
  },
  () => connection.send({ type: "games" }),
);

let board = null;
// What this page may touch, and where it lies.
let offered = null;
let lies = null;
// The bench view, once it was opened.
let bench = null;
let light = null;
let frames = null;
let striker = null;
let seatButtons = [];
let position = null;
let before = null;
// The shown position, which may be older than the newest: { page, game, state }
let drawn = null;
let seating = { seats: [], joining: true };
let shared = false;
// The number of frames so far, and the last one.
let came = 0;
let latest = null;
// The answer about a misplaced piece.
let saidOfPiece = null;
// Positions queue up, because showing one may wait for a game's module.
let shown = Promise.resolve();

const handlers = {
  hello(message) {
    document.body.classList.toggle("mirror", !message.touch);
    for (const kind of ["host", "spectator"]) {
      document.body.classList.toggle(kind, message.page === kind);
    }
    shared = message.shared ?? false;
    build(message);
  },
  games({ games, bots }) {
    shown = shown.then(() => first.offer(games, bots)).catch((error) => console.error(error));
  },
  position(message) {
    position = message;
    shown = shown.then(() => show(message)).catch((error) => console.error(error));
  },
  story(message) {
    shown = shown.then(() => tellStory(message)).catch((error) => console.error(error));
  },
  review(message) {
    shown = shown.then(() => ending.arrived(message)).catch((error) => console.error(error));
  },
  past: (message) => history.arrived(message),
  seats(message) {
    shown = shown.then(() => showSeats(message)).catch((error) => console.error(error));
  },
  asking: (message) => join.asks(message),
  seated: (message) => join.answer(message),
  parts: ({ parts }) => showParts(byId("parts"), byId("trouble"), parts),
  striker: (message) => striker?.show(message),
  lying(message) {
    striker?.showKey(message.armed);
    tray.show(message);
    lies = message;
    bench?.lying(message);
  },
  health: (message) => bench?.health(message),
  heard: (message) => sound.play(message),
  sound: (message) => loudness.show(message),
  async said({ told, prompt, answer, again }) {
    const page = await gamePage(position?.game);
    const text = (says) => page.say(says);
    voice.hear({ told: told.map(text), prompt: prompt.map(text), answer: answer && text(answer), again });
  },
  async told({ rule, message }) {
    const page = await gamePage(position?.game);
    tell(page.say(message), rule);
    voice.hear({ answer: page.say(message) });
  },
  async reply({ message }) {
    const page = await gamePage(position?.game);
    tell(page.say(message));
  },
  misnamed: (message) => first.misnamed(message),
  error: ({ message }) => tell(say(message)),
};

const showStatus = showConnection(byId("connection"), () => connection.retry());
const connection = new Connection({
  text: (message) => handlers[message.type]?.(message),
  frame(bytes) {
    came += 1;
    latest = bytes;
    bench?.frame(bytes);
    light?.show(bytes);
  },
  status(status) {
    showStatus(status);
    table.classList.toggle("stale", status.state === "lost");
    if (status.state === "open") return ending.again();
    buttons.forget();
    tray.forget();
    join.forget();
  },
});

useMenu(byId("menu"), (view) => view === "bench" && openBench());
for (const button of byId("menu").querySelectorAll("[data-paper]")) {
  button.addEventListener("click", () => readPaper(button));
}
followTheEye(table);
byId("new-game-button").addEventListener("click", () => first.another());
byId("joining").addEventListener("click", () => connection.send({ type: "joining", on: !seating.joining }));
byId("another").addEventListener("click", () => first.another());
for (const [id, type] of Object.entries({ again: "again", "go-on": "continue", "put-away": "away" })) {
  byId(id).addEventListener("click", () => {
    connection.send({ type });
    table.focus({ preventScroll: true });
  });
}

/* For tests: the colour of a lamp as sent and as shown, and the number of frames. */
window.undertow = {
  lamp: (place) => frames?.raw(board?.pixels[place]) ?? null,
  frames: () => came,
};

function build({ board: map, touch, hands: offer }) {
  const key = JSON.stringify([map, offer]);
  if (key === table.dataset.board) return;
  table.dataset.board = key;
  [board, offered] = [map, offer];
  frames = new Frames(map);
  const turn = offer?.key && ((on) => connection.send({ type: "turn", on }));
  striker = map.eliminator && new Striker(map.eliminator, turn);
  const { parts, lamps, buttons: controls, size } = layOut(map, touch, striker);
  const canvas = el("canvas", { class: "light", "aria-hidden": "true" });
  table.replaceChildren(...parts, canvas);
  table.classList.toggle("no-depth", !table.querySelector(".depth"));
  table.classList.toggle("measured", size !== null);
  for (const [name, value] of Object.entries(size ?? {})) table.style.setProperty(name, value);
  light = new Light(table, canvas, lamps, frames);
  buttons.use(controls);
  nextStep.build(lamps, touch);
  tray.build(offer, lamps);
  bench?.build(map, offer);
  lampLabel.build();
  seatButtons = [...controls].filter(([control]) => control.startsWith("seat:"));
}

async function show(message) {
  const { phase, game, state } = message;
  const page = await gamePage(game);
  // While a game is chosen, the table shows one that nobody plays yet.
  const isChosen = game && phase !== "choose";
  byId("game").textContent = isChosen ? game.name : "Undertow";
  document.title = `${game?.name ?? say("page.table")} · Undertow`;
  showIn(byId("notice"), message.notice ? page.say(message.notice) : "");
  byId("offer").hidden = phase !== "offer";
  if (phase === "offer") byId("offered").textContent = savedGame(message, page);
  byId("at-the-end").hidden = phase !== "over";
  first.show(message);
  forgetOldNews(message);
  showGame(message, page);
  const plays = (seat) => Boolean(state) && seat < game.seats;
  tray.play(message, page, (seat) => (plays(seat) ? page.seatColours(state, seat)[0] : null));
  nextStep.show(message.step ?? null, page);
  lampLabel.use((place) => page.lamp(state, place, game) ?? usualLamp(place, message, isLit(place)), page);
  buttons.keep(phase === "play" ? (message.how?.held ?? []) : []);
  await showSeats(seating);
  light?.measure();
  reveal(byId("result"), before, message);
  before = message;
}

/** Return the state of the saved game and its players. */
function savedGame({ state, game }, page) {
  const who = Array.from({ length: game.seats }, (_, seat) => page.seatName(state, seat));
  return [page.title(state, game.seats, game), who.join(", ")].filter(Boolean).join(" · ");
}

function isLit(place) {
  return (frames?.onScreen(board.pixels[place]) ?? 0) !== 0;
}

async function tellStory(message) {
  if (!position?.game) return;
  log.tell(message, await gamePage(position.game), position.game);
}

/** Show the game's board, present or past. */
function showBoard(state) {
  showIn(byId("summary"), state && drawn.page.summary(state, drawn.game));
}

/** Show links to the host, and free seats to a spectator. */
async function showSeats(now) {
  seating = now;
  const { seats, joining } = now;
  byId("joining").setAttribute("aria-pressed", joining);
  if (!position?.state) return;
  const page = await gamePage(position.game);
  const refuse = (seat) => connection.send({ type: "refuse", seat });
  const seatBot = (seat, level) => connection.send({ type: "bot", seat, level });
  const links = position.links ?? seats;
  const how = { refuse, seatBot, bots: position.game.bots ?? [], shared };
  showLinks(byId("links"), links, seats, how, page, position.state);
  markAsked(byId("links"), links, position.phase === "play" ? position.pending : null);
  join.show(seating, page, position.state);
}

/** Clear an answer once the position has changed or its piece is back. */
function forgetOldNews(message) {
  const { step } = message;
  const told = byId("told").firstChild;
  if (step && !before?.step) saidOfPiece = told;
  const isBack = before?.step && !step && told === saidOfPiece;
  const about = ({ phase, game, state, pending }) => JSON.stringify([phase, game, state, pending]);
  if (isBack || (before && about(before) !== about(message))) announce(byId("told"));
}

function showGame(message, page) {
  const { phase, game, state } = message;
  const running = Boolean(game && state);
  const isPlayed = running && phase !== "choose";
  byId("title").textContent = isPlayed ? page.title(state, game.seats, game) : say("page.no-game");
  showPrompt(byId("missing"), isHost() ? atHost(message) : message, page);
  if (running) ending.show(message, page);
  else showIn(byId("result"));
  drawn = { page, game, state: running ? state : null };
  history.toNow();
  showBoard(drawn.state);
  markDepth(table, running ? page.depthMarks ?? [] : []);
  for (const [control, button] of seatButtons) {
    const seat = Number(control.slice(5));
    const taken = running && seat < game.seats;
    nameSeat(
      button,
      taken ? page.seatName(state, seat) : null,
      taken ? page.seatColours(state, seat) : [],
    );
  }
}

async function confirmForgetting(name) {
  byId("forget-title").textContent = say("end.forget-title", { who: name });
  if (await isConfirmed(byId("forget"))) connection.send({ type: "forget", name });
}

function isHost() {
  return document.body.classList.contains("host");
}

/** Return the prompt without the phones' part between games, which refers to this page. */
function atHost({ how, ...message }) {
  return { ...message, how: message.phase === "play" ? how : { ...how, phone: null } };
}

/** Fetch and show one of the game's papers. */
async function readPaper({ dataset, textContent }) {
  if (!position?.game) return;
  let paper;
  try {
    paper = await PAPERS[dataset.paper](position.game.game);
  } catch (error) {
    console.warn(error);
    tell(say("page.not-fetched"));
    return;
  }
  byId("papers-title").textContent = textContent;
  byId("paper").replaceChildren(...paper);
  byId("papers").showModal();
}

function openBench() {
  if (bench) return;
  bench = new Bench((message) => connection.send(message), came, latest);
  if (board) bench.build(board, offered);
  if (lies) bench.lying(lies);
}

function tell(message, rule = null) {
  const ruling = rule && el("b", { class: "ruling" }, rule);
  announce(byId("told"), ruling, el("span", { class: "sentence" }, message));
}
