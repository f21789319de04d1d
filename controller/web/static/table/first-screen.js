/* The first screen: the choice of game, players and options, and the saved game above.
 *
 * It stands beside the table, because NEXT and OK choose a game there too.
 */

import { botName } from "../shared/bots.js";
import { byId, changed, dots, el, isConfirmed, sentence } from "../shared/dom.js";
import { renderer, say } from "../shared/words.js";
import { palette } from "/data.js";
import { words } from "/words.js";

const SEAT_OPTIONS = ["first"];

export class First {
  #form = byId("new-form");
  #games = [];
  #start;
  #ask;
  // From the position: the last players, and the names of the seats.
  #players = [];
  #position = null;
  #isTouched = false;
  // It was opened before the list of games has arrived.
  #isAwaited = false;
  // The levels of bots to choose from.
  #bots = [];

  /** Calls `start({ game, seats, options, players, bots, new_links })`, after asking if a
   * game is still being played; it gives false if the table was not reached. `ask()` asks
   * the table for what can be played. */
  constructor(start, ask) {
    this.#start = start;
    this.#ask = ask;
    this.#form.addEventListener("submit", (event) => this.#submit(event));
    this.#form.addEventListener("input", () => (this.#isTouched = true));
    this.#form.addEventListener("change", ({ target }) => this.#chosen(target));
    byId("leave-first").addEventListener("click", () => this.close());
    byId("more").addEventListener("toggle", ({ target }) => target.open && target.scrollIntoView({ block: "end" }));
  }

  offer(games, bots = []) {
    // After a reconnection the filled-in form stays.
    if (!changed(byId("game-cards"), [games, bots])) return;
    this.#games = games;
    this.#bots = bots;
    byId("game-cards").replaceChildren(...games.map(gameCard));
    if (this.#position && !this.#isTouched) this.#point(this.#position.game);
    if (this.#isAwaited) this.#focus();
    this.#isAwaited = false;
  }

  /** Show this screen while a game is chosen or offered, and follow the table's NEXT. */
  show(position) {
    const { phase, game } = position;
    const before = this.#position;
    this.#position = position;
    this.#players = game?.players ?? [];
    if (phase === "choose" || phase === "offer") this.open();
    else if (before && before.phase !== phase && phase === "play") this.close();
    const isPointed = phase === "choose" && before?.game?.game !== game.game;
    const isNews = !this.#isTouched && changed(this.#form, [game, position.told_by]);
    if (isPointed || isNews) this.#point(game);
    byId("leave-first").hidden = phase === "choose" || phase === "offer";
  }

  open() {
    document.body.classList.add("choosing");
  }

  close() {
    document.body.classList.remove("choosing");
    this.#isTouched = false;
  }

  /** Say beside a seat's field why its name is refused. */
  misnamed({ seat, message }) {
    this.#isTouched = true;
    this.open();
    const field = byId("names").querySelectorAll("input")[seat];
    field?.addEventListener("input", () => field.setCustomValidity(""), { once: true });
    field?.setCustomValidity(say(message));
    field?.reportValidity();
  }

  /** Open this screen during a game or at its end. */
  another() {
    this.#isAwaited = this.#games.length === 0;
    if (this.#isAwaited) this.#ask();
    this.#point(this.#position?.game);
    this.open();
    this.#focus();
  }

  #focus() {
    this.#form.elements.game?.[0]?.focus?.();
    this.#form.querySelector(":checked")?.focus();
  }

  #point(game) {
    const found = this.#games.find((each) => each.game === game?.game) ?? this.#games[0];
    if (!found) return;
    const card = this.#form.querySelector(`[value="${CSS.escape(found.game)}"]`);
    card.checked = true;
    this.#fill(found, game?.seats, game?.options);
  }

  #chosen({ name, value }) {
    const game = this.#games.find((each) => each.game === this.#form.elements.game.value);
    if (name === "game") this.#fill(game, this.#form.elements.seats?.value);
    if (name === "seats") this.#fill(game, value);
  }

  #fill(game, seats, options = {}) {
    // OK on the table would start another game than the one chosen here.
    document.body.classList.toggle("elsewhere", game.game !== this.#position?.game?.game);
    const [fewest, most] = game.seats;
    const counts = Array.from({ length: most - fewest + 1 }, (_, index) => fewest + index);
    const wanted = Math.min(Math.max(Number(seats) || 4, fewest), most);
    byId("seat-counts").replaceChildren(...counts.map((count) => seatCount(count, wanted)));
    this.#name(wanted);
    const told = this.#position?.told_by ?? {};
    byId("new-fields").replaceChildren(
      ...Object.entries(game.told_by ?? {}).map(([what, who]) => toldField(what, who, told[what])),
      ...Object.entries(game.options ?? {}).map(([option, about]) =>
        optionField(option, { ...about, default: options[option] ?? about.default }, this.#seatNames(), saidOf(game)),
      ),
    );
  }

  #seatNames() {
    return [...byId("names").querySelectorAll("input")].map(({ value, placeholder }) => value || placeholder);
  }

