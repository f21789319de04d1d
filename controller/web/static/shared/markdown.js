/* Renders a subset of Markdown: headings, paragraphs, lists, pictures, lamp colours.
 *
 *   ![words](picture:NAME)    one of the game's own drawings, with the words below it
 *   - [NAME] words            a list item beside a lamp of that colour
 */

import { el } from "./dom.js";

/** @import { Child, VNode } from "./preact.js" */

/** @typedef {Record<string, () => Child>} Pictures */
/** @typedef {Record<string, string>} Colours */

/** `pictures`: functions that draw, by name; `colours`: CSS colours, by name.
 * @type {(text: string, drawn?: { pictures?: Pictures, colours?: Colours }) => VNode[]} */
export function shown(text, { pictures = {}, colours = {} } = {}) {
  return blocksOf(text).map((block) => blockNode(block, pictures, colours));
}

/** Split a text into the sections with these headings, and the rest.
 * @type {(text: string, headings: string[]) => string[]} */
export function parted(text, headings) {
  /** @type {(part: string) => boolean} */
  const isMeant = (part) => headings.some((heading) => part.startsWith(`## ${heading}\n`));
  const parts = text.split(/^(?=## )/m);
  return [parts.filter(isMeant).join(""), parts.filter((part) => !isMeant(part)).join("")];
}

/** Return a ruling's question and text, { asks, says }, or null.
 * @type {(text: string, number: string) => { asks: string, says: string } | null} */
export function ruling(text, number) {
  const start = `**${number} `;
  const block = blocksOf(text).find((one) => one.startsWith(start));
  if (!block) return null;
  const [asks, ...says] = block.slice(start.length).split("**");
  return { asks, says: says.join("**").trim() };
}

/** @type {(text: string) => string[]} */
function blocksOf(text) {
  return text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean);
}

/** @type {(block: string, pictures: Pictures, colours: Colours) => VNode} */
function blockNode(block, pictures, colours) {
  const heading = /^(#+) (.*)$/.exec(block);
  if (heading) return el(heading[1].length === 1 ? "h3" : "h4", {}, heading[2]);
  const picture = /^!\[([^\]]*)\]\(picture:([\w-]+)\)$/.exec(block);
  if (picture) return figure(picture[1], pictures[picture[2]]);
  if (/^(- |\d+\. )/.test(block)) return list(block, colours);
  return el("p", {}, ...inline(block));
}

/** @type {(words: string, draw: (() => Child) | undefined) => VNode} */
function figure(words, draw) {
  return el("figure", {}, draw?.() ?? null, el("figcaption", {}, words));
}

/** @type {(block: string, colours: Colours) => VNode} */
function list(block, colours) {
  const isNumbered = /^\d/.test(block);
  const items = block.split(/\n(?=- |\d+\. )/).map((item) => item.replace(/^(- |\d+\. )/, ""));
  return el(isNumbered ? "ol" : "ul", {}, ...items.map((item) => itemNode(item, colours)));
}

/** @type {(item: string, colours: Colours) => VNode} */
function itemNode(item, colours) {
  const lamp = /^\[([^\]]+)\] (.*)$/s.exec(item);
  if (!lamp) return el("li", {}, ...inline(item));
  const sample = el("i", {
    class: "lamp-sample",
    "aria-hidden": "true",
    style: { background: colours[lamp[1]] ?? "" },
  });
  return el("li", { class: "lamp" }, sample, el("span", {}, ...inline(lamp[2])));
}

/** Render `code` and *stress*; everything else is text.
 * @type {(text: string) => Child[]} */
function inline(text) {
  return text
    .replace(/\s+/g, " ")
    .split(/(`[^`]+`|\*[^*]+\*)/)
    .map((part) => {
      if (/^`.+`$/.test(part)) return el("kbd", {}, part.slice(1, -1));
      if (/^\*.+\*$/.test(part)) return el("em", {}, part.slice(1, -1));
      return part;
    });
}
