/* A dialog that stays open as long as the page's state says so. */

import { Component, el } from "./dom.js";
import { say } from "./words.js";

/** @import { Attributes, Child, VNode } from "./preact.js" */
/** @typedef {{ isOpen: boolean, look: Attributes<HTMLDialogElement>, children?: Child }} Props */

/** @type {(isOpen: boolean, look: Attributes<HTMLDialogElement>, ...children: Child[]) => VNode} */
export function dialog(isOpen, look, ...children) {
  return el(Dialog, { isOpen, look }, children);
}

/** Return the button that closes a dialog.
 * @param {string} words
 * @param {...Child} more */
export function closing(words = say("html.close"), ...more) {
  return el("form", { method: "dialog", class: "actions" }, el("button", { autofocus: true }, words), more);
}

/** @extends {Component<Props>} */
class Dialog extends Component {
  componentDidUpdate() {
    const element = /** @type {HTMLDialogElement} */ (this.base);
    if (!this.props.isOpen) element.close();
    else if (!element.open) element.showModal();
  }

  /** @param {Props} props */
  render({ look, children }) {
    return el("dialog", look, children);
  }
}
