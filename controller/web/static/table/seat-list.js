/* The seats: players, bots and phones, and for the host the links to private pages. */

import { botName, botSelect } from "../shared/bots.js";
import { byId, changed, el, refill } from "../shared/dom.js";
import { signs } from "./join.js";
import { seatTag } from "../shared/standing.js";
import { say } from "../shared/words.js";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** `seats`: which are open and asked for; `refuse(seat)` sends whoever asks away,
 * `seatBot(seat, level)` has a bot or a person play there; `bots`: who does now; can
 * phones reach a table that is `shared`? */
export function showLinks(list, links, seats, how, page, state) {
  const tags = links.map(({ seat }) => [page.seatName(state, seat), page.seatColours(state, seat)]);
  if (!changed(list, [links, tags, seats, how.bots])) return;
  const rows = links.map((link) => row(link, seats[link.seat] ?? {}, how, page, state));
  refill(list, rows);
}

function row({ seat, url }, { open, asked }, { refuse, seatBot, bots, shared }, page, state) {
  const name = page.seatName(state, seat);
  const tag = seatTag(page, state, seat);
  return el(
    "li",
    { class: asked?.length ? "asked" : null },
    asked?.length ? question(asked, name, () => refuse(seat)) : null,
    url ? el("a", { href: url, target: "_blank", rel: "noopener", "data-target": `link:${seat}` }, tag) : tag,
    open ? onPhone() : null,
    url ? botSelect(bots[seat] ?? "", name, seat, (level) => seatBot(seat, level)) : bot(bots[seat]),
    url ? codeButton(url, name, seat, shared) : null,
  );
}

/** Make a small phone beside the name, with words for screen readers. */
function onPhone() {
  const words = say("join.on-phone");
  return el("small", { class: "on-phone", title: words }, el("span", { class: "unseen" }, words));
}

/** Mark the seats whose decision is missing, without rebuilding the rows. */
export function markAsked(list, links, pending) {
  [...list.children].forEach((row, index) => {
    const isAsked = pending?.by === "seats" && pending.seats.includes(links[index].seat);
    row.classList.toggle("turn", isAsked);
  });
}

function bot(level) {
  return level ? el("small", {}, botName(level)) : null;
}

function codeButton(url, name, seat, shared) {
  return el(
    "button",
    {
      type: "button",
      class: "quiet for-play",
      "data-target": `code:${seat}`,
      "aria-label": say("join.code-for", { who: name }),
      onclick: () => showCode(url, name, shared),
    },
    say("join.code"),
  );
}

/** Make a list of the requests for this seat, each with its word. */
function question(asked, name, refuse) {
  const rows = asked.map(({ by, word, offered }) =>
    el("p", { class: offered ? "offered" : null }, signs(word), by ? say("join.asks", { address: by, who: name }) : null),
  );
  const no = () => el("button", { type: "button", class: "quiet", onclick: refuse }, say("join.refuse"));
  return el("div", { class: "asks", role: "status" }, ...rows, say("join.let-in"), asked[0].by ? no() : null);
}

function showCode(url, name, shared) {
  const { pathname, search } = new URL(url, location.href);
  byId("qr-title").textContent = name;
  if (isReachable(shared)) byId("qr-image").src = `${pathname}/qr.svg${search}`;
  byId("qr-image").alt = say("join.code-of", { who: name });
  byId("qr-image").hidden = !isReachable(shared);
  byId("qr-how").textContent = isReachable(shared) ? say("join.scan", { who: name }) : "";
  byId("qr-local").hidden = isReachable(shared);
  byId("qr").showModal();
}

/** Show a seat's QR code. Only a shared table has an address that a phone can follow. */
function isReachable(shared) {
  return shared || !LOOPBACK.includes(location.hostname);
}
