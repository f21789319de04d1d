/* Taking a seat without a host: pick one, and hold its button on the table. */

import { byId, changed, closed, el, refill, say, sentence } from "./dom.js";
import { seatTag } from "./standing.js";
import { say as words } from "./words.js";

export class Join {
  #send;
  // The seat that this page asks for.
  #seat = null;

  constructor(send) {
    this.#send = send;
  }

  show(seats, page, state) {
    const names = seats.map(({ seat }) => page.seatName(state, seat));
    if (!changed(byId("free-seats"), [seats, names, this.#seat])) return;
    const rows = seats.map((seat) => this.#row(seat, page, state));
    refill(byId("free-seats"), rows);
  }

  /** The seat is given, or the sentence says why not. */
  answer({ url, message }) {
    if (url) location.assign(url);
    else say(byId("asking"), closed(sentence(words(message))));
    this.#seat = null;
  }

  /** The connection is lost: whoever is gone asks for nothing any more. */
  forget() {
    if (this.#seat === null) return;
    this.#seat = null;
    say(byId("asking"));
  }

  #row({ seat, open, asked, button }, page, state) {
    const name = page.seatName(state, seat);
    const mine = this.#seat === seat;
    const taken = open ? words("join.on-phone") : asked && !mine ? words("join.asked-for") : "";
    return el(
      "li",
      {},
      seatTag(page, state, seat),
      taken || !button
        ? el("small", {}, taken || words("join.no-button"))
        : el(
            "button",
            {
              type: "button",
              class: mine ? "quiet" : "strong",
              "data-target": seat,
              "aria-label": mine ? null : words("join.sit-as", { who: name }),
              onclick: () => this.#pick(seat, name),
            },
            words(mine ? "join.never-mind" : "join.sit-here"),
          ),
    );
  }

  #pick(seat, name) {
    if (this.#seat === seat) {
      this.#send({ type: "leave" });
      return;
    }
    if (!this.#send({ type: "sit", seat })) return;
    this.#seat = seat;
    say(byId("asking"), el("b", {}, words("join.hold", { who: name })));
  }
}
