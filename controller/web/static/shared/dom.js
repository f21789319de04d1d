/* Virtual elements: they describe a part of the page, and `render` brings the page up to date. Text is
 * inserted as text, so nothing from the network becomes markup. */

import { Component, Fragment, h, render as renderAll } from "./preact.js";

/** @import { Attributes, Child, MakeHtml, MakeSvg, VNode } from "./preact.js" */
/** @import { Known } from "./elements.js" */

export { Component };

/** el("button", { class: "big", onclick: f, style: { color: "red" } }, "Play")
 * @type {MakeHtml} */
export const el = h;
/** @type {MakeSvg} */
export const svg = h;

/** Make a button; `onclick` is null if it does nothing yet.
 * @type {(onclick: Attributes<HTMLButtonElement>["onclick"], attributes: Attributes<HTMLButtonElement>,
 *   ...children: Child[]) => VNode} */
export function button(onclick, attributes, ...children) {
  return el("button", { type: "button", onclick, ...attributes }, ...children);
}

/** Join the truthy classes.
 * @param {unknown[]} all */
export function classes(...all) {
  return all.filter(Boolean).join(" ");
}

/** Replace an element's content with these children.
 * @type {(element: Element, ...children: Child[]) => void} */
export function render(element, ...children) {
  renderAll(h(Fragment, null, ...children), element);
}

/** @type {<Id extends string>(id: Id) => Known<Id>} */
export function byId(id) {
  return /** @type {Known<typeof id>} */ (document.getElementById(id));
}

/** Return the cover of a game.
 * @param {string} game */
export function cover(game) {
  return el("img", { src: `/games/${game}/picture.svg`, alt: "", width: 208, height: 128 });
}

/** @type {(text: string) => string} */
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Return the text with one full stop at its end.
 * @type {(text: string) => string} */
export function closed(text) {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** Make coloured dots to put beside a name.
 * @type {(colours: string[]) => VNode} */
export function dots(colours) {
  const each = colours.map((colour) => el("i", { style: { background: colour } }));
  return el("span", { class: "dots", "aria-hidden": "true" }, each);
}
