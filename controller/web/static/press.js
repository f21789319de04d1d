/* Buttons that can be pressed, held and kept held.
 *
 * A button is down while anything holds it: a finger, the mouse, a key, or the latch
 * that keeps a seat held for people with one pointer. `press` goes out with the first
 * holder and `release` with the last.
 */

const LATCH = "latch";
const LONG_PRESS_MS = 600;
// A switch needs some time to settle; a scripted click is faster than any finger.
const SHORTEST_PRESS_MS = 60;
const KEYS = { KeyN: "next", KeyO: "ok", KeyU: "undo", KeyW: "why", KeyF: "fire" };

export class Buttons {
  #switches;
  #buttons = new Map();
  #holders = new Map();
  #longPresses = new Map();
  // Seats that one press keeps held, and those that are held so.
  #keeps = new Set();
  #kept = new Set();

  /** `send(type, control)`; the keys work while the focus is inside `table`. */
  constructor(table, send) {
    this.#switches = new Switches(send);
    table.addEventListener("keydown", (event) => this.#keyDown(event));
    addEventListener("keyup", (event) => this.#letGoOf((holder) => holder === event.code));
    addEventListener("blur", () => this.#letGoOf((holder) => holder !== LATCH));
  }

  /** Buttons by control; these take the place of those before. */
  use(buttons) {
    this.#buttons = buttons;
    for (const [control, button] of buttons) this.#listen(control, button);
  }

  /** For these seats a press begins something that is done with the button held: it stays
   * down until it is pressed again, or until that is done. */
  keep(controls) {
    this.#keeps = new Set(controls);
    for (const control of this.#kept) {
      if (!this.#keeps.has(control)) this.#letGo(control, LATCH);
    }
  }

  /** The connection is gone, and with it every press that the server knew. */
  forget() {
    this.#switches.forget();
    const held = [...this.#holders.keys()];
    this.#holders.clear();
    for (const control of held) this.#show(control);
  }

  #listen(control, button) {
    button.addEventListener("pointerdown", (event) => this.#pointerDown(control, event));
    for (const type of ["pointerup", "pointerleave", "pointercancel"]) {
      button.addEventListener(type, (event) => this.#letGo(control, event.pointerId));
    }
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    // Space clicks a button when it comes up; here it has already been pressed.
    button.addEventListener("keyup", (event) => isPressKey(event) && event.preventDefault());
    button.addEventListener("click", (event) => this.#click(control, event));
  }

  #pointerDown(control, event) {
    if (event.button !== 0) return;
    event.currentTarget.focus({ preventScroll: true });
    if (this.#toggleLatch(control, event)) return;
    this.#press(control, event.pointerId);
    if (event.pointerType !== "mouse" && isSeat(control)) this.#awaitLatch(control);
  }

  /** Assistive technology clicks without a pointer: no press has been sent yet. */
  #click(control, event) {
    if (event.detail !== 0 || this.#toggleLatch(control, event)) return;
    this.#press(control, "click");
    this.#letGo(control, "click");
  }

  #keyDown(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const focused = event.target.closest("[data-control]")?.dataset.control;
    const control = isPressKey(event) ? focused : shortcut(event.code);
    if (!this.#buttons.has(control) || this.#buttons.get(control).disabled) return;
    event.preventDefault();
    if (event.repeat || this.#toggleLatch(control, event)) return;
    this.#press(control, event.code);
  }

  /** One seat at a time is kept held: whose `next` would it be? The one before is let go
   * first, or this press would not count. */
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

  /** Shift keeps a seat held; any press of a seat that is kept held frees it. */
  #toggleLatch(control, event) {
    if (!isSeat(control)) return false;
    const latched = this.#holders.get(control)?.has(LATCH) ?? false;
    if (latched) this.#letGo(control, LATCH);
    else if (event.shiftKey) this.#hold(control, LATCH);
    return latched || event.shiftKey;
  }

  #awaitLatch(control) {
    const latch = () => {
      this.#hold(control, LATCH);
      navigator.vibrate?.(15);
    };
    this.#longPresses.set(control, setTimeout(latch, LONG_PRESS_MS));
  }

  #hold(control, holder) {
    const holders = this.#holders.get(control) ?? new Set();
    if (holders.size === 0) {
      this.#twoHands();
      this.#switches.press(control);
    }
    this.#holders.set(control, holders.add(holder));
    this.#show(control);
  }

  /** Once another button is pressed, a finger on a seat is enough to hold it. */
  #twoHands() {
    for (const [control, holders] of this.#holders) {
      clearTimeout(this.#longPresses.get(control));
      if (holders.size > 1) holders.delete(LATCH);
      this.#show(control);
    }
  }

  #letGo(control, holder) {
    const holders = this.#holders.get(control);
    if (!holders?.delete(holder)) return;
    if (holder === LATCH) this.#kept.delete(control);
    if (holder !== LATCH) clearTimeout(this.#longPresses.get(control));
    if (holders.size === 0) {
      this.#holders.delete(control);
      this.#switches.release(control);
      // It has cancelled what a seat was kept held for.
      if (control === "undo") this.#freeKept();
    }
    this.#show(control);
  }

  #letGoOf(which) {
    for (const [control, holders] of [...this.#holders]) {
      for (const holder of [...holders].filter(which)) this.#letGo(control, holder);
    }
  }

  #show(control) {
    const button = this.#buttons.get(control);
    const holders = this.#holders.get(control);
    if (!button) return;
    button.classList.toggle("down", holders !== undefined);
    button.classList.toggle("latched", holders?.has(LATCH) ?? false);
    if (isSeat(control)) button.setAttribute("aria-pressed", holders !== undefined);
  }
}

/** Sends presses and releases, each press long enough for a debounced switch. */
class Switches {
  #send;
  #pressedAt = new Map();
  // Releases that have to wait, in the order in which the buttons were let go.
  #due = new Map();
  #lastDueAt = 0;

  constructor(send) {
    this.#send = send;
  }

  press(control) {
    // A release that is still due must not look like holding this one as well.
    this.#releaseUpTo(null);
    this.#pressedAt.set(control, performance.now());
    this.#send("press", control);
  }

  release(control) {
    const now = performance.now();
    const earliest = this.#pressedAt.get(control) + SHORTEST_PRESS_MS;
    this.#lastDueAt = Math.max(earliest, this.#due.size > 0 ? this.#lastDueAt : now);
    const later = () => this.#releaseUpTo(control);
    this.#due.set(control, setTimeout(later, this.#lastDueAt - now));
    if (this.#lastDueAt <= now) later();
  }

  forget() {
    for (const timer of this.#due.values()) clearTimeout(timer);
    this.#due.clear();
  }

  /** Timers may overtake each other by a moment; the buttons must not. */
  #releaseUpTo(last) {
    for (const [control, timer] of this.#due) {
      clearTimeout(timer);
      this.#due.delete(control);
      this.#send("release", control);
      if (control === last) break;
    }
  }
}

function isSeat(control) {
  return control.startsWith("seat:");
}

function isPressKey(event) {
  return ["Space", "Enter", "NumpadEnter"].includes(event.code);
}

function shortcut(code) {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code);
  return digit ? `seat:${digit[1]}` : KEYS[code];
}
