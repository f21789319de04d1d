/* HOLD YOUR GROUND: cards with two halves, how many battlers move and how far each goes. */

import { svg } from "/static/shared/dom.js";

const HALVES = { n: ["battlers", "tiles"], b: ["battlers"], t: ["tiles"] };

/** `look`: { tint, half(kind, number), kind(kind, number), about(kind, number), special(card), only(kind) } */
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
        icon: icon(kind),
      })),
    };
  });
}

export function wayOf({ type, battlers, tiles, at, to, team, action }) {
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

/** A battler, or a way of tiles, in a box of 32. */
function icon(kind) {
  const look = { stroke: "var(--ink)", "stroke-width": 2, fill: "var(--teal)", "stroke-linejoin": "round" };
  const shapes = {
    battlers: [
      svg("path", { d: "M9 28q0-11 7-11t7 11Z", ...look }),
      svg("circle", { cx: 16, cy: 11, r: 6, ...look }),
    ],
    tiles: [
      svg("rect", { x: 3, y: 18, width: 11, height: 11, rx: 2, ...look, fill: "var(--paper)" }),
      svg("rect", { x: 18, y: 18, width: 11, height: 11, rx: 2, ...look, fill: "var(--paper)" }),
      svg("path", { d: "M7 12q9-9 17-1m1-6l-1 6l-6-1", ...look, fill: "none" }),
    ],
  };
  return svg("svg", { viewBox: "0 0 32 32", "aria-hidden": "true" }, ...shapes[kind]);
}
