/* HAI NOON: the hand, and the targets of each action. */

import { cardArt } from "./cards.js";

/** @import { Card } from "/static/shared/types.js" */
/** @import { Action, State } from "./data.js" */

/** @typedef {{ colourOf: (card: string) => string,
 *   words: (card: string) => { name: string, colour: string, deed: string, about: string } }} Look */

/** `look`: { colourOf(card), words(card): { name, colour, deed, about } }
 * @type {(held: string[], look: Look) => Card[]} */
export function handCards(held, look) {
  return held.map((card) => {
    const { name, colour, deed, about } = look.words(card);
    return {
      tint: look.colourOf(card),
      art: cardArt(card, look.colourOf(card)),
      parts: [{ target: `card:${card}`, name, about, label: deed }],
      mark: colour,
    };
  });
}

/** @type {(action: Action, divers: State["divers"]) => string[]} */
export function wayOf(action, divers) {
  const { type, card, side, place, diver, shark, seat } = action;
  const isAlone = Object.values(divers).filter((one) => one.seat === seat).length === 1;
  /** @type {Record<string, string[]>} */
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
