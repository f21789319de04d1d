/* The drawn table: its lamps, buttons, pieces and striker, which all draw themselves. */

import { el, render, svg } from "../shared/dom.js";
import { say } from "../shared/words.js";
import { Frames } from "./frames.js";
import { LampLabel, usualLamp } from "./lamp-label.js";
import { followTheEye, lampsOf, layOut, markDepth, nameSeat } from "./layout.js";
import { Light } from "./light.js";
import { Buttons } from "./press.js";
import { StepArrow } from "./step-arrow.js";
import { Striker } from "./striker.js";
import { Tray } from "./tray.js";

/** @import { CompletePage, Hello, Lying, Position, Send } from "../shared/types.js" */
/** @import { Board } from "../shared/types.js" */

export class DrawnTable {
  #table;
  #send;
  #buttons;
  #arrow;
  #label;
  #board = /** @type {Board | null} */ (null);
  #striker = /** @type {Striker | null} */ (null);
  #light = /** @type {Light | null} */ (null);
  #decoded = /** @type {Frames | null} */ (null);
  #seatButtons = /** @type {[string, HTMLButtonElement][]} */ ([]);
  /** The number of frames so far, and the bytes of the last one. */
  frames = 0;
  latest = /** @type {Uint8Array | null} */ (null);

  /** `send(type, fields)` sends each action of a hand.
   * @param {HTMLElement} table
   * @param {Send} send */
  constructor(table, send) {
    this.#table = table;
    this.#send = send;
    this.#buttons = new Buttons(table, (type, control) => send(type, { control }));
    this.tray = new Tray(table, send);
    this.#arrow = new StepArrow(table);
    this.#label = new LampLabel(table);
    followTheEye(table);
  }

  /** Lay out the table that `hello` describes.
   * @param {Hello} hello */
  build(hello) {
    const { board, touch } = hello;
    const key = JSON.stringify([board, touch]);
    if (key === this.#table.dataset.board) return;
    this.#table.dataset.board = key;
    this.#board = board;
    this.#decoded = new Frames(board);
    const turn = touch?.key ? (/** @type {boolean} */ on) => this.#send("turn", { on }) : null;
    const { parts, size } = layOut(board, touch !== null, turn);
    // Parts that move by themselves draw themselves into these elements.
    render(
      this.#table,
      parts,
      el("canvas", { class: "light", "aria-hidden": "true" }),
      svg("svg", { class: "way", "aria-hidden": "true", "data-testid": "way" }),
      touch && el("div", { class: "standing-things", role: "group", "aria-label": say("drawn.pieces") }),
      el("p", { class: "lamp-label", role: "status", "data-testid": "lamp" }),
    );
    this.#table.classList.toggle("no-depth", !this.#table.querySelector(".depth"));
    this.#table.classList.toggle("measured", size !== null);
    for (const [name, value] of Object.entries(size ?? {})) this.#table.style.setProperty(name, String(value));
    const lamps = lampsOf(this.#table, board.pixels);
    /** @type {NodeListOf<HTMLButtonElement>} */
    const controls = this.#table.querySelectorAll("[data-control]");
    const buttons = new Map([...controls].map((control) => [control.dataset.control ?? "", control]));
    this.#striker = board.eliminator && new Striker(this.#table, board.eliminator);
    this.#light = new Light(this.#table, lamps, this.#decoded);
    this.#buttons.use(buttons);
    this.#arrow.build(lamps);
    this.tray.build(hello, lamps);
    this.#label.build();
    this.#seatButtons = [...buttons].filter(([control]) => control.startsWith("seat:"));
  }

  /** Show a position in the words of its game's page.
   * @type {(position: Position, page: CompletePage) => void} */
  show(position, page) {
    const { phase, game, state, step, how } = position;
    /** @type {(seat: number) => boolean} */
    const isTaken = (seat) => Boolean(state) && seat < game.seats;
    this.#arrow.show(step ?? null);
    this.#label.use((place) => page.lamp(state, place, game) ?? usualLamp(place, position, this.#isLit(place)), page);
    this.#buttons.keep(phase === "play" ? (how?.held ?? []) : []);
    markDepth(this.#table, state ? (page.depthMarks ?? []) : []);
    for (const [control, button] of this.#seatButtons) {
      const seat = Number(control.slice(5));
      if (isTaken(seat)) nameSeat(button, page.seatName(state, seat), page.seatColours(state, seat));
      else nameSeat(button, null, []);
    }
    this.#light?.measure();
  }

  /** Show where everything lies.
   * @param {Lying} lying */
  lie(lying) {
    this.#striker?.showKey(lying.armed);
    this.tray.show(lying);
  }

  /** @param {{ state: string, degrees: number | null }} message */
  strike(message) {
    this.#striker?.show(message);
  }

  /** @param {Uint8Array} bytes */
  light(bytes) {
    this.frames += 1;
    this.latest = bytes;
    this.#light?.show(bytes);
  }

  /** Release everything: without a connection, the server has released it too. */
  letGo() {
    this.#buttons.forget();
    this.tray.cancel();
  }

  /** Return a lamp's colour as sent, or null before the first frame.
   * @param {string} place */
  lamp(place) {
    return this.#decoded?.raw(this.#board?.pixels[place] ?? NaN) ?? null;
  }

  /** @param {string} place */
  #isLit(place) {
    return (this.#decoded?.onScreen(this.#board?.pixels[place] ?? NaN) ?? 0) !== 0;
  }
}
