/* A game's papers: rules, lamps, rulings. Each is fetched when somebody opens it. */

import { el } from "./dom.js";
import { LANGUAGES } from "./language.js";
import { parted, ruling, shown } from "./markdown.js";
import { say } from "./words.js";

/** @import { VNode } from "./preact.js" */

const LAMPS = LANGUAGES.map((code) => say(`lamps-heading.${code}`));
const fetched = new Map();

/** @type {(game: string) => Promise<VNode[]>} */
export async function rulesOf(game) {
  const text = await paper(game, "rules.md");
  // Fetch the drawings only if the rules use them.
  const drawn = text.includes("![") ? await pictures(game) : {};
  return shown(parted(text, LAMPS)[1], { pictures: drawn });
}

/** Return the meaning of the lamps in this game.
 * @type {(game: string) => Promise<VNode[]>} */
export async function lampsOf(game) {
  const [text, own, table] = await Promise.all([
    paper(game, "rules.md"),
    import(`/games/${game}/data.js`),
    import("/data.js"),
  ]);
  const [, ...rest] = shown(parted(text, LAMPS)[0], { colours: { ...table.palette, ...own.colours } });
  return rest;
}

/** Return a ruling's question and text.
 * @type {(game: string, number: string) => Promise<{ asks: string, says: VNode[] }>} */
export async function rulingOf(game, number) {
  const found = ruling(await paper(game, "rulings.md"), number);
  const small = el("p", { class: "remark" }, number);
  return found ? { asks: found.asks, says: [...shown(found.says), small] } : { asks: number, says: [] };
}

/** @type {(game: string) => Promise<Record<string, () => VNode>>} */
async function pictures(game) {
  try {
    return (await import(`/games/${game}/pictures.js`)).pictures;
  } catch {
    return {};
  }
}

/** Fetch a paper once; a failure is not cached.
 * @type {(game: string, file: string) => Promise<string>} */
async function paper(game, file) {
  const path = `/games/${game}/${file}`;
  if (!fetched.has(path)) {
    const answer = await fetch(path);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    fetched.set(path, await answer.text());
  }
  return fetched.get(path);
}
