/* GET BIT! on paper: the page's drawings by name, which `make drawings` writes to printing.svg. */

import { limb, robot } from "./robot.js";
import { shark } from "./shark.js";

/** @import { Drawings } from "/static/shared/types.js" */
/** @import { Mood } from "./robot.js" */

/** @type {(name: string, mood?: Mood) => Drawings[string]} */
const whole = (name, mood = "calm") => [
  "2 -2 96 122",
  robot({ name, letter: "", colour: "currentColor", limbs: 4, mood }),
];

/** @type {Drawings} */
export const drawings = {
  shark: ["12 -26 324 192", shark(false)],
  back: ["12 -26 324 192", shark(false)],
  limb: ["10 78 40 44", limb("currentColor")],
  red: whole("red"),
  blue: whole("blue"),
  green: whole("green"),
  yellow: whole("yellow"),
  purple: whole("purple"),
  orange: whole("orange"),
};