  /** Make a row for each seat: colours, name and bot. Typed names stay; otherwise the
   * names are those of the last game. */
  #name(seats) {
    const game = this.#games.find((each) => each.game === this.#form.elements.game.value);
    const filledIn = (fields) => (this.#isTouched ? [...byId("names").querySelectorAll(fields)].map(({ value }) => value) : []);
    const [typed, picked] = [filledIn("input"), filledIn("select")];
    const seated = this.#position?.game?.bots ?? [];
    const teams = game?.teams?.[seats] ?? [];
    const rows = Array.from({ length: seats }, (_, seat) =>
      seatRow(
        teams[seat] ?? [`${seat + 1}`],
        typed[seat] ?? this.#players[seat] ?? "",
        this.#bots,
        picked[seat] ?? seated[seat] ?? "",
      ),
    );
    byId("names").replaceChildren(...rows);
  }

  #submit(event) {
    event.preventDefault();
    const data = new FormData(this.#form);
    const chosen = (prefix) =>
      [...data].filter(([key, value]) => key.startsWith(prefix) && value !== "");
    const options = chosen("option:").map(([key, value]) => [key.slice(7), parsed(value)]);
    const told = chosen("told:").map(([key, value]) => [key.slice(5), value]);
    const bots = data.getAll("bot");
    const isLesson = event.submitter?.name === "learn";
    const order = {
      game: data.get("game"),
      seats: Number(data.get("seats")),
      options: Object.fromEntries(options),
      ...(told.length > 0 ? { told_by: Object.fromEntries(told) } : {}),
      ...(bots.length > 0 ? { bots } : {}),
      ...(isLesson ? { learn: true } : {}),
      players: data.getAll("player").map((name) => name.trim()),
      new_links: data.has("new_links"),
    };
    if (this.#position?.phase === "play") this.#confirm(order);
    else this.#begin(order);
  }

  #begin(order) {
    if (this.#start(order)) this.close();
  }

  async #confirm(order) {
    if (await isConfirmed(byId("confirm"))) this.#begin(order);
  }
}

/** Return a renderer for a game's words that are needed before it begins. */
function saidOf({ words: own }) {
  return renderer({ ...words, ...own });
}

function gameCard(offered) {
  const { game, name, seats: [fewest, most], minutes } = offered;
  const of = saidOf(offered);
  const many = fewest === most ? `${most}` : `${fewest}–${most}`;
  const [least, longest] = minutes ?? [];
  const time = minutes && say("first.minutes", { least, most: longest });
  const facts = [say("first.players", { many }), time].filter(Boolean).join(" · ");
  return el(
    "label",
    { class: "game-card" },
    el("input", { type: "radio", name: "game", value: game, required: true }),
    el("img", { src: `/games/${game}/picture.svg`, alt: "", width: 208, height: 128 }),
    el(
      "span",
      {},
      el("b", {}, name),
      el("small", { class: "about-it" }, facts),
      of.has("about") ? el("small", { class: "about" }, of("about")) : null,
    ),
  );
}

function seatCount(count, wanted) {
  return el(
    "label",
    {},
    el("input", { type: "radio", name: "seats", value: count, checked: count === wanted }),
    el("span", {}, String(count)),
  );
}

function seatRow(colours, value, bots, level) {
  const names = colours.map((colour) => say.called("team", colour));
  return el(
    "div",
    { class: "seat-row" },
    dots(colours.map((colour) => palette[colour] ?? "var(--mist)")),
    el("input", {
      name: "player",
      value,
      maxlength: 100,
      autocomplete: "off",
      placeholder: names.join(" & "),
      "aria-label": say("first.name", { who: names }),
    }),
    bots.length > 0 ? botField(names, bots, level) : null,
  );
}

function botField(names, bots, now) {
  const levels = bots.map((level) =>
    el("option", { value: level, selected: level === now }, botName(level)),
  );
  const person = el("option", { value: "" }, say("sitting.person"));
  return el("select", { name: "bot", "aria-label": say("first.plays", { who: names }) }, person, ...levels);
}

function toldField(what, who, now) {
  const each = who.map((one) => el("option", { value: one, selected: one === now }, say(`first.by-${one}`)));
  return field(say(`first.tells-${what}`), el("select", { name: `told:${what}` }, ...each));
}

/** Make the field of an option, labelled with what it does. */
function optionField(option, { default: usual, allowed }, seats, of) {
  const name = `option:${option}`;
  // An option about a seat offers the players.
  const values = SEAT_OPTIONS.includes(option) ? [null, ...seats.keys()] : allowed;
  const called = (value) => (SEAT_OPTIONS.includes(option) && seats[value]) || of.called("value", value);
  const input = Array.isArray(values)
    ? select(name, values, usual, called)
    : el("input", { name, placeholder: say("first.unlimited"), autocomplete: "off", title: allowed });
  const key = `option.${option}`;
  return field(of.has(key) ? of(key) : sentence(option.replaceAll("_", " ")), input);
}

function field(label, input) {
  return el("label", { class: "field" }, el("span", {}, label), input);
}

/** Make a select whose values are JSON, so that 2, "2" and true stay different. */
function select(name, values, usual, called) {
  const each = values.map((value) =>
    el("option", { value: JSON.stringify(value), selected: value === usual }, called(value)),
  );
  return el("select", { name }, ...each);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
