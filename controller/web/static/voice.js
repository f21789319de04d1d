/* The table's words in the browser's own voice: what happened, and what to do next.
 * What is stale is not said any more, as at the table itself. */

import { Switch } from "./remembered.js";

// So many sentences of what happened wait; the oldest are dropped.
const MOST = 12;

export class Voice {
  #kept = new Switch(localStorage, "voice");
  #told = [];
  #answer = "";
  #prompt = "";
  // The kind of what is being said now: "answer", "told" or "prompt".
  #speaking = null;

  /** `button` turns it on and off; off is usual, since the table may speak itself. */
  constructor(button) {
    button.hidden = !globalThis.speechSynthesis;
    button.setAttribute("aria-pressed", String(this.#kept.on));
    button.addEventListener("click", () => {
      button.setAttribute("aria-pressed", String(this.#kept.toggle()));
      if (!this.#kept.on) this.#hush();
    });
  }

  /** Sentences as people read them; of prompts and answers only the newest is said. */
  hear({ told = [], prompt = "", answer = "" }) {
    if (!this.#kept.on || !globalThis.speechSynthesis) return;
    this.#told = [...this.#told, ...told].slice(-MOST);
    this.#prompt = prompt || this.#prompt;
    this.#answer = answer || this.#answer;
    const isStale = this.#speaking === "prompt" ? prompt || answer : this.#speaking === "answer" && answer;
    if (isStale) speechSynthesis.cancel();
    this.#next();
  }

  #next() {
    if (this.#speaking) return;
    const [kind, text] = this.#taken();
    if (!text) return;
    const words = new SpeechSynthesisUtterance(text.replaceAll("`", ""));
    words.lang = document.documentElement.lang;
    words.onend = words.onerror = () => {
      this.#speaking = null;
      this.#next();
    };
    this.#speaking = kind;
    speechSynthesis.speak(words);
  }

  /** An answer first, what to do now last. */
  #taken() {
    if (this.#answer) return ["answer", [this.#answer, (this.#answer = "")][0]];
    if (this.#told.length > 0) return ["told", this.#told.shift()];
    return ["prompt", [this.#prompt, (this.#prompt = "")][0]];
  }

  #hush() {
    [this.#told, this.#answer, this.#prompt] = [[], "", ""];
    speechSynthesis.cancel();
  }
}
