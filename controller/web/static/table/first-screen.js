/* The first screen: the choice of game, players and options, and the saved game above.
 *
 * It is beside the table, because NEXT and OK can also choose a game there. The draft holds the filled-in
 * fields; everything else is as in the position.
 */

import { botSelect } from "../shared/bots.js";
import { button, cover, dots, el, sentence } from "../shared/dom.js";
import { checkbox, field, form, select } from "../shared/fields.js";
import { renderer, say } from "../shared/words.js";
import { palette } from "/data.js";
import { words } from "/words.js";

/** @import { Attributes, VNode } from "../shared/preact.js" */
/** @import { Game, Offer, Position, Request, Say, Says, SeatRow } from "../shared/types.js" */
/** @import { Act } from "./actions.js" */
/** @import { State } from "./state.js" */

/** The fields that somebody has filled in.
 * @typedef {{ game?: string, seats?: number, names?: Record<number, string>, bots?: string[], options?: Record<string, unknown>,
 *   told?: Record<string, string>, clock?: number, new_links?: boolean, misnamed?: { seat: number | null, message: Says } | null }} Draft */
/** @typedef {{ offer: Offer, seats: number, names: string[], bots: string[], options: Record<string, unknown>,
 *   told: Record<string, string>, clock?: number, new_links: boolean }} Form */
/** @typedef {(changes: Draft) => void} Fill */

const SEAT_OPTIONS = ["first"];
const USUAL_SEATS = 4;
// Minutes for each player; 0 only counts.
const NO_CLOCK = -1;
const CLOCKS = [NO_CLOCK, 0, 5, 10, 15, 20, 30, 45, 60];

/** Return whether this screen is shown; during a game it has to be opened.
 * @type {(state: Pick<State, "position" | "another">) => boolean} */
export function isChoosing({ position, another }) {
  return another || isBefore(position);
}

/** Return whether no game is being played.
 * @param {Position | null} position */
function isBefore(position) {
  return position?.phase === "choose" || position?.phase === "offer";
}

/** Return the form as filled in: { offer, seats, names, bots, options, told, new_links },
 * or null before the list of games has come.
 * @type {(state: Pick<State, "position" | "games" | "draft">) => Form | null} */
export function filledIn({ position, games, draft }) {
  /** @type {Partial<Game>} */
  const game = position?.game ?? {};
  const offer = games.find((each) => each.game === (draft?.game ?? game.game)) ?? games[0];
  if (!offer) return null;
  const [fewest, most] = offer.seats;
  const seats = Math.min(Math.max(draft?.seats ?? game.seats ?? USUAL_SEATS, fewest), most);
  const usual = Object.entries(offer.options ?? {}).map(([option, about]) => [option, about.default]);
  const played = offer.game === game.game ? game.options : {};
  /** @type {(typed?: Record<number, string>, now?: string[]) => string[]} */
  const bySeat = (typed, now = []) => Array.from({ length: seats }, (_, seat) => typed?.[seat] ?? now[seat] ?? "");
  const tellers = Object.entries(offer.told_by ?? {}).map(([what, [first]]) => [
    what,
    position?.told_by?.[what] ?? first,
  ]);
  return {
    offer,
    seats,
    names: bySeat(draft?.names, game.players),
    bots: bySeat(draft?.bots, game.bots),
    options: { ...Object.fromEntries(usual), ...played, ...draft?.options },
    told: { ...Object.fromEntries(tellers), ...draft?.told },
    clock: draft?.clock,
    new_links: draft?.new_links ?? false,
  };
}

/** Return the message that orders what is filled in.
 * @type {(form: Form, isLesson: boolean) => Request} */
export function orderOf({ offer, seats, names, bots, options, told, clock, new_links }, isLesson) {
  const chosen = Object.keys(offer.options ?? {}).map((option) => [option, parsed(options[option])]);
  return {
    type: "new",
    game: offer.game,
    seats,
    // An empty field leaves its option at the default.
    options: Object.fromEntries(chosen.filter(([, value]) => value !== "")),
    told_by: told,
    bots,
    learn: isLesson,
    // Without a choice, do not send it, so that it keeps its setting.
    clock,
    players: names.map((name) => name.trim()),
    new_links,
  };
}

/** Return the form. `fill(changes)` changes the draft, `start(isLesson)` orders the game,
 * `leave()` goes back to the running one.
 * @type {(state: State, act: Pick<Act, "fill" | "start" | "leave" | "join">) => VNode} */
