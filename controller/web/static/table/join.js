/* Requests a seat without the host: pick one, then hold its button on the table. */

import { palette } from "/data.js";
import { byId, changed, closed, el, refill, announce, sentence } from "../shared/dom.js";
import { seatTag } from "../shared/standing.js";
import { say } from "../shared/words.js";

export class Join {
  #send;
  // The pending request: { seat, word }, or null.
  #mine = null;

  constructor(send) {
    this.#send = send;
  }

  show({ seats, joining }, page, state) {
    const names = seats.map(({ seat }) => page.seatName(state, seat));
    this.#showMine(seats, names);
    if (!changed(byId("free-seats"), [seats, names, this.#mine, joining])) return;
    const rows = seats.map((seat) => this.#row(seat, joining, page, state));
    refill(byId("free-seats"), rows);
  }

  /** Show the word by which the table identifies this request. */
  asks({ seat, word }) {
    this.#mine = { seat, word };
  }

  /** Open the seat, or say why it was not given. */
  answer({ url, message }) {
    if (url) location.assign(url);
    else announce(byId("asking"), closed(sentence(say(message))));
    this.#mine = null;
  }

  /** Drop the request when the connection is lost, as the table does. */
  forget() {
    if (this.#mine === null) return;
    this.#mine = null;
    announce(byId("asking"));
  }

  #showMine(seats, names) {
    if (this.#mine === null) return;
    const { seat, word } = this.#mine;
    const isOffered = seats[seat]?.asked.some((ask) => ask.offered && ask.word.join() === word.join());
    if (!changed(byId("asking"), [this.#mine, isOffered, names[seat]])) return;
    const how = isOffered ? say("join.let-go") : say("join.hold", { who: names[seat] });
    announce(byId("asking"), signs(word), el("b", {}, how));
  }

  #row({ seat, open, button }, joining, page, state) {
    const name = page.seatName(state, seat);
    const mine = this.#mine?.seat === seat;
    const closedBy = open ? "join.on-phone" : !joining ? "join.switched-off" : !button ? "join.no-button" : null;
    return el(
      "li",
      {},
      seatTag(page, state, seat),
      closedBy
        ? el("small", {}, say(closedBy))
        : el(
            "button",
            {
              type: "button",
              class: mine ? "quiet" : "strong",
              "data-target": seat,
              "aria-label": mine ? null : say("join.sit-as", { who: name }),
              onclick: () => this.#send(mine ? { type: "leave" } : { type: "sit", seat }),
            },
            say(mine ? "join.never-mind" : "join.sit-here"),
          ),
    );
  }
}

/** Make the two signs of a word: colours of the seat's lamp, each with its own shape. */
export function signs(word) {
  const each = word.map((sign) => el("i", { style: { color: palette[sign] } }, say(`sign.${sign}`)));
  return el("span", { class: "signs" }, ...each);
}
