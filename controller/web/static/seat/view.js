/* A seat's page as elements: a function of its state (seat.js). */

import { banner } from "../shared/banner.js";
import { botPlays } from "../shared/bots.js";
import { dots, el } from "../shared/dom.js";
import { ending } from "../shared/ending.js";
import { missing } from "../shared/standing.js";
import { say } from "../shared/words.js";
import { fan } from "./fan.js";
import { botOf, isAsked, labelOf, rowsOf, wayOf } from "./situation.js";

// From this length on, the label of Play is long.
const LONG = 22;

/** Return the whole page. `act`: what can be done on it, { play, undo, why, menu, list, closeSheet,
 * tap(key), tapBeside, tell, ruling(number), seatBot(level), showHand, dismiss, retry, takeOver }. */
export function view(now, act) {
  const drawn = now.position ? inPlay(now, act) : {};
  return [
    header(now, act),
    el("main", { "aria-busy": String(now.isBusy) }, says(now, act), board(drawn.board, act), below(now, drawn)),
    footer(now, act),
    sheet(now.sheet, act),
  ];
}

function header({ status, position, page, seat }, act) {
  const name = position ? page.seatName(position.state, seat) : say("html.your-seat");
  return el(
    "header",
    { class: "bar" },
    el(
      "p",
      { class: "connection", id: "connection", "data-testid": "connection", "data-state": status?.state ?? null, role: "status" },
      banner(status, act.retry, act.takeOver),
    ),
    el("h1", { id: "who" }, position ? dots(page.seatColours(position.state, seat)) : null, name),
    el("p", { class: "where", id: "title", "data-testid": "title" }, position ? title(position, page) : null),
    el("button", { type: "button", id: "menu", class: "quiet", "data-testid": "menu", "aria-haspopup": "dialog", onclick: act.menu }, say("own.menu")),
  );
}

/** Return the state of the game, and its name if there is room. */
function title({ state, game }, page) {
  const stands = page.title(state, game.seats, game);
  return [stands ? el("span", {}, stands) : null, el("span", {}, stands ? ` · ${game.name}` : game.name)];
}

function says(now, act) {
  const { position, page, seat, told } = now;
  const isTurn = isAsked(position, seat) && ["prompt.your-turn", "prompt.still"].includes(position.prompt?.[0]);
  const bot = position ? botPlays(botOf(now), () => act.seatBot("")) : [];
  const notice = position?.notice ? page.say(position.notice) : "";
  return el(
    "div",
    { class: "says" },
    el("p", { class: isTurn ? "turn mine" : "turn", id: "turn", "data-testid": "missing", "aria-live": "polite" }, position ? turn(now) : null),
    el(
      "div",
      { class: "over-board" },
      // The answer lies over the board; a tap removes it.
      el(
        "p",
        { class: ["told", ...(told?.kinds ?? [])].join(" "), id: "told", "data-testid": "told", role: "status", onclick: act.dismiss },
        told ? el("span", { class: "sentence" }, told.message) : null,
        told?.rule ? el("button", { type: "button", class: "ruling", onclick: () => act.ruling(told.rule) }, told.rule) : null,
      ),
      el("p", { class: "notice", id: "bot", "data-testid": "bot", role: "status", hidden: bot.length === 0 }, bot),
      el("p", { class: "notice", id: "notice", "data-testid": "notice", role: "status", hidden: !notice }, notice || null),
    ),
  );
}

/** Return the one sentence, and how to follow it. */
function turn(now) {
  const how = wayOf(now);
  return [...prompt(now), " ", how ? el("span", { class: "how" }, how) : null];
}

function prompt(now) {
  const { position, page, seat, isAsking } = now;
  const isMine = isAsked(position, seat);
  if (isAsking) return [say("own.asking")];
  if (isMine && botOf(now)) return [say("own.bot-decides")];
  if (position.prompt) return [page.say(position.prompt)];
  if (!isMine) return missing(position, page);
  const seats = position.pending.seats.filter((each) => each !== seat);
  const others = seats.length > 0 ? missing({ ...position, pending: { ...position.pending, seats } }, page, say("own.still-choosing")) : [];
  return [el("b", {}, say("own.your-turn")), ...others];
}

