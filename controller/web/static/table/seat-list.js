/* The seats: players, bots and phones, and for the host the links to private pages. */

import { botName, botSelect } from "../shared/bots.js";
import { seatTag } from "../shared/standing.js";
import { el } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { signs } from "./join.js";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Return a row for each seat. `refuse(seat)` sends whoever asks for it away,
 * `seatBot(seat, level)` has a bot or a person play there, `showCode(seat)` shows its QR code. */
export function seatList({ position, page, seating }, does) {
  if (!position?.state) return [];
  const asked = position.phase === "play" && position.pending?.by === "seats" ? position.pending.seats : [];
  const links = position.links ?? seating.seats;
  return links.map((link) => row(link, seating.seats[link.seat] ?? {}, asked.includes(link.seat), position, page, does));
}

function row({ seat, url }, { open, asked = [] }, isAsked, { state, game }, page, { refuse, seatBot, showCode }) {
  const name = page.seatName(state, seat);
  const tag = seatTag(page, state, seat);
  const level = game.bots?.[seat] ?? "";
  const code = { type: "button", class: "quiet for-play", "aria-label": say("join.code-for", { who: name }), onclick: () => showCode(seat) };
  return el(
    "li",
    { key: seat, class: [asked?.length ? "asked" : "", isAsked ? "turn" : ""].join(" ").trim() },
    asked?.length ? question(asked, name, () => refuse(seat)) : null,
    url ? el("a", { href: url, target: "_blank", rel: "noopener" }, tag) : tag,
    open ? onPhone() : null,
    url ? botSelect(level, name, seat, (chosen) => seatBot(seat, chosen)) : level && el("small", {}, botName(level)),
    url && el("button", code, say("join.code")),
  );
}

/** Return a small phone beside the name, with words for screen readers. */
function onPhone() {
  const words = say("join.on-phone");
  return el("small", { class: "on-phone", title: words }, el("span", { class: "unseen" }, words));
}

/** Return the requests for a seat, each with its word. */
function question(asked, name, refuse) {
  const rows = asked.map(({ by, word, offered }) =>
    el("p", { class: offered ? "offered" : "" }, signs(word), by && say("join.asks", { address: by, who: name })),
  );
  const no = el("button", { type: "button", class: "quiet", onclick: refuse }, say("join.refuse"));
  return el("div", { class: "asks", role: "status" }, rows, say("join.let-in"), asked[0].by && no);
}

/** Return the QR code of the seat whose `code` is shown. Only a shared table has an address
 * that a phone can follow. */
export function seatCode({ code, position, page, hello }) {
  const url = position?.links?.find(({ seat }) => seat === code)?.url;
  if (!url) return [];
  const { pathname, search } = new URL(url, location.href);
  const who = page.seatName(position.state, code);
  const isReachable = hello.shared || !LOOPBACK.includes(location.hostname);
  const image = { src: `${pathname}/qr.svg${search}`, alt: say("join.code-of", { who }), width: 280, height: 280 };
  return [
    el("h2", { id: "qr-title" }, who),
    isReachable && el("img", image),
    el("p", {}, isReachable ? say("join.scan", { who }) : say("html.not-shared")),
    el("form", { method: "dialog", class: "actions" }, el("button", {}, say("html.close"))),
  ];
}
