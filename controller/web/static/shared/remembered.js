/* A phone's memory: for this visit (a hidden hand) or for good (preferences). */

/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} Kept */

export const visit = storage("sessionStorage");
export const device = storage("localStorage");

/** Return one of the browser's storages, or if that is blocked, one that lasts until the page closes.
 * @type {(name: "sessionStorage" | "localStorage") => Kept} */
function storage(name) {
  try {
    return globalThis[name];
  } catch {
    const kept = /** @type {Map<string, string>} */ (new Map());
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => kept.set(key, value),
      removeItem: (key) => kept.delete(key),
    };
  }
}

/** A stored switch; `storage` is `visit` or `device`. */
export class Switch {
  #storage;
  #name;
  #usual;

  /** Create a switch; `usual` is its default.
   * @param {Kept} storage
   * @param {string} name */
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
