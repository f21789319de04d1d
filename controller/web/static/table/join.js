/* Requests a seat without the host: pick one, then hold its button on the table. */

import { closed, el, sentence } from "../shared/dom.js";
import { seatTag } from "../shared/standing.js";
import { say } from "../shared/words.js";
import { palette } from "/data.js";

/** Return what is said about the pending request, `asking`: { seat, word }, or about the
 * last one, `seated`. */
export function asking({ asking: mine, seated, position, page, seating: { seats } }) {
  if (!mine) return [seated && closed(sentence(say(seated)))];
  const { seat, word } = mine;
  const isOffered = seats[seat]?.asked.some((ask) => ask.offered && ask.word.join() === word.join());
  const how = isOffered ? say("join.let-go") : say("join.hold", { who: page.seatName(position.state, seat) });
  return [signs(word), el("b", {}, how)];
}

/** Return a row for each seat, with a button where it can be taken. */
export function freeSeats({ asking: mine, position, page, seating: { seats, joining } }, send) {
  if (!position?.state) return [];
  return seats.map((each) => row(each, mine?.seat === each.seat, joining, page, position.state, send));
}

function row({ seat, open, button }, isMine, joining, page, state, send) {
  const who = page.seatName(state, seat);
  const closedBy = open ? "join.on-phone" : !joining ? "join.switched-off" : !button ? "join.no-button" : null;
  const choice = {
    type: "button",
    class: isMine ? "quiet" : "strong",
    "aria-label": isMine ? null : say("join.sit-as", { who }),
    onclick: () => (isMine ? send("leave") : send("sit", { seat })),
  };
  return el(
    "li",
    { key: seat },
    seatTag(page, state, seat),
    closedBy ? el("small", {}, say(closedBy)) : el("button", choice, say(isMine ? "join.never-mind" : "join.sit-here")),
  );
}

/** Return the two signs of a word: colours of the seat's lamp, each with its own shape. */
export function signs(word) {
  const each = word.map((sign) => el("i", { style: { color: palette[sign] } }, say(`sign.${sign}`)));
  return el("span", { class: "signs" }, each);
}
