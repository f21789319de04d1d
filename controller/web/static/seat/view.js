/* A seat's page as elements: a function of its state (state.js). */

import { shortcuts } from "../shared/aloud.js";
import { banner } from "../shared/banner.js";
import { botPlays } from "../shared/bots.js";
import { dialog } from "../shared/dialog.js";
import { button, dots, el } from "../shared/dom.js";
import { backButtons } from "../shared/history.js";
import { lesson } from "../shared/lesson.js";
import { missing } from "../shared/standing.js";
import { say } from "../shared/words.js";
import { fan } from "./fan.js";
import { botOf, isAsked, labelOf, rowsOf, wayOf } from "./situation.js";
import { isOpen } from "./state.js";
import { howToWait, isWaiting, playAgain, waiting } from "./waiting.js";

/** @import { Attributes, Child, VNode } from "../shared/preact.js" */
/** @import { CompletePage, Position, Says, Tapping } from "../shared/types.js" */
/** @import { Playing, Sheet, State } from "./state.js" */
/** @import { Act } from "./actions.js" */

/** @typedef {{ board: Child, hand: Child, isResting: boolean, answers: Child }} Drawn */

// From this length on, the label of Play is long.
const LONG = 16;
// How many letters of the last event are visible.
const TWO_LINES = 90;

/** Return the whole page. `act` has the page's actions: { play, undo, why, menu, list, closeSheet,
 * tap(key), tapBeside, tell, ruling(number), seatBot(level), showHand, dismiss, retry, takeOver }.
 * @type {(now: State, act: Act) => VNode[]} */
export function view(now, given) {
  // In the past, there is nothing to choose: a tap leads back to the present.
  const { toNow } = given;
  const act = now.moment ? { ...given, tap: toNow, tapBeside: () => {}, undo: toNow, doIt: toNow } : given;
  /** @type {Partial<Drawn>} */
  const drawn = isOpen(now) ? inPlay(now, act) : {};
  const isBefore = isOpen(now) && isWaiting(now);
  const toParts = { hand: say("own.hand"), board: say("own.board"), actions: say("own.actions") };
  return [
    el(
      "nav",
      { class: "shortcuts", "aria-label": say("html.shortcuts") },
      isOpen(now) &&
        !isBefore &&
        shortcuts(toParts, [
          ["S", say("html.standing"), act.tellStanding],
          ["H", say("own.hand-aloud"), act.tellHand],
          ["C", say("html.changed"), act.tellChanged],
        ]),
    ),
    header(now, act),
    isBefore
      ? el("main", {}, promptArea(now, act), waiting(now, act))
      : el(
          "main",
          { "aria-busy": String(now.isBusy) },
          promptArea(now, act),
          board(drawn.board, act),
          below(now, drawn),
        ),
    now.moment
      ? el("footer", { class: "actions", id: "actions" }, backButtons(now.moment.at, act, { class: "strong" }))
      : isOpen(now) && now.position.phase === "over"
        ? el("footer", { class: "actions", id: "actions" }, playAgain(now, act))
        : footer(now, act, isBefore),
    sheet(now.sheet, act),
    el("div", { class: "unseen", id: "aloud", role: "log" }, now.aloud.lines),
  ];
}

/** @type {(now: State, act: Act) => VNode} */
function header(now, act) {
  const { status, position, page, seat } = now;
  const name = isOpen(now) ? now.page.seatName(now.position.state, seat) : say("html.your-seat");
  return el(
    "header",
    { class: "bar" },
    banner(status, act.retry, act.takeOver),
    el("h1", { id: "who" }, position && page && dots(page.seatColours(position.state, seat)), name),
    el("p", { class: "where", id: "title", "data-testid": "title" }, position && page && title(now, position, page)),
    named("open-log", act.log, say("own.log"), { class: "quiet", "aria-haspopup": "dialog" }),
    named("menu", act.menu, "⋯", { class: "quiet", "aria-label": say("own.menu"), "aria-haspopup": "dialog" }),
  );
}

/** Return the state of the game, and its name if there is room.
 * @type {(now: State, position: Position, page: CompletePage) => Child[]} */
function title({ clockOf, seat }, position, page) {
  const { phase, state, game } = position;
  const stands = phase === "choose" ? "" : page.title(state, game.seats, game);
  const clock = clockOf?.(position, seat) ?? null;
  return [clock, stands ? el("span", {}, stands) : null, el("span", {}, stands ? ` · ${game.name}` : game.name)];
}