/** Return board, hand and answers of a position. */
function inPlay(now, act) {
  const { position, page, seat, isBusy, choosing } = now;
  const isMine = isAsked(position, seat);
  // Nothing glows while an action is being sent.
  const none = new Set();
  const { next, sure, others } = isBusy ? { next: none, sure: none, others: none } : choosing;
  const look = {
    legal: next,
    sure: new Set([...sure, ...(isMine ? placesIn(position.prompt) : [])]),
    chosen: new Set(choosing.taps),
    others,
    asks: isMine && !isBusy ? position.how?.phone : null,
    tap: act.tap,
  };
  const isHidden = now.hidden.on;
  const rows = rowsOf(now);
  // A hidden hand shows no targets, not even on the board.
  const tapping = isHidden || position.phase !== "play" ? null : look;
  const { state, game } = position;
  const facts = page.facts(state, game).map((fact) => el("p", { class: "facts" }, fact));
  const drawing = [page.board(state, tapping, game, seat), ...facts];
  const hand = fan(rows, { ...look, hidden: isHidden, tell: (about) => act.tell(about, null, "yes") });
  const isLit = rows.some(({ cards }) => cards.some(({ parts }) => parts.some(({ target }) => look.legal.has(target) || look.chosen.has(target))));
  return { board: drawing, hand, isResting: isMine && (isHidden || !isLit), answers: answers(now, act, look, targetsIn([drawing, hand]), rows.length > 0) };
}

/** Return the places that a sentence is about, to be marked on the board. */
function placesIn(says) {
  return [...JSON.stringify(says ?? null).matchAll(/"(tile:[^"]+)"/g)].map(([, place]) => place);
}

/** Return the keys of all targets in these elements. */
function targetsIn(node, found = new Set()) {
  if (Array.isArray(node)) for (const each of node) targetsIn(each, found);
  else if (node?.props) {
    if (node.props["data-target"]) found.add(node.props["data-target"]);
    targetsIn(node.props.children, found);
  }
  return found;
}

/** Return a button for each target that is neither on the board nor on a card; a picked one
 * can be replaced by another. */
function answers({ choosing, hidden, page, position, seat }, act, { legal, chosen, others }, drawn, hasCards) {
  if (hidden.on) {
    return hasCards ? el("button", { type: "button", "data-testid": "show-hand", onclick: act.showHand }, say("menu.show")) : null;
  }
  const isOpen = (key) => [legal, chosen, others].some((set) => set.has(key)) && !drawn.has(key);
  return choosing.keys.filter(isOpen).map((key) => {
    const { label, hint } = page.answer(key, position.state, seat);
    return el(
      "button",
      { key, type: "button", "data-target": key, "aria-pressed": String(chosen.has(key)), onclick: () => act.tap(key) },
      el("b", {}, label),
      hint ? el("small", {}, hint) : null,
    );
  });
}

function board(drawing, act) {
  return el("section", { class: "board", id: "board", "data-testid": "board", "aria-label": say("own.board"), onclick: act.tapBeside }, drawing);
}

function below({ position, page, review, seat }, { hand, isResting, answers: open }) {
  const end = ending({ position, page, review }, seat);
  return el(
    "div",
    { class: "below" },
    el(
      "section",
      { class: "result", id: "result", "data-testid": "result", "aria-live": "polite", "aria-label": say("end.label"), tabindex: 0, hidden: end.length === 0 },
      end,
    ),
    el("div", { class: "answers", id: "answers", "data-testid": "answers", role: "group", "aria-label": say("own.answers") }, open),
    el("section", { class: isResting ? "hand resting" : "hand", id: "hand", "data-testid": "hand", "aria-label": say("own.hand") }, hand),
  );
}

/** Return the bar of actions. One that is disabled can still be pressed and then explains why. */
function footer(now, act) {
  const { position, isConnected, isBusy, isAsking, choosing } = now;
  const { action } = choosing;
  const label = action ? labelOf(action, now) : say("own.play");
  const isLong = label.length > LONG;
  const button = (id, onclick, words, more = {}) => el("button", { type: "button", id, "data-testid": id, onclick, ...more }, words);
  const off = (is) => ({ "aria-disabled": String(is) });
  return el(
    "footer",
    { class: "actions", id: "actions", hidden: position?.phase === "over" },
    button("undo", act.undo, say("own.undo"), off(!isConnected || isBusy || !position?.can_undo)),
    button("why", act.why, say("own.why"), { "aria-pressed": String(isAsking) }),
    button("list", act.list, say("own.list"), { "aria-haspopup": "dialog" }),
    button("play", act.play, el("span", {}, label), { class: isLong ? "strong long" : "strong", title: isLong ? label : "", ...off(!action || isBusy) }),
  );
}

/** Return the sheet over the page, which has `{ title, content() }` while it is open. */
function sheet(open, act) {
  return el(
    "dialog",
    {
      class: "sheet",
      id: "sheet",
      "data-testid": "sheet",
      "aria-labelledby": "sheet-title",
      onclose: act.closeSheet,
      // A tap beside the sheet hits the dialog element itself.
      onclick: ({ target, currentTarget }) => target === currentTarget && act.closeSheet(),
    },
    el(
      "header",
      {},
      el("h2", { id: "sheet-title" }, open?.title),
      el("button", { type: "button", id: "close", "data-testid": "close", onclick: act.closeSheet }, say("own.close")),
    ),
    el("div", { class: "sheet-body", id: "sheet-body", tabindex: 0 }, open?.content()),
  );
}
