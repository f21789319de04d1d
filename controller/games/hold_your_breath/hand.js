/* HOLD YOUR BREATH!: the hand as cards with two halves, the amount at the top, the effect at the bottom. */

import { picture } from "./beasts.js";

/** @import { Card, CardPart } from "/static/shared/types.js" */
/** @import { Action } from "./data.js" */

/** @typedef {Record<string, string>} ByUse */
/** @typedef {{ uses: ByUse, faces: ByUse, about: ByUse, cardName: (card: string) => string,
 *   amounts: Record<string, string>, tint: string }} Look */

const DUAL = /^((?:air|swim)-(?:5|10))-(draw|discard|calm|panic)$/;
// Actions that give up a card; any card is then a single target.
export const GIVING = ["drop", "self-panic", "toss"];

/** `look`: { uses: words by use, faces: the same where a card prints them otherwise, about: sentences by use, cardName(card),
 * amounts: words for Air and Swim, tint }
 * @type {(held: string[], legal: Action[], look: Look) => Card[]} */
export function handCards(held, legal, look) {
  const gives = legal.some(({ type }) => GIVING.includes(type));
  return held.map((card) => ({ tint: look.tint, parts: gives ? [whole(card, look)] : partsOf(card, look) }));
}

/** @type {(action: Action) => string[]} */
export function wayOf({ type, seat, card, as, effect, target, front }) {
  if (type === "done" || type === "end") return [`stop:${type}`];
  if (GIVING.includes(type)) return [`card:${card}`];
  const use = card === "dolphin" ? ["card:dolphin", `as:${as}`] : [`use:${card}:${as}`];
  if (effect === "discard") return [...use, "effect:discard"];
  if (effect === "shark") return [...use, `front:${target}:${front}`];
  const which = front === undefined ? [] : [`front:${seat}:${front}`];
  return [...use, ...which, ...(target === undefined ? [] : [`pirate:${target}`])];
}

/** Return a card's parts: its two halves, or the card itself.
 * @type {(card: string) => string[]} */
export function usesOf(card) {
  const dual = DUAL.exec(card);
  return dual ? [dual[1], dual[2]] : [card];
}

/** @type {(card: string, look: Look) => CardPart} */
function whole(card, look) {
  const dual = DUAL.exec(card);
  const uses = usesOf(card);
  const name = look.cardName(card);
  const about = uses.map((use) => look.about[use]).join(" ");
  // The amount is a number above its picture, and the effect a word below.
  const face = dual ? { ...facing(dual[1], look), label: printed(dual[2], look) } : { label: name };
  return { target: `card:${card}`, name, about, ...face, icon: picture(...uses) };
}

/** @type {(card: string, look: Look) => CardPart[]} */
function partsOf(card, look) {
  const dual = DUAL.exec(card);
  if (card === "dolphin") {
    return [
      {
        target: "card:dolphin",
        name: look.uses.dolphin,
        about: look.about.dolphin,
        label: look.uses.dolphin,
        icon: picture(card),
      },
    ];
  }
  return usesOf(card).map((use) => ({
    target: `use:${card}:${use}`,
    name: dual ? `${look.uses[use]} (${look.cardName(card)})` : look.uses[use],
    about: look.about[use],
    ...facing(use, look),
    icon: picture(use),
  }));
}

/** Return a half's label, with its amount as a large number.
 * @type {(use: string, look: Look) => { big?: string, label: string }} */
function facing(use, look) {
  const [kind, amount] = use.split("-");
  return amount ? { big: amount, label: look.amounts[kind] } : { label: printed(use, look) };
}

/** @type {(use: string, look: Look) => string} */
function printed(use, { faces, uses }) {
  return faces[use] ?? uses[use];
}
