/* HAI NOON on paper: the page's drawings by name, which `make drawings` writes to printing.svg. */

import { SCENES } from "./cards.js";
import { cage, diver, shark } from "./figures.js";

/** @import { Child } from "/static/shared/preact.js" */
/** @import { Drawings } from "/static/shared/types.js" */
/** @import { Diver } from "./data.js" */

/** @type {(shapes: Child[]) => Drawings[string]} */
const boxed = (shapes) => ["-4 -4 108 108", shapes];
/** @type {(name: string, state: Diver["state"]) => Drawings[string]} */
const one = (name, state) => boxed(diver({ name, colour: "currentColor", state }));
const divers = ["pink", "turquoise", "green", "black"].flatMap((name) => [
  [name, one(name, "healthy")],
  [`${name} injured`, one(name, "injured")],
]);

/** @type {Drawings} */
export const drawings = {
  ...Object.fromEntries(Object.entries(SCENES).map(([deed, scene]) => [deed, boxed(scene("currentColor"))])),
  ...Object.fromEntries(divers),
  hungry: boxed(shark(true, "currentColor")),
  full: boxed(shark(false, "currentColor")),
  cage: boxed(cage()),
  back: boxed(shark(true, "var(--hungry)")),
};
