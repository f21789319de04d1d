/* Animates pieces and cards from their old places to the new ones; nothing waits for it.
 *
 * Movable elements have `data-piece`. They are matched by name with the last drawing, and
 * start where they were last seen.
 */

const MOVE_MS = 320;
const LEAST_PX = 2;

/** Return where each piece is now, by name. */
export function seen(root) {
  const all = root.querySelectorAll("[data-piece]");
  return new Map([...all].map((node) => [node.dataset.piece, node.getBoundingClientRect()]));
}

/** Animate all pieces. `moves`: [{ piece, from }] for those that start at another piece's
 * place. */
export function glide(root, before, moves = []) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const origin = new Map(moves.map(({ piece, from }) => [piece, from]));
  for (const node of root.querySelectorAll("[data-piece]")) {
    const from = before.get(origin.get(node.dataset.piece) ?? node.dataset.piece);
    if (from) begin(node, from);
  }
}

function begin(node, from) {
  // An element may still be on its last way.
  for (const animation of node.getAnimations()) if (animation.id === "glide") animation.cancel();
  const to = node.getBoundingClientRect();
  const scale = node.getScreenCTM?.()?.a ?? 1;
  const dx = middle(from.left, from.width) - middle(to.left, to.width);
  const dy = middle(from.top, from.height) - middle(to.top, to.height);
  if (Math.hypot(dx, dy) < LEAST_PX) return;
  const shift = `translate(${dx / scale}px, ${dy / scale}px)`;
  node.animate([{ transform: shift }, { transform: "none" }], {
    id: "glide", duration: MOVE_MS, easing: "ease-out", composite: "add",
  });
}

function middle(start, length) {
  return start + length / 2;
}
