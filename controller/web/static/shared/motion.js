/* Animates pieces and cards from their old places to the new ones; nothing waits for it.
 *
 * Movable elements have `data-piece`. This module matches them by name with the last drawing, and starts
 * them where they were last seen.
 */

/** @import { GamePage } from "../shared/types.js" */

/** @typedef {HTMLElement | SVGGraphicsElement} Movable */

const MOVE_MS = 320;
const LEAST_PX = 2;

/** Return where each piece is now, by name.
 * @type {(root: Element) => Map<string, DOMRect>} */
export function seen(root) {
  return new Map(piecesIn(root).map((node) => [nameOf(node), node.getBoundingClientRect()]));
}

/** Animate all pieces. `moves`: [{ piece, from }] for those that start at another piece's
 * place.
 * @type {(root: Element, before: Map<string, DOMRect>, moves?: ReturnType<GamePage["moves"]>) => void} */
export function glide(root, before, moves = []) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const origin = new Map(moves.map(({ piece, from }) => [piece, from]));
  for (const node of piecesIn(root)) {
    const from = before.get(origin.get(nameOf(node)) ?? nameOf(node));
    if (from) begin(node, from);
  }
}

/** @type {(root: Element) => Movable[]} */
function piecesIn(root) {
  return [...root.querySelectorAll("[data-piece]")].map((node) => /** @type {Movable} */ (node));
}

/** @type {(node: Movable) => string} */
function nameOf(node) {
  return node.dataset.piece ?? "";
}

/** @type {(node: Movable, from: DOMRect) => void} */
function begin(node, from) {
  // An element may still be in its last animation.
  for (const animation of node.getAnimations()) if (animation.id === "glide") animation.cancel();
  const to = node.getBoundingClientRect();
  const scale = ("getScreenCTM" in node && node.getScreenCTM()?.a) || 1;
  const dx = middle(from.left, from.width) - middle(to.left, to.width);
  const dy = middle(from.top, from.height) - middle(to.top, to.height);
  if (Math.hypot(dx, dy) < LEAST_PX) return;
  const shift = `translate(${dx / scale}px, ${dy / scale}px)`;
  node.animate([{ transform: shift }, { transform: "none" }], {
    id: "glide",
    duration: MOVE_MS,
    easing: "ease-out",
    composite: "add",
  });
}

/** @type {(start: number, length: number) => number} */
function middle(start, length) {
  return start + length / 2;
}
