/* The links to the seats' private pages, each with a QR code for a phone. */

import { byId, changed, el } from "./dom.js";
import { seatTag } from "./standing.js";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

export function showLinks(list, links, page, state) {
  const names = links.map(({ seat }) => page.seatName(state, seat));
  if (!changed(list, [links, names])) return;
  list.replaceChildren(...links.map((link) => row(link, page, state)));
}

function row({ seat, url }, page, state) {
  const name = page.seatName(state, seat);
  return el(
    "li",
    {},
    el(
      "a",
      { href: url, target: "_blank", rel: "noopener" },
      seatTag(page, state, seat),
      el("small", {}, `seat ${seat}`),
    ),
    el(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-label": `QR code for ${name}`,
        onclick: () => showCode(seat, url, name),
      },
      "QR",
    ),
  );
}

function showCode(seat, url, name) {
  const { pathname, search } = new URL(url, location.href);
  byId("qr-title").textContent = `${name} · seat ${seat}`;
  byId("qr-image").src = `${pathname}/qr.svg${search}`;
  byId("qr-image").alt = `QR code of the private page of seat ${seat}`;
  // The code holds the address that this browser used, which a phone cannot reach.
  byId("qr-local").hidden = !LOOPBACK.includes(location.hostname);
  byId("qr").showModal();
}
