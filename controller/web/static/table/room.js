/* Letting phones join: the room's code, who is there, and who asks for a seat. */

import { button, el } from "../shared/dom.js";
import { closing } from "../shared/dialog.js";
import { seatTag, signs } from "../shared/standing.js";
import { say } from "../shared/words.js";

/** @import { Child, VNode } from "../shared/preact.js" */
/** @import { SeatRequest } from "../shared/types.js" */
/** @import { Act } from "./actions.js" */
/** @import { State } from "./state.js" */

/** @typedef {Pick<State, "seating" | "position" | "page">} Room */
/** @typedef {Pick<Act, "letIn" | "refuse" | "share">} RoomAct */

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Return whether phones on the local network reach this table.
 * @param {Pick<State, "seating">} state */
export function isReachable({ seating }) {
  return Boolean(seating.shared) || !LOOPBACK.includes(location.hostname);
}

/** Return the dialog: one code for the whole room, and who has come.
 * @type {(state: Room, act: RoomAct) => Child[]} */
export function room(state, act) {
  const { seating } = state;
  const host = LOOPBACK.includes(location.hostname) ? `${seating.shared}:${location.port}` : location.host;
  const address = `${location.protocol}//${host}/join`;
  // The picture's address contains the table's address, because that may change later.
  const image = {
    src: `/join/qr.svg?${host}`,
    alt: say("join.room-code"),
    width: 320,
    height: 320,
    "data-testid": "room",
  };
  const isOpen = isReachable(state);
  return [
    el("h2", { id: "code-title" }, say("join.room")),
    isOpen && el("img", image),
    el(
      "div",
      { class: "who-joins" },
      el("p", {}, isOpen ? [say("join.scan-room"), " ", el("b", {}, address)] : say("join.closed")),
      // Put this above the growing list of guests, so that no button moves under a finger.
      requests(state, act),
      guests(state),
    ),
    closing(
      say("join.done"),
      seating.shared &&
        button(() => act.share(false), { class: "quiet", title: say("join.close-why") }, say("join.close")),
    ),
  ];
}

/** Return the players who have taken a seat with a phone.
 * @param {Room} state */
function guests({ seating, position, page }) {
  if (!position?.state || !page) return null;
  const here = seating.seats.filter(({ open }) => open);
  if (here.length === 0) return el("p", {}, el("small", {}, say("join.nobody")));
  return el(
    "ul",
    { class: "guests" },
    here.map(({ seat, ready }) =>
      el(
        "li",
        { key: seat },
        seatTag(page, position.state, seat),
        ready ? el("small", {}, ` ✓ ${say("join.ready")}`) : null,
      ),
    ),
  );
}

/** Return the requests for seats; the host answers each with a tap.
 * @type {(state: Room, act: RoomAct) => VNode | null} */
export function requests({ seating, position, page }, act) {
  if (!position?.state || !page) return null;
  const asked = seating.seats.flatMap(({ seat, asked: all }) => all.map((request) => ({ seat, request })));
  if (asked.length === 0) return null;
  return el(
    "ul",
    { class: "asks", "data-testid": "asks", role: "status" },
    asked.map(({ seat, request }) => question(seat, request, page.seatName(position.state, seat), act)),
  );
}

/** @type {(seat: number, request: SeatRequest, who: string, act: RoomAct) => VNode} */
function question(seat, { by, name, table, word, offered, page }, who, { letIn, refuse }) {
  const key = table ? "join.asks-table" : "join.asks";
  const asks = name ? say(key, { name, who }) : by ? say("join.asks-unnamed", { address: by, who }) : "";
  return el(
    "li",
    { key: word.join(), class: offered ? "offered" : "" },
    signs(word),
    el("span", {}, asks),
    page !== null && [
      button(() => letIn(page), { class: "strong" }, say("join.let-in")),
      button(() => refuse(seat), { class: "quiet" }, say("join.refuse")),
    ],
    el("small", {}, say("join.by-button")),
  );
}
