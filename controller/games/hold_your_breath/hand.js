/* HOLD YOUR BREATH!: the hand as cards with two halves, the amount above, the effect below. */

import { svg } from "/static/shared/dom.js";

export const DUAL = /^((?:air|swim)-(?:5|10))-(draw|discard|calm|panic)$/;
// What is asked where cards are given up: any card, as a whole.
export const GIVING = ["drop", "self-panic", "toss"];

/** `look`: { uses: words by use, faces: the same where a card prints them otherwise, about: sentences by use, cardName(card), tint } */
export function handCards(held, legal, look) {
  const gives = legal.some(({ type }) => GIVING.includes(type));
  return held.map((card) => ({ tint: look.tint, parts: gives ? [whole(card, look)] : partsOf(card, look) }));
}

export function wayOf({ type, seat, card, as, effect, target, front }) {
  if (type === "done" || type === "end") return [`stop:${type}`];
  if (GIVING.includes(type)) return [`card:${card}`];
  const use = card === "dolphin" ? ["card:dolphin", `as:${as}`] : [`use:${card}:${as}`];
  if (effect === "discard") return [...use, "effect:discard"];
  if (effect === "shark") return [...use, `front:${target}:${front}`];
  const which = front === undefined ? [] : [`front:${seat}:${front}`];
  return [...use, ...which, ...(target === undefined ? [] : [`pirate:${target}`])];
}

function whole(card, look) {
  const dual = DUAL.exec(card);
  const name = look.cardName(card);
  const label = dual ? [dual[1], dual[2]].map((use) => printed(use, look)).join(" / ") : name;
  const about = (dual ? [dual[1], dual[2]] : [card]).map((use) => look.about[use]).join(" ");
  return { target: `card:${card}`, name, about, label, icon: icon(dual ? dual[1] : card) };
}

function partsOf(card, look) {
  const dual = DUAL.exec(card);
  if (card === "dolphin") {
    return [{ target: "card:dolphin", name: look.uses.dolphin, about: look.about.dolphin, label: look.uses.dolphin, icon: icon(card) }];
  }
  return (dual ? [dual[1], dual[2]] : [card]).map((use) => ({
    target: `use:${card}:${use}`,
    name: dual ? `${look.uses[use]} (${look.cardName(card)})` : look.uses[use],
    about: look.about[use],
    label: printed(use, look),
    icon: icon(use),
  }));
}

function printed(use, { faces, uses }) {
  return faces[use] ?? uses[use];
}

/** A picture of what a card does, in a box of 32. */
export function icon(use) {
  const shapes = ICONS[use.replace(/-(5|10)$/, "")] ?? [];
  return svg("svg", { viewBox: "0 0 32 32", "aria-hidden": "true" }, ...shapes.map((shape) => shape()));
}

const stroke = { fill: "none", stroke: "var(--ink)", "stroke-width": 2.5, "stroke-linecap": "round", "stroke-linejoin": "round" };
const path = (d, more = {}) => () => svg("path", { d, ...stroke, ...more });
const ring = (cx, cy, r, fill = "var(--ice)") => () => svg("circle", { cx, cy, r, fill, stroke: "var(--ink)", "stroke-width": 2 });

const ICONS = {
  air: [ring(11, 20, 7), ring(22, 12, 5), ring(24, 24, 3.5)],
  swim: [path("M3 24q4-5 8 0t8 0t8 0"), path("M8 17l8-7l6 4l6-2"), ring(26, 8, 3, "var(--skin)")],
  draw: [path("M9 6h11v15H9z", { fill: "var(--teal)" }), path("M23 20v8m-4-4l4 4l4-4")],
  discard: [path("M12 11h11v15H12z", { fill: "var(--lilac)" }), path("M8 12V4m-4 4l4-4l4 4")],
  calm: [ring(16, 16, 11, "var(--leaf)"), path("M11 13h.5m9 0h.5M11 19q5 4 10 0")],
  panic: [ring(16, 16, 11, "var(--alarm)"), path("M16 9v9m0 4v.5", { "stroke-width": 4 })],
  shark: [path("M4 25q10-4 13-20q9 9 10 20Z", { fill: "var(--steel)" })],
  kraken: [path("M8 15a8 8 0 0 1 16 0v4q3 2 3 7m-9-7q1 5-2 8m-4-8q-1 5-6 7m-2-9q-3 3-3 6", { fill: "none" }), ring(13, 14, 1.5, "var(--ink)"), ring(19, 14, 1.5, "var(--ink)")],
  dolphin: [path("M3 20q8-14 20-8l6-1l-3 5q1 8-6 10q2-6-3-7q-6-2-14 1Z", { fill: "var(--ice)" })],
};
