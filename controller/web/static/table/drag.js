/* Moves things to spots, by dragging, or by selecting a thing and then its spot.
 *
 * A pointer drags. A tap, Enter or a click selects; the next tap on a spot is the target.
 * An unfinished move changes nothing.
 */

/** @import { Attributes } from "../shared/preact.js" */

/**
 * @typedef {Pick<PointerEvent, "button" | "pointerId" | "clientX" | "clientY">} Pointer
 * @typedef {{ fits: (thing: string, spot: string) => boolean, drop: (thing: string, spot: string) => void,
 *   aim: (thing: string | null, spot: string | null) => void, select: (thing: string | null) => void }} Moves
 * @typedef {{ thing: string, element: HTMLElement, pointerId: number, x: number, y: number,
 *   ghost: HTMLElement | null, spot: string | null }} Drag
 */

const DRAG_PX = 5;
// A finger is wider than a lamp, so a point this close to a spot still hits it.
const REACH_PX = 22;
const TAP_REACH_PX = 4;

export class Dragging {
  #spots = /** @type {Map<string, Element>} */ (new Map());
  #fits;
  #drop;
  #aim;
  #select;
  #selected = /** @type {string | null} */ (null);
  #drag = /** @type {Drag | null} */ (null);

  /**
   * fits(thing, spot)   may it go there?
   * drop(thing, spot)   it was dropped there
   * aim(thing, spot)    it would go there now; both null when there is no drag
   * select(thing)       it waits for its spot; null if nothing does
   * @param {Moves} moves
   */
  constructor({ fits, drop, aim, select }) {
    this.#fits = fits;
    this.#drop = drop;
    this.#aim = aim;
    this.#select = select;
    addEventListener("pointerdown", (event) => this.#tapSpot(event), true);
    addEventListener("keydown", (event) => event.key === "Escape" && this.cancel());
  }

  get isDragging() {
    return this.#drag !== null;
  }

  /** Use these elements by spot, instead of earlier ones.
   * @param {Map<string, Element>} spots */
  use(spots) {
    this.cancel();
    this.#spots = spots;
  }

  /** Return the listeners of a thing's element.
   * @type {(thing: string) => Attributes<HTMLButtonElement>} */
  listeners(thing) {
    return {
      onpointerdown: (event) => this.#begin(thing, event.currentTarget, event),
      onpointermove: (event) => this.#move(event),
      onpointerup: (event) => this.#end(event, true),
      onpointercancel: (event) => this.#end(event, false),
      oncontextmenu: (event) => event.preventDefault(),
      onclick: (event) => this.#toggle(thing, event.currentTarget, event),
    };
  }

  cancel() {
    this.#stop();
    this.#mark(null);
  }

  /** @type {(thing: string, element: HTMLElement, event: Pointer) => void} */
  #begin(thing, element, event) {
    if (event.button !== 0 || this.#drag) return;
    element.setPointerCapture(event.pointerId);
    delete element.dataset.dragged;
    const { clientX: x, clientY: y, pointerId } = event;
    this.#drag = { thing, element, pointerId, x, y, ghost: null, spot: null };
  }

  /** @param {Pointer} event */
  #move({ pointerId, clientX: x, clientY: y }) {
    const drag = this.#drag;
    if (drag?.pointerId !== pointerId) return;
    if (!drag.ghost && Math.hypot(x - drag.x, y - drag.y) < DRAG_PX) return;
    const ghost = drag.ghost ?? this.#lift(drag);
    ghost.style.translate = `${x}px ${y}px`;
    const spot = this.#spotAt(x, y, drag.thing, REACH_PX);
    if (spot !== drag.spot) this.#aim(drag.thing, spot);
    drag.spot = spot;
  }

  /** @param {Drag} drag */
  #lift(drag) {
    this.#mark(null);
    const ghost = /** @type {HTMLElement} */ (drag.element.cloneNode(true));
    ghost.classList.add("ghost");
    ghost.removeAttribute("data-thing");
    ghost.setAttribute("aria-hidden", "true");
    // Start at the place where the piece stands.
    ghost.style.left = ghost.style.top = "";
    document.body.append(ghost);
    drag.ghost = ghost;
    drag.element.classList.add("lifted");
    drag.element.dataset.dragged = "";
    return ghost;
  }

  /** @type {(event: Pointer, isDrop: boolean) => void} */
  #end({ pointerId }, isDrop) {
    const drag = this.#drag;
    if (drag?.pointerId !== pointerId) return;
    this.#stop();
    if (isDrop && drag.spot) this.#drop(drag.thing, drag.spot);
  }

  /** Drop a thing that no longer exists.
   * @param {string} thing */
  forget(thing) {
    if (this.#selected === thing) this.#mark(null);
  }

  #stop() {
    const drag = this.#drag;
    if (!drag) return;
    this.#drag = null;
    drag.ghost?.remove();
    drag.element.classList.remove("lifted");
    this.#aim(null, null);
  }

  /** @type {(thing: string, element: HTMLElement, event: { detail: number }) => void} */
  #toggle(thing, element, { detail }) {
    // Ignore the click at the end of a drag; a keyboard's click has no detail.
    const wasDrag = detail !== 0 && "dragged" in element.dataset;
    delete element.dataset.dragged;
    if (!wasDrag) this.#mark(this.#selected === thing ? null : thing);
  }

  /** @param {string | null} thing */
  #mark(thing) {
    if (this.#selected === thing) return;
    this.#selected = thing;
    this.#select(thing);
  }

  /** @param {PointerEvent} event */
  #tapSpot(event) {
    if (this.#selected === null || event.button !== 0 || !(event.target instanceof Element)) return;
    if (event.target.closest("[data-thing], form, summary, a")) return;
    const { clientX: x, clientY: y } = event;
    const thing = this.#selected;
    const spot = this.#spotAt(x, y, thing, TAP_REACH_PX);
    if (!spot) return;
    // A drop must not press the tile below it.
    event.preventDefault();
    event.stopPropagation();
    this.#mark(null);
    this.#drop(thing, spot);
  }

  /** @type {(x: number, y: number, thing: string, reach: number) => string | null} */
  #spotAt(x, y, thing, reach) {
    let best = null;
    let least = reach;
    for (const [spot, element] of this.#spots) {
      if (!this.#fits(thing, spot)) continue;
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const away = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
      // Prefer the later of two equally close spots, since it may lie inside the other.
      if (away <= least) [best, least] = [spot, away];
    }
    return best;
  }
}
