/* The bench view: instruments, boards and faults. */

import { Builder } from "./faults.js";
import { Instruments } from "./instruments.js";

export class Bench {
  #builder;
  #instruments;

  /** `count` frames have arrived so far; `bytes` is the last one. */
  constructor(send, count, bytes) {
    this.#builder = new Builder(send);
    this.#instruments = new Instruments(count, bytes);
  }

  /** `board` and `hands` come from `hello`. */
  build(board, hands) {
    this.#builder.build(hands);
    this.#instruments.build(board);
  }

  frame(bytes) {
    this.#instruments.frame(bytes);
  }

  lying(message) {
    this.#builder.showDone(message);
    this.#instruments.showCards(message);
  }

  health(message) {
    this.#builder.showHealth(message);
    this.#instruments.show(message);
  }
}
