/* What a phone remembers: for this visit (a hidden hand) or for good (preferences). */

export const visit = storage("sessionStorage");
export const device = storage("localStorage");

/** Return a storage of the browser, or where that is blocked, one until the page is left. */
function storage(name) {
  try {
    return globalThis[name];
  } catch {
    const kept = new Map();
    return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key) };
  }
}

/** A stored switch; `storage` is `visit` or `device`. */
export class Switch {
  #storage;
  #name;
  #usual;

  /** `usual` is its default. */
  constructor(storage, name, usual = false) {
    this.#storage = storage;
    this.#name = name;
    this.#usual = usual ? "yes" : "no";
  }

  get on() {
    return (this.#storage.getItem(this.#name) ?? this.#usual) === "yes";
  }

  toggle() {
    this.#storage.setItem(this.#name, this.on ? "no" : "yes");
    return this.on;
  }
}

/** An unsent choice: sent once, if the seat is still asked the same. */
export class KeptChoice {
  #storage;

  constructor(storage) {
    this.#storage = storage;
  }

  /** Keep an action; `decided` is the seat's last decision if it was already sent. */
  keep(action, question, decided = null) {
    this.#storage.setItem("kept", JSON.stringify({ action, question, decided }));
  }

  /** Return whether a sent action has arrived: the seat has decided since. */
  hasArrived(decided) {
    const kept = JSON.parse(this.#storage.getItem("kept") ?? "null");
    return kept !== null && kept.decided !== null && kept.decided < decided;
  }

  get isThere() {
    return this.#storage.getItem("kept") !== null;
  }

  /** Return the action once; null if there is none for this question. */
  take(question) {
    const kept = JSON.parse(this.#storage.getItem("kept") ?? "null");
    this.#storage.removeItem("kept");
    return kept && kept.question === question ? kept.action : null;
  }
}
