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

// The number of tiles in a row of the grid.
const SIDE = 5;
const PLACEHOLDER = /\{(\w+)(?::([\w-]+))?(\+1)?(?:\|([^|{}]*)\|([^|{}]*))?\}/g;

// The names of the seats in the game on this page.
let seats = [];

/** Return a function that renders the words of a game and of the table. */
export function wordsOf(own = {}) {
  return renderer({ ...table, ...own });
}

/** Renders the table's own words. */
export const say = wordsOf();

/** Name the seats after their players, else after their teams. */
export function nameSeats({ teams = [], players = [] } = {}, words = say) {
  seats = [];
  const called = (names, seat) =>
    players[seat] || names.map((name) => words.called("team", name)).join(" & ") || words.called("seat", seat);
  seats = teams.map(called);
}

export function seatNamed(seat) {
  return seats[seat] ?? say.called("seat", seat);
}

/** Return a renderer of these entries; `say.has(key)` tells whether a key exists. */
export function renderer(entries, names = () => seats) {
  const patterns = patternsOf(entries);

  /* What is being named within a kind is not named so again. */
  function filled(template, values, within = "") {
    return template.replace(PLACEHOLDER, (whole, name, kind, more, one, many) => {
      if (!(name in values)) return whole;
      const value = values[name];
      if (one !== undefined) return numberOf(value) === 1 ? one : many;
      if ((kind ?? name) === within && !more) return textOf(value);
      // An unknown thing may have any value as its number.
      if (more) return Number.isInteger(value) ? String(value + 1) : textOf(value);
      return called(kind ?? name, value);
    });
  }

  function called(kind, value) {
    if (isSentence(value)) return said(value);
    if (Array.isArray(value)) return listed(value.map((each) => called(kind, each)));
    const known = names();
    if (kind === "seat" && Number.isInteger(value) && value in known) return known[value];
    const text = textOf(value);
    if (Object.hasOwn(entries, `${kind}.${text}`)) return filled(entries[`${kind}.${text}`], {});
    for (const { key, fits } of patterns.get(kind) ?? []) {
      const found = fits.exec(text);
      if (found) return filled(entries[key], plain(found.groups), kind);
    }
    // A tile's number becomes its row and column.
    if (kind === "tile" && Number.isInteger(value) && value >= 0 && value < SIDE * SIDE) {
      return called("spot", `tile:${Math.floor(value / SIDE)},${value % SIDE}`);
    }
    return text;
  }

  function listed(all) {
    if (all.length < 2) return all.join("");
    return `${all.slice(0, -1).join(", ")} ${entries.and ?? "&"} ${all.at(-1)}`;
  }

  function said(sentence, more) {
    const [key, values] = isSentence(sentence) ? sentence : [sentence, more ?? {}];
    if (!Object.hasOwn(entries, key)) return unknown(key, values);
    const template = entries[key];
    // An inserted value may end with a full stop itself.
    const text = filled(template, values).replaceAll(/([!?])\./g, "$1");
    return template.startsWith("{") ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  }

  const words = (sentence, values) => said(sentence, values);
  words.called = called;
  words.has = (key) => Object.hasOwn(entries, isSentence(key) ? key[0] : key);
  return words;
}

/** Return the text for an unknown key; "" stays empty. */
function unknown(key, values) {
  if (key) console.warn(`there is no sentence "${key}" in the words of this page`);
  const told = Object.entries(values).map(([name, value]) => `${name}: ${textOf(value)}`);
  return told.length ? `${key} (${told.join(", ")})` : key;
}

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

/** Return the entries whose keys contain placeholders, by kind. */
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

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function plain(groups) {
  return Object.fromEntries(
    Object.entries(groups).map(([name, part]) => [name, /^\d+$/.test(part) ? Number(part) : part]),
  );
}

function textOf(value) {
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

function numberOf(value) {
  return Array.isArray(value) ? value.length : value;
}
