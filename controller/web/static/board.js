/* Lays the table out from the places that the board map gives a lamp. A smaller table
 * has fewer of them, and gets a smaller drawing. */

import { dots, el } from "./dom.js";
import { feet } from "/data.js";

const CONTROLS = {
  next: "step to the next possibility",
  ok: "agree, or go on",
  undo: "take the last choice back",
  why: "explain what was refused",
};
const POSITIONS_A_MARK = 10;

/** { parts, lamps, buttons }: elements for the table, its lamps, its buttons by control.
 * `striker` is null where the table has no Eliminator. */
export function layOut(pixels, touch, striker) {
  const board = { lamps: [], buttons: new Map(), touch, pixels };
  const parts = [
    ...places(pixels, /^seat:(\d+)$/).map((at) => seatButton(board, at)),
    el(
      "div",
      { class: "inlay" },
      depthBoard(board),
      el(
        "div",
        { class: "middle" },
        striker?.element(touch ? fireButton(board) : null),
        tileGrid(board),
        controls(board),
      ),
    ),
  ];
  return { parts, lamps: board.lamps, buttons: board.buttons };
}

/** Writes whose seat it is on its button, or that nobody sits there. */
export function nameSeat(button, name, colours) {
  const label = button.querySelector(".name");
  button.classList.toggle("idle", name === null);
  label.replaceChildren(...(name === null ? ["free"] : [dots(colours), name]));
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

function seatButton(board, { place, numbers: [seat] }) {
  const label = el("span", { class: "label" }, `seat ${seat}`);
  const name = el("span", { class: "name" });
  const attributes = {
    class: "seat",
    "aria-pressed": "false",
    style: { "grid-area": `seat${seat}` },
  };
  return button(board, place, attributes, el("span", { class: "text" }, label, name));
}

function controls(board) {
  const there = Object.keys(CONTROLS).filter((name) => name in board.pixels);
  if (there.length === 0) return null;
  const each = there.map((name) =>
    button(board, name, { class: "control", title: CONTROLS[name] }, name),
  );
  return el("div", { class: "controls", role: "group", "aria-label": "Controls" }, ...each);
}

function fireButton(board) {
  return button(board, "fire", { class: "fire", title: "hold it to strike" }, "fire");
}

function tileGrid(board) {
  const tiles = places(board.pixels, /^tile:(\d+),(\d+)$/);
  if (tiles.length === 0) return null;
  const each = tiles.map(({ place, numbers: [row, column] }) =>
    button(board, place, {
      class: "tile",
      "aria-label": `tile ${row},${column}`,
      style: { "grid-row": row + 1, "grid-column": column + 1 },
    }),
  );
  return el("div", { class: "tiles", role: "group", "aria-label": "Tiles" }, ...each);
}

function depthBoard(board) {
  const lamps = places(board.pixels, /^depth:(\d+):(\d+)$/);
  if (lamps.length === 0) return null;
  const lanes = 1 + Math.max(...lamps.map(({ numbers }) => numbers[0]));
  const positions = 1 + Math.max(...lamps.map(({ numbers }) => numbers[1]));
  const each = lamps.map(({ place, numbers: [lane, position] }) => {
    const cell = el("span", { class: "cell" }, lens(board, place));
    cell.style.gridArea = `${lane + 1} / ${position + 1}`;
    return cell;
  });
  return el(
    "div",
    {
      class: "depth",
      role: "img",
      "aria-label": `Depth Board: ${lanes} lanes of ${positions} lamps`,
      style: { "--positions": positions },
    },
    ...each,
    ...depthMarks(lanes, positions),
  );
}

function depthMarks(lanes, positions) {
  const marks = [];
  for (let position = 0; position < positions; position += POSITIONS_A_MARK) {
    const depth = `${position * feet}${position === 0 ? " ft" : ""}`;
    const mark = el("span", { class: "mark" }, depth);
    mark.style.gridArea = `${lanes + 1} / ${position + 1}`;
    marks.push(mark);
  }
  return marks;
}
