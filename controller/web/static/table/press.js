/* Buttons that can be pressed, held and latched.
 *
 * A button is down while anything holds it: a finger, the mouse, a key, or the latch of a
 * seat for people with one pointer. `press` is sent with the first holder, `release` with
 * the last.
 */

/**
 * @typedef {string | number} Holder
 * @typedef {(type: "press" | "release", control: string) => void} Send
 */

const LATCH = "latch";
const LONG_PRESS_MS = 600;
// A switch needs time to settle; a scripted click is faster than any finger.
const SHORTEST_PRESS_MS = 60;
/** @type {Record<string, string>} */
const KEYS = { KeyN: "next", KeyO: "ok", KeyU: "undo", KeyW: "why", KeyF: "fire" };

export class Buttons {
  #switches;
  #buttons = /** @type {Map<string, HTMLButtonElement>} */ (new Map());
  #holders = /** @type {Map<string, Set<Holder>>} */ (new Map());
  #longPresses = /** @type {Map<string, number>} */ (new Map());
  // Seats that a press latches, and those that are latched.
  #keeps = /** @type {Set<string>} */ (new Set());
  #kept = /** @type {Set<string>} */ (new Set());

  /** `send(type, control)`; the keys work while the focus is inside `table`.
   * @param {HTMLElement} table
   * @param {Send} send */
  constructor(table, send) {
    this.#switches = new Switches(send);
    table.addEventListener("keydown", (event) => this.#keyDown(event));
    addEventListener("keyup", (event) => this.#letGoOf((holder) => holder === event.code));
    addEventListener("blur", () => this.#letGoOf((holder) => holder !== LATCH));
  }

  /** Use these buttons by control, instead of earlier ones.
   * @param {Map<string, HTMLButtonElement>} buttons */
  use(buttons) {
    this.#buttons = buttons;
    for (const [control, button] of buttons) this.#listen(control, button);
  }

  /** Latch these seats on a press, until they are pressed again or their choice is made.
   * @param {string[]} controls */
  keep(controls) {
    this.#keeps = new Set(controls);
    for (const control of this.#kept) {
      if (!this.#keeps.has(control)) this.#letGo(control, LATCH);
    }
  }

  /** Release everything: without a connection, the server has released it too. */
  forget() {
    this.#switches.forget();
    const held = [...this.#holders.keys()];
    this.#holders.clear();
    for (const control of held) this.#show(control);
  }

  /** @type {(control: string, button: HTMLButtonElement) => void} */
  #listen(control, button) {
    button.addEventListener("pointerdown", (event) => this.#pointerDown(control, event));
    for (const type of /** @type {const} */ (["pointerup", "pointerleave", "pointercancel"])) {
      button.addEventListener(type, (event) => this.#letGo(control, event.pointerId));
    }
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    // Suppress the click on key-up, since the press was already sent.
    button.addEventListener("keyup", (event) => isPressKey(event) && event.preventDefault());
    button.addEventListener("click", (event) => this.#click(control, event));
  }

  /** @type {(control: string, event: PointerEvent) => void} */
  #pointerDown(control, event) {
    if (event.button !== 0) return;
    this.#buttons.get(control)?.focus({ preventScroll: true });
    if (this.#toggleLatch(control, event)) return;
    this.#press(control, event.pointerId);
    if (event.pointerType !== "mouse" && isSeat(control)) this.#awaitLatch(control);
  }

  /** Handle a click of assistive technology, which sends no pointer events.
   * @type {(control: string, event: MouseEvent) => void} */
  #click(control, event) {
    if (event.detail !== 0 || this.#toggleLatch(control, event)) return;
    this.#press(control, "click");
    this.#letGo(control, "click");
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !(event.target instanceof Element)) return;
    const focused = event.target.closest("[data-control]")?.getAttribute("data-control");
    const control = isPressKey(event) ? focused : shortcut(event.code);
    if (!control || (this.#buttons.get(control)?.disabled ?? true)) return;
    event.preventDefault();
    if (event.repeat || this.#toggleLatch(control, event)) return;
    this.#press(control, event.code);
  }

  /** Release the latched seat before another is held; only one can be counted for.
   * @type {(control: string, holder: Holder) => void} */
  #press(control, holder) {
    const isKept = this.#keeps.has(control);
    if (isKept) this.#freeKept();
    this.#hold(control, holder);
    if (!isKept) return;
    this.#hold(control, LATCH);
    this.#kept.add(control);
  }

  #freeKept() {
    for (const control of this.#kept) this.#letGo(control, LATCH);
  }

  /** Latch a seat with Shift; any press of a latched seat releases it.
   * @type {(control: string, event: { shiftKey: boolean }) => boolean} */
  #toggleLatch(control, event) {
    if (!isSeat(control)) return false;
    const latched = this.#holders.get(control)?.has(LATCH) ?? false;
    if (latched) this.#letGo(control, LATCH);
    else if (event.shiftKey) this.#hold(control, LATCH);
    return latched || event.shiftKey;
  }

  /** @param {string} control */
  #awaitLatch(control) {
    const latch = () => {
      this.#hold(control, LATCH);
      navigator.vibrate?.(15);
    };
    this.#longPresses.set(control, setTimeout(latch, LONG_PRESS_MS));
  }

  /** @type {(control: string, holder: Holder) => void} */
  #hold(control, holder) {
    const holders = this.#holders.get(control) ?? /** @type {Set<Holder>} */ (new Set());
    if (holders.size === 0) {
      this.#twoHands();
      this.#switches.press(control);
    }
    this.#holders.set(control, holders.add(holder));
    this.#show(control);
  }

  /** Treat a finger on a seat as its holder once another button is pressed. */
  #twoHands() {
    for (const [control, holders] of this.#holders) {
      clearTimeout(this.#longPresses.get(control));
      if (holders.size > 1) holders.delete(LATCH);
      this.#show(control);
    }
  }

  /** @type {(control: string, holder: Holder) => void} */
  #letGo(control, holder) {
    const holders = this.#holders.get(control);
    if (!holders?.delete(holder)) return;
    if (holder === LATCH) this.#kept.delete(control);
    if (holder !== LATCH) clearTimeout(this.#longPresses.get(control));
    if (holders.size === 0) {
      this.#holders.delete(control);
      this.#switches.release(control);
      // UNDO has cancelled the choice of the latched seat.
      if (control === "undo") this.#freeKept();
    }
    this.#show(control);
  }

  /** @param {(holder: Holder) => boolean} which */
  #letGoOf(which) {
    for (const [control, holders] of [...this.#holders]) {
      for (const holder of [...holders].filter(which)) this.#letGo(control, holder);
    }
  }

  /** @param {string} control */
  #show(control) {
    const button = this.#buttons.get(control);
    const holders = this.#holders.get(control);
    if (!button) return;
    button.classList.toggle("down", holders !== undefined);
    button.classList.toggle("latched", holders?.has(LATCH) ?? false);
    if (isSeat(control)) button.setAttribute("aria-pressed", String(holders !== undefined));
  }
}

/** Sends presses and releases, each press long enough for a debounced switch. */
class Switches {
  #send;
  #pressedAt = /** @type {Map<string, number>} */ (new Map());
  // Pending releases, in order.
  #due = /** @type {Map<string, number>} */ (new Map());
  #lastDueAt = 0;

  /** @param {Send} send */
  constructor(send) {
    this.#send = send;
  }

  /** @param {string} control */
  press(control) {
    // A pending release must be sent first, or both buttons would seem held.
    this.#releaseUpTo(null);
    this.#pressedAt.set(control, performance.now());
    this.#send("press", control);
  }

  /** @param {string} control */
  release(control) {
    const now = performance.now();
    const earliest = (this.#pressedAt.get(control) ?? now) + SHORTEST_PRESS_MS;
    this.#lastDueAt = Math.max(earliest, this.#due.size > 0 ? this.#lastDueAt : now);
    const later = () => this.#releaseUpTo(control);
    this.#due.set(control, setTimeout(later, this.#lastDueAt - now));
    if (this.#lastDueAt <= now) later();
  }

  forget() {
    for (const timer of this.#due.values()) clearTimeout(timer);
    this.#due.clear();
  }

  /** Send due releases in order, since timers may overtake each other.
   * @param {string | null} last */
  #releaseUpTo(last) {
    for (const [control, timer] of this.#due) {
      clearTimeout(timer);
      this.#due.delete(control);
      this.#send("release", control);
      if (control === last) break;
    }
  }
}

/** @param {string} control */
function isSeat(control) {
  return control.startsWith("seat:");
}

/** @param {KeyboardEvent} event */
function isPressKey(event) {
  return ["Space", "Enter", "NumpadEnter"].includes(event.code);
}

/** @param {string} code */
function shortcut(code) {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code);
  return digit ? `seat:${digit[1]}` : KEYS[code];
}
