/* The menu, and three views of the page: play, bench (for builders) and screen (for a
 * television). The address keeps the view (`?view=bench`) over a reload. */

import { byId, el } from "../shared/dom.js";
import { otherLanguages } from "../shared/language.js";

const VIEWS = ["play", "bench", "screen"];

/** Make the menu work: its buttons change the view or open a dialog. `shown(view)` is called
 * with each view. */
export function useMenu(menu, shown) {
  useViews(menu, shown);
  const languages = otherLanguages().map(({ code, name, take }) =>
    el("button", { type: "button", lang: code, "data-testid": `language-${code}`, onclick: take }, name),
  );
  menu.querySelector(".menu-items").append(...languages);
  for (const button of menu.querySelectorAll("[data-opens]")) {
    button.addEventListener("click", () => byId(button.dataset.opens).showModal());
  }
  const close = () => (menu.open = false);
  menu.addEventListener("click", ({ target }) => target.closest("button") && close());
  addEventListener("pointerdown", ({ target }) => menu.contains(target) || close());
  menu.addEventListener("focusout", ({ relatedTarget: to }) => to && (menu.contains(to) || close()));
  menu.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    close();
    menu.querySelector("summary").focus();
  });
}

function useViews(root, shown) {
  const buttons = [...root.querySelectorAll("[data-view-button]")];
  const show = (view) => {
    document.body.dataset.view = view;
    // The screen view has no buttons.
    byId("stage").inert = view === "screen";
    for (const button of buttons) {
      button.setAttribute("aria-pressed", button.dataset.viewButton === view);
    }
    shown(view);
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      const view = button.dataset.viewButton;
      show(view);
      history.replaceState(null, "", addressOf(view));
    });
  }
  show(wanted());
}

function wanted() {
  const view = new URLSearchParams(location.search).get("view");
  return VIEWS.includes(view) ? view : "play";
}

/** Return this page's address with another view. */
function addressOf(view) {
  const query = new URLSearchParams(location.search);
  if (view === "play") query.delete("view");
  else query.set("view", view);
  return `${location.pathname}${query.size ? `?${query}` : ""}`;
}
