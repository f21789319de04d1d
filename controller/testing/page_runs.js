/* Runs a game's page.js in Node, without a browser: `node page_runs.js FOLDER GAME`. The folder has what the server
   sends, each file at its address, and the calls to make. Prints the first function that throws, and where. */

import { readFileSync } from "node:fs";
import { register } from "node:module";
import { pathToFileURL } from "node:url";

const [, , folder, name] = process.argv;
const root = pathToFileURL(folder).href;
const resolve = `(name, context, next) => next(name.startsWith("/") ? ${JSON.stringify(root)} + name : name, context)`;
register(`data:text/javascript,${encodeURIComponent(`export const resolve = ${resolve};`)}`);

/** Whatever a game wants of a browser can be called, built, read and written.
 * @type {any} */
const anything = new Proxy(function () {}, {
  get: (_, key) =>
    key === Symbol.toPrimitive ? () => "" : key === Symbol.iterator ? [][Symbol.iterator].bind([]) : anything,
  apply: () => anything,
  construct: () => anything,
  set: () => true,
  has: () => true,
});
globalThis.document = globalThis.window = anything;

/** @type {(where: string, error: Error) => never} */
function fail(where, error) {
  const line = new RegExp(`/games/${name}/([^/:]+:\\d+)`).exec(error.stack ?? "");
  console.log(`${where} throws ${error}`.replaceAll(folder, "") + (line ? ` (${line[1]})` : ""));
  process.exit(0);
}

/** @type {(what: string, ...values: unknown[]) => unknown} */
function called(what, ...values) {
  try {
    return page[what]?.(...values);
  } catch (error) {
    return fail(what, /** @type {Error} */ (error));
  }
}

/** Show event by event what an action has led to, as `shared/staging.js` does.
 * @type {(before: unknown, events: object[], end: unknown, game: object, seat: number | null) => void} */
function shown(before, events, end, game, seat) {
  let state = before;
  for (const event of events) {
    state = [called("after", state, event, end) ?? end].flat().at(-1) ?? state;
    called("tell", event, game);
    if (seat !== null) called("own", event, seat, state, game);
  }
  called("moves", events);
}

const page = await import(`${root}/games/${name}/page.js`).catch((error) => fail("it", error));
const { wordsOf } = await import(`${root}/static/shared/words.js`);
const { words } = await import(`${root}/games/${name}/words.js`);
const say = wordsOf(words);
for (const [what, ...values] of JSON.parse(readFileSync(`${folder}/calls.json`, "utf8"))) {
  if (what === "events") shown(.../** @type {Parameters<typeof shown>} */ (values));
  else called(what, ...values, say);
}
