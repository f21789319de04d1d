/* Builds elements. Text goes in as text, so nothing from the network becomes markup. */

const SVG = "http://www.w3.org/2000/svg";
const shownIn = new WeakMap();

/** el("button", { class: "big", onclick: f, style: { color: "red" } }, "Play") */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

export function byId(id) {
  return document.getElementById(id);
}

/** Show an element with this content, or hide it without any. */
export function showIn(element, ...children) {
  const shown = children.filter((child) => child !== null && child !== "");
  // A screen reader would speak unchanged words again.
  const isSaid = shown.every((child) => typeof child === "string") && element.textContent === shown.join("");
  if (!isSaid) element.replaceChildren(...shown);
  element.hidden = shown.length === 0;
}

/** Fill a live region, which must never be hidden to be spoken. */
export function announce(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null && child !== ""));
}

/** Return whether the content differs from last time. Unchanged elements must stay: a tap
 * is lost if its button is replaced between finger down and finger up. */
export function changed(element, content) {
  const key = JSON.stringify(content);
  const same = shownIn.get(element) === key;
  shownIn.set(element, key);
  return !same;
}

/** Replace the children, and focus the one with the same dataset value again. */
export function refill(element, children, key = "target") {
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset[key] : undefined;
  element.replaceChildren(...children);
  if (focused) element.querySelector(`[data-${key}="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
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
  return el("span", { class: "dots", "aria-hidden": "true" }, ...each);
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    // The page's policy forbids style attributes, not the style object.
    else if (name === "style") restyle(node, value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

function restyle(node, properties) {
  for (const [name, value] of Object.entries(properties)) {
    node.style.setProperty(name, value);
  }
}
