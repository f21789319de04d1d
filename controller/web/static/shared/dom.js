/* Virtual elements: what a part of the page should be; `render` makes it so. Text goes in as
 * text, so nothing from the network becomes markup. */

import { Component, Fragment, h, render as renderAll } from "./preact.js";

export const Part = Component;

/** el("button", { class: "big", onclick: f, style: { color: "red" } }, "Play") */
export const el = h;
export const svg = h;

/** Make the content of an element what these children say. */
export function render(element, ...children) {
  renderAll(h(Fragment, null, ...children), element);
}

export function byId(id) {
  return document.getElementById(id);
}

export function sentence(text) {
  const [first = "", ...rest] = text;
  return first.toUpperCase() + rest.join("");
}

/** Return the text with one full stop at its end. */
export function closed(text) {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** Open a dialog, and resolve to whether its answer is yes. */
export function isConfirmed(dialog) {
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/** Make coloured dots to stand beside a name. */
export function dots(colours) {
  const each = colours.map((colour) => el("i", { style: { background: colour } }));
  return el("span", { class: "dots", "aria-hidden": "true" }, each);
}
