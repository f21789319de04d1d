/* A seat's hand as a fan of cards: each card, or each half of one, can be tapped.
 *
 * A row is { title, cards }, a card { tint, art, parts, mark, away, down }. A part is
 * { target, name, about, big, icon, label }: the tap's target, its name for a screen reader,
 * a sentence about its effect, and its drawing. `mark` is a word at the card's foot. `away`
 * means that the card is not in the hand now. `down` means that it is chosen: it lies face
 * down, and a tap takes it back. `art` fills the card.
 */

import { classes, el } from "../shared/dom.js";

/** @typedef {{ legal: Set<string>, chosen: Set<string>, others: Set<string>, hidden: boolean,
 *   tap: (key: string) => void, takeBack: () => void, tell: (sentence: string) => void }} Look */

/** @import { Attributes, Style, VNode } from "../shared/preact.js" */
/** @import { Card, CardPart, CardRow } from "../shared/types.js" */

const LONG_PRESS_MS = 450;
// Between the outermost cards of a row.
const SPREAD_DEG = 9;

/** Return the rows of a hand. `look`: { legal, chosen, others, hidden, tap(key), takeBack(), tell(sentence) };
 * the sets as in targets.js.
 * @type {(rows: CardRow[], look: Look) => VNode[]} */
export function fan(rows, look) {
  return rows.map(({ title, cards }) => {
    const used = new Set();
    const names = piecesOf(cards);
    return el(
      "div",
      { key: title, class: "fan", role: "group", "aria-label": title, style: { "--cards": cards.length } },
      cards.map((card, index) => cardOf(card, names[index], turn(index, cards.length), look, used)),
    );
  });
}

/** @type {(index: number, count: number) => Style} */
function turn(index, count) {
  const share = count > 1 ? index / (count - 1) - 0.5 : 0;
  return { "--turn": `${share * SPREAD_DEG}deg`, "--sink": `${Math.abs(share) * 10}px` };
}

/** @type {(card: Card, name: string, style: Style, look: Look, used: Set<string>) => VNode} */
function cardOf(card, name, style, look, used) {
  if (look.hidden) return el("span", { class: "fan-card back", style });
  const isPicked = card.parts.map(({ target }) => isFirst(target, look.chosen, used));
  const { away, down, art, parts } = card;
  const kinds = [away && "away", down && "down", art && "pictured", parts.length > 1 && "halved"];
  return el(
    "div",
    {
      key: name,
      class: classes("fan-card", isPicked.includes(true) && "lifted", ...kinds),
      "data-piece": name,
      style: { ...style, ...(card.tint ? { "--tint": card.tint } : {}) },
    },
    art,
    parts.map((part, index) => partOf(part, isPicked[index], down ? { ...look, tap: look.takeBack } : look)),
    card.mark ? el("small", { class: "mark", style: { "--letters": longest(card.mark) } }, card.mark) : null,
  );
}

/** Return whether this one of several equal cards is picked: the first that no other pick uses.
 * @type {(target: string, chosen: Set<string>, used: Set<string>) => boolean} */
function isFirst(target, chosen, used) {
  if (!chosen.has(target) || used.has(target)) return false;
  used.add(target);
  return true;
}

/** Name the cards for their movement: "card:red-flip"; equal ones are numbered.
 * @type {(cards: Card[]) => string[]} */
function piecesOf(cards) {
  const seen = new Map();
  return cards.map(({ parts }) => {
    const { target } = parts[0];
    const name = target.startsWith("card:") ? target : `card:${target.split(":")[1]}`;
    const copy = seen.get(name) ?? 0;
    seen.set(name, copy + 1);
    return copy ? `${name} ${copy}` : name;
  });
}

/** @type {(part: CardPart, isPicked: boolean, look: Look) => VNode} */
function partOf({ target, name, about, big, icon, label }, isPicked, look) {
  const isLegal = look.legal.has(target) || isPicked;
  return el(
    "button",
    {
      type: "button",
      class: classes("part", isLegal && "legal", isPicked && "picked", look.others.has(target) && "other"),
      "data-target": target,
      "aria-label": name,
      "aria-pressed": isLegal ? String(isPicked) : null,
      title: about ?? "",
      ...explaining(target, about, look),
    },
    icon,
    big ? el("b", {}, big) : null,
    label ? el("span", { style: { "--letters": longest(label) } }, label) : null,
  );
}

/** Return the length of the longest word, or of its longest part between soft hyphens.
 * @type {(label: string) => number} */
function longest(label) {
  return Math.max(...label.split(/[\s\u00AD-]+/).map((word) => word.length));
}

// The state of a finger that is down, kept across renderings: its timer, and whether it has shown an explanation.
let timer = 0;
let hasTold = false;

/** Return the listeners that choose on a tap, and explain on a long press or the keyboard's focus.
 * @type {(target: string, about: string | undefined, look: Look) => Attributes<HTMLButtonElement>} */
function explaining(target, about, { tap, tell }) {
  const stop = () => clearTimeout(timer);
  const explain = () => {
    hasTold = Boolean(about);
    if (about) tell(about);
  };
  return {
    onpointerdown() {
      hasTold = false;
      timer = setTimeout(explain, LONG_PRESS_MS);
    },
    onpointerup: stop,
    onpointerleave: stop,
    onpointercancel: stop,
    oncontextmenu: (event) => event.preventDefault(),
    onclick() {
      if (!hasTold) tap(target);
      hasTold = false;
    },
    onfocus({ currentTarget }) {
      if (about && currentTarget.matches(":focus-visible")) tell(about);
    },
  };
}
