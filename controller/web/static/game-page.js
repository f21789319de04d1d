/* Finds how a game looks: its own page.js, or plain words for a game without one. */

import { el } from "./dom.js";
import { onTile, seatColour, tileName } from "./grid.js";
import { nameSeats, say, seatNamed, wordsOf } from "./words.js";

const loaded = new Map();

/** The module of a game, with what it leaves out filled in. */
export async function gamePage(game) {
  const name = game?.game;
  if (!name || !/^[a-z0-9-]+$/.test(name)) return PLAIN;
  if (!loaded.has(name)) loaded.set(name, load(name));
  const page = await loaded.get(name);
  nameSeats(game, page.say);
  return page;
}

async function load(name) {
  try {
    return completed(await import(`/games/${name}/page.js`));
  } catch (error) {
    console.warn(`${name} is shown in plain words: ${error}`);
    // The network may be back next time.
    loaded.delete(name);
    return PLAIN;
  }
}

function completed(module) {
  const pieces = { ...PLAIN.pieces, ...module.pieces };
  // A game with words of its own says there what is worth telling.
  const tell = module.say ? () => null : plainTale;
  const say = wordsOf(module.words);
  const page = { ...PLAIN, tell, say, ...module, pieces, seatName };
  if (!module.attempt) page.attempt = elsewhere(page.way);
  page.facts = (state, game) => module.facts?.(state, game, page.say) ?? [];
  page.summary = module.summary ?? ((state, game) => summed(page, state, game));
  return page;
}

/** For a page that only looks: the board and its facts, as far as there are any. */
function summed(page, state, game) {
  const shown = [page.board(state, null, game), ...page.facts(state, game).map(fact)].filter(Boolean);
  return shown.length > 0 ? el("div", {}, ...shown) : null;
}

/** Of a tile where nothing can be done: what is done on others, after these taps, but there. */
function elsewhere(way) {
  return (key, state, pending, seat, chosen = []) => {
    const taps = chosen.filter((tapped) => !tapped.startsWith("tile:"));
    const fits = (action) => taps.every((tapped) => way(action, state).includes(tapped));
    return onTile(key, (pending?.legal ?? []).filter((action) => action.seat === seat && fits(action)));
  };
}

function fact(words) {
  return el("p", { class: "facts" }, words);
}

function seatName(_state, seat) {
  return seatNamed(seat);
}

// Every game can be played with these: each legal action is a button that says itself.
const PLAIN = {
  title: () => "",
  say: wordsOf(),
  seatName,
  seatColours: (_state, seat) => [seatColour(seat)],
  summary: () => null,
  board: () => null,
  // What is not to be seen on the board, a sentence each.
  facts: () => [],
  cards: () => [],
  // By kind how a piece lies in the tray; one that is not named is round, with a letter.
  pieces: { puck: { shape: "ring" } },
  way: (action) => [`do:${JSON.stringify(action)}`],
  answer: (key) => ({ label: inWords(JSON.parse(key.slice("do:".length))) }),
  deed: (action) => inWords(action),
  // What the button says that does it; null: Play, and the deed.
  press: () => null,
  // Nothing is played before Play is pressed.
  atOnce: () => false,
  attempt: () => null,
  // What a lamp of the table means now; null: as in every game.
  lamp: () => null,
  moves: () => [],
  hand: (_state, pending, seat) => [
    { title: say("page.you-can"), choices: plainChoices(pending?.legal ?? [], seat) },
  ],
  tell: plainTale,
  // What the numbers of this game's chart are; null: it has none.
  chart: () => null,
};

function plainChoices(legal, seat) {
  return legal
    .filter((action) => action.seat === seat)
    .map((action) => ({ label: inWords(action), hint: "", action, legal: true }));
}

/** "Anna: dive 3", "find pearl"; the end has a place of its own. */
function plainTale({ seat, ...event }) {
  if (event.type === "over") return null;
  return seat === undefined ? inWords(event) : `${seatNamed(seat)}: ${inWords(event)}`;
}

function inWords({ type, seat: _seat, ...fields }) {
  const known = Object.entries(fields).filter(([, value]) => value !== null);
  return [type, ...known.map(([name, value]) => (name === "tile" ? tileName(value) : value))].join(" ");
}
