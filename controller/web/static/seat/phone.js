/* A phone's features for its seat: keep the screen on, install the page, open it while the table is
 * offline. Browsers allow them over https, or on the table's own machine. */

/** @import { Switch } from "../shared/remembered.js" */

/** Keeps the screen on while the page is visible and the switch is on. */
export class Awake {
  #switch;
  #lock = /** @type {WakeLockSentinel | null} */ (null);

  /** @param {Switch} wanted */
  constructor(wanted) {
    this.#switch = wanted;
    document.addEventListener("visibilitychange", () => this.apply());
    this.apply();
  }

  static get isPossible() {
    return "wakeLock" in navigator;
  }

  /** Request or release the lock; the browser may refuse it, or release it by itself. */
  async apply() {
    if (!Awake.isPossible) return;
    const wanted = this.#switch.on && !document.hidden;
    if (!wanted) {
      await this.#lock?.release();
      this.#lock = null;
    } else if (!this.#lock || this.#lock.released) {
      this.#lock = await navigator.wakeLock.request("screen").catch(() => null);
    }
  }
}

/** A bell of two notes, for phones that cannot vibrate. */
export class Chime {
  #context = /** @type {AudioContext | null} */ (null);

  /** Prepare the bell on each touch, because browsers allow sound only after one.
   * @param {Switch} wanted */
  constructor(wanted) {
    addEventListener("pointerdown", () => wanted.on && this.#ready());
  }

  static get isPossible() {
    return Boolean(globalThis.AudioContext);
  }

  /** Ring now or not at all; a delayed bell would ring with the first touch. */
  ring() {
    if (!Chime.isPossible) return;
    const context = this.#ready();
    if (context.state !== "running" && !navigator.userActivation?.isActive) return;
    [659, 988].forEach((hertz, index) => note(context, hertz, context.currentTime + index * 0.16));
  }

  #ready() {
    this.#context ??= new AudioContext();
    if (this.#context.state === "suspended") this.#context.resume();
    return this.#context;
  }
}

/** @type {(context: AudioContext, hertz: number, at: number) => void} */
function note(context, hertz, at) {
  const [tone, loud] = [context.createOscillator(), context.createGain()];
  tone.frequency.value = hertz;
  loud.gain.setValueAtTime(0.2, at);
  loud.gain.exponentialRampToValueAtTime(0.001, at + 0.5);
  tone.connect(loud).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.5);
}

/** The browser's offer to install this page. */
export class Install {
  #offer = /** @type {(Event & { prompt(): Promise<unknown> }) | null} */ (null);

  /** @param {() => void} changed */
  constructor(changed) {
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.#offer = /** @type {Event & { prompt(): Promise<unknown> }} */ (event);
      changed();
    });
    addEventListener("appinstalled", () => {
      this.#offer = null;
      changed();
    });
  }

  get isPossible() {
    return this.#offer !== null;
  }

  async run() {
    const offer = this.#offer;
    this.#offer = null;
    await offer?.prompt();
  }
}

/** Link the seat's own manifest, so that the installed page opens this seat. */
export function nameManifest() {
  const link = Object.assign(document.createElement("link"), { rel: "manifest" });
  link.href = `${location.pathname}/app.webmanifest${location.search}`;
  document.head.append(link);
}

export function startWorker() {
  navigator.serviceWorker?.register("/worker.js").catch((error) => console.warn(`no worker: ${error}`));
}
