/* Renders sentences as controller/words/catalogue.py does; the same examples test both.
 * `/words.js` has the table's words in this page's language, a game's own `words.js` those
 * of the game.
 *
 *   import { words } from "./words.js";          in a game's page.js
 *   import { wordsOf } from "/static/shared/words.js";
 *   const say = wordsOf(words);
 *   say("tell.swim", { robot: "red", card: 4 })  "Red swims to the front with 4."
 *
 * The server sends a key, or [key, values]; `say` accepts both.
 */

import { words as table } from "/words.js";

/** @import { Game, Say, Says, Values } from "./types.js" */

/** @typedef {Record<string, string>} Entries */

// The number of tiles in a row of the grid.
const SIDE = 5;
const PLACEHOLDER = /\{(\w+)(?::([\w-]+))?(\+1)?(?:\|([^|{}]*)\|([^|{}]*))?\}/g;

// The names of the seats in the game on this page.
/** @type {string[]} */
let seats = [];
// The teams whose players have names, each by that name.
/** @type {Record<string, string>} */
let named = {};

/** Return a function that renders the words of a game and of the table.
 * @type {(own?: Entries) => Say} */
export function wordsOf(own = {}) {
  return renderer({ ...table, ...own });
}

/** Renders the table's own words. */
export const say = wordsOf();

/** Name the seats after their players, else after their teams.
 * @type {(game?: Partial<Game>, words?: Say) => void} */
export function nameSeats({ teams = [], players = [] } = {}, words = say) {
  [seats, named] = [[], {}];
  /** @type {(name: string, seat: number) => string} */
  const nameOf = (name, seat) =>
    teams[seat].length === 1 ? players[seat] : `${words.called("team", name)} (${players[seat]})`;
  /** @type {(names: string[], seat: number) => string} */
  const called = (names, seat) =>
    players[seat] || names.map((name) => words.called("team", name)).join(" & ") || words.called("seat", seat);
  seats = teams.map(called);
  const ofPlayer = teams.map((names, seat) => (players[seat] ? names.map((name) => [name, nameOf(name, seat)]) : []));
  named = Object.fromEntries(ofPlayer.flat());
}

/** @type {(seat: number) => string} */
export function seatNamed(seat) {
  return seats[seat] ?? say.called("seat", seat);
}

/** Return a renderer of these entries; `say.has(key)` tells whether a key exists.
 * @type {(entries: Entries, names?: () => { seats: string[], named: Record<string, string> }) => Say} */
export function renderer(entries, names = () => ({ seats, named })) {
  const patterns = patternsOf(entries);

  /** Fill a sentence in. What is being named within a kind is not named so again.
   * @type {(template: string, values: Values, within?: string) => string} */
  function filled(template, values, within = "") {
    return template.replace(PLACEHOLDER, (whole, name, kind, more, one, many) => {
      if (!(name in values)) return whole;
      const value = /** @type {Record<string, unknown>} */ (values)[name];
      if (one !== undefined) return numberOf(value) === 1 ? one : many;
      if ((kind ?? name) === within && !more) return textOf(value);
      // An unknown thing may have any value as its number.
      if (more) return isWhole(value) ? String(value + 1) : textOf(value);
      return called(kind ?? name, value);
    });
  }

  /** @type {(kind: string, value: unknown) => string} */
  function called(kind, value) {
    if (isSentence(value)) return said(value);
    if (Array.isArray(value)) return listed(value.map((each) => called(kind, each)));
    const { seats: known, named: players } = names();
    if (kind === "seat" && isWhole(value) && value in known) return known[value];
    const text = textOf(value);
    if (kind === "team" && Object.hasOwn(players, text)) return players[text];
    if (Object.hasOwn(entries, `${kind}.${text}`)) return filled(entries[`${kind}.${text}`], {});
    for (const { key, fits } of patterns.get(kind) ?? []) {
      const found = fits.exec(text);
      if (found) return filled(entries[key], plain(found.groups), kind);
    }
    // A tile's number becomes its row and column.
    if (kind === "tile" && isWhole(value) && value >= 0 && value < SIDE * SIDE) {
      return called("spot", `tile:${Math.floor(value / SIDE)},${value % SIDE}`);
    }
    return text;
  }

  /** @type {(all: string[]) => string} */
  function listed(all) {
    if (all.length < 2) return all.join("");
    return `${all.slice(0, -1).join(", ")} ${entries.and ?? "&"} ${all.at(-1)}`;
  }

  /** @type {(sentence: Says, more?: Values) => string} */
  function said(sentence, more) {
    const [key, values] = isSentence(sentence) ? sentence : [sentence, more ?? {}];
    if (!Object.hasOwn(entries, key)) return unknown(key, values);
    const template = entries[key];
    // An inserted value may end with a full stop itself.
    const text = filled(template, values).replaceAll(/([!?])\./g, "$1");
    return template.startsWith("{") ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  }

  /** @type {Say["has"]} */
  const has = (key) => Object.hasOwn(entries, isSentence(key) ? key[0] : key);
  return Object.assign(said, { called, has });
}

/** Return the text for an unknown key; "" stays empty.
 * @type {(key: string, values: Values) => string} */
function unknown(key, values) {
  if (key) console.warn(`there is no sentence "${key}" in the words of this page`);
  const told = Object.entries(values).map(([name, value]) => `${name}: ${textOf(value)}`);
  return told.length ? `${key} (${told.join(", ")})` : key;
}

/** @type {(value: unknown) => value is [string, Values]} */
function isSentence(value) {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    typeof value[0] === "string" &&
    typeof value[1] === "object" &&
    value[1] !== null &&
    !Array.isArray(value[1])
  );
}

/** Return the entries whose keys contain placeholders, by kind.
 * @type {(entries: Entries) => Map<string, { key: string, fits: RegExp }[]>} */
function patternsOf(entries) {
  const found = new Map();
  for (const key of Object.keys(entries)) {
    const [kind, ...rest] = key.split(".");
    const shape = rest.join(".");
    if (!shape.includes("{")) continue;
    const parts = shape.split(/\{(\w+)\}/);
    const source = parts.map((part, index) => (index % 2 ? `(?<${part}>\\w+)` : escaped(part))).join("");
    found.set(kind, [...(found.get(kind) ?? []), { key, fits: new RegExp(`^${source}$`) }]);
  }
  return found;
}

/** @type {(text: string) => string} */
function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** @type {(groups?: Record<string, string>) => Values} */
function plain(groups = {}) {
  return Object.fromEntries(
    Object.entries(groups).map(([name, part]) => [name, /^\d+$/.test(part) ? Number(part) : part]),
  );
}

/** @type {(value: unknown) => string} */
function textOf(value) {
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/** @type {(value: unknown) => value is number} */
function isWhole(value) {
  return Number.isInteger(value);
}

/** @type {(value: unknown) => unknown} */
function numberOf(value) {
  return Array.isArray(value) ? value.length : value;
}
