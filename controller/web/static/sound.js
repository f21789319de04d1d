/* The table's sounds on its page: the same cues, in the moment in which they are lit.
 * A browser lets a page sound only after a tap, so the first tap anywhere wakes it. */

import { Switch } from "./remembered.js";

export class Sound {
  #button;
  #kept = new Switch(localStorage, "sound");
  #context = null;
  #cues = new Map();

  /** `button` turns it on and off; off is usual, since the table has its own speaker. */
  constructor(button) {
    this.#button = button;
    button.addEventListener("click", () => {
      this.#kept.toggle();
      this.#show();
      this.#wake();
    });
    document.addEventListener("pointerdown", () => this.#wake());
    document.addEventListener("keydown", () => this.#wake());
    this.#show();
  }

  /** Nothing is kept for later: what cannot be heard now is old news then. */
  async play({ sounds }) {
    const context = this.#context;
    if (!this.#kept.on || context?.state !== "running") return;
    for (const name of sounds) {
      const source = context.createBufferSource();
      source.buffer = await this.#cue(name);
      source.connect(context.destination);
      source.start();
      this.#button.dataset.played = name;
    }
  }

  #cue(name) {
    if (!this.#cues.has(name)) this.#cues.set(name, this.#fetched(name));
    return this.#cues.get(name);
  }

  async #fetched(name) {
    const answer = await fetch(`/sounds/${name}`);
    return this.#context.decodeAudioData(await answer.arrayBuffer());
  }

  #wake() {
    if (!this.#kept.on) return;
    this.#context ??= new AudioContext();
    this.#context.resume();
  }

  #show() {
    this.#button.setAttribute("aria-pressed", String(this.#kept.on));
  }
}
