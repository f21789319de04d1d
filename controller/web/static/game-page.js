/* Finds how a game looks: its own page.js, or plain words for a game without one. Whatever
 * fails in a page.js is replaced by plain words too: a game can always be played. */

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
    return undrawn(completed(await wordsAlone(name)));
  }
}

/** Of a game whose page.js fails as a whole. */
async function wordsAlone(name) {
  try {
    const { words } = await import(`/games/${name}/words.js`);
    return { words, tell: () => null };
  } catch {
    return {};
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
  for (const name of GUARDED) page[name] = guarded(page, name);
  return page;
}

/** What a function of the game's page gives, or plain words where it throws. */
function guarded(page, name) {
  const own = page[name];
  return (...given) => {
    try {
      return own(...given);
    } catch (error) {
      console.error(error);
      return (DRAWN.includes(name) ? undrawn(page) : PLAIN)[name](...given);
    }
  };
}

/** From now on this page draws nothing: each action is a button that says what it does. */
function undrawn(page) {
  const { cards, way, atOnce, attempt, moves } = PLAIN;
  const deed = (key, state) => page.deed(JSON.parse(key.slice(DO.length)), state);
  return Object.assign(page, {
    ...{ cards, way, atOnce, attempt, moves },
    board: () => el("p", { class: "facts", "data-testid": "undrawn" }, say("page.undrawn")),
    summary: (state, game) => summed(page, state, game),
    // What was a target of the board or of a card is none any more.
    answer: (key, state) => ({ label: key.startsWith(DO) ? deed(key, state) : "" }),
  });
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

// How the target of a whole action begins.
const DO = "do:";
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
  way: (action) => [`${DO}${JSON.stringify(action)}`],
  answer: (key) => ({ label: inWords(JSON.parse(key.slice(DO.length))) }),
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

// Where one of these throws, what it draws and what can be tapped there do not fit any more.
const DRAWN = ["board", "summary", "cards", "way", "answer"];
const GUARDED = [...DRAWN, "title", "seatColours", "facts", "deed", "press", "atOnce", "attempt", "lamp", "moves", "hand", "tell", "chart"];

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
