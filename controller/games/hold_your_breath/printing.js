/* HOLD YOUR BREATH! on paper: the page's drawings by name, which `make drawings` writes to printing.svg. */

import { PICTURES, sharkHead } from "./beasts.js";
import { anchorShape } from "./board.js";
import { pirate } from "./pirates.js";

/** @import { Drawings } from "/static/shared/types.js" */

const pirates = ["blue", "green", "yellow", "purple"].map((name, seat) => [
  name,
  ["-24 -34 48 64", pirate(seat, "currentColor", "swims")],
]);

/** @type {Drawings} */
export const drawings = {
  ...Object.fromEntries(Object.entries(PICTURES).map(([use, picture]) => [use, ["-46 -42 92 84", picture()]])),
  ...Object.fromEntries(pirates),
  anchor: ["-20 -22 40 36", anchorShape("currentColor", "var(--night)")],
  back: ["-25 -29 50 52", sharkHead()],
};
