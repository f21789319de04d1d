/* HOLD YOUR GROUND on paper: the page's drawings by name, which `make drawings` writes to printing.svg. */

import { svg } from "/static/shared/dom.js";
import { shape } from "/static/shared/paint.js";
import { battler } from "./battlers.js";
import { track } from "./hand.js";
import { bomb, boom, flag } from "./island.js";

/** @import { Child } from "/static/shared/preact.js" */
/** @import { Drawings } from "/static/shared/types.js" */

/** @type {(x: number, y: number, scale: number, ...shapes: Child[]) => Child} */
const put = (x, y, scale, ...shapes) => svg("g", { transform: `translate(${x} ${y}) scale(${scale})` }, ...shapes);
/** @type {(team: string) => Child} */
const one = (team) => battler(team, "currentColor");
const crown = "M-16 12l-3-24l11 10l8-16l8 16l11-10l-3 24q-16-6-32 0Z";
const star = "M0-20l5.500 13.500l14.500 1l-11 9.500l3.500 14l-12.500-7.500l-12.500 7.500l3.500-14l-11-9.500l14.500-1Z";
const teams = ["red", "green", "blue", "purple"].flatMap((team) => [
  [team, ["-12 -21 24 36", one(team)]],
  [`${team} b`, ["-26 -24 52 44", [put(-13, 2, 1, one(team)), put(13, -2, 1, one(team))]]],
  [`${team} n`, ["-30 -30 60 60", [put(0, -14, 1, one(team)), put(0, 18, 1, ...track(2, false))]]],
]);

/** @type {Drawings} */
export const drawings = {
  ...Object.fromEntries(teams),
  t: ["-30 -24 60 48", track(2, false)],
  eliminator: ["-36 -36 72 72", bomb()],
  explosion: ["-52 -50 104 100", boom()],
  royale: ["-24 -24 48 42", shape(crown, "var(--lava-light)")],
  choice: ["-24 -24 48 48", shape(star, "var(--lava-light)")],
  flag: ["-6 -44 30 58", flag(0, 0)],
  back: ["-36 -36 72 72", bomb()],
};
