/* Real elements, for what draws itself. Text goes in as text, so nothing from the network
 * becomes markup. */

const SVG = "http://www.w3.org/2000/svg";

/** node("button", { class: "big", onclick: f, style: { color: "red" } }, "Play") */
export function node(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function svgNode(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    // The page's policy forbids style attributes, not the style object.
    else if (name === "style") for (const [key, set] of Object.entries(value)) element.style.setProperty(key, set);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}
