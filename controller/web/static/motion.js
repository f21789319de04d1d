/* Pieces and cards move from where they were to where they are; nobody waits for it.
 *
 * What can move has `data-piece`. A drawing is made anew with each position; here its
 * pieces are found again by name, and begin where the last drawing had them, or where
 * they were seen last if they were still on their way.
 */

const MOVE_MS = 320;
const LEAST_PX = 2;

/** Where each piece is seen now, by name. */
export function seen(root) {
  const all = root.querySelectorAll("[data-piece]");
  return new Map([...all].map((node) => [node.dataset.piece, node.getBoundingClientRect()]));
}

/** `moves`: [{ piece, from }] where a piece comes from another one's place; all others
 * come from their own. */
export function glide(root, before, moves = []) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const origin = new Map(moves.map(({ piece, from }) => [piece, from]));
  for (const node of root.querySelectorAll("[data-piece]")) {
    const from = before.get(origin.get(node.dataset.piece) ?? node.dataset.piece);
    if (from) begin(node, from);
  }
}

function begin(node, from) {
  const to = node.getBoundingClientRect();
  const scale = node.getScreenCTM?.()?.a ?? 1;
  const dx = middle(from.left, from.width) - middle(to.left, to.width);
  const dy = middle(from.top, from.height) - middle(to.top, to.height);
  if (Math.hypot(dx, dy) < LEAST_PX) return;
  const shift = `translate(${dx / scale}px, ${dy / scale}px)`;
  node.animate([{ transform: shift }, { transform: "none" }], {
    duration: MOVE_MS, easing: "ease-out", composite: "add",
  });
}

function middle(start, length) {
  return start + length / 2;
}
