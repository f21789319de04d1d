/* Fields of forms. */

import { el } from "./dom.js";
import { NAMES } from "./language.js";

/** @import { Attributes, Child, VNode } from "./preact.js" */

/** Return a form that does not leave the page; `submit` gets the form and the pressed button.
 * @type {(submit: (form: HTMLFormElement, by: HTMLElement | null) => void, look: Attributes<HTMLFormElement>,
 *   ...children: Child[]) => VNode} */
export function form(submit, look, ...children) {
  /** @type {(event: { preventDefault(): void, currentTarget: HTMLFormElement, submitter: HTMLElement | null }) => void} */
  const onsubmit = (event) => {
    event.preventDefault();
    submit(event.currentTarget, event.submitter);
  };
  return el("form", { onsubmit, ...look }, ...children);
}

/** Return a field with its label and any notes.
 * @type {(label: string, input: VNode, ...more: Child[]) => VNode} */
export function field(label, input, ...more) {
  return el("label", { class: "field", key: label }, el("span", {}, label), input, ...more);
}

/** @type {(isOn: boolean, turn: (isOn: boolean) => void) => VNode} */
export function checkbox(isOn, turn) {
  return el("input", {
    type: "checkbox",
    checked: isOn,
    onchange: ({ currentTarget }) => turn(currentTarget.checked),
  });
}

/** Return a choice of values; `called` names each one.
 * @type {<Value>(values: Value[], value: Value, called: (value: Value) => string, choose: (value: Value) => void,
 *   look?: Attributes<HTMLSelectElement>, ofOption?: (value: Value) => Attributes<HTMLOptionElement>) => VNode} */
export function select(values, value, called, choose, look = {}, ofOption = () => ({})) {
  /** @type {Attributes<HTMLSelectElement>} */
  const chosen = { value: keyOf(value), onchange: ({ currentTarget }) => choose(values[currentTarget.selectedIndex]) };
  const options = values.map((each) => el("option", { value: keyOf(each), ...ofOption(each) }, called(each)));
  return el("select", { ...chosen, ...look }, options);
}

/** Return a choice of languages; each has its own name, marked as text in that language.
 * @type {(language: string, choose: (language: string) => void, look?: Attributes<HTMLSelectElement>) => VNode} */
export function languageSelect(language, choose, look) {
  const names = /** @type {Record<string, string>} */ (NAMES);
  const called = (/** @type {string} */ code) => names[code];
  return select(Object.keys(names), language, called, choose, look, (code) => ({ lang: code }));
}

/** Return the value of an option: text unchanged, everything else as JSON.
 * @param {unknown} value */
function keyOf(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}
