/* Taking a seat without a host: pick one, and hold its button on the table. */

import { byId, changed, el, say, sentence } from "./dom.js";
import { seatTag } from "./standing.js";

export class Join {
  #send;
  // The seat that this page asks for.
  #seat = null;

  constructor(send) {
    this.#send = send;
  }

  show(seats, page, state) {
    if (this.#seat !== null && !seats[this.#seat]?.asked) this.#seat = null;
    const names = seats.map(({ seat }) => page.seatName(state, seat));
    if (!changed(byId("free-seats"), [seats, names, this.#seat])) return;
    const rows = seats.map((seat) => this.#row(seat, page, state));
    byId("free-seats").replaceChildren(...rows);
  }

  /** The seat is given, or the sentence says why not. */
  answer({ url, message }) {
    if (url) location.assign(url);
    else say(byId("asking"), `${sentence(message)}.`);
    this.#seat = null;
  }

  #row({ seat, open, asked, button }, page, state) {
    const name = page.seatName(state, seat);
    const mine = this.#seat === seat;
    const taken = open ? "on a phone" : asked && !mine ? "asked for" : "";
    return el(
      "li",
      {},
      seatTag(page, state, seat),
      taken || !button
        ? el("small", {}, taken || "no button: ask the host")
        : el(
            "button",
            {
              type: "button",
              class: mine ? "quiet" : "strong",
              "aria-label": mine ? null : `Sit as ${name}`,
              onclick: () => this.#pick(seat, name),
            },
            mine ? "Never mind" : "Sit here",
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
    const lit = "Hold the button that flashes on the table for two seconds";
    say(byId("asking"), el("b", {}, `${lit}, and ${name} is yours.`));
  }
}
