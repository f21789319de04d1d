/* Loaded before the pages' scripts: stands for what the server makes. */

import { register } from "node:module";

const GAME = "export const words = { about: 'A game.' };";
const BROKEN = `
  export const board = () => { throw new Error("no board"); };
  export const facts = () => { throw new Error("no facts"); };
  export const way = ({ tile }) => ["tile:" + tile];`;
const SERVED = {
  "/data.js": "export const palette = { red: '#f00' }, feet = 5;",
  "/words.js": `export const language = "en", words = { "own.undone": "undone", and: "and", "page.undrawn": "undrawn", "page.untold": "untold" };`,
  "/games/broken/page.js": BROKEN,
  "/games/broken/words.js": GAME,
  "/games/wordless/words.js": GAME,
};

const STATIC = new URL("../../controller/web/static/", import.meta.url).href;

/** @param {string} source */
const module = (source) => `data:text/javascript,${encodeURIComponent(source)}`;
const urls = Object.fromEntries(Object.entries(SERVED).map(([address, source]) => [address, module(source)]));
register(
  module(`const urls = ${JSON.stringify(urls)};
    const words = "/games/wordless/words.js";
    const isGames = (name, { parentURL = "" }) => name === "./words.js" && parentURL.includes("/controller/games/");
    export const resolve = (name, context, next) => {
      const url = urls[isGames(name, context) ? words : name];
      if (url) return { url, shortCircuit: true };
      return next(name.replace(/^\\/static\\//, ${JSON.stringify(STATIC)}), context);
    };`),
);

// The one element that is changed when a game is loaded.
Object.assign(globalThis, { document: { documentElement: { dataset: {}, style: [] } } });
