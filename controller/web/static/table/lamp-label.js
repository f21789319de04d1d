/* Labels a lamp with its meaning when somebody points at it or focuses it. The arrow keys go through the
 * lamps of the Depth Board. */

import { el, render, sentence } from "../shared/dom.js";
import { spotName } from "./pieces.js";
import { say, seatNamed } from "../shared/words.js";

/** @import { Position, Say } from "../shared/types.js" */

const REST_MS = 350;
const APART_PX = 10;
const LAMPED = ".cell, .tile, .seat, .control";
/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export class LampLabel {
  #table;
  #label = /** @type {HTMLElement | null} */ (null);
  #says = /** @type {(place: string) => string} */ (() => "");
  #page = /** @type {{ say: Say }} */ ({ say });
  #place = /** @type {string | null} */ (null);
  #timer = 0;
  // The last position of the mouse, and the place it pressed.
  #mouse = "";
  #pressed = /** @type {string | null} */ (null);

  /** @param {HTMLElement} table */
  constructor(table) {
    this.#table = table;
    document.addEventListener("pointermove", (event) => this.#moved(event));
    table.addEventListener("pointerdown", (event) => this.#press(targetOf(event)));
    table.addEventListener("pointerleave", () => this.hide());
    table.addEventListener("focusin", (event) => this.#focused(targetOf(event)));
    table.addEventListener("focusout", () => this.hide());
    table.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Use a new layout of the table. */
  build() {
    this.#label = this.#table.querySelector(".lamp-label");
    this.hide();
  }

  /** Use `says(place)` for the meaning of lamps from now on.
   * @type {(says: (place: string) => string, page: { say: Say }) => void} */
  use(says, page) {
    [this.#says, this.#page] = [says, page];
    if (this.#place) this.#show(this.#place);
  }

  hide() {
    clearTimeout(this.#timer);
    this.#place = null;
    if (!this.#label) return;
    render(this.#label);
    this.#label.style.top = this.#label.style.left = "";
  }

  /** Ignore a page that changes under a resting mouse.
   * @param {PointerEvent} event */
  #moved(event) {
    const at = `${event.screenX} ${event.screenY}`;
    if (at === this.#mouse) return;
    this.#mouse = at;
    if (this.#table.contains(targetOf(event))) this.#pointed(targetOf(event), event.pointerType);
  }

  /** Hide the label on a press, because it would cover the effect.
   * @param {Element} target */
  #press(target) {
    this.hide();
    this.#pressed = placeOf(target.closest(LAMPED));
  }

  /** @type {(target: Element, pointerType: string) => void} */
  #pointed(target, pointerType) {
    const place = placeOf(target.closest(LAMPED));
    if (place === this.#pressed && place) return;
    this.#pressed = null;
    if (place === this.#place) return;
    this.hide();
    // A finger on a button presses it and needs no label.
    if (!place || (pointerType !== "mouse" && !target.closest(".cell"))) return;
    this.#timer = setTimeout(() => this.#show(place), REST_MS);
  }

  /** @param {Element} target */
  #focused(target) {
    if (!target.matches(":focus-visible")) return;
    if (target.matches(".depth")) this.#show(this.#place ?? placeOf(target.querySelector(".cell")));
    else if (target.matches(LAMPED)) this.#show(placeOf(target));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = STEPS[event.key];
    if (!step || !targetOf(event).matches(".depth")) return;
    event.preventDefault();
    const at = this.#place?.startsWith("depth:") ? this.#place : "depth:0:0";
    const [, lane, position] = at.split(":").map(Number);
    const next = `depth:${lane + step[0]}:${position + step[1]}`;
    if (this.#lens(next)) this.#show(next);
  }

  /** @param {string | null} place */
  #show(place) {
    clearTimeout(this.#timer);
    this.#place = place;
    const lens = place && this.#lens(place);
    const words = this.#label;
    if (!place || !lens || !words) return;
    render(words, el("b", {}, nameOf(place, this.#page)), ` ${this.#says(place)}`);
    const [lamp, around, table, label] = [lens, lens.parentElement ?? lens, this.#table, words].map((one) =>
      one.getBoundingClientRect(),
    );
    const middle = lamp.left + lamp.width / 2 - table.left;
    const most = table.width - label.width / 2;
    // The label must not cover the lamp or its part.
    const [top, bottom] = [Math.min(lamp.top, around.top), Math.max(lamp.bottom, around.bottom)];
    const above = top - table.top - label.height - APART_PX;
    words.style.left = `${Math.max(label.width / 2, Math.min(middle, most))}px`;
    words.style.top = `${above >= 0 ? above : bottom - table.top + APART_PX}px`;
  }

  /** @type {(place: string) => HTMLElement | null} */
  #lens(place) {
    return this.#table.querySelector(`.lens[data-place="${place}"]`);
  }
}

/** Return the meaning of seats and controls, which all games share.
 * @type {(place: string, position: Position, isLit: boolean) => string} */
export function usualLamp(place, { state, pending, game }, isLit) {
  const [kind, number] = place.split(":");
  if (kind === "depth" || kind === "tile") return say("lamp.nothing");
  if (kind !== "seat") return `${sentence(say(`drawn.${kind}`))}. ${say(isLit ? "lamp.can" : "lamp.cannot")}`;
  const seat = Number(number);
  if (!state || seat >= game.seats) return say("lamp.free");
  return say(pending?.seats?.includes(seat) ? "lamp.asked" : "lamp.waits");
}

/** @param {Event} event */
function targetOf(event) {
  return /** @type {Element} */ (event.target);
}

/** @type {(element: Element | null) => string | null} */
function placeOf(element) {
  return element?.querySelector(".lens")?.getAttribute("data-place") ?? null;
}

/** @type {(place: string, page: { say: Say }) => string} */
function nameOf(place, page) {
  if (place.startsWith("seat:")) return seatNamed(Number(place.slice(5)));
  return place.includes(":") ? spotName(place, page) : place;
}
