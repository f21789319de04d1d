/* Pieces and cards on the drawn table, and the tray beside it.
 *
 * The tray offers the pieces of the running game. The server keeps where everything lies
 * and tells every page; this page moves nothing before the server says so.
 */

import { Dragging } from "./drag.js";
import { byId } from "../shared/dom.js";
import { astray, fits, goalsOf, isTag, middleOf, moveFor, READER, sensed, TRAY } from "./placing.js";
import { madeUpTags, nameThing, paint, tagThing, thingElement } from "./pieces.js";

/** @import { CompletePage, Hello, Lying, Position, Send, Step } from "../shared/types.js" */
/** @import { Lamp } from "./layout.js" */

/** What is selected, and where it would go if it were dropped now.
 * @typedef {{ thing: string | null, aim: { thing: string, spot: string } | null }} Moving */
/** @typedef {(seat: number) => string | null} SeatColour */
/** A thing, and its own slot in the tray, which it leaves without the others moving.
 * @typedef {{ element: HTMLElement, home: HTMLElement }} Thing */

const STACK_PX = 7;
// A sensor must be free for this long to notice that another piece has come.
const LIFTED_MS = 500;

export class Tray {
  #table;
  #send;
  #show;
  #dragging;
  #layer = /** @type {Element | null} */ (null);
  // The elements of places, where pieces stand.
  #stands = /** @type {Map<string, HTMLElement>} */ (new Map());
  #spots = /** @type {Map<string, Element>} */ (new Map());
  #things = /** @type {Map<string, Thing>} */ (new Map());
  #lying = /** @type {Lying | null} */ (null);
  #places = /** @type {string[]} */ ([]);
  // From the position: where the pieces belong, and whose they are.
  #goals = /** @type {Record<string, string> | null} */ (null);
  #step = /** @type {Step | null} */ (null);
  #page = /** @type {CompletePage | null} */ (null);
  #seatColour = /** @type {SeatColour} */ (() => null);

