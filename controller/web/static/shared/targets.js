/* Targets on a game's board, for fingers, keyboards and screen readers, and other building blocks of boards. */

import { classes, sentence, svg } from "./dom.js";

/** @import { Attributes, Child, VNode } from "./preact.js" */
/** @import { Tapping } from "./types.js" */

// Larger than any margin around a drawing.
const FAR = 1200;

/** Return a tappable part of a board. `tapping` is null on a page that only watches, else
 * { legal: keys of next targets, sure: keys that all fitting actions share, chosen: keys already tapped, others: keys
 * that can be tapped instead, asks: ["ask-phone.STEP", values] for the question here, tap(key) }. The shapes of class
 * `rim` glow.
 * @type {(tapping: Tapping | null | undefined, key: string, name: string, ...shapes: Child[]) => VNode} */
export function target(tapping, key, name, ...shapes) {
  if (!tapping) return svg("g", { key, "data-target": key }, ...shapes);
  const isChosen = tapping.chosen.has(key);
  const isLegal = tapping.legal.has(key) || isChosen;
  /** @type {(event: Event) => void} */
  const tap = (event) => {
    event.preventDefault();
    tapping.tap(key);
  };
  const kinds = [isLegal && "legal", isChosen && "picked"];
  return svg(
    "g",
    {
      key,
      class: classes("target", ...kinds, tapping.sure.has(key) && "sure", tapping.others.has(key) && "other"),
      "data-target": key,
      role: "button",
      // Illegal targets are not in the tab order; the list has them.
      tabindex: isLegal ? 0 : -1,
      "aria-label": name,
      "aria-pressed": isLegal ? String(isChosen) : null,
      onclick: tap,
      onkeydown: (event) => ["Enter", " "].includes(event.key) && tap(event),
    },
    ...shapes,
  );
}

/** Draw ground from `top` down, extending beyond the drawing, so that a board fills any box.
 * @type {(fill: string, top?: number, look?: Attributes) => VNode} */
export function ground(fill, top = -FAR, look = {}) {
  return svg("rect", { x: -FAR, y: top, width: 3 * FAR, height: 3 * FAR, fill, ...look });
}

/** Draw water from its surface down, darker with depth, extending beyond both sides.
 * @type {(surface: number) => VNode[]} */
export function water(surface) {
  const darker = [70, 140, 210, 290, 380].map((deep) => ground("var(--abyss)", surface + deep, { opacity: 0.16 }));
  const waves = svg("path", {
    d: `M${-FAR} ${surface}${"q7.5-6 15 0t15 0".repeat((3 * FAR) / 30)}`,
    fill: "none",
    stroke: "var(--lagoon)",
    "stroke-width": 2.5,
    opacity: 0.8,
  });
  return [ground("var(--sea)", surface), ...darker, waves];
}

/** Return unique short labels for names, as a second cue beside colours. Number names with the
 * same beginning.
 * @type {(names: string[]) => string[]} */
export function initials(names) {
  const upper = names.map((name) => [...sentence(name)]);
  /** @type {(start: string) => boolean} */
  const isAlone = (start) => upper.filter((name) => name.join("").startsWith(start)).length === 1;
  return upper.map(([first, second = ""], index) => [first, first + second].find(isAlone) ?? String(index + 1));
}

/** Make text inside a drawing, in the page's typeface.
 * @type {(x: number, y: number, text: string, look?: Attributes) => VNode} */
export function words(x, y, text, look = {}) {
  return svg("text", { x, y, "text-anchor": "middle", ...look }, text);
}

/** Return a figure of this size for the podium.
 * @type {(width: number, height: number, shapes: Child[], left?: number, top?: number) => VNode} */
export function figureOf(width, height, shapes, left = 0, top = 0) {
  return svg(
    "svg",
    { class: "figure", viewBox: `${left} ${top} ${width} ${height}`, "aria-hidden": "true" },
    ...shapes,
  );
}
