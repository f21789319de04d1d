/* Choosing by tapping: which legal actions still fit what was tapped. No document in it.
 *
 * Every action has a way: the targets that mean it, in the order in which a person would
 * tap them. They may be tapped in any order, and one that fits no action together with
 * the others takes their place.
 */

export class Choosing {
  #ways = [];
  #taps = [];

  /** Other actions can be meant; `wayOf(action)` gives the targets of one. */
  offer(actions, wayOf) {
    this.#ways = actions.map((action) => ({ action, way: wayOf(action) }));
    if (this.#fitting(this.#taps).length === 0) this.#taps = [];
  }

  /** What was tapped, the latest last. */
  get taps() {
    return [...this.#taps];
  }

  get isEmpty() {
    return this.#taps.length === 0;
  }

  /** All that can be tapped, in the order in which the actions came. */
  get keys() {
    return [...new Set(this.#ways.flatMap(({ way }) => way))];
  }

  /** The targets that lead on: of each action that fits, the first one not tapped yet. */
  get next() {
    return new Set(this.#after(this.#taps));
  }

  /** What could have been tapped instead of what was: it still can, and takes its place. */
  get others() {
    const before = this.#taps.flatMap((_, index) => this.#after(this.#taps.slice(0, index)));
    return new Set(before.filter((key) => !this.#taps.includes(key)));
  }

  /** The targets that every action that fits has: they are meant in any case. */
  get sure() {
    const [first, ...others] = this.#fitting(this.#taps).map(({ way }) => way);
    return new Set(first?.filter((key) => others.every((way) => way.includes(key))));
  }

  /** The one action that is left once something was tapped; null while there are several. */
  get action() {
    if (this.isEmpty) return null;
    const fitting = this.#fitting(this.#taps);
    return fitting.length === 1 ? fitting[0].action : null;
  }

  /** False if no action fits this target, whatever was tapped before. */
  tap(key) {
    if (this.#taps.includes(key)) {
      this.#taps = this.#taps.filter((tapped) => tapped !== key);
      return true;
    }
    const found = this.#variants(key).find((taps) => this.#fitting(taps).length > 0);
    if (found) this.#taps = found;
    return found !== undefined;
  }

  /** Means this action, as if all of its way had been tapped. */
  choose(action) {
    const wanted = JSON.stringify(action);
    const found = this.#ways.find((one) => JSON.stringify(one.action) === wanted);
    this.#taps = found ? [...found.way] : [];
  }

  clear() {
    this.#taps = [];
  }

  /** With all that was tapped, without what is of its own kind, or alone. */
  #variants(key) {
    const others = this.#taps.filter((tapped) => kindOf(tapped) !== kindOf(key));
    return [[...this.#taps, key], [...others, key], [key]];
  }

  #after(taps) {
    const open = ({ way }) => way.find((key) => !taps.includes(key));
    return this.#fitting(taps).map(open).filter(Boolean);
  }

  #fitting(taps) {
    return this.#ways.filter(({ way }) => taps.every((key) => way.includes(key)));
  }
}

/** "card" of "card:4" */
function kindOf(key) {
  return key.split(":", 1)[0];
}
