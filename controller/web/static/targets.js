/* What can be tapped on a game's board, for fingers, keyboards and screen readers. */

import { svg } from "./dom.js";

/** A part of a board. `tapping` is null on a page that only looks, else
 * { legal: keys that lead on, sure: keys that are meant in any case, chosen: keys that were
 * tapped, tap(key) }.
 * A shape of class `rim` inside it is what glows. */
export function target(tapping, key, name, ...shapes) {
  if (!tapping) return svg("g", { "data-target": key }, ...shapes);
  const isChosen = tapping.chosen.has(key);
  const isLegal = tapping.legal.has(key) || isChosen;
  const tap = (event) => {
    event.preventDefault();
    tapping.tap(key);
  };
  const kinds = [isLegal && "legal", isChosen && "picked", tapping.sure.has(key) && "sure"];
  return svg(
    "g",
    {
      class: ["target", ...kinds.filter(Boolean)].join(" "),
      "data-target": key,
      role: "button",
      // Those that lead nowhere can be asked about with a finger, and in the list.
      tabindex: isLegal ? 0 : -1,
      "aria-label": name,
      "aria-pressed": isLegal ? String(isChosen) : null,
      onclick: tap,
      onkeydown: (event) => ["Enter", " "].includes(event.key) && tap(event),
    },
    ...shapes,
  );
}

/** Text inside a drawing, in the page's own type. */
export function words(x, y, text, look = {}) {
  return svg("text", { x, y, "text-anchor": "middle", ...look }, text);
}
