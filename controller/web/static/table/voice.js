/* Speaks the table's words in the browser's voice: what happened, and what to do next.
 * Stale sentences are dropped, as at the table itself (controller/sound/spoken.py). */

import { Switch, device } from "../shared/remembered.js";
import { say } from "../shared/words.js";

// The most waiting sentences about events; the oldest are dropped.
const MOST = 12;

export class Voice {
  #kept = new Switch(device, "voice");
  #told = /** @type {string[]} */ ([]);
  #answer = "";
  // The newest prompt, and its spoken parts.
  #prompt = /** @type {string[]} */ ([]);
  #heard = /** @type {string[]} */ ([]);
  // The current sentence, and its kind: "answer", "told" or "prompt".
  #speaking = /** @type {string | null} */ (null);
  #part = "";

  constructor() {
    document.addEventListener("click", () => this.#wake(), { once: true });
  }

  /** It is off at first, since the table may speak. */
  get on() {
    return this.#kept.on;
  }

  toggle() {
    this.#kept.toggle();
    // Some browsers speak only after a tap, so speak during this one.
    if (this.on) this.hear({ prompt: this.#prompt.length > 0 ? this.#prompt : [say("html.voice")], again: true });
    else this.#hush();
    return this.on;
  }

  /** Speak sentences; of prompts and answers only the newest.
   * @param {{ told?: string[], prompt?: string[], answer?: string, again?: boolean }} said */
  hear({ told = [], prompt = [], answer = "", again = false }) {
    prompt = prompt.filter(Boolean);
    const isOther = prompt.length > 0 && !prompt.includes(this.#part);
    const isCut = this.#speaking === "prompt" && (answer || again || isOther);
    const wentOn = prompt.length > 0 && prompt[0] !== this.#prompt[0];
    const isStale = isCut || (this.#speaking === "answer" && (answer || wentOn));
    if (prompt.length > 0) {
      if (again || wentOn) this.#heard = [];
      this.#prompt = prompt;
    }
    // A prompt that an answer interrupts is repeated after it.
    this.#heard = this.#heard.filter((part) => this.#prompt.includes(part) && !(isCut && part === this.#part));
    if (!this.#kept.on || !globalThis.speechSynthesis) return;
    this.#told = [...this.#told, ...told].slice(-MOST);
    this.#answer = answer || this.#answer;
    if (isStale) speechSynthesis.cancel();
    this.#next();
  }

  #next() {
    if (this.#speaking) return;
    const [kind, text] = this.#taken();
    if (!text) return;
    const words = new SpeechSynthesisUtterance(spoken(text));
    words.lang = document.documentElement.lang;
    words.onend = words.onerror = () => {
      this.#speaking = null;
      this.#next();
    };
    [this.#speaking, this.#part] = [kind, text];
    speechSynthesis.speak(words);
  }

  /** Return the next sentence: an answer first, the new parts of the prompt last.
   * @returns {[string, string | undefined]} */
  #taken() {
    if (this.#answer) return ["answer", [this.#answer, (this.#answer = "")][0]];
    if (this.#told.length > 0) return ["told", this.#told.shift()];
    const part = this.#prompt.find((each) => !this.#heard.includes(each));
    if (part) this.#heard.push(part);
    return ["prompt", part];
  }

  /** Start with the first tap after a reload, if the voice was on. */
  #wake() {
    if (this.#kept.on) globalThis.speechSynthesis?.speak(new SpeechSynthesisUtterance(""));
  }

  #hush() {
    [this.#told, this.#answer, this.#heard] = [[], "", [...this.#prompt]];
    speechSynthesis.cancel();
  }
}

/** Remove signs and abbreviations that are only for reading.
 * @param {string} text */
function spoken(text) {
  return text
    .replaceAll("`", "")
    .replaceAll(" / ", ", ")
    .replace(/(?<=\d) ft\b/g, " feet");
}
