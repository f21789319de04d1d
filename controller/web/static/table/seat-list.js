/* The seats: players, bots and phones, and for the host the links to private pages. */

import { botName, botSelect } from "../shared/bots.js";
import { clockOf } from "../shared/clock.js";
import { closing } from "../shared/dialog.js";
import { seatTag } from "../shared/standing.js";
import { button, classes, el } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { isReachable } from "./room.js";

/** @import { Child, VNode } from "../shared/preact.js" */
/** @import { CompletePage, SeatRow, Position } from "../shared/types.js" */
/** @import { Act } from "./actions.js" */
/** @import { State } from "./state.js" */

/** @typedef {Pick<Act, "share" | "seatBot" | "showCode">} SeatAct */

/** Return a row for each seat. `seatBot(seat, level)` has a bot or a person play there, `showCode(seat)` shows its QR code.
 * @type {(state: Pick<State, "position" | "page" | "seating">, act: SeatAct) => VNode[]} */
export function seatList({ position, page, seating }, act) {
  if (!position?.state || !page) return [];
  const asked = position.phase === "play" && position.pending?.by === "seats" ? position.pending.seats : [];
  const links = position.links ?? seating.seats;
  return links.map((link) => row(link, seating.seats[link.seat] ?? {}, asked.includes(link.seat), position, page, act));
}

/** @type {(link: { seat: number, url?: string }, free: Partial<SeatRow>, isAsked: boolean, position: Position,
 *   page: CompletePage, act: SeatAct) => VNode} */
function row({ seat, url }, { open, asked = [] }, isAsked, { state, game, clock }, page, { seatBot, showCode }) {
  const name = page.seatName(state, seat);
  const tag = seatTag(page, state, seat);
  const level = game.bots?.[seat] ?? "";
  const code = { class: "quiet for-play", "aria-label": say("join.code-for", { who: name }) };
  return el(
    "li",
    { key: seat, class: classes(asked?.length && "asked", isAsked && "turn") },
    url ? el("a", { href: url, target: "_blank", rel: "noopener" }, tag) : tag,
    clockOf({ clock }, seat),
    open ? onPhone() : null,
    url
      ? botSelect(level, say("sitting.who", { who: name }), (chosen) => seatBot(seat, chosen))
      : level && el("small", {}, botName(level)),
    url && button(() => showCode(seat), code, say("join.code")),
  );
}

/** Return a small phone beside the name, with words for screen readers. */
function onPhone() {
  const words = say("join.on-phone");
  return el("small", { class: "on-phone", title: words }, el("span", { class: "unseen" }, words));
}

/** Return the QR code of the seat whose `code` is shown. Only a shared table has an address
 * that a phone can follow.
 * @type {(state: Pick<State, "code" | "position" | "page" | "seating">, act: Pick<Act, "share">) => Child[]} */
export function seatCode({ code, position, page, seating }, { share }) {
  const url = position?.links?.find(({ seat }) => seat === code)?.url;
  if (!url || !page || typeof code !== "number") return [];
  const { pathname, search } = new URL(url, location.href);
  const who = page.seatName(position.state, code);
  const isOpen = isReachable({ seating });
  const image = { src: `${pathname}/qr.svg${search}`, alt: say("join.code-of", { who }), width: 280, height: 280 };
  return [
    el("h2", { id: "code-title" }, who),
    isOpen && el("img", image),
    el("p", {}, say(isOpen ? "join.scan" : "join.closed", { who })),
    !isOpen && button(() => share(true), { class: "strong" }, say("join.phones")),
    closing(),
  ];
}
