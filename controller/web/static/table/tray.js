/* Moves pieces and cards on the drawn table, and lays out those that stand there; tray-view.js has the tray beside it.
 *
 * The tray offers the pieces of the running game. The server keeps the place of everything and tells every
 * page; this page moves nothing before the server says so.
 */

import { byId, render } from "../shared/dom.js";
import { Dragging } from "./drag.js";
import { tagThing, thing } from "./pieces.js";
import { astray, fits, goalsOf, isTag, middleOf, moveFor, READER, sensed, TRAY } from "./placing.js";
import { set, state } from "./state.js";

/** @import { Hello, Lying, Send, Step } from "../shared/types.js" */
/** @import { Lamp } from "./layout.js" */

/** What is selected, and where it would go if it were dropped now.
 * @typedef {{ thing: string | null, aim: { thing: string, spot: string } | null }} Moving */

const STACK_PX = 7;
// A sensor must be free for this long to notice that another piece has come.
const LIFTED_MS = 500;

export class Tray {
  #table;
  #send;
  // The elements of places, where pieces stand.
  #stands = /** @type {Map<string, HTMLElement>} */ (new Map());
  #spots = /** @type {Map<string, Element>} */ (new Map());
  // The table's last message during a drag.
  #late = /** @type {Lying | null} */ (null);

  /** @param {HTMLElement} table
   * @param {Send} send */
  constructor(table, send) {
    this.#table = table;
    this.#send = send;
    this.dragging = new Dragging({
      fits,
      drop: (thing, spot) => this.#drop(thing, spot),
      aim: (thing, spot) => this.#aim(thing, spot),
      select: (thing) => set({ moving: { ...state.moving, thing } }),
    });
    new ResizeObserver(() => this.draw()).observe(table);
  }

  /** Use a new layout of the table; `lamps` as in light.js.
   * @type {(hello: Hello, lamps: Lamp[]) => void} */
  build(hello, lamps) {
    if (!hello.touch) return;
    this.#stands = new Map(lamps.map(({ place, stand }) => [place, stand]));
    this.#spots = new Map([[TRAY, byId("tray")]]);
    for (const place of sensed(hello)) {
      const around = this.#stands.get(place)?.parentElement;
      if (around) this.#spots.set(place, around);
    }
    this.dragging.use(this.#spots);
  }

  /** Do the step that the table asks for.
   * @param {Step} step */
  follow(step) {
    const move = state.lying && moveFor(step, state.lying.pieces);
    if (move) this.#send("move", move);
  }

  /** Show where everything lies; a thing that is being dragged stays under the finger.
   * @param {Lying} lying */
  show(lying) {
    this.#late = this.dragging.isDragging ? lying : null;
    if (this.#late) return;
    const laid = Object.values(lying.cards).filter(Boolean).map(tagThing);
    const { thing } = state.moving;
    set({ lying, tags: new Set([...state.tags, ...laid]) });
    if (thing && !isTag(thing) && !(thing in lying.pieces)) this.dragging.forget(thing);
  }

  /** Place the things on the table over their sensors, side by side if several share one. */
  draw() {
    const layer = this.#table.querySelector(".standing-things");
    if (!layer || !state.lying) return;
    for (const slot of document.querySelectorAll("[data-reader]"))
      this.#spots.set(READER + slot.getAttribute("data-reader"), slot);
    const table = this.#table.getBoundingClientRect();
    const there = new Map();
    const standing = Object.entries(state.lying.pieces).map(([piece, place]) => {
      const spot = this.#stands.get(place ?? "");
      if (!place || !spot) return null;
      const stand = middleOf(spot).getBoundingClientRect();
      const before = there.get(place) ?? 0;
      there.set(place, before + 1);
      const left = stand.left + stand.width / 2 - table.left + before * STACK_PX;
      const top = stand.top + stand.height / 2 - table.top - before * STACK_PX;
      return thing(piece, state, this, { "data-at": place, style: { left: `${left}px`, top: `${top}px` } });
    });
    render(layer, standing);
  }

  /** Cancel an unfinished move. */
  cancel() {
    this.dragging.cancel();
  }

  /** @type {(thing: string, spot: string) => void} */
  #drop(thing, spot) {
    const uid = thing.slice(4);
    const from = Object.entries(state.lying?.cards ?? {}).find(([, lies]) => lies === uid)?.[0];
    if (!isTag(thing)) this.#send("move", { piece: thing, to: spot === TRAY ? null : spot });
    else if (spot !== TRAY) this.#send("tag", { reader: spot.slice(READER.length), uid });
    else if (from) this.#send("tag", { reader: from, uid: "" });
  }

  /** @type {(thing: string | null, spot: string | null) => void} */
  #aim(thing, spot) {
    for (const aimed of document.querySelectorAll(".aimed")) aimed.classList.remove("aimed");
    if (spot && spot !== TRAY) this.#spots.get(spot)?.classList.add("aimed");
    set({ moving: { ...state.moving, aim: thing && spot ? { thing, spot } : null } });
    if (!thing && this.#late) this.show(this.#late);
  }

  // All pieces at once

  #goals() {
    return goalsOf(state.position?.belongs ?? {}, sensed(state.hello));
  }

  #standing() {
    const pieces = Object.entries(state.lying?.pieces ?? {});
    return pieces.filter(([, place]) => place !== null).map(([piece]) => piece);
  }

  setUp() {
    const pieces = state.lying?.pieces ?? {};
    const goals = this.#goals();
    const wrong = astray(pieces, goals);
    // If all pieces are right and the table still asks, lift them so that it senses them again.
    const lifted = wrong.length === 0 && state.position?.step ? this.#standing() : wrong;
    const freed = new Set(lifted.map((piece) => pieces[piece]));
    this.#takeOff(lifted);
    const isTaken = Object.values(goals).some((place) => freed.has(place));
    setTimeout(() => this.#putAll(), isTaken ? LIFTED_MS : 0);
  }

  clear() {
    this.#takeOff(this.#standing());
  }

  #putAll() {
    for (const [piece, to] of Object.entries(this.#goals())) this.#send("move", { piece, to });
  }

  /** @param {string[]} pieces */
  #takeOff(pieces) {
    for (const piece of pieces) this.#send("move", { piece, to: null });
  }

  /** Bring the selected thing to a spot.
   * @type {(thing: string, spot: string) => void} */
  bring(thing, spot) {
    this.cancel();
    this.#drop(thing, spot);
    focusThing(thing);
  }

  /** Put a card with this number into the tray.
   * @param {string} typed */
  add(typed) {
    const uid = typed.replace(/\s/g, "").toLowerCase();
    if (uid) set({ tags: new Set([...state.tags, tagThing(uid)]) });
  }
}

/** @param {string} thing */
export function focusThing(thing) {
  /** @type {HTMLElement | null} */ (document.querySelector(`[data-thing="${thing}"]`))?.focus({ preventScroll: true });
}
