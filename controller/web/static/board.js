/* Lays the table out from the places that the board map gives a lamp. A smaller table
 * has fewer of them, and gets a smaller drawing. */

import { changed, dots, el } from "./dom.js";
import { say } from "./words.js";

const CONTROLS = ["next", "ok", "undo", "why"];

/** { parts, lamps, buttons }: elements for the table in the order in which the eye
 * finds them, its lamps, its buttons by control. `striker` is null where the table has
 * no Eliminator. */
export function layOut(pixels, touch, striker) {
  const board = { lamps: [], buttons: new Map(), touch, pixels };
  const seats = (...numbers) => numbers.flatMap((seat) => seatButton(board, seat));
  const parts = [
    ...seats(2, 3),
    depthBoard(board),
    ...seats(1),
    el(
      "div",
      { class: "inlay" },
      striker?.element(touch ? fireButton(board) : null),
      tileGrid(board),
      controls(board),
    ),
    ...seats(4, 0, 5),
  ];
  return { parts: parts.filter(Boolean), lamps: board.lamps, buttons: board.buttons };
}

/** Keeps the order of the keyboard that of the eye, in each plan of the table. */
export function followTheEye(table) {
  new ResizeObserver(() => {
    const inlay = table.querySelector(".inlay");
    const focused = document.activeElement;
    sortByEye(table, ".seat, .depth, .inlay");
    if (inlay) sortByEye(inlay, "*");
    if (table.contains(focused)) focused.focus({ preventScroll: true });
  }).observe(table);
}

/** From above and then from the left; what else is in there stays behind them. */
function sortByEye(parent, which) {
  const parts = [...parent.children].filter((part) => part.matches(which));
  const box = new Map(parts.map((part) => [part, part.getBoundingClientRect()]));
  const isAbove = (one, other) => box.get(one).bottom <= box.get(other).top + 1;
  const wanted = parts.toSorted((one, other) => {
    if (isAbove(one, other)) return -1;
    return isAbove(other, one) ? 1 : box.get(one).left - box.get(other).left;
  });
  if (wanted.some((part, index) => part !== parts[index])) parent.prepend(...wanted);
}

/** Writes at the edge of the Depth Board what its places mean in this game:
 * [[position, words], …] */
export function markDepth(table, marks) {
  const depth = table.querySelector(".depth");
  if (!depth || !changed(depth, marks)) return;
  for (const old of depth.querySelectorAll(".mark")) old.remove();
  depth.append(
    ...marks.map(([position, words]) =>
      el("span", { class: "mark", style: { "--position": position + 1 } }, words),
    ),
  );
}

/** Writes whose seat it is on its button, or that nobody sits there. */
export function nameSeat(button, name, colours) {
  const label = button.querySelector(".name");
  button.classList.toggle("idle", name === null);
  label.replaceChildren(...(name === null ? [say("drawn.free")] : [dots(colours), name]));
}

/** [{ place, numbers }] of the places that match. */
function places(pixels, pattern) {
  return Object.keys(pixels).flatMap((place) => {
    const match = pattern.exec(place);
    return match ? [{ place, numbers: match.slice(1).map(Number) }] : [];
  });
}

function lens(board, place) {
  const element = el("span", { class: "lens", "data-place": place });
  board.lamps.push({ place, index: board.pixels[place], lens: element });
  return element;
}

function button(board, control, attributes, ...children) {
  const element = el(
    "button",
    { type: "button", "data-control": control, disabled: !board.touch, ...attributes },
    control in board.pixels ? lens(board, control) : null,
    ...children,
  );
  board.buttons.set(control, element);
  return element;
}

/** A list of one, or of none where the table has no such seat. */
function seatButton(board, seat) {
  const place = `seat:${seat}`;
  if (!(place in board.pixels)) return [];
  const attributes = {
    class: "seat",
    "aria-pressed": "false",
    style: { "grid-area": `seat${seat}` },
  };
  const text = el("span", { class: "text" }, el("span", { class: "name" }));
  return [button(board, place, attributes, text)];
}

function controls(board) {
  const there = CONTROLS.filter((name) => name in board.pixels);
  if (there.length === 0) return null;
  const each = there.map((name) =>
    button(board, name, { class: "control", title: say(`drawn.${name}`) }, name),
  );
  return el("div", { class: "controls", role: "group", "aria-label": say("drawn.controls") }, ...each);
}

function fireButton(board) {
  return button(board, "fire", { class: "fire", title: say("drawn.fire") }, "fire");
}

function tileGrid(board) {
  const tiles = places(board.pixels, /^tile:(\d+),(\d+)$/);
  if (tiles.length === 0) return null;
  // Along the rows, whichever way the strip runs.
  tiles.sort(({ numbers: [r1, c1] }, { numbers: [r2, c2] }) => r1 - r2 || c1 - c2);
  const each = tiles.map(({ place, numbers: [row, column] }) =>
    button(board, place, {
      class: "tile",
      "aria-label": say.called("spot", place),
      style: { "grid-row": row + 1, "grid-column": column + 1 },
    }),
  );
  return el("div", { class: "tiles", role: "group", "aria-label": say("drawn.tiles") }, ...each);
}

function depthBoard(board) {
  const lamps = places(board.pixels, /^depth:(\d+):(\d+)$/);
  if (lamps.length === 0) return null;
  const lanes = 1 + Math.max(...lamps.map(({ numbers }) => numbers[0]));
  const positions = 1 + Math.max(...lamps.map(({ numbers }) => numbers[1]));
  const each = lamps.map(({ place, numbers: [lane, position] }) => {
    const style = { "--lane": lane + 1, "--position": position + 1 };
    return el("span", { class: "cell", style }, lens(board, place));
  });
  return el(
    "div",
    {
      class: "depth",
      role: "img",
      "aria-label": say("drawn.depth", { lanes, positions }),
      style: { "--positions": positions, "--lanes": lanes },
    },
    ...each,
  );
}
