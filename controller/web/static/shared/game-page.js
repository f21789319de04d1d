/* Loads a game's page.js. Plain words replace a missing one and every function that
 * throws, so a game can always be played. */

import { el } from "./dom.js";
import { DO, onTile, seatColour, tileName, wholeAction } from "./grid.js";
import { nameSeats, say, seatNamed, wordsOf } from "./words.js";

/** @import { VNode } from "./preact.js" */
/** @import { Action, Choice, CompletePage, Game, GamePage } from "./types.js" */
/** @typedef {Partial<GamePage> & { words?: Record<string, string> }} Module */
/** @typedef {(...given: unknown[]) => unknown} AnyFunction */

const loaded = /** @type {Map<string, Promise<CompletePage>>} */ (new Map());

/** Return a game's module, with defaults for missing functions.
 * @type {(game: Game) => Promise<CompletePage>} */
export async function gamePage(game) {
  const name = game?.game;
  if (!name || !/^[a-z0-9-]+$/.test(name)) return PLAIN;
  const loading = loaded.get(name) ?? load(name);
  loaded.set(name, loading);
  const page = await loading;
  document.documentElement.dataset.game = name;
  nameSeats(game, page.say);
  return page;
}

/** @type {(name: string) => Promise<CompletePage>} */
async function load(name) {
  try {
    const [page, { words }] = await Promise.all([import(`/games/${name}/page.js`), import(`/games/${name}/words.js`)]);
    if (page.style) await dress(`/games/${name}/${page.style}`);
    return completed({ ...page, words });
  } catch (error) {
    console.warn(`${name} is shown in plain words: ${error}`);
    // The network may be back at the next attempt.
    loaded.delete(name);
    return undrawn(completed(await wordsAlone(name)));
  }
}

/** Load a stylesheet; the page works without it too.
 * @type {(href: string) => Promise<unknown>} */
export function dress(href) {
  return new Promise((done) => {
    const link = Object.assign(document.createElement("link"), {
      rel: "stylesheet",
      href,
      onload: done,
      onerror: done,
    });
    document.head.append(link);
  });
}

/** Return the page of a game whose page.js cannot be loaded.
 * @type {(name: string) => Promise<Module>} */
async function wordsAlone(name) {
  try {
    const { words } = await import(`/games/${name}/words.js`);
    return { words, tell: () => null };
  } catch {
    return {};
  }
}

/** @type {(module: Module) => CompletePage} */
function completed(module) {
  const pieces = { ...PLAIN.pieces, ...module.pieces };
  // A game with a catalogue names its noteworthy events there.
  const tell = module.say ? () => null : plainTale;
  const say = wordsOf(module.words);
  const deed = (/** @type {Action} */ action) =>
    say.has(`deed.${action.type}`) ? say(`deed.${action.type}`, action) : inWords(action);
  const answer = (/** @type {string} */ key) => ({ label: deed(JSON.parse(key.slice(DO.length))) });
  /** @type {CompletePage["facts"]} */
  const facts = (state, game) => module.facts?.(state, game, page.say) ?? [];
  /** @type {CompletePage} */
  const page = { ...PLAIN, tell, say, deed, answer, ...module, pieces, seatName, facts };
  if (!module.attempt) page.attempt = elsewhere(page.way);
  page.summary = module.summary ?? ((state, game) => summed(page, state, game));
  for (const name of GUARDED) Object.assign(page, { [name]: guarded(page, name) });
  return page;
}

/** Call a function of the game's page, or its default if it throws.
 * @type {(page: CompletePage, name: string) => AnyFunction} */
function guarded(page, name) {
  const own = functionsOf(page)[name];
  return (...given) => {
    try {
      return own(...given);
    } catch (error) {
      console.error(error);
      if (name === "facts") return [say("page.untold")];
      return functionsOf(DRAWN.includes(name) ? undrawn(page) : PLAIN)[name](...given);
    }
  };
}

/** Return a page's members by name; only functions are guarded.
 * @type {(page: CompletePage) => Record<string, AnyFunction>} */
