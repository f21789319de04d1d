/* HOLD YOUR GROUND: cards with two halves, for how many battlers move and how far each one goes. */

import { svg } from "/static/shared/dom.js";
import { COVERS, outline, stroke } from "/static/shared/paint.js";
import { battler } from "./battlers.js";

/** @import { VNode } from "/static/shared/preact.js" */
/** @import { Card } from "/static/shared/types.js" */
/** @import { Action } from "./data.js" */

/** @typedef {"battlers" | "tiles"} Half */
/** @typedef {{ tint: string, team: string, half: (kind: Half, number: number) => string, kind: (kind: Half, number: number) => string,
 *   about: (kind: Half, number: number) => string, special: (card: string) => string,
 *   only: (kind: Half) => string }} Look */

/** @type {Record<string, Half[]>} */
const HALVES = { n: ["battlers", "tiles"], b: ["battlers"], t: ["tiles"] };

/** `look`: { tint, team, half(kind, number), kind(kind, number), about(kind, number), special(card), only(kind) }
 * @type {(held: string[], look: Look) => Card[]} */
export function handCards(held, look) {
  return held.map((card) => {
    const kinds = HALVES[card[0]];
    const number = Number(card[1]);
    return {
      tint: look.tint,
      mark: look.special(card),
      parts: kinds.map((kind) => ({
        target: `${kind}:${card}`,
        name: [look.half(kind, number), look.special(card)].filter(Boolean).join(", "),
        about: look.about(kind, number),
        big: String(number),
        label: kinds.length > 1 ? look.kind(kind, number) : look.only(kind),
        icon: picture(kind, number, kinds.length === 1, look),
      })),
    };
  });
}

/** @type {(action: Action) => string[]} */
export function wayOf({ type, battlers, tiles, at, to, team, action }) {
  /** @type {Record<string, string[]>} */
  const ways = {
    play: [`battlers:${battlers}`, `tiles:${tiles}`],
    pick: [`tile:${at}`],
    step: [`tile:${to}`],
    eliminator: [`tile:${to}`],
    push: [`team:${team}`, `tile:${at}`],
    take: [`team:${team}`, `tile:${at}`],
    spare: ["spare", `tile:${at}`],
    special: [`doom:${action}`],
    doom: [`doom:${action}`],
  };
  return ways[type] ?? [];
}

/** Draw a number of battlers, or a path over a number of tiles, to the edges of a half or of the whole card.
 * @type {(kind: Half, number: number, isWhole: boolean, look: Look) => VNode} */
function picture(kind, number, isWhole, { team, tint }) {
  const [fill, glow] = kind === "battlers" ? ["var(--grass)", "var(--beach)"] : ["var(--ocean)", "var(--shoal)"];
  const high = isWhole ? 152 : 76;
  return svg(
    "svg",
    { viewBox: `-42 ${-high / 2} 84 ${high}`, preserveAspectRatio: COVERS, "aria-hidden": "true" },
    svg("rect", { x: -120, y: -120, width: 240, height: 240, fill }),
    ...[26, 44, 64].map((r) => svg("circle", { cy: -2, r, fill: glow, opacity: 0.25 })),
    ...(kind === "battlers" ? army(number, isWhole, team, tint) : track(number, isWhole)),
  );
}

/** Return the battlers' places: in one row, or two by two on a whole card.
 * @type {(number: number, isWhole: boolean) => [x: number, y: number][]} */
function ranks(number, isWhole) {
  return Array.from({ length: number }, (_, index) => {
    if (!isWhole)
      return [(index - (number - 1) / 2) * (number > 3 ? 14 : 17) + (number > 3 ? 3 : 6), index % 2 ? -1 : -6];
    const isAlone = index === number - 1 && index % 2 === 0;
    return [isAlone ? 0 : index % 2 ? 17 : -17, (Math.floor(index / 2) - (Math.ceil(number / 2) - 1) / 2) * 40];
  });
}

/** @type {(number: number, isWhole: boolean, team: string, tint: string) => VNode[]} */
function army(number, isWhole, team, tint) {
  const size = isWhole ? 1.4 : number > 3 ? 0.95 : 1.15;
  return ranks(number, isWhole).map(([x, y]) =>
    svg("g", { transform: `translate(${x} ${y}) scale(${size})` }, battler(team, tint)),
  );
}

/** Draw a path from tile to tile, upwards on a whole card.
 * @type {(number: number, isWhole: boolean) => VNode[]} */
export function track(number, isWhole) {
  /** @type {(index: number) => number} */
  const at = (index) => (index - (number - 1) / 2) * 18;
  const steps = Array.from({ length: number }, (_, index) =>
    svg(
      "g",
      { transform: `translate(${at(index)} 0)` },
      svg("rect", { x: -8, y: -4, width: 16, height: 16, rx: 3, fill: "var(--cliff-dark)", ...outline }),
      svg("rect", { x: -8, y: -8, width: 16, height: 16, rx: 3, fill: "var(--beach)", ...outline }),
    ),
  );
  const d = `M${at(0) - 13} 0H${at(number - 1) + 4}m-7-6l7 6l-7 6`;
  const place = isWhole ? "rotate(-90) scale(1.35)" : `translate(4 -3) scale(${number > 3 ? 0.78 : 1})`;
  return [svg("g", { transform: place }, ...steps, stroke(d, 7, "var(--night)"), stroke(d, 4, "var(--lava)"))];
}
