/* What a phone remembers: for this visit (a hidden hand), or for good (what somebody likes). */

/** A switch that is kept; `storage` is sessionStorage or localStorage. */
export class Switch {
  #storage;
  #name;
  #usual;

  /** `usual`: how it is before anybody has touched it. */
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

/** A choice that could not be sent: it is sent once, if it still answers the same question. */
export class KeptChoice {
  #storage;

  constructor(storage) {
    this.#storage = storage;
  }

  /** `decided`: of one that was on its way, what the seat had decided last by then. */
  keep(action, question, decided = null) {
    this.#storage.setItem("kept", JSON.stringify({ action, question, decided }));
  }

  /** Whether it was on its way and has come there: the seat has decided something since. */
  hasArrived(decided) {
    const kept = JSON.parse(this.#storage.getItem("kept") ?? "null");
    return kept !== null && kept.decided !== null && kept.decided < decided;
  }

  get isThere() {
    return this.#storage.getItem("kept") !== null;
  }

  /** Gives the kept action once; null if there is none, or it was for another question. */
  take(question) {
    const kept = JSON.parse(this.#storage.getItem("kept") ?? "null");
    this.#storage.removeItem("kept");
    return kept && kept.question === question ? kept.action : null;
  }
}
