/* Lays out the table from the places that have a lamp in the board map; a smaller table has fewer. If
 * there is room, it is drawn to scale (to-scale.js), otherwise as a plan. */

import { dots, el, render } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { strikerPart } from "./striker.js";
import { Scale } from "./to-scale.js";

/** @import { Attributes, Child, Style, VNode } from "../shared/preact.js" */
/** @import { Board } from "../shared/types.js" */

/** A lamp of the table; `stand` is where its sensor feels a piece, if it has one.
 * @typedef {{ place: string, index: number, lens: HTMLElement, stand: HTMLElement }} Lamp */
/** @typedef {{ isTouched: boolean, pixels: Board["pixels"], scale: Scale }} Building */
/** @typedef {{ top: number, bottom: number, left: number }} Edges */

const CONTROLS = ["next", "ok", "undo", "why"];

/** Return the table's parts in visual order, and its size in millimetres, if it is known. `turn` turns the
 * Eliminator's key, if that can be turned.
 * @type {(board: Board, isTouched: boolean, turn: ((on: boolean) => void) | null) => { parts: Child[], size: Style | null }} */
export function layOut({ pixels, drawing, eliminator }, isTouched, turn) {
  const scale = new Scale(drawing);
  const board = { isTouched, pixels, scale };
  /** @type {(...numbers: number[]) => (VNode | null)[]} */
  const seats = (...numbers) => numbers.map((seat) => seatButton(board, seat));
  const fire = isTouched ? button(board, "fire", { class: "fire", title: say("drawn.fire") }, "fire") : null;
  const parts = [
    seats(2, 3),
    depthBoard(board),
    seats(1),
    el("div", { class: "inlay" }, eliminator && strikerPart(turn, fire, scale), tileGrid(board), controls(board)),
    seats(4, 0, 5),
    scale.readers(),
  ];
  return { parts, size: scale.size };
}

/** Return the lamps of a table that is laid out.
 * @type {(table: Element, pixels: Board["pixels"]) => Lamp[]} */
export function lampsOf(table, pixels) {
  const lenses = /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll(".lens"));
  return [...lenses].map((lens) => {
    const place = lens.dataset.place ?? "";
    const stand = /** @type {HTMLElement | null} */ (lens.parentElement?.querySelector(".stand"));
    return { place, index: pixels[place], lens, stand: stand ?? lens };
  });
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
  const edge = table.querySelector(".depth .marks");
  if (!edge) return;
  /** @type {NodeListOf<HTMLElement>} */
  const all = table.querySelectorAll(".cell");
  const cells = new Map([...all].map((cell) => [cell.dataset.position, cell]));
  const each = marks.map(([position, words]) => {
    const x = cells.get(String(position))?.style.getPropertyValue("--x") ?? 0;
    return el("span", { class: "mark", style: { "--position": position + 1, "--x": x } }, words);
  });
  render(edge, ...each);
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

/** Return a lamp, and its sensor if it has one.
 * @type {(board: Building, place: string, within?: Style) => Child[]} */
function lens({ scale }, place, within) {
  const hall = scale.hall(place, within);
  return [
    el("span", { class: "lens", "data-place": place, style: scale.lens(place, within) }),
    hall && el("span", { class: "stand", style: hall }),
  ];
}

/** @type {(board: Building, control: string, look: Attributes<HTMLButtonElement>, label?: Child) => VNode} */
function button(board, control, look, label) {
  const { box, cap, label: place } = board.scale.button(control);
  return el(
    "button",
    {
      type: "button",
      "data-control": control,
      disabled: !board.isTouched,
      ...look,
      style: { ...look.style, ...box },
    },
    control in board.pixels && lens(board, control, box),
    cap && el("span", { class: "cap", style: cap }),
    label && el("span", { class: "label", style: place }, label),
  );
}

/** @type {(board: Building, seat: number) => VNode | null} */
function seatButton(board, seat) {
  const place = `seat:${seat}`;
  if (!(place in board.pixels)) return null;
  const look = {
    class: ["seat", ...board.scale.sides(place)].join(" "),
    "aria-pressed": "false",
    "data-held": say("drawn.held"),
    style: { "grid-area": `seat${seat}` },
  };
  return button(board, place, look, el("span", { class: "name" }));
}

/** @type {(board: Building) => VNode | null} */
function controls(board) {
  const there = CONTROLS.filter((name) => name in board.pixels);
  if (there.length === 0) return null;
  const each = there.map((name) => button(board, name, { class: "control", title: say(`drawn.${name}`) }, name));
  return el("div", { class: "controls", role: "group", "aria-label": say("drawn.controls") }, each);
}

/** @type {(board: Building) => VNode | null} */
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
  return el("div", attributes, each);
}

/** @type {(board: Building) => VNode | null} */
function depthBoard(board) {
  const lamps = places(board.pixels, /^depth:(\d+):(\d+)$/);
  if (lamps.length === 0) return null;
  const lanes = 1 + Math.max(...lamps.map(({ numbers }) => numbers[0]));
  const positions = 1 + Math.max(...lamps.map(({ numbers }) => numbers[1]));
  const each = lamps.map(({ place, numbers: [lane, position] }) => {
    const box = board.scale.cell(place);
    const style = { "--lane": lane + 1, "--position": position + 1, ...box };
    return el("span", { class: "cell", "data-position": position, style }, lens(board, place, box));
  });
  return el(
    "div",
    {
      class: "depth",
      role: "group",
      tabindex: 0,
      "aria-label": say("drawn.depth", { lanes, positions }),
      style: { "--positions": positions, "--lanes": lanes, ...board.scale.field("depth") },
    },
    each,
    el("span", { class: "marks" }),
  );
}
