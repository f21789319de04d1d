/* The table's words in the browser's own voice: what happened, and what to do next.
 * What is stale is not said any more, as at the table itself (controller/sound/spoken.py). */

import { Switch } from "./remembered.js";

// So many sentences of what happened wait; the oldest are dropped.
const MOST = 12;

export class Voice {
  #kept = new Switch(localStorage, "voice");
  #told = [];
  #answer = "";
  #prompt = [];
  // The kind of what is being said now, "answer", "told" or "prompt", and the prompt that was begun last.
  #speaking = null;
  #heard = [];
  // What to do now, for whoever turns the voice on.
  #newest = [];

  /** `button` turns it on and off; off is usual, since the table may speak itself. */
  constructor(button) {
    button.hidden = !globalThis.speechSynthesis;
    button.setAttribute("aria-pressed", String(this.#kept.on));
    button.addEventListener("click", () => {
      button.setAttribute("aria-pressed", String(this.#kept.toggle()));
      // Some browsers speak only once a tap has made them: so it begins at once.
      if (this.#kept.on) this.hear({ prompt: this.#newest.length > 0 ? this.#newest : [button.textContent], again: true });
      else this.#hush();
    });
    document.addEventListener("click", () => this.#wake(), { once: true });
  }

  /** Sentences as people read them; of prompts and answers only the newest is said. */
  hear({ told = [], prompt = [], answer = "", again = false }) {
    prompt = prompt.filter(Boolean);
    if (prompt.length > 0) this.#newest = prompt;
    if (!this.#kept.on || !globalThis.speechSynthesis) return;
    const isOther = prompt.length > 0 && prompt[0] !== this.#heard[0];
    const isCut = this.#speaking === "prompt" && (answer || again || isOther);
    const isStale = isCut || (this.#speaking === "answer" && answer);
    this.#told = [...this.#told, ...told].slice(-MOST);
    this.#answer = answer || this.#answer;
    if (prompt.length > 0) this.#prompt = prompt;
    // Cut off by an answer, it still says what to do after it.
    else if (isCut && this.#prompt.length === 0) this.#prompt = this.#heard;
    if (isCut || again || isOther) this.#heard = [];
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
    this.#speaking = kind;
    speechSynthesis.speak(words);
  }

  /** An answer first, what to do now last, and of that only what is new. */
  #taken() {
    if (this.#answer) return ["answer", [this.#answer, (this.#answer = "")][0]];
    if (this.#told.length > 0) return ["told", this.#told.shift()];
    const news = this.#prompt.filter((part) => !this.#heard.includes(part));
    if (this.#prompt.length > 0) [this.#heard, this.#prompt] = [this.#prompt, []];
    return ["prompt", news.join(" ")];
  }

  /** After a reload the voice may be on without a tap of its button. */
  #wake() {
    if (this.#kept.on) globalThis.speechSynthesis?.speak(new SpeechSynthesisUtterance(""));
  }

  #hush() {
    [this.#told, this.#answer, this.#prompt] = [[], "", []];
    speechSynthesis.cancel();
  }
}

/** Without the signs and short forms that are only for eyes. */
function spoken(text) {
  return text
    .replaceAll("`", "")
    .replaceAll(" / ", ", ")
    .replace(/(?<=\d) ft\b/g, " feet");
}
