/* Writes each game's drawings for paper, from the functions that its page draws with.
 *
 * A symbol keeps `currentColor` and mixtures with it, for the colours that cards and pieces are printed in. */

import { readFileSync, writeFileSync } from "node:fs";

/** @import { Drawings } from "/static/shared/types.js" */

const ROOT = new URL("../../controller/", import.meta.url).pathname;
export const GAMES = ["get_bit", "hai_noon", "hold_your_breath", "hold_your_ground"];
const SHEETS = ["style", "pieces"].map((name) => `${ROOT}web/static/shared/${name}.css`);
const SKIPPED = ["key", "style", "class", "children", "data-piece"];

/** @type {(game: string) => string} */
export const path = (game) => `${ROOT}games/${game}/printing.svg`;

/** Return the text that `printing.svg` of this game should have.
 * @type {(game: string) => Promise<string>} */
export async function drawn(game) {
  /** @type {{ drawings: Drawings }} */
  const { drawings } = await import(`${ROOT}games/${game}/printing.js`);
  const colours = palette(...SHEETS, `${ROOT}games/${game}/page.css`);
  const symbols = Object.entries(drawings).map(
    ([id, [box, shapes]]) => `<symbol id="${id}" viewBox="${box}">${markup(shapes, colours)}</symbol>\n`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("")}</svg>\n`;
}

/** @type {(...sheets: string[]) => Record<string, string>} */
function palette(...sheets) {
  const all = sheets.flatMap((sheet) => [...readFileSync(sheet, "utf8").matchAll(/^\s*(--[\w-]+): ([^;]+);/gm)]);
  return { white: "#ffffff", ...Object.fromEntries(all.map(([, name, value]) => [name, value])) };
}

/** @type {(node: any, colours: Record<string, string>) => string} */
function markup(node, colours) {
  if (node === null || node === undefined || node === false) return "";
  if (Array.isArray(node)) return node.map((each) => markup(each, colours)).join("");
  if (typeof node !== "object") return String(node);
  const attributes = Object.entries(node.props)
    .filter(([name]) => !SKIPPED.includes(name))
    .map(([name, value]) => ` ${name}="${resolved(String(value), colours)}"`);
  return `<${node.type}${attributes.join("")}>${markup(node.props.children, colours)}</${node.type}>`;
}

/** @type {(value: string, colours: Record<string, string>) => string} */
function resolved(value, colours) {
  return value
    .replace(/var\((--[\w-]+)\)/g, (_, name) => resolved(colours[name], colours))
    .replace(/\bwhite\b/g, colours.white)
    .replace(/\d+\.\d{3,}/g, (number) => String(Number(Number(number).toFixed(2))));
}

if (process.argv.includes("--write")) for (const game of GAMES) writeFileSync(path(game), await drawn(game));