/** @type {(now: State, act: Act) => VNode} */
function promptArea(now, act) {
  const { position, page, seat, told } = now;
  const rule = told?.rule;
  const isTurn = isAsked(position, seat) && ["prompt.your-turn", "prompt.still"].includes(position?.prompt?.[0] ?? "");
  const bot = isOpen(now) ? botPlays(botOf(now), () => act.seatBot("")) : [];
  const notice = position?.notice ? page?.say(position.notice) : "";
  return el(
    "div",
    { class: "says" },
    el("p", { class: isTurn ? "turn mine" : "turn", id: "turn", "data-testid": "missing" }, isOpen(now) && turn(now)),
    lesson(position, page, act.doIt),
    el(
      "div",
      { class: "notices" },
      // The answer lies over the prompt; a tap removes it.
      el(
        "p",
        {
          class: ["told", ...(told?.kinds ?? [])].join(" "),
          id: "told",
          "data-testid": "told",
          role: "status",
          onclick: act.dismiss,
        },
        told ? el("span", { class: "sentence" }, told.message) : null,
        rule && button(() => act.ruling(rule), { class: "ruling", "data-rule": rule }, say("own.rule")),
      ),
      el("p", { class: "notice", id: "bot", "data-testid": "bot", role: "status", hidden: bot.length === 0 }, bot),
      el(
        "p",
        { class: "notice", id: "notice", "data-testid": "notice", role: "status", hidden: !notice },
        notice || null,
      ),
    ),
  );
}

/** Return the one sentence, and how to follow it, or what has just happened.
 * @type {(now: Playing) => Child[]} */
function turn(now) {
  if (isWaiting(now)) return [howToWait(now)];
  const { captions } = now.position;
  if (captions) return [el("span", { class: "caption" }, captions.join(" "))];
  const about = aboutCard(now);
  const how = about || wayOf(now);
  // The page shows below how the game ended.
  const last = now.position.phase === "over" ? [] : now.story.latest.slice(-2);
  const latest = about ? [] : last.slice(last.join(" ").length > TWO_LINES ? -1 : 0);
  return [
    el("span", { class: "asks" }, prompt(now)),
    " ",
    how ? el("span", { class: "how" }, how) : null,
    latest.length > 0 ? el("span", { class: how ? "how latest" : "how" }, latest.join(" ")) : null,
  ];
}

/** Return the effect of the last picked card, because one tap explains it, or else how to take back a chosen one.
 * @type {(now: Playing) => string | undefined} */
function aboutCard(now) {
  if (now.hidden.on || now.isAsking) return undefined;
  const { choosing, position } = now;
  const cards = rowsOf(now).flatMap((row) => row.cards);
  if (choosing.isEmpty) return cards.find(({ down }) => down && position.can_undo)?.parts[0].about;
  const parts = cards.flatMap((card) => card.parts);
  const picked = choosing.taps.map((tap) => parts.find(({ target }) => target === tap)?.about);
  return picked.findLast(Boolean);
}

/** @type {(now: Playing) => Child[]} */
function prompt(now) {
  const { position, page, seat, isAsking } = now;
  const isMine = isAsked(position, seat);
  if (isAsking) return [say("own.asking")];
  if (isMine && botOf(now)) return [say("own.bot-decides")];
  if (position.prompt) return asked(position.prompt, page);
  if (!isMine) return missing(position, page);
  const { pending } = position;
  const seats = pending ? pending.seats.filter((each) => each !== seat) : [];
  const others =
    pending && seats.length > 0
      ? missing({ ...position, pending: { ...pending, seats } }, page, say("own.still-choosing"))
      : [];
  return [el("b", {}, say("own.your-turn")), ...others];
}

/** Return what to do, and separately who else has to choose.
 * @type {(says: Says, page: CompletePage) => Child[]} */
function asked(says, page) {
  const all = page.say(says);
  if (says[0] !== "prompt.still") return [all];
  const { prompt: own } = /** @type {{ prompt: Says }} */ (says[1]);
  const length = page.say(own).length;
  return [all.slice(0, length), el("span", { class: "others" }, all.slice(length))];
}

/** Return board, hand and answers of a position.
 * @type {(now: Playing, act: Act) => Drawn} */
function inPlay(now, act) {
  const { position, page, seat, isBusy, choosing } = now;
  const isMine = isAsked(position, seat);
  // Nothing glows while an action is being sent.
  /** @type {Set<string>} */
  const none = new Set();
  const { next, sure, others } = isBusy || position.captions ? { next: none, sure: none, others: none } : choosing;
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
  const hand = fan(rows, {
    ...look,
    hidden: isHidden,
    takeBack: act.undo,
    tell: (about) => act.tell(about, null, "yes"),
  });
  const isLit = rows.some(({ cards }) =>
    cards.some(({ parts }) => parts.some(({ target }) => look.legal.has(target) || look.chosen.has(target))),
  );
  return {
    board: drawing,
    hand,
    isResting: isMine && (isHidden || !isLit),
    answers: answers(now, act, look, targetsIn([drawing, hand]), rows.length > 0),
  };
}

/** Return the places in a sentence, to mark them on the board.
 * @type {(says: Says | null) => string[]} */
function placesIn(says) {
  return [...JSON.stringify(says ?? null).matchAll(/"(tile:[^"]+)"/g)].map(([, place]) => place);
}

