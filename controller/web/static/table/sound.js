/* The table's sounds on its page, in sync with the light. Browsers allow sound only after
 * a tap, so the first tap anywhere enables it. */

import { Switch, device } from "../shared/remembered.js";

// A sound that is this late no longer fits its light.
const LATE_MS = 200;

export class Sound {
  #kept = new Switch(device, "sound");
  #context = /** @type {AudioContext | null} */ (null);
  #cues = /** @type {Map<string, Promise<AudioBuffer | null>>} */ (new Map());
  #played;

  /** Calls `played(name)` with each sound. It is off at first, since the table has a speaker.
   * @param {(name: string) => void} played */
  constructor(played) {
    this.#played = played;
    document.addEventListener("pointerdown", () => this.#wake());
    document.addEventListener("keydown", () => this.#wake());
  }

  get on() {
    return this.#kept.on;
  }

  toggle() {
    this.#kept.toggle();
    this.#wake();
    return this.on;
  }

  /** Play now or not at all; a delayed sound would not fit.
   * @param {{ sounds: string[] }} message */
  async play({ sounds }) {
    const context = this.#context;
    if (!this.#kept.on || !context || context.state !== "running") return;
    const begun = performance.now();
    for (const { name, cue } of sounds.map((name) => ({ name, cue: this.#cue(context, name) }))) {
      const buffer = await cue;
      if (!buffer || performance.now() - begun > LATE_MS) continue;
      const source = context.createBufferSource();
      source.buffer = buffer;
      source.connect(context.destination);
      source.start();
      this.#played(name);
    }
  }

  /** @type {(context: AudioContext, name: string) => Promise<AudioBuffer | null>} */
  #cue(context, name) {
    const cue = this.#cues.get(name) ?? this.#fetched(context, name);
    this.#cues.set(name, cue);
    return cue;
  }

  /** Load a sound; return null if that fails, and try again the next time.
   * @type {(context: AudioContext, name: string) => Promise<AudioBuffer | null>} */
  async #fetched(context, name) {
    try {
      const answer = await fetch(`/sounds/${name}`);
      return await context.decodeAudioData(await answer.arrayBuffer());
    } catch {
      this.#cues.delete(name);
      return null;
    }
  }

  #wake() {
    if (!this.#kept.on) return;
    if (!this.#context) {
      this.#context = new AudioContext();
      this.#load(this.#context);
    }
    this.#context.resume();
  }

  /** Load all sounds ahead, so that none is late.
   * @param {AudioContext} context */
  async #load(context) {
    const answer = await fetch("/sounds/").catch(() => null);
    for (const name of answer?.ok ? await answer.json() : []) await this.#cue(context, name);
  }
}
