/* The page that opens when a phone scans the room's code: a name, a free seat, and who else is there. */

import { banner } from "../shared/banner.js";
import { Connection } from "../shared/connection.js";
import { byId, closed, cover, dots, el, render, sentence } from "../shared/dom.js";
import { gamePage } from "../shared/game-page.js";
import { Incoming } from "../shared/incoming.js";
import { device, visit } from "../shared/remembered.js";
import { howTaken, signs } from "../shared/standing.js";
import { say } from "../shared/words.js";

/** @import { Child, VNode } from "../shared/preact.js" */
/** @import { CompletePage, Handlers, Position, Says, Seating, SeatRow, Status } from "../shared/types.js" */

const now = {
  name: device.getItem("name") ?? "",
  // Why the table refused the name or the seat.
  misnamed: /** @type {Says | null} */ (null),
  refused: /** @type {Says | null} */ (null),
  asking: /** @type {{ seat: number, word: string[] } | null} */ (null),
  position: /** @type {Position | null} */ (null),
  page: /** @type {CompletePage | null} */ (null),
  seating: /** @type {Seating} */ ({ seats: [], joining: true }),
  status: /** @type {Status | null} */ (null),
};

/** @type {Handlers} */
const shows = {
  // The host hands out seats and does not request any.
  hello: ({ page }) => page === "host" && location.replace("/"),
  async position(position) {
    set({ page: await gamePage(position.game), position });
  },
  seats: (seating) => set({ seating }),
  asking: ({ seat, word }) => set({ asking: { seat, word }, refused: null }),
  misnamed({ message }) {
    set({ misnamed: message });
    byId("name").focus();
  },
  seated({ url, message }) {
    if (url) enter(url);
    else set({ asking: null, refused: message });
  },
};
const incoming = new Incoming(shows);
const connection = new Connection({
  text: (message) => incoming.put(message),
  status(status) {
    const isGone = status.state !== "open";
    set({ ...(status.state === "connecting" ? {} : { status }), ...(isGone ? { asking: null } : { refused: null }) });
  },
});
document.title = `${say("html.take-seat")} · Undertow`;
set({});

/** @param {Partial<typeof now>} changes */
function set(changes) {
  Object.assign(now, changes);
  render(document.body, ...view());
}

/** Open the seat's own page, which greets the new player.
 * @param {string} url */
function enter(url) {
  visit.setItem("joined", "yes");
  location.assign(url);
}

/** @param {number} seat */
function sit(seat) {
  device.setItem("name", now.name);
  const isSent = connection.send({ type: "sit", seat, name: now.name });
  set({ misnamed: null, refused: isSent ? null : "own.unreached" });
}

/** @returns {Child[]} */
function view() {
  const { position, page, status } = now;
  return [
    banner(status, () => connection.retry()),
    el(
      "main",
      {},
      position && page && [heading(position), now.asking ? request(position, page) : form(position, page)],
    ),
  ];
}

/** Return the game's cover and name, which may still change before the game begins.
 * @param {Position} position */
function heading({ game }) {
  return el("header", {}, cover(game.game), el("h1", {}, say("html.take-seat")), el("p", {}, game.name));
}

/** @type {(position: Position, page: CompletePage) => Child[]} */
function form(position, page) {
  const { misnamed, refused, name } = now;
  const field = el("input", {
    id: "name",
    "data-testid": "name",
    value: name,
    maxlength: 600,
    autocomplete: "nickname",
    enterkeyhint: "done",
    "aria-invalid": String(misnamed !== null),
    "aria-describedby": "misnamed",
    oninput: ({ currentTarget }) => set({ name: currentTarget.value, misnamed: null }),
  });
  return [
    el("label", { class: "name" }, el("span", {}, say("join.name")), field),
    el("p", { class: "misnamed", id: "misnamed", role: "alert" }, misnamed && say(misnamed)),
    el("h2", { id: "seats-title" }, say("join.pick")),
    el("p", { class: "refused", role: "status" }, refused && closed(sentence(say(refused)))),
    el(
      "ul",
      { class: "free-seats", "data-testid": "free-seats", "aria-labelledby": "seats-title" },
      now.seating.seats.map((row) => seat(row, page, position)),
    ),
    el("p", {}, el("a", { href: "/" }, say("join.watch"))),
  ];
}

/** Return a seat: its colours, its player, and a button if it can be requested.
 * @type {(row: SeatRow, page: CompletePage, position: Position) => VNode} */
function seat(row, page, { state, game }) {
  const number = row.seat;
  const who = page.seatName(state, number);
  const isFree = !row.open && now.seating.joining;
  const how = row.open || isFree ? howTaken(row, game) : "join.switched-off";
  const choice = {
    type: "button",
    disabled: !isFree,
    "aria-label": isFree ? say("join.sit-as", { who }) : `${who}, ${say(how)}`,
    onclick: () => sit(number),
  };
  return el(
    "li",
    { key: number },
    el("button", choice, dots(page.seatColours(state, number)), el("b", {}, who), el("small", {}, say(how))),
  );
}

/** Return this phone's request: its two colours, and how to get the seat.
 * @type {(position: Position, page: CompletePage) => VNode} */
function request({ state }, page) {
  const { seat: number, word } = /** @type {{ seat: number, word: string[] }} */ (now.asking);
  const who = page.seatName(state, number);
  const row = now.seating.seats[number];
  const isOffered = row?.asked.some((ask) => ask.offered && ask.word.join() === word.join());
  return el(
    "section",
    { class: "asking", "data-testid": "asking", role: "status" },
    el("h2", {}, dots(page.seatColours(state, number)), say("join.asking", { who })),
    signs(word),
    el("p", {}, say(isOffered ? "join.let-go" : "join.hold", { who })),
    el("button", { type: "button", onclick: () => connection.send({ type: "leave" }) }, say("join.never-mind")),
  );
}
