/* HOLD YOUR GROUND: arrows on the island that show where battlers can go and whom they push. */

import { svg } from "/static/shared/dom.js";
import { words } from "/static/shared/targets.js";

/** @import { VNode } from "/static/shared/preact.js" */
/** @import { Tapping } from "/static/shared/types.js" */
/** @import { State } from "./data.js" */

/** @typedef {{ from: string, heading: number, to: string | null, number: number, kind: "may" | "walk" | "push" }} Move */
/** The question to a battler that walks or pushes.
 * @typedef {{ at: string, left: number, whither: [string, { heading: number }] }} Asked */

// Up, right, down, left: the table's order.
const HEADINGS = [
  [-1, 0],
  [0, 1],
  [1, 0],
  [0, -1],
];
const WALK = "var(--sun)";
const PUSH = "var(--coral)";

/** Return the possible movements: [{ from, heading, to, number, kind }, …]. `tapping` has the question and the
 * targets; `to` is null off the island, `kind` is "may" (one's own battler could start like this), "walk" or "push".
 * @type {(state: State, tapping: Tapping | null | undefined, own: string | null) => Move[]} */
export function moves(state, tapping, own) {
  if (!tapping) return [];
  const [asks, values] = /** @type {[string, Asked]} */ (tapping.asks ?? []);
  if (asks === "ask-phone.step") return walks(state, tapping.legal, values);
  if (asks === "ask-phone.push") return pushes(state, nameOf(values.at), values.whither[1].heading, 0);
  const hasCard = [...tapping.chosen].some((key) => /^(battlers|tiles):/.test(key));
  return hasCard ? starts(state, own) : [];
}

/** Return a step to each glowing tile; the last step pushes if the tile is full (HYG-18).
 * @type {(state: State, legal: Set<string>, asked: Asked) => Move[]} */
function walks(state, legal, { at, left }) {
  const from = nameOf(at);
  return HEADINGS.flatMap((_, heading) => {
    const to = beside(from, heading);
    if (!legal.has(`tile:${to}`)) return [];
    const pushed = left === 1 ? pushes(state, to, heading, 1) : [];
    return [{ from, heading, to, number: 1, kind: "walk" }, ...pushed];
  });
}

/** Follow a push: surplus battlers go straight on, and push in turn (HYG-19, HYG-21, HYG-24).
 * @type {(state: State, from: string, heading: number, newcomers: number) => Move[]} */
function pushes(state, from, heading, newcomers) {
  const standing = Object.values(state.board[from]).reduce((sum, number) => sum + number, 0);
  const number = standing + newcomers - state.cap;
  if (number <= 0) return [];
  const next = beside(from, heading);
  const to = state.tiles.includes(next) ? next : null;
  return [{ from, heading, to, number, kind: "push" }, ...(to ? pushes(state, to, heading, number) : [])];
}

/** Return each way in which one's own battlers can leave their tiles.
 * @type {(state: State, own: string | null) => Move[]} */
function starts(state, own) {
  const mine = state.tiles.filter((name) => state.board[name]?.[own ?? ""]);
  return mine.flatMap((from) =>
    HEADINGS.flatMap((_, heading) => {
      const to = beside(from, heading);
      return state.tiles.includes(to) ? [{ from, heading, to, number: 1, kind: "may" }] : [];
    }),
  );
}

/** Draw a movement; `middle(name)` returns the middle of a tile.
 * @type {(move: Move, middle: (name: string) => number[]) => VNode} */
export function arrow({ from, heading, to, number, kind }, middle) {
  const at = { transform: `translate(${middle(from)}) rotate(${90 * (heading - 1)})` };
  const look = { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" };
  const path = { may: "M20-6l8 6l-8 6", walk: "M17 0H43m-8-8l8 8l-8 8", push: "M15 0H41m-8-8l8 8l-8 8" }[kind];
  const lost = to ? "" : "M46-7l12 14m0-14l-12 14";
  const wide = kind === "may" ? 2.5 : 4;
  const lines = [
    { stroke: "var(--abyss)", "stroke-width": wide + 3.5 },
    { stroke: kind === "push" ? PUSH : WALK, "stroke-width": wide },
  ].map((ink) => svg("path", { d: path + lost, ...look, ...ink }));
  const many = number > 1 ? count(number, heading) : null;
  return svg(
    "g",
    { "data-arrow": `${kind}:${from}:${to ?? "off"}`, "pointer-events": "none", "aria-hidden": "true" },
    svg("g", at, ...lines, many),
  );
}

/** Draw the number upright, whichever way the arrow points.
 * @type {(number: number, heading: number) => VNode} */
function count(number, heading) {
  const upright = { transform: `translate(24 0) rotate(${-90 * (heading - 1)})` };
  const look = { fill: "var(--ink)", "font-size": 13, "font-weight": 700 };
  return svg(
    "g",
    upright,
    svg("circle", { r: 9, fill: PUSH, stroke: "var(--abyss)" }),
    words(0, 4.5, String(number), look),
  );
}

/** @type {(name: string, heading: number) => string} */
function beside(name, heading) {
  const [row, column] = name.split(",").map(Number);
  return `${row + HEADINGS[heading][0]},${column + HEADINGS[heading][1]}`;
}

/** "4,1" of "tile:4,1"
 * @type {(place: string) => string} */
function nameOf(place) {
  return place.slice(place.indexOf(":") + 1);
}