export function firstScreen(state, act) {
  const { start, leave } = act;
  const filled = filledIn(state);
  return form(
    (_, by) => start(by?.getAttribute("name") === "learn"),
    { id: "new-form" },
    el("div", { class: "to-choose" }, filled && choices(filled, state, act)),
    el(
      "div",
      { class: "actions start" },
      el("button", { type: "submit", class: "strong" }, say("html.start")),
      el("button", { type: "submit", name: "learn", value: "yes" }, say("html.teach")),
      button(leave, { id: "leave-first", hidden: isBefore(state.position) }, say("html.back")),
    ),
  );
}

/** @type {(form: Form, state: State, act: Pick<Act, "fill" | "join">) => VNode[]} */
function choices(form, { games, draft, seating, position }, { fill, join }) {
  const { offer, seats } = form;
  const [fewest, most] = offer.seats;
  const counts = Array.from({ length: most - fewest + 1 }, (_, index) => fewest + index);
  return [
    el("h2", { id: "first-title", class: "unseen" }, say("html.choose")),
    el(
      "div",
      { class: "game-cards", role: "radiogroup", "aria-labelledby": "first-title" },
      games.map((each) => gameCard(each, offer, fill)),
    ),
    el(
      "div",
      { class: "how-many" },
      el("h3", { id: "seats-title" }, say("html.how-many")),
      el(
        "div",
        { class: "seat-counts", role: "radiogroup", "aria-labelledby": "seats-title" },
        counts.map((count) => seatCount(count, seats, fill)),
      ),
    ),
    el(
      "div",
      { class: "who-plays" },
      el("h3", { id: "names-title" }, say("html.who")),
      button(join, { class: "join-button", "data-testid": "let-join" }, say("join.phones")),
    ),
    el(
      "div",
      { class: "names", id: "names", role: "group", "aria-labelledby": "names-title" },
      form.names.map((_, seat) => seatRow(seat, form, draft, seating.seats[seat], fill)),
    ),
    el(
      "details",
      { id: "more", ontoggle: ({ currentTarget: more }) => more.open && more.scrollIntoView({ block: "end" }) },
      el("summary", {}, say("html.more")),
      el(
        "div",
        { id: "new-fields" },
        toldFields(form, fill),
        optionFields(form, fill),
        clockField(form, position, fill),
      ),
      field(
        say("html.new-links"),
        checkbox(form.new_links, (isOn) => fill({ new_links: isOn })),
        el("small", {}, say("html.new-links-why")),
      ),
    ),
  ];
}

/** Return a renderer for a game's words that are needed before it begins.
 * @type {(offer: Offer) => Say} */
function saidOf({ words: own }) {
  return renderer({ ...words, ...own });
}

/** @type {(offered: Offer, chosen: Offer, fill: Fill) => VNode} */
function gameCard(offered, chosen, fill) {
  const {
    game,
    name,
    seats: [fewest, most],
    minutes,
  } = offered;
  const of = saidOf(offered);
  const many = fewest === most ? `${most}` : `${fewest}–${most}`;
  const [least, longest] = minutes ?? [];
  const time = minutes && say("first.minutes", { least, most: longest });
  const facts = [say("first.players", { many }), time].filter(Boolean).join(" · ");
  // One game's choices mean nothing in another.
  const onchange = () => fill({ game, options: {}, told: {} });
  return el(
    "label",
    { class: "game-card", key: game },
    el("input", { type: "radio", name: "game", value: game, checked: offered === chosen, onchange }),
    cover(game),
    el(
      "span",
      {},
      el("b", {}, name),
      el("small", { class: "about-it" }, facts),
      of.has("about") && el("small", { class: "about" }, of("about")),
    ),
  );
}

/** @type {(count: number, wanted: number, fill: Fill) => VNode} */
function seatCount(count, wanted, fill) {
  /** @type {Attributes<HTMLInputElement>} */
  const radio = {
    type: "radio",
    name: "seats",
    value: count,
    checked: count === wanted,
    onchange: () => fill({ seats: count }),
  };
  return el("label", { key: count }, el("input", radio), el("span", {}, String(count)));
}

/** Return a seat's row: its colours, its player's name, a phone, and a bot.
 * @type {(seat: number, form: Form, draft: Draft | null, row: SeatRow | undefined, fill: Fill) => VNode} */
