/* The first screen: which game, who plays, how; and the saved game on top of it.
 *
 * It stands beside the table, not over it: there `next` and `ok` choose a game too.
 */

import { byId, changed, el, sentence } from "./dom.js";

export class First {
  #form = byId("new-form");
  #games = [];
  #start;
  // As told by the position: who played last, and how a game's seats are called.
  #players = [];
  #position = null;
  #isTouched = false;

  /** Calls `start({ game, seats, options, players, new_links })`, after asking if a
   * game is still being played. */
  constructor(start) {
    this.#start = start;
    this.#form.addEventListener("submit", (event) => this.#submit(event));
    this.#form.addEventListener("input", () => (this.#isTouched = true));
    this.#form.addEventListener("change", ({ target }) => this.#chosen(target));
    byId("leave-first").addEventListener("click", () => this.close());
  }

  offer(games) {
    // A reconnection says hello again: what has been filled in should stay.
    if (!changed(byId("game-cards"), games)) return;
    this.#games = games;
    byId("game-cards").replaceChildren(...games.map(gameCard));
  }

  /** Shows itself where a game is chosen or offered; follows the table's `next`. */
  show(position) {
    const { phase, game } = position;
    const before = this.#position;
    this.#position = position;
    this.#players = game?.players ?? [];
    if (phase === "choose" || phase === "offer") this.open();
    else if (before && before.phase !== phase && phase === "play") this.close();
    const isPointed = phase === "choose" && before?.game?.game !== game.game;
    if (isPointed || !this.#isTouched) this.#point(game);
    byId("leave-first").hidden = phase === "choose" || phase === "offer";
  }

  open() {
    document.body.classList.add("choosing");
  }

  close() {
    document.body.classList.remove("choosing");
    this.#isTouched = false;
  }

  /** Opens it in the middle of a game, or at its end. */
  another() {
    this.#point(this.#position?.game);
    this.open();
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
    if (name === "seats") this.#name(Number(value));
  }

  #fill(game, seats, options = {}) {
    const [fewest, most] = game.seats;
    const counts = Array.from({ length: most - fewest + 1 }, (_, index) => fewest + index);
    const wanted = Math.min(Math.max(Number(seats) || 4, fewest), most);
    byId("seat-counts").replaceChildren(...counts.map((count) => seatCount(count, wanted)));
    this.#name(wanted);
    byId("new-fields").replaceChildren(
      ...Object.entries(game.options ?? {}).map(([option, about]) =>
        optionField(option, { ...about, default: options[option] ?? about.default }),
      ),
    );
  }

  /** So many names; what was typed before stays. */
  #name(seats) {
    const typed = [...byId("names").querySelectorAll("input")].map(({ value }) => value);
    const inputs = Array.from({ length: seats }, (_, seat) =>
      nameInput(seat, typed[seat] ?? this.#players[seat] ?? ""),
    );
    byId("names").replaceChildren(...inputs);
  }

  #submit(event) {
    event.preventDefault();
    const data = new FormData(this.#form);
    const options = {};
    for (const [key, value] of data) {
      if (key.startsWith("option:") && value !== "") options[key.slice(7)] = parsed(value);
    }
    const order = {
      game: data.get("game"),
      seats: Number(data.get("seats")),
      options,
      players: data.getAll("player").map((name) => name.trim()),
      new_links: data.has("new_links"),
    };
    if (this.#position?.phase === "play") this.#confirm(order);
    else this.#begin(order);
  }

  #begin(order) {
    this.close();
    this.#start(order);
  }

  #confirm(order) {
    const dialog = byId("confirm");
    dialog.returnValue = "";
    dialog.addEventListener(
      "close",
      () => dialog.returnValue === "yes" && this.#begin(order),
      { once: true },
    );
    dialog.showModal();
  }
}

function gameCard({ game, name, seats: [fewest, most], about, minutes }) {
  const many = fewest === most ? `${most}` : `${fewest}–${most}`;
  return el(
    "label",
    { class: "game-card" },
    el("input", { type: "radio", name: "game", value: game, required: true }),
    el("img", { src: `/games/${game}/picture.svg`, alt: "", width: 104, height: 64 }),
    el(
      "span",
      {},
      el("b", {}, name),
      el("small", {}, minutes ? `${many} players · ${minutes} minutes` : `${many} players`),
      about ? el("small", { class: "about" }, about) : null,
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

function nameInput(seat, value) {
  return el("input", {
    name: "player",
    value,
    maxlength: 16,
    autocomplete: "off",
    placeholder: `Player ${seat + 1}`,
    "aria-label": `Name of player ${seat + 1}`,
  });
}

function optionField(option, { default: usual, allowed, help }) {
  const name = `option:${option}`;
  const input = Array.isArray(allowed)
    ? select(name, allowed, usual)
    : el("input", { name, placeholder: inWords(usual), autocomplete: "off" });
  const label = sentence(option.replaceAll("_", " "));
  const hint = help ? el("small", {}, sentence(help)) : null;
  return el("label", { class: "field" }, el("span", {}, label), input, hint);
}

/** Values travel as JSON, so that 2 and "2" and true stay what they are. */
function select(name, values, usual) {
  const each = values.map((value) =>
    el("option", { value: JSON.stringify(value), selected: value === usual }, inWords(value)),
  );
  return el("select", { name }, ...each);
}

function inWords(value) {
  if (value === null) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
