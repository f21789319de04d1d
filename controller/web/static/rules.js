/* A game's own papers, fetched when somebody opens them: rules, lamps, rulings. */

import { el } from "./dom.js";
import { LANGUAGES } from "./language.js";
import { parted, ruling, shown } from "./markdown.js";
import { say } from "./words.js";

const LAMPS = LANGUAGES.map((code) => say(`lamps-heading.${code}`));
const fetched = new Map();

export async function rulesOf(game) {
  const text = await paper(game, "rules.md");
  // Many a game has no drawings.
  const drawn = text.includes("![") ? await pictures(game) : {};
  return shown(parted(text, LAMPS)[1], { pictures: drawn });
}

/** What the lamps of this game mean. */
export async function lampsOf(game) {
  const [text, own, table] = await Promise.all([
    paper(game, "rules.md"),
    import(`/games/${game}/data.js`),
    import("/data.js"),
  ]);
  const [, ...rest] = shown(parted(text, LAMPS)[0], { colours: { ...table.palette, ...own.colours } });
  return rest;
}

/** What a ruling asks, and what there is to read of it. */
export async function rulingOf(game, number) {
  const found = ruling(await paper(game, "rulings.md"), number);
  const small = el("p", { class: "remark" }, number);
  return found ? { asks: found.asks, says: [...shown(found.says), small] } : { asks: number, says: [] };
}

async function pictures(game) {
  try {
    return (await import(`/games/${game}/pictures.js`)).pictures;
  } catch {
    return {};
  }
}

/** A network that was gone may be back when it is asked for again. */
async function paper(game, file) {
  const path = `/games/${game}/${file}`;
  if (!fetched.has(path)) {
    const answer = await fetch(path);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    fetched.set(path, await answer.text());
  }
  return fetched.get(path);
}