function seatRow(seat, { offer, seats, names, bots }, draft, row, fill) {
  const colours = teamOf(offer, seats, seat);
  const who = colours.map(colourName);
  const { seat: refused, message = "" } = draft?.misnamed ?? {};
  const isRefused = seat === refused;
  /** @type {Attributes<HTMLInputElement>} */
  const look = {
    name: "player",
    value: names[seat],
    maxlength: 600,
    autocomplete: "off",
    placeholder: who.join(" & "),
    "aria-label": say("first.name", { who }),
    "aria-invalid": String(isRefused),
    "aria-describedby": isRefused ? "misnamed" : null,
    oninput: ({ currentTarget }) => fill({ names: { ...draft?.names, [seat]: currentTarget.value }, misnamed: null }),
  };
  return el(
    "div",
    { class: "seat-row", key: seat },
    dots(colours.map((colour) => palette[colour] ?? "var(--mist)")),
    el("input", look),
    botSelect(bots[seat], say("first.plays", { who }), (level) => fill({ bots: bots.with(seat, level) })),
    row?.open && el("small", { class: "here" }, say(row.ready ? "join.ready" : "join.on-phone")),
    isRefused && el("p", { class: "misnamed", id: "misnamed", role: "alert" }, say(message)),
  );
}

const plain = renderer(words, () => ({ seats: [], named: {} }));

/** Return a colour's own name, not its player's.
 * @param {string} colour */
function colourName(colour) {
  return plain.called("team", colour);
}

/** @type {(offer: Offer, seats: number, seat: number) => string[]} */
function teamOf(offer, seats, seat) {
  return offer.teams?.[seats]?.[seat] ?? [`${seat + 1}`];
}

/** @type {(form: Form, fill: Fill) => VNode[]} */
function toldFields({ offer, told }, fill) {
  const called = (/** @type {string} */ one) => say(`first.by-${one}`);
  return Object.entries(offer.told_by ?? {}).map(([what, who]) => {
    const choose = (/** @type {string} */ one) => fill({ told: { ...told, [what]: one } });
    return field(say(`first.tells-${what}`), select(who, told[what], called, choose));
  });
}

/** @type {(form: Form, position: Position | null, fill: Fill) => VNode} */
function clockField(form, position, fill) {
  const clock = form.clock ?? position?.clock?.minutes ?? NO_CLOCK;
  const values = [...new Set([...CLOCKS, clock])].sort((a, b) => a - b);
  /** @type {(minutes: number) => string} */
  const called = (minutes) =>
    minutes > 0 ? say("first.clock-minutes", { minutes }) : say(minutes ? "first.clock-none" : "first.clock-counts");
  const choose = (/** @type {number} */ minutes) => fill({ clock: minutes });
  return field(say("first.clock"), select(values, clock, called, choose));
}

/** Return the fields of a game's options, labelled with what they do.
 * @type {(form: Form, fill: Fill) => VNode[]} */
function optionFields({ offer, seats, names, options }, fill) {
  const of = saidOf(offer);
  const players = names.map((name, seat) => name || teamOf(offer, seats, seat).map(colourName).join(" & "));
  return Object.entries(offer.options ?? {}).map(([option, { allowed }]) => {
    const isSeat = SEAT_OPTIONS.includes(option);
    const key = `option.${option}`;
    const label = of.has(key) ? of(key) : sentence(option.replaceAll("_", " "));
    /** @type {(value: unknown) => void} */
    const choose = (value) => fill({ options: { ...options, [option]: value } });
    // An option about a seat offers the players.
    const values = isSeat ? [null, ...players.keys()] : allowed;
    /** @type {(value: unknown) => string} */
    const called = (value) => (isSeat && players[Number(value ?? NaN)]) || of.called("value", value);
    const input = Array.isArray(values)
      ? select(values, options[option], called, choose)
      : number(option, values, options[option], choose);
    return field(label, input);
  });
}

/** @type {(option: string, allowed: string, value: unknown, choose: (value: string) => void) => VNode} */
function number(option, allowed, value, choose) {
  const look = {
    name: `option:${option}`,
    value: String(value ?? ""),
    placeholder: say("first.unlimited"),
    autocomplete: "off",
    title: allowed,
  };
  return el("input", { ...look, oninput: ({ currentTarget }) => choose(currentTarget.value) });
}

/** Return a typed number as a number, and anything else unchanged.
 * @type {(value: unknown) => unknown} */
function parsed(value) {
  return typeof value === "string" && /^-?\d+$/.test(value.trim()) ? Number(value) : value;
}
