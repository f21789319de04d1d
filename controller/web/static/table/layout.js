/* Lays the table out from the places that have a lamp in the board map; a smaller table
 * has fewer. Where there is room it is drawn to scale (to-scale.js), otherwise as a plan. */

import { node } from "../shared/nodes.js";
import { dots, render } from "../shared/dom.js";
import { inMillimetres } from "./to-scale.js";
import { say } from "../shared/words.js";

/** @import { Attributes, Style } from "../shared/preact.js" */
/** @import { Board } from "../shared/types.js" */
/** @import { Scale } from "./to-scale.js" */
/** @import { Striker } from "./striker.js" */

/** @typedef {{ place: string, index: number, lens: HTMLElement, stand: HTMLElement }} Lamp */
/** @typedef {Map<string, HTMLButtonElement>} ButtonMap */
/** @typedef {{ parts: Element[], lamps: Lamp[], buttons: ButtonMap, size: Style | null }} Layout */
/** @typedef {{ lamps: Lamp[], buttons: ButtonMap, touch: boolean, pixels: Board["pixels"], scale: Scale }} Building */
/** @typedef {{ top: number, bottom: number, left: number }} Edges */
/** @typedef {string | Node} Inner */

const CONTROLS = ["next", "ok", "undo", "why"];

/** Return { parts, lamps, buttons }: the table's elements in visual order, its lamps, and
 * its buttons by control. `striker` is null without an Eliminator, `drawing` without
 * millimetres.
 * @type {(board: Board, touch: boolean, striker: Striker | null) => Layout} */
export function layOut({ pixels, drawing }, touch, striker) {
  const scale = inMillimetres(drawing);
  /** @type {Building} */
  const board = { lamps: [], buttons: new Map(), touch, pixels, scale };
  /** @type {(...numbers: number[]) => HTMLElement[]} */
  const seats = (...numbers) => numbers.flatMap((seat) => seatButton(board, seat));
  const parts = [
    ...seats(2, 3),
    depthBoard(board),
    ...seats(1),
    node(
      "div",
      { class: "inlay" },
      striker?.element(touch ? fireButton(board) : null, scale),
      tileGrid(board),
      controls(board),
    ),
    ...seats(4, 0, 5),
    ...scale.readers(),
  ];
  return { parts: parts.filter((part) => part !== null), lamps: board.lamps, buttons: board.buttons, size: scale.size };
}

/** Keep the keyboard's order the visual order, however the table is laid out.
 * @param {HTMLElement} table */
export function followTheEye(table) {
  new ResizeObserver(() => {
    const inlay = table.querySelector(".inlay");
    const focused = document.activeElement;
    sortByEye(table, ".seat, .depth, .inlay");
    if (inlay) sortByEye(inlay, "*");
    if (focused instanceof HTMLElement && table.contains(focused)) focused.focus({ preventScroll: true });
  }).observe(table);
}

/** Sort by position, top to bottom and left to right; other children stay last.
 * @type {(parent: Element, which: string) => void} */
function sortByEye(parent, which) {
  const parts = [...parent.children].filter((part) => part.matches(which));
  /** @type {(one: Edges, other: Edges) => boolean} */
  const isAbove = (one, other) => one.bottom <= other.top + 1;
  const wanted = parts
    .map((part) => ({ part, box: boxOf(part) }))
    .sort(({ box: one }, { box: other }) => {
      if (isAbove(one, other)) return -1;
      return isAbove(other, one) ? 1 : one.left - other.left;
    })
    .map(({ part }) => part);
  if (wanted.some((part, index) => part !== parts[index])) parent.prepend(...wanted);
}

/** Return a part's box, or that of its content if it has none.
 * @type {(part: Element) => Edges} */
function boxOf(part) {
  if (part.getClientRects().length > 0) return part.getBoundingClientRect();
  const boxes = [...part.children].map(boxOf).filter(({ top, bottom }) => bottom > top);
  /** @type {(side: keyof Edges, most: (...all: number[]) => number) => number} */
  const of = (side, most) => most(...boxes.map((box) => box[side]));
  if (boxes.length === 0) return part.getBoundingClientRect();
  return { top: of("top", Math.min), bottom: of("bottom", Math.max), left: of("left", Math.min) };
}

/** Label the edge of the Depth Board for this game: [[position, words], …]
 * @type {(table: HTMLElement, marks: [position: number, words: string][]) => void} */