/** Return the keys of all targets in these elements.
 * @type {(node: Child, found?: Set<string>) => Set<string>} */
function targetsIn(node, found = new Set()) {
  if (Array.isArray(node)) for (const each of node) targetsIn(each, found);
  else if (node && typeof node === "object") {
    if (node.props["data-target"]) found.add(node.props["data-target"]);
    targetsIn(node.props.children, found);
  }
  return found;
}

/** Return a button for each target that is neither on the board nor on a card; another one can replace
 * the picked one.
 * @type {(now: Playing, act: Act, look: Tapping, drawn: Set<string>, hasCards: boolean) => Child} */
function answers({ choosing, hidden, page, position, seat }, act, { legal, chosen, others }, drawn, hasCards) {
  if (hidden.on) {
    return hasCards ? button(act.showHand, { "data-testid": "show-hand" }, say("menu.show")) : null;
  }
  /** @type {(key: string) => boolean} */
  const isOpen = (key) => [legal, chosen, others].some((set) => set.has(key)) && !drawn.has(key);
  return choosing.keys.filter(isOpen).map((key) => {
    const { label, hint } = page.answer(key, position.state, seat);
    return button(
      () => act.tap(key),
      { key, "data-target": key, "aria-pressed": String(chosen.has(key)) },
      el("b", {}, label),
      hint ? el("small", {}, hint) : null,
    );
  });
}

/** @type {(drawing: Child, act: Act) => VNode} */
function board(drawing, act) {
  return el(
    "section",
    {
      class: "board",
      id: "board",
      "data-testid": "board",
      "aria-label": say("own.board"),
      tabindex: -1,
      onclick: act.tapBeside,
    },
    drawing,
  );
}

/** @type {(now: State, drawn: Partial<Drawn>) => VNode} */
function below({ ending, position, page, review, seat }, { hand, isResting, answers: open }) {
  const end = ending?.({ position, page, review }, seat) ?? [];
  return el(
    "div",
    { class: "below" },
    el(
      "section",
      {
        class: "result",
        id: "result",
        "data-testid": "result",
        "aria-label": say("end.label"),
        tabindex: 0,
        hidden: end.length === 0,
      },
      end,
    ),
    el(
      "div",
      { class: "answers", id: "answers", "data-testid": "answers", role: "group", "aria-label": say("own.answers") },
      open,
    ),
    el(
      "section",
      {
        class: isResting ? "hand resting" : "hand",
        id: "hand",
        "data-testid": "hand",
        "aria-label": say("own.hand"),
        tabindex: -1,
      },
      hand,
    ),
  );
}

/** Make a button with a name of its own.
 * @type {(id: string, onclick: () => void, words: Child, more?: Attributes<HTMLButtonElement>) => VNode} */
function named(id, onclick, words, more = {}) {
  return button(onclick, { id, "data-testid": id, ...more }, words);
}

/** Return the action bar. A disabled action can still be pressed, and then explains why.
 * @type {(now: State, act: Act, isHidden: boolean) => VNode} */
function footer(now, act, isHidden) {
  const { position, isConnected, isBusy, isAsking, choosing } = now;
  const { action } = choosing;
  const label = action && isOpen(now) ? labelOf(action, now) : say("own.play");
  const isLong = label.length > LONG;
  /** @type {(is: boolean) => Attributes<HTMLButtonElement>} */
  const off = (is) => ({ "aria-disabled": String(is) });
  return el(
    "footer",
    { class: "actions", id: "actions", hidden: isHidden, tabindex: -1 },
    named("undo", act.undo, say("own.undo"), off(!isConnected || isBusy || !position?.can_undo)),
    named("why", act.why, say("own.why"), { "aria-pressed": String(isAsking) }),
    named("list", act.list, say("own.list"), { "aria-haspopup": "dialog" }),
    named("play", act.play, el("span", {}, label), {
      class: isLong ? "strong long" : "strong",
      title: isLong ? label : "",
      ...off(!action || isBusy),
    }),
  );
}

/** Return the sheet over the page, which has `{ title, content() }` while it is open.
 * @type {(open: Sheet | null, act: Act) => VNode} */
function sheet(open, act) {
  return dialog(
    open !== null,
    {
      class: "sheet",
      id: "sheet",
      "data-testid": "sheet",
      "aria-labelledby": "sheet-title",
      onclose: act.closeSheet,
      // A tap beside the sheet hits the dialog element itself.
      onclick: ({ target, currentTarget }) => target === currentTarget && act.closeSheet(),
    },
    el("header", {}, el("h2", { id: "sheet-title" }, open?.title), named("close", act.closeSheet, say("own.close"))),
    // Each sheet opens at its top.
    el("div", { key: open?.title, class: "sheet-body", id: "sheet-body", tabindex: 0 }, open?.content()),
  );
}
