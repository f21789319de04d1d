/* Virtual elements: what a part of the page should be; `render` makes it so. */

import { Fragment, h, render as renderAll } from "./preact.js";

/** el("button", { class: "big", onclick: f, style: { color: "red" } }, "Play") */
export const el = h;
export const svg = h;

/** Make the content of an element what these children say. */
export function render(element, ...children) {
  renderAll(h(Fragment, null, ...children), element);
}

/** Make coloured dots to stand beside a name. */
export function dots(colours) {
  const each = colours.map((colour) => el("i", { style: { background: colour } }));
  return el("span", { class: "dots", "aria-hidden": "true" }, each);
}
