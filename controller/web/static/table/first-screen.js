/* The first screen: the choice of game, players and options, and the saved game above.
 *
 * It stands beside the table, because NEXT and OK choose a game there too. What somebody
 * has filled in is the draft; all else is as in the position.
 */

import { botName } from "../shared/bots.js";
import { dots, el, sentence } from "../shared/dom.js";
import { renderer, say } from "../shared/words.js";
import { palette } from "/data.js";
import { words } from "/words.js";

const SEAT_OPTIONS = ["first"];
const USUAL_SEATS = 4;

/** Return whether this screen is shown; during a game it has to be opened. */
export function isChoosing({ position, another }) {
  return another || ["choose", "offer"].includes(position?.phase);
}

/** Return the form as filled in: { offer, seats, names, bots, options, told, new_links },
 * or null before the list of games has come. */
export function filledIn({ position, games, draft }) {
  const game = position?.game ?? {};
  const offer = games.find((each) => each.game === (draft?.game ?? game.game)) ?? games[0];
  if (!offer) return null;
  const [fewest, most] = offer.seats;
  const seats = Math.min(Math.max(draft?.seats ?? game.seats ?? USUAL_SEATS, fewest), most);
  const usual = Object.entries(offer.options ?? {}).map(([option, about]) => [option, about.default]);
  const played = offer.game === game.game ? game.options : {};
  const bySeat = (typed, now = []) => Array.from({ length: seats }, (_, seat) => typed?.[seat] ?? now[seat] ?? "");
  const tellers = Object.entries(offer.told_by ?? {}).map(([what, [first]]) => [what, position?.told_by?.[what] ?? first]);
  return {
    offer,
    seats,
    names: bySeat(draft?.names, game.players),
    bots: bySeat(draft?.bots, game.bots),
    options: { ...Object.fromEntries(usual), ...played, ...draft?.options },
    told: { ...Object.fromEntries(tellers), ...draft?.told },
    new_links: draft?.new_links ?? false,
  };
}

/** Return the message `new` for what is filled in. */
export function orderOf({ offer, seats, names, bots, options, told, new_links }, levels, isLesson) {
  const chosen = Object.keys(offer.options ?? {}).map((option) => [option, parsed(options[option])]);
  return {
    game: offer.game,
    seats,
    // An empty field leaves its option as it usually is.
    options: Object.fromEntries(chosen.filter(([, value]) => value !== "")),
    ...(Object.keys(told).length > 0 ? { told_by: told } : {}),
    ...(levels.length > 0 ? { bots } : {}),
    ...(isLesson ? { learn: true } : {}),
    players: names.map((name) => name.trim()),
    new_links,
  };
}

/** Return the form. `fill(changes)` changes the draft, `start(isLesson)` orders the game,
 * `leave()` goes back to the running one. */
export function firstScreen(state, { fill, start, leave }) {
  const form = filledIn(state);
  const { phase } = state.position ?? {};
  const onsubmit = (event) => {
    event.preventDefault();
    start(event.submitter?.name === "learn");
  };
  return el(
    "form",
    { id: "new-form", onsubmit },
    el("div", { class: "to-choose" }, form && choices(form, state, fill)),
    el(
      "div",
      { class: "actions start" },
      el("button", { type: "submit", class: "strong" }, say("html.start")),
      el("button", { type: "submit", name: "learn", value: "yes" }, say("html.teach")),
      el("button", { type: "button", id: "leave-first", hidden: ["choose", "offer"].includes(phase), onclick: leave }, say("html.back")),
    ),
  );
}

function choices(form, { games, bots, draft }, fill) {
  const { offer, seats } = form;
  const [fewest, most] = offer.seats;
  const counts = Array.from({ length: most - fewest + 1 }, (_, index) => fewest + index);
  const intoView = ({ target }) => target.open && target.scrollIntoView({ block: "end" });
  const isNew = { type: "checkbox", checked: form.new_links, onchange: ({ target }) => fill({ new_links: target.checked }) };
  return [
    el("h2", { id: "first-title", class: "unseen" }, say("html.choose")),
    el("div", { class: "game-cards", role: "radiogroup", "aria-labelledby": "first-title" }, games.map((each) => gameCard(each, offer, fill))),
    el(
      "div",
      { class: "how-many" },
      el("h3", { id: "seats-title" }, say("html.how-many")),
      el("div", { class: "seat-counts", role: "radiogroup", "aria-labelledby": "seats-title" }, counts.map((count) => seatCount(count, seats, fill))),
    ),
    el("h3", { id: "names-title" }, say("html.who")),
    el("div", { class: "names", id: "names", role: "group", "aria-labelledby": "names-title" }, form.names.map((_, seat) => seatRow(seat, form, bots, draft, fill))),
    el(
      "details",
      { id: "more", ontoggle: intoView },
      el("summary", {}, say("html.more")),
      el("div", { id: "new-fields" }, toldFields(form, fill), optionFields(form, fill)),
      el("label", { class: "field" }, el("span", {}, say("html.new-links")), el("input", isNew), el("small", {}, say("html.new-links-why"))),
    ),
  ];
}

