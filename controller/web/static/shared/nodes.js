/* Real elements, for what draws itself. Text goes in as text, so nothing from the network
 * becomes markup. */

/** @import { Attributes } from "./preact.js" */

/** @typedef {string | number | boolean | null | undefined | EventListener | Record<string, unknown>} Any */
/** @typedef {Node | string | null | undefined} Inner */

const SVG = "http://www.w3.org/2000/svg";

/** node("button", { class: "big", onclick: f, style: { color: "red" } }, "Play")
 * @type {<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, attributes?: Attributes<HTMLElementTagNameMap[Tag]>,
 *   ...children: Inner[]) => HTMLElementTagNameMap[Tag]} */
export function node(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** @type {<Tag extends keyof SVGElementTagNameMap>(tag: Tag, attributes?: Attributes<SVGElementTagNameMap[Tag]>,
 *   ...children: Inner[]) => SVGElementTagNameMap[Tag]} */
export function svgNode(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** @type {<Of extends HTMLElement | SVGElement>(element: Of, attributes: object, children: Inner[]) => Of} */
function filled(element, attributes, children) {
  for (const [name, value] of /** @type {[string, Any][]} */ (Object.entries(attributes))) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    // The page's policy forbids style attributes, not the style object.
    else if (typeof value === "object")
      for (const [key, set] of Object.entries(value)) element.style.setProperty(key, String(set));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child != null));
  return element;
}
