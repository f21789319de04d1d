/* The table's words in the browser's own voice: what happened, and what to do next.
 * What is stale is not said any more, as at the table itself (controller/sound/spoken.py). */

import { Switch } from "./remembered.js";

// So many sentences of what happened wait; the oldest are dropped.
const MOST = 12;

export class Voice {
  #kept = new Switch(localStorage, "voice");
  #told = [];
  #answer = "";
  // The newest prompt, and which of its parts were said.
  #prompt = [];
  #heard = [];
  // What is being said now, and its kind: "answer", "told" or "prompt".
  #speaking = null;
  #part = "";

  /** `button` turns it on and off; off is usual, since the table may speak itself. */
  constructor(button) {
    button.hidden = !globalThis.speechSynthesis;
    button.setAttribute("aria-pressed", String(this.#kept.on));
    button.addEventListener("click", () => {
      button.setAttribute("aria-pressed", String(this.#kept.toggle()));
      // Some browsers speak only once a tap has made them: so it begins at once.
      if (this.#kept.on) this.hear({ prompt: this.#prompt.length > 0 ? this.#prompt : [button.textContent], again: true });
      else this.#hush();
    });
    document.addEventListener("click", () => this.#wake(), { once: true });
  }

  /** Sentences as people read them; of prompts and answers only the newest is said. */
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
    // A part that is cut off by an answer is said again after it.
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

  /** An answer first, what to do now last, and of that only what is new. */
  #taken() {
    if (this.#answer) return ["answer", [this.#answer, (this.#answer = "")][0]];
    if (this.#told.length > 0) return ["told", this.#told.shift()];
    const part = this.#prompt.find((each) => !this.#heard.includes(each));
    if (part) this.#heard.push(part);
    return ["prompt", part];
  }

  /** After a reload the voice may be on without a tap of its button. */
  #wake() {
    if (this.#kept.on) globalThis.speechSynthesis?.speak(new SpeechSynthesisUtterance(""));
  }

  #hush() {
    [this.#told, this.#answer, this.#heard] = [[], "", [...this.#prompt]];
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