/** Return a renderer for a game's words that are needed before it begins. */
function saidOf({ words: own }) {
  return renderer({ ...words, ...own });
}

function gameCard(offered, chosen, fill) {
  const { game, name, seats: [fewest, most], minutes } = offered;
  const of = saidOf(offered);
  const many = fewest === most ? `${most}` : `${fewest}–${most}`;
  const [least, longest] = minutes ?? [];
  const time = minutes && say("first.minutes", { least, most: longest });
  const facts = [say("first.players", { many }), time].filter(Boolean).join(" · ");
  // What was chosen for one game means nothing in another.
  const onchange = () => fill({ game, options: {}, told: {} });
  return el(
    "label",
    { class: "game-card", key: game },
    el("input", { type: "radio", name: "game", value: game, checked: offered === chosen, onchange }),
    el("img", { src: `/games/${game}/picture.svg`, alt: "", width: 208, height: 128 }),
    el(
      "span",
      {},
      el("b", {}, name),
      el("small", { class: "about-it" }, facts),
      of.has("about") && el("small", { class: "about" }, of("about")),
    ),
  );
}

function seatCount(count, wanted, fill) {
  const radio = { type: "radio", name: "seats", value: count, checked: count === wanted, onchange: () => fill({ seats: count }) };
  return el("label", { key: count }, el("input", radio), el("span", {}, String(count)));
}

/** Return a seat's row: its colours, its player's name, and a bot. */
function seatRow(seat, { offer, seats, names, bots }, levels, draft, fill) {
  const colours = teamOf(offer, seats, seat);
  const who = colours.map((colour) => say.called("team", colour));
  const { seat: refused, message } = draft?.misnamed ?? {};
  const field = {
    name: "player",
    value: names[seat],
    maxlength: 100,
    autocomplete: "off",
    placeholder: who.join(" & "),
    "aria-label": say("first.name", { who }),
    oninput: ({ target }) => fill({ names: names.with(seat, target.value), misnamed: null }),
    // Why the table has refused this name.
    ref: (input) => input?.setCustomValidity(seat === refused ? say(message) : ""),
  };
  const level = { name: "bot", value: bots[seat], "aria-label": say("first.plays", { who }), onchange: ({ target }) => fill({ bots: bots.with(seat, target.value) }) };
  const options = [["", say("sitting.person")], ...levels.map((each) => [each, botName(each)])];
  return el(
    "div",
    { class: "seat-row", key: seat },
    dots(colours.map((colour) => palette[colour] ?? "var(--mist)")),
    el("input", field),
    levels.length > 0 && el("select", level, options.map(([value, name]) => el("option", { value }, name))),
  );
}

function teamOf(offer, seats, seat) {
  return offer.teams?.[seats]?.[seat] ?? [`${seat + 1}`];
}

function toldFields({ offer, told }, fill) {
  return Object.entries(offer.told_by ?? {}).map(([what, who]) =>
    select(say(`first.tells-${what}`), who, told[what], (one) => say(`first.by-${one}`), (one) => fill({ told: { ...told, [what]: one } })),
  );
}

/** Return the fields of a game's options, labelled with what they do. */
function optionFields({ offer, seats, names, options }, fill) {
  const of = saidOf(offer);
  const players = names.map((name, seat) => name || teamOf(offer, seats, seat).map((colour) => say.called("team", colour)).join(" & "));
  return Object.entries(offer.options ?? {}).map(([option, { allowed }]) => {
    const isSeat = SEAT_OPTIONS.includes(option);
    const key = `option.${option}`;
    const label = of.has(key) ? of(key) : sentence(option.replaceAll("_", " "));
    const choose = (value) => fill({ options: { ...options, [option]: value } });
    // An option about a seat offers the players.
    const values = isSeat ? [null, ...players.keys()] : allowed;
    const called = (value) => (isSeat && players[value]) || of.called("value", value);
    return Array.isArray(values) ? select(label, values, options[option], called, choose) : number(label, option, allowed, options[option], choose);
  });
}

function number(label, option, allowed, value, choose) {
  const field = { name: `option:${option}`, value: value ?? "", placeholder: say("first.unlimited"), autocomplete: "off", title: allowed };
  return labelled(label, el("input", { ...field, oninput: ({ target }) => choose(target.value) }));
}

/** Return a select whose values are JSON, so that 2, "2" and true stay different. */
function select(label, values, value, called, choose) {
  const chosen = { value: JSON.stringify(value), onchange: ({ target }) => choose(JSON.parse(target.value)) };
  return labelled(label, el("select", chosen, values.map((each) => el("option", { value: JSON.stringify(each) }, called(each)))));
}

function labelled(label, field) {
  return el("label", { class: "field", key: label }, el("span", {}, label), field);
}

/** Return a typed number as such, and all else as it is. */
function parsed(value) {
  return typeof value === "string" && /^-?\d+$/.test(value.trim()) ? Number(value) : value;
}
