/* A seat's hand as a fan of cards: each card, or each half of one, can be tapped.
 *
 * A row is { title, cards }, a card { tint, parts, mark, away }. A part is
 * { target, name, about, big, icon, label }: what is tapped, its name for a screen reader,
 * what it does in a sentence, and what is drawn. `mark` is a word at the card's foot,
 * `away` says that the card is not in the hand now.
 */

import { changed, el, refill } from "../shared/dom.js";

const LONG_PRESS_MS = 450;
// Between the outermost cards of a row.
const SPREAD_DEG = 9;

/** `look`: { legal, chosen, others, hidden, tap(key), tell(sentence) }; the sets as in targets.js. */
export function showFan(container, rows, look) {
  const { legal, chosen, hidden } = look;
  if (!changed(container, [rows.map(drawn), [...legal], [...chosen], hidden])) return;
  refocusing = true;
  refill(container, rows.map((row) => rowOf(row, look)));
  refocusing = false;
}

// The focused card has been explained already.
let refocusing = false;

/** Serialize a card without its icons, which are nodes. */
function drawn({ title, cards }) {
  const parts = (card) => card.parts.map(({ icon: _icon, ...part }) => part);
  return [title, cards.map((card) => [parts(card), card.mark, card.away, card.tint])];
}

function rowOf({ title, cards }, look) {
  const used = new Set();
  const names = piecesOf(cards);
  return el(
    "div",
    { class: "fan", role: "group", "aria-label": title, style: { "--cards": cards.length } },
    ...cards.map((card, index) => cardOf(card, names[index], turn(index, cards.length), look, used)),
  );
}

function turn(index, count) {
  const share = count > 1 ? index / (count - 1) - 0.5 : 0;
  return { "--turn": `${share * SPREAD_DEG}deg`, "--sink": `${Math.abs(share) * 10}px` };
}

function cardOf(card, name, style, look, used) {
  if (look.hidden) return el("span", { class: "fan-card back", style });
  const parts = card.parts.map((part) => partOf(part, look, used));
  const isPicked = parts.some((part) => part.classList.contains("picked"));
  const kinds = [isPicked && "lifted", card.away && "away", parts.length > 1 && "halved"];
  return el(
    "div",
    {
      class: ["fan-card", ...kinds.filter(Boolean)].join(" "),
      "data-piece": name,
      style: { ...style, ...(card.tint ? { "--tint": card.tint } : {}) },
    },
    ...parts,
    card.mark ? el("small", { class: "mark" }, card.mark) : null,
  );
}

/** Name the cards for their movement: "card:red-flip"; equal ones are numbered. */
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

/** Return which of several equal cards is picked: the first without another pick. */
function partOf(part, look, used) {
  const { target, name, about, big, icon, label } = part;
  const isPicked = look.chosen.has(target) && !used.has(target);
  if (isPicked) used.add(target);
  const isLegal = look.legal.has(target) || isPicked;
  const kinds = ["part", isLegal && "legal", isPicked && "picked", look.others.has(target) && "other"];
  const node = el(
    "button",
    {
      type: "button",
      class: kinds.filter(Boolean).join(" "),
      "data-target": target,
      "aria-label": name,
      "aria-pressed": isLegal ? String(isPicked) : null,
      title: about ?? null,
    },
    icon ?? null,
    big ? el("b", {}, big) : null,
    label ? el("span", { style: { "--letters": longest(label) } }, label) : null,
  );
  explained(node, about, look);
  return node;
}

/** Return the length of the longest word, or of its longest part between soft hyphens. */
function longest(label) {
  return Math.max(...label.split(/[\s\u00AD-]+/).map((word) => word.length));
}

/** Choose on a tap; explain on a long press or the keyboard's focus. */
function explained(node, about, { tap, tell }) {
  let timer = null;
  let told = false;
  const stop = () => clearTimeout(timer);
  node.addEventListener("pointerdown", () => {
    told = false;
    timer = setTimeout(() => {
      told = Boolean(about);
      if (about) tell(about);
    }, LONG_PRESS_MS);
  });
  for (const end of ["pointerup", "pointerleave", "pointercancel"]) node.addEventListener(end, stop);
  node.addEventListener("contextmenu", (event) => event.preventDefault());
  node.addEventListener("click", () => {
    if (!told) tap(node.dataset.target);
    told = false;
  });
  node.addEventListener("focus", () => {
    if (about && !refocusing && node.matches(":focus-visible")) tell(about);
  });
}
