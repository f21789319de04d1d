/* Loads a game's page.js. Plain words replace a missing one and every function that
 * throws, so a game can always be played. */

import { el } from "./dom.js";
import { onTile, seatColour, tileName } from "./grid.js";
import { nameSeats, say, seatNamed, wordsOf } from "./words.js";

const loaded = new Map();

/** Return a game's module, with defaults for missing functions. */
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
    const [page, { words }] = await Promise.all([import(`/games/${name}/page.js`), import(`/games/${name}/words.js`)]);
    return completed({ ...page, words });
  } catch (error) {
    console.warn(`${name} is shown in plain words: ${error}`);
    // The next attempt may find the network back.
    loaded.delete(name);
    return undrawn(completed(await wordsAlone(name)));
  }
}

/** Return the page of a game whose page.js cannot be loaded. */
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
  // A game with a catalogue names there the events worth telling.
  const tell = module.say ? () => null : plainTale;
  const say = wordsOf(module.words);
  const page = { ...PLAIN, tell, say, ...module, pieces, seatName };
  if (!module.attempt) page.attempt = elsewhere(page.way);
  page.facts = (state, game) => module.facts?.(state, game, page.say) ?? [];
  page.summary = module.summary ?? ((state, game) => summed(page, state, game));
  for (const name of GUARDED) page[name] = guarded(page, name);
  return page;
}

/** Call a function of the game's page, or its default if it throws. */
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

/** Stop drawing: from now on each action is a button with its name. */
function undrawn(page) {
  const { cards, way, atOnce, attempt, moves } = PLAIN;
  const deed = (key, state) => page.deed(JSON.parse(key.slice(DO.length)), state);
  return Object.assign(page, {
    ...{ cards, way, atOnce, attempt, moves },
    board: () => el("p", { class: "facts", "data-testid": "undrawn" }, say("page.undrawn")),
    summary: (state, game) => summed(page, state, game),
    // The targets of board and cards are gone.
    answer: (key, state) => ({ label: key.startsWith(DO) ? deed(key, state) : "" }),
  });
}

/** Return the board and its facts for a page that only watches. */
function summed(page, state, game) {
  const shown = [page.board(state, null, game), ...page.facts(state, game).map(fact)].filter(Boolean);
  return shown.length > 0 ? el("div", {}, ...shown) : null;
}

/** Return an action of another tile as if it were on this one, to ask why not. */
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

// The prefix of a target that stands for a whole action.
const DO = "do:";
// The defaults: each legal action is a button with its name.
const PLAIN = {
  title: () => "",
  say: wordsOf(),
  seatName,
  seatColours: (_state, seat) => [seatColour(seat)],
  summary: () => null,
  board: () => null,
  // Sentences about what the board does not show.
  facts: () => [],
  cards: () => [],
  // The looks of pieces by kind; by default they are round, with a letter.
  pieces: { puck: { shape: "ring" } },
  way: (action) => [`${DO}${JSON.stringify(action)}`],
  answer: (key) => ({ label: inWords(JSON.parse(key.slice(DO.length))) }),
  deed: (action) => inWords(action),
  // The label of the button; null for Play and the action.
  press: () => null,
  // Every action needs Play.
  atOnce: () => false,
  attempt: () => null,
  // The meaning of a lamp; null for the usual one.
  lamp: () => null,
  moves: () => [],
  hand: (_state, pending, seat) => [
    { title: say("page.you-can"), choices: plainChoices(pending?.legal ?? [], seat) },
  ],
  tell: plainTale,
  // The labels of the chart; null without a chart.
  chart: () => null,
};

// If one of these throws, drawing and targets no longer match.
const DRAWN = ["board", "summary", "cards", "way", "answer"];
const GUARDED = [...DRAWN, "title", "seatColours", "facts", "deed", "press", "atOnce", "attempt", "lamp", "moves", "hand", "tell", "chart"];

function plainChoices(legal, seat) {
  return legal
    .filter((action) => action.seat === seat)
    .map((action) => ({ label: inWords(action), hint: "", action, legal: true }));
}

/** Describe an event plainly: "Anna: dive 3", "find pearl". */
function plainTale({ seat, ...event }) {
  if (event.type === "over") return null;
  return seat === undefined ? inWords(event) : `${seatNamed(seat)}: ${inWords(event)}`;
}

function inWords({ type, seat: _seat, ...fields }) {
  const known = Object.entries(fields).filter(([, value]) => value !== null);
  return [type, ...known.map(([name, value]) => (name === "tile" ? tileName(value) : value))].join(" ");
}
