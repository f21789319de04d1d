/* Choosing by tapping: finds the legal actions that fit the tapped targets.
 *
 * Every action has a way: its targets, in the order in which a person would tap them. A
 * player may tap them in any order. If a target fits no action together with the others, it
 * replaces them if a way begins with it, as with a card; otherwise it is refused.
 */

/** @import { Action } from "../shared/types.js" */
/** @typedef {{ action: Action, way: string[] }} Way */

export class Choosing {
  #ways = /** @type {Way[]} */ ([]);
  #taps = /** @type {string[]} */ ([]);

  /** Offer these actions; `wayOf(action)` returns the targets of one.
   * @type {(actions: Action[], wayOf: (action: Action) => string[]) => void} */
  offer(actions, wayOf) {
    this.#ways = actions.map((action) => ({ action, way: wayOf(action) }));
    if (this.#fitting(this.#taps).length === 0) this.#taps = [];
  }

  /** The tapped targets, the latest last. */
  get taps() {
    return [...this.#taps];
  }

  get isEmpty() {
    return this.#taps.length === 0;
  }

  /** All targets, in the order of the actions. */
  get keys() {
    return [...new Set(this.#ways.flatMap(({ way }) => way))];
  }

  /** The next targets: the first untapped one of each fitting action. */
  get next() {
    return new Set(this.#after(this.#taps));
  }

  /** The alternatives: targets that would replace the tapped ones. */
  get others() {
    const before = this.#taps.flatMap((_, index) => this.#after(this.#taps.slice(0, index)));
    return new Set(before.filter((key) => !this.#taps.includes(key)));
  }

  /** The targets that all fitting actions share. */
  get sure() {
    const [first, ...others] = this.#fitting(this.#taps).map(({ way }) => way);
    return new Set(first?.filter((key) => others.every((way) => way.includes(key))));
  }

  /** The only fitting action, once something is tapped; null while there are several. */
  get action() {
    if (this.isEmpty) return null;
    const fitting = this.#fitting(this.#taps);
    return fitting.length === 1 ? fitting[0].action : null;
  }

  /** Tap a target; return false if no action has it.
   * @param {string} key */
  tap(key) {
    if (this.#taps.includes(key)) {
      this.#taps = this.#taps.filter((tapped) => tapped !== key);
      return true;
    }
    const found = this.#variants(key).find((taps) => this.#fitting(taps).length > 0);
    if (found) this.#taps = found;
    return found !== undefined;
  }

  /** Choose this action, as if its whole way had been tapped.
   * @param {Action} action */
  choose(action) {
    const wanted = JSON.stringify(action);
    const found = this.#ways.find((one) => JSON.stringify(one.action) === wanted);
    this.#taps = found ? [...found.way] : [];
  }

  clear() {
    this.#taps = [];
  }

  /** Combine a target with the tapped ones: all, all of other kinds, or none if a way begins with it.
   * @param {string} key */
  #variants(key) {
    const others = this.#taps.filter((tapped) => kindOf(tapped) !== kindOf(key));
    const begins = this.#ways.some(({ way }) => way[0] === key);
    return [[...this.#taps, key], [...others, key], ...(begins ? [[key]] : [])];
  }

  /** @type {(taps: string[]) => string[]} */
  #after(taps) {
    /** @type {({ way }: Way) => string | undefined} */
    const open = ({ way }) => way.find((key) => !taps.includes(key));
    return this.#fitting(taps).flatMap((one) => open(one) ?? []);
  }

  /** @param {string[]} taps */
  #fitting(taps) {
    return this.#ways.filter(({ way }) => taps.every((key) => way.includes(key)));
  }
}

/** "card" of "card:4"
 * @type {(key: string) => string} */
function kindOf(key) {
  return key.split(":", 1)[0];
}
