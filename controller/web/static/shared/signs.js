/* The two colours of a phone that asks for a seat, and of the seat's lamp. */

import { palette } from "/data.js";
import { el } from "./dom.js";
import { say } from "./words.js";

/** Return the two signs of a word, each with its own shape.
 * @param {string[]} word */
export function signs(word) {
  const each = word.map((sign) => el("i", { style: { color: palette[sign] } }, say(`sign.${sign}`)));
  return el("span", { class: "signs" }, each);
}
