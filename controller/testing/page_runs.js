/* Runs a game's page.js in Node, without a browser: `node page_runs.js MODULE CALLS`.

   What it imports from the table's own pages is replaced by something that can be called,
   built, read and written as often as the game likes. Prints the first function that throws. */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , module, calls] = process.argv;
const anything = new Proxy(function () {}, {
  get: (_, key) =>
    key === Symbol.toPrimitive ? () => "" : key === Symbol.iterator ? [][Symbol.iterator].bind([]) : anything,
  apply: () => anything,
  construct: () => anything,
  set: () => true,
  has: () => true,
});

globalThis.document = globalThis.window = anything;
globalThis.anything = anything;

function fail(where, error) {
  console.log(`${where} throws ${error}`);
  process.exit(0);
}

const page = await import(pathToFileURL(module)).catch((error) => fail("it", error));
for (const [name, ...values] of JSON.parse(readFileSync(calls))) {
  try {
    page[name]?.(...values, anything);
  } catch (error) {
    fail(name, error);
  }
}