  /** `show` tells the page what is being moved.
   * @param {HTMLElement} table
   * @param {Send} send
   * @param {(moving: Partial<Moving>) => void} show */
  constructor(table, send, show) {
    this.#table = table;
    this.#send = send;
    this.#show = show;
    this.#dragging = new Dragging({
      fits,
      drop: (thing, spot) => this.#drop(thing, spot),
      aim: (thing, spot) => this.#aim(thing, spot),
      select: (thing) => this.#select(thing),
    });
    new ResizeObserver(() => this.#place()).observe(table);
  }

  /** Use a new layout of the table; `lamps` as in light.js.
   * @type {(hello: Hello, lamps: Lamp[]) => void} */
  build(hello, lamps) {
    if (!hello.touch) return;
    this.#stands = new Map(lamps.map(({ place, stand }) => [place, stand]));
    this.#layer = this.#table.querySelector(".standing-things");
    this.#places = sensed(hello);
    this.#spots = new Map([[TRAY, byId("tray")]]);
    for (const place of this.#places) {
      const around = this.#stands.get(place)?.parentElement;
      if (around) this.#spots.set(place, around);
    }
    this.#dragging.use(this.#spots);
  }

  /** Offer the position's pieces, drawn by the game's page.
   * @type {(position: Position, page: CompletePage, seatColour: SeatColour) => void} */
  play({ belongs, step }, page, seatColour) {
    this.#page = page;
    this.#goals = goalsOf(belongs ?? {}, this.#places);
    this.#step = step ?? null;
    this.#seatColour = seatColour;
    if (!this.#dragging.isDragging) this.#render();
  }

  /** Do the step that the table asks for.
   * @param {Step} step */
  follow(step) {
    const move = this.#lying && moveFor(step, this.#lying.pieces);
    if (move) this.#send("move", move);
  }

  /** Show where everything lies.
   * @param {Lying} lying */
  show(lying) {
    this.#lying = lying;
    // A thing that is being dragged stays under the finger.
    if (!this.#dragging.isDragging) this.#render();
  }

  /** Cancel an unfinished move. */
  cancel() {
    this.#dragging.cancel();
  }

  #render() {
    const page = this.#page;
    const layer = this.#layer;
    if (!this.#lying || !this.#goals || !page || !layer) return;
    const { pieces, cards } = this.#lying;
    const focused = document.activeElement;
    for (const name of Object.keys(cards)) {
      const slot = document.querySelector(`[data-reader="${name}"]`);
      if (slot) this.#spots.set(READER + name, slot);
    }
    const onReader = new Map(Object.entries(cards).map(([reader, uid]) => [tagThing(uid), reader]));
    for (const [piece, place] of Object.entries(pieces)) {
      const { element, home } = this.#own(piece, byId("tray-pieces"));
      this.#lay(element, place === null ? home : layer);
      home.hidden = !(piece in this.#goals);
      paint(element, piece, page, this.#seatColour);
      // Its owner may have another name by now.
      nameThing(element, piece, page);
    }
    for (const thing of [...this.#things.keys()]) {
      if (!isTag(thing) && !(thing in pieces)) this.#forget(thing);
    }
    for (const tag of this.#tags(onReader)) {
      const reader = onReader.get(tag);
      const { element, home } = this.#own(tag, byId("tray-tags"));
      this.#lay(element, (reader && this.#spots.get(READER + reader)) || home);
    }
    this.#place();
    if (focused instanceof HTMLElement && focused.dataset.thing) focused.focus({ preventScroll: true });
  }

  /** Show the sample cards, typed ones, and those of other pages.
   * @type {(onReader: Map<string, string>) => Iterable<string>} */
  #tags(onReader) {
    if (onReader.size === 0) return [];
    const known = [...this.#things.keys()].filter(isTag);
    const lying = [...onReader.keys()].filter((tag) => tag !== tagThing(""));
    return new Set([...madeUpTags.map(tagThing), ...known, ...lying]);
  }

  /** Return a thing, with its slot in this part of the tray; make it if it is missing.
   * @type {(thing: string, part: Element) => Thing} */
  #own(thing, part) {
    const known = this.#things.get(thing);
    if (known) return known;
    const element = thingElement(thing);
    const home = Object.assign(document.createElement("span"), { className: "home" });
    home.dataset.kind = element.dataset.kind;
    const made = { element, home };
    this.#things.set(thing, made);
    this.#dragging.listen(thing, element);
    part.append(made.home);
    return made;
  }

  /** Remove a thing that this game does not have.
   * @param {string} thing */
  #forget(thing) {
    this.#things.get(thing)?.element.remove();
    this.#things.get(thing)?.home.remove();
    this.#things.delete(thing);
    this.#dragging.forget(thing);
  }

  /** @type {(element: HTMLElement, where: Element) => void} */
  #lay(element, where) {
    if (element.parentElement === where) return;
    where.append(element);
    if (where === this.#layer) return;
    // In the tray it lies in its own slot.
    element.style.left = element.style.top = "";
    delete element.dataset.at;
  }

  /** Place the things on the table over their sensors, side by side if several share one. */
  #place() {
    const table = this.#table.getBoundingClientRect();
    const there = new Map();
    for (const [piece, place] of Object.entries(this.#lying?.pieces ?? {})) {
      const [spot, thing] = [this.#stands.get(place ?? ""), this.#things.get(piece)];
      if (!place || !spot || !thing) continue;
      const stand = middleOf(spot).getBoundingClientRect();
      const before = there.get(place) ?? 0;
      there.set(place, before + 1);
      const { style, dataset } = thing.element;
      style.left = `${stand.left + stand.width / 2 - table.left + before * STACK_PX}px`;
      style.top = `${stand.top + stand.height / 2 - table.top - before * STACK_PX}px`;
      dataset.at = place;
    }
  }

  /** @type {(thing: string, spot: string) => void} */
  #drop(thing, spot) {
    if (!isTag(thing)) {
      this.#send("move", { piece: thing, to: spot === TRAY ? null : spot });
      return this.#render();
    }
    const uid = thing.slice(4);
    const from = Object.entries(this.#lying?.cards ?? {}).find(([, lies]) => lies === uid)?.[0];
    if (spot !== TRAY) this.#send("tag", { reader: spot.slice(READER.length), uid });
    else if (from) this.#send("tag", { reader: from, uid: "" });
    this.#render();
  }

  /** @type {(thing: string | null, spot: string | null) => void} */
  #aim(thing, spot) {
    this.#table.querySelector(".aimed")?.classList.remove("aimed");
    document.querySelector(".slot.aimed")?.classList.remove("aimed");
    if (spot && spot !== TRAY) this.#spots.get(spot)?.classList.add("aimed");
    this.#show({ aim: thing && spot ? { thing, spot } : null });
    if (!thing) this.#render();
  }

  // All pieces at once

  #standing() {
    const pieces = Object.entries(this.#lying?.pieces ?? {});
    return pieces.filter(([, place]) => place !== null).map(([piece]) => piece);
  }

  setUp() {
    if (!this.#lying || !this.#goals) return;
    const { pieces } = this.#lying;
    const wrong = astray(pieces, this.#goals);
    // If all stand right and the table still asks, lift them so that it feels them again.
    const lifted = wrong.length === 0 && this.#step ? this.#standing() : wrong;
    const freed = new Set(lifted.map((piece) => pieces[piece]));
    this.#takeOff(lifted);
    const isTaken = Object.values(this.#goals).some((place) => freed.has(place));
    setTimeout(() => this.#putAll(), isTaken ? LIFTED_MS : 0);
  }

  clear() {
    this.#takeOff(this.#standing());
  }

  #putAll() {
    for (const [piece, to] of Object.entries(this.#goals ?? {})) {
      this.#send("move", { piece, to });
    }
  }

  /** @param {string[]} pieces */
  #takeOff(pieces) {
    for (const piece of pieces) this.#send("move", { piece, to: null });
  }

  // Moving a selected thing

  /** @param {string | null} thing */
  #select(thing) {
    for (const [each, { element }] of this.#things) element.setAttribute("aria-pressed", String(each === thing));
    this.#show({ thing });
  }

  /** Bring a thing to a spot.
   * @type {(thing: string, spot: string) => void} */
  bring(thing, spot) {
    this.#dragging.cancel();
    this.#drop(thing, spot);
    this.#things.get(thing)?.element.focus();
  }

  /** Put a card with this number into the tray.
   * @param {string} typed */
  add(typed) {
    const uid = typed.replace(/\s/g, "").toLowerCase();
    if (!uid) return;
    this.#own(tagThing(uid), byId("tray-tags"));
    this.#render();
  }
}
