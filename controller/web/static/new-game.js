/* The form for a new game, built from what the engine says of each game. */

import { byId, el, sentence } from "./dom.js";

/** Calls `start({ game, seats, options })`, after asking if `isUnfinished()`. */
export class NewGame {
  #form;
  #games = [];
  #start;
  #isUnfinished;

  constructor(form, start, isUnfinished) {
    this.#form = form;
    this.#start = start;
    this.#isUnfinished = isUnfinished;
    form.addEventListener("submit", (event) => this.#submit(event));
    form.addEventListener("change", (event) => {
      if (event.target.name === "game") this.#showGame(event.target.value);
    });
  }

  offer(games) {
    // A reconnection says hello again: what has been filled in should stay.
    if (JSON.stringify(games) === JSON.stringify(this.#games)) return;
    this.#games = games;
    const names = games.map(({ game, name }) => el("option", { value: game }, name));
    const choice = el("select", { name: "game", required: true }, ...names);
    byId("new-which").replaceChildren(field("Game", choice));
    this.#showGame(choice.value);
  }

  #showGame(name) {
    const game = this.#games.find((each) => each.game === name);
    if (!game) return;
    const options = Object.entries(game.options ?? {});
    byId("new-fields").replaceChildren(
      field("Seats", seatsInput(game.seats)),
      ...options.map(([option, about]) => optionField(option, about)),
    );
  }

  #submit(event) {
    event.preventDefault();
    const data = new FormData(this.#form);
    const options = {};
    for (const [key, value] of data) {
      if (key.startsWith("option:") && value !== "") options[key.slice(7)] = parsed(value);
    }
    const new_links = data.has("new_links");
    const order = { game: data.get("game"), seats: Number(data.get("seats")), options, new_links };
    if (this.#isUnfinished()) this.#confirm(order);
    else this.#start(order);
  }

  #confirm(order) {
    const dialog = byId("confirm");
    dialog.returnValue = "";
    dialog.addEventListener(
      "close",
      () => dialog.returnValue === "yes" && this.#start(order),
      { once: true },
    );
    dialog.showModal();
  }
}

function field(label, input, help = "") {
  const hint = help && el("small", {}, help);
  return el("label", { class: "field" }, el("span", {}, label), input, hint || null);
}

function seatsInput([fewest, most]) {
  const counts = Array.from({ length: most - fewest + 1 }, (_, index) => fewest + index);
  const usual = counts.includes(4) ? 4 : fewest;
  return select("seats", counts, usual);
}

function optionField(option, { default: usual, allowed, help }) {
  const name = `option:${option}`;
  const input = Array.isArray(allowed)
    ? select(name, allowed, usual)
    : el("input", { name, placeholder: inWords(usual), autocomplete: "off" });
  return field(sentence(option.replaceAll("_", " ")), input, help);
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