function functionsOf(page) {
  return /** @type {Record<string, AnyFunction>} */ (/** @type {unknown} */ (page));
}

/** Stop drawing: from now on, each action is a button with its name.
 * @type {(page: CompletePage) => CompletePage} */
function undrawn(page) {
  const { cards, way, atOnce, attempt, moves } = PLAIN;
  const deed = (/** @type {string} */ key, /** @type {unknown} */ state) =>
    page.deed(JSON.parse(key.slice(DO.length)), state);
  /** @type {Partial<CompletePage>} */
  const plain = {
    ...{ cards, way, atOnce, attempt, moves },
    board: () => el("p", { class: "facts", "data-testid": "undrawn" }, say("page.undrawn")),
    summary: (state, game) => summed(page, state, game),
    // The board's and cards' targets are gone.
    answer: (key, state) => ({ label: key.startsWith(DO) ? deed(key, state) : "" }),
  };
  return Object.assign(page, plain);
}

/** Return the board and its facts for a page that only watches.
 * @type {(page: CompletePage, state: unknown, game: Game) => VNode | null} */
function summed(page, state, game) {
  const shown = [page.board(state, null, game), ...page.facts(state, game).map(fact)].filter(Boolean);
  return shown.length > 0 ? el("div", {}, ...shown) : null;
}

/** Return another tile's action moved to this tile, to ask why it is illegal.
 * @type {(way: GamePage["way"]) => GamePage["attempt"]} */
function elsewhere(way) {
  return (key, state, pending, seat, chosen = []) => {
    const taps = chosen.filter((tapped) => !tapped.startsWith("tile:"));
    const fits = (/** @type {Action} */ action) => taps.every((tapped) => way(action, state).includes(tapped));
    return onTile(
      key,
      (pending?.legal ?? []).filter((action) => action.seat === seat && fits(action)),
    );
  };
}

/** @type {(words: string) => VNode} */
function fact(words) {
  return el("p", { class: "facts" }, words);
}

/** @type {CompletePage["seatName"]} */
function seatName(_state, seat) {
  return seatNamed(seat);
}

/** The defaults: each legal action is a button with its name.
 * @type {CompletePage} */
const PLAIN = {
  title: () => "",
  say: wordsOf(),
  seatName,
  seatColours: (_state, seat) => [seatColour(seat)],
  summary: () => null,
  board: () => null,
  // Sentences about facts that the board does not show.
  facts: () => [],
  cards: () => [],
  // The look of each kind of piece; by default round, with a letter.
  pieces: { puck: { shape: "ring" } },
  way: (action) => [wholeAction(action)],
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
  // All events of an action are shown at once.
  after: (_state, _event, end) => end,
  own: () => null,
  choices: (_state, pending, seat) => [
    { title: say("page.you-can"), choices: plainChoices(pending?.legal ?? [], seat) },
  ],
  tell: plainTale,
  asides: [],
  // A seat's figure on the podium; null for a pawn in its colour.
  atTheEnd: () => null,
  // The labels of the chart; null without a chart.
  chart: () => null,
};

// If one of these throws, drawing and targets no longer match.
const DRAWN = ["board", "summary", "cards", "way", "answer"];
const GUARDED = Object.keys(PLAIN).filter((name) => !["asides", "pieces", "say", "seatName"].includes(name));

/** @type {(legal: Action[], seat: number) => Choice[]} */
function plainChoices(legal, seat) {
  return legal
    .filter((action) => action.seat === seat)
    .map((action) => ({ label: inWords(action), hint: "", action, legal: true }));
}

/** Describe an event plainly: "Anna: dive 3", "find pearl".
 * @type {(event: Action) => string | null} */
function plainTale({ seat, ...event }) {
  if (event.type === "over") return null;
  return seat == null ? inWords(event) : `${seatNamed(seat)}: ${inWords(event)}`;
}

/** @type {(action: Action) => string} */
function inWords({ type, seat: _seat, ...fields }) {
  const known = Object.entries(fields).filter(([, value]) => value !== null);
  return [type, ...known.map(([name, value]) => (name === "tile" ? tileName(value) : value))].join(" ");
}
