/* HAI NOON: the hand, and the targets that mean each action. */

import { svg } from "/static/shared/dom.js";

/** `look`: { colourOf(card), words(card): { name, colour, deed, about } } */
export function handCards(held, look) {
  return held.map((card) => {
    const { name, colour, deed, about } = look.words(card);
    return {
      tint: look.colourOf(card),
      parts: [{ target: `card:${card}`, name, about, label: deed, icon: icon(card) }],
      mark: colour,
    };
  });
}

export function wayOf(action, divers) {
  const { type, card, side, place, diver, shark, seat } = action;
  const isAlone = Object.values(divers).filter((one) => one.seat === seat).length === 1;
  const ways = {
    play: [`card:${card}`, `side:${side}`],
    enter: [`place:${place}`],
    swim: isAlone ? [`place:${place}`] : [`diver:${diver}`, `place:${place}`],
    cage: [`diver:${diver}`],
    hide: [`diver:${diver}`],
    flip: [`shark:${shark}`],
    swap: [`shark:${shark}`],
    harpoon: [`harpoon:${diver}:${card}`],
    endure: ["endure"],
  };
  return ways[type] ?? [];
}

const stroke = { fill: "none", stroke: "var(--ink)", "stroke-width": 2.5, "stroke-linecap": "round", "stroke-linejoin": "round" };
const path = (d, more = {}) => svg("path", { d, ...stroke, ...more });
const FIN = "M6 20q7-3 9-13q7 6 8 13Z";

/** A picture of what a card does, in a box of 32. */
export function icon(card) {
  const shapes = ICONS[card.split("-")[1] ?? "wild"]();
  return svg("svg", { viewBox: "0 0 32 32", "aria-hidden": "true" }, ...shapes);
}

const ICONS = {
  cage: () => [path("M7 7h18v18H7zM13 7v18M19 7v18"), path("M16 2v5")],
  camouflage: () => [path("M16 29V12M16 18q-9 0-10-9q9 0 10 9q1-9 10-9q0 9-10 9", { fill: "var(--leaf)" })],
  diver: () => [svg("circle", { cx: 11, cy: 13, r: 7, ...stroke, fill: "var(--teal)" }), path("M18 24h11m-4-4l4 4l-4 4")],
  flip: () => [path(FIN, { fill: "var(--steel)" }), path("M6 28a11 4 0 0 0 20-2m0 0l-5 0m5 0l1-4")],
  rotate: () => [path("M26 16a10 10 0 1 1-4-8"), path("M22 3v6h-6"), path("M13 20q4-2 5-8q4 4 4 8Z", { fill: "var(--steel)" })],
  shark: () => [path(FIN, { fill: "var(--steel)" }), path("M8 27h16m-4-3l4 3l-4 3")],
  wild: () => [path("M16 4l3.5 8.5l9 .7l-7 5.8l2.2 9l-7.700-5l-7.700 5l2.200-9l-7-5.800l9-.700Z", { fill: "var(--lilac)" })],
};