export function markDepth(table, marks) {
  const depth = table.querySelector(".depth");
  if (!depth) return;
  for (const old of depth.querySelectorAll(".mark")) old.remove();
  /** @type {NodeListOf<HTMLElement>} */
  const all = depth.querySelectorAll(".cell");
  const cells = new Map([...all].map((cell) => [cell.dataset.position, cell]));
  depth.append(
    ...marks.map(([position, words]) => {
      const x = cells.get(String(position))?.style.getPropertyValue("--x") ?? 0;
      const style = { "--position": position + 1, "--x": x };
      return node("span", { class: "mark", style }, words);
    }),
  );
}

/** Write the player's name on a seat's button, or that nobody sits there.
 * @type {(button: HTMLElement, name: string | null, colours: string[]) => void} */
export function nameSeat(button, name, colours) {
  button.classList.toggle("idle", name === null);
  const label = /** @type {Element} */ (button.querySelector(".name"));
  render(label, ...(name === null ? [say("drawn.free")] : [dots(colours), name]));
}

/** Return [{ place, numbers }] of the places that match.
 * @type {(pixels: Record<string, number>, pattern: RegExp) => { place: string, numbers: number[] }[]} */
function places(pixels, pattern) {
  return Object.keys(pixels).flatMap((place) => {
    const match = pattern.exec(place);
    return match ? [{ place, numbers: match.slice(1).map(Number) }] : [];
  });
}

/** Make a lamp; `stand` is where its sensor feels a piece, if it has one.
 * @type {(board: Building, place: string, within?: Style) => HTMLElement[]} */
function lens(board, place, within) {
  const element = node("span", { class: "lens", "data-place": place, style: board.scale.lens(place, within) });
  const hall = board.scale.hall(place, within);
  const stand = hall && node("span", { class: "stand", style: hall });
  board.lamps.push({ place, index: board.pixels[place], lens: element, stand: stand ?? element });
  return stand ? [element, stand] : [element];
}

/** @type {(board: Building, control: string, attributes: Attributes<HTMLButtonElement>,
 *   ...children: Inner[]) => HTMLButtonElement} */
function button(board, control, attributes, ...children) {
  const { box, cap, label } = board.scale.button(control);
  const element = node(
    "button",
    {
      type: "button",
      "data-control": control,
      disabled: !board.touch,
      ...attributes,
      style: { ...attributes.style, ...box },
    },
    ...(control in board.pixels ? lens(board, control, box) : []),
    cap && node("span", { class: "cap", style: cap }),
    ...children.map((child) => node("span", { class: "label", style: label }, child)),
  );
  board.buttons.set(control, element);
  return element;
}

/** Return a list with this seat, or an empty one if the table lacks it.
 * @type {(board: Building, seat: number) => HTMLElement[]} */
function seatButton(board, seat) {
  const place = `seat:${seat}`;
  if (!(place in board.pixels)) return [];
  const attributes = {
    class: ["seat", ...board.scale.sides(place)].join(" "),
    "aria-pressed": "false",
    "data-held": say("drawn.held"),
    style: { "grid-area": `seat${seat}` },
  };
  return [button(board, place, attributes, node("span", { class: "name" }))];
}

/** @type {(board: Building) => HTMLElement | null} */
function controls(board) {
  const there = CONTROLS.filter((name) => name in board.pixels);
  if (there.length === 0) return null;
  const each = there.map((name) => button(board, name, { class: "control", title: say(`drawn.${name}`) }, name));
  return node("div", { class: "controls", role: "group", "aria-label": say("drawn.controls") }, ...each);
}

/** @type {(board: Building) => HTMLButtonElement} */
function fireButton(board) {
  return button(board, "fire", { class: "fire", title: say("drawn.fire") }, "fire");
}

/** @type {(board: Building) => HTMLElement | null} */
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
  const attributes = {
    class: "tiles",
    role: "group",
    "aria-label": say("drawn.tiles"),
    style: board.scale.field("grid"),
  };
  return node("div", attributes, ...each);
}

/** @type {(board: Building) => HTMLElement | null} */
function depthBoard(board) {
  const lamps = places(board.pixels, /^depth:(\d+):(\d+)$/);
  if (lamps.length === 0) return null;
  const lanes = 1 + Math.max(...lamps.map(({ numbers }) => numbers[0]));
  const positions = 1 + Math.max(...lamps.map(({ numbers }) => numbers[1]));
  const each = lamps.map(({ place, numbers: [lane, position] }) => {
    const box = board.scale.cell(place);
    const style = { "--lane": lane + 1, "--position": position + 1, ...box };
    return node("span", { class: "cell", "data-position": position, style }, ...lens(board, place, box));
  });
  return node(
    "div",
    {
      class: "depth",
      role: "group",
      tabindex: 0,
      "aria-label": say("drawn.depth", { lanes, positions }),
      style: { "--positions": positions, "--lanes": lanes, ...board.scale.field("depth") },
    },
    ...each,
  );
}
