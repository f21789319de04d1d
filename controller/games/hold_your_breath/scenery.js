/* Draws sky, ship, water, reef and chest behind the pirates of HOLD YOUR BREATH! */

import { svg } from "/static/shared/dom.js";
import { outline as line, patch, stroke } from "/static/shared/paint.js";
import { ground } from "/static/shared/targets.js";

/** @import { VNode } from "/static/shared/preact.js" */

// Repeat the waves often enough for any width.
const CREST = "q7.5-6 15 0t15 0".repeat(80);
const SWELL = "q20-7 40 0t40 0".repeat(30);
const DUNES = "q30-9 60 0t60 0".repeat(20);

/** Draw everything behind the pirates; `isOpen` tells whether the chest is open.
 * @type {(size: { surface: number, floor: number, width: number }, isOpen: boolean) => VNode[]} */
export function scenery({ surface, floor, width }, isOpen) {
  const deep = floor - surface;
  /** @type {(share: number) => number} */
  const at = (share) => surface + share * deep;
  const layers = [2, 3, 4, 5].map((shade) =>
    patch(`M-9 ${at((shade - 1) / 4.6)}${SWELL}v999h-2400Z`, `var(--water-${shade})`),
  );
  const rays = [40, 130, 220, 310].map((x) =>
    patch(`M${(x * width) / 360} ${surface}h22l40 ${deep - 20}h-55Z`, "white", { opacity: 0.09 }),
  );
  const cliffs = "l26-30l18 8l22-44l30 20l20 34l34 6".repeat(1 + Math.ceil(width / 150));
  return [
    ground("var(--dawn)"),
    ground("var(--haze)", surface - 16, { opacity: 0.55 }),
    ground("var(--water-1)", surface),
    patch(
      `M-9 ${surface}H${width + 9}v${0.07 * deep}${"q-20 7-40 0t-40 0".repeat(2 + Math.ceil(width / 80))}Z`,
      "var(--wave)",
      {
        opacity: 0.22,
      },
    ),
    ...layers,
    patch(`M-40 ${floor + 24}${cliffs}V${floor + 60}H-40Z`, "var(--water-5)", { opacity: 0.55 }),
    ...rays,
    bubbles(0.18 * width, at(0.55)),
    bubbles(0.62 * width, at(0.38)),
    bubbles(0.88 * width, at(0.86)),
    fish(0.3 * width, at(0.62), 1, "var(--gold)"),
    fish(0.53 * width, at(0.8), -1.3, "var(--reef)"),
    fish(0.76 * width, at(0.5), -0.9, "var(--wave)"),
    fish(0.97 * width, at(0.72), 1.1, "var(--gold)"),
    ...[40, 52, width - 10, width - 24].map((x, index) => kelp(x, floor + 24, 34 + 16 * (index % 3))),
    patch(`M-30 ${floor + 18}${DUNES}v999h-2400Z`, "var(--sand-dark)"),
    patch(`M-60 ${floor + 26}${DUNES}v999h-2400Z`, "var(--sand)"),
    stroke(`M-60 ${floor + 27}${DUNES}`, 2, "var(--cream)", { opacity: 0.45 }),
    patch(`M-20 ${floor + 66}${DUNES}v999h-2400Z`, "var(--sand-dark)", { opacity: 0.4 }),
    ...[0.22, 0.5, 0.8].map((share, index) =>
      stroke(`M${share * width} ${floor + 62 + 9 * index}q8-3 16 0`, 2, "var(--sand-dark)"),
    ),
    coral(0.36 * width, floor + 86),
    coral(0.66 * width, floor + 90),
    starfish(0.53 * width, floor + 78),
    chest(16, floor + 74, isOpen),
    stroke(`M-9 ${surface}${CREST}`, 4, "var(--wave)"),
    stroke(`M-2 ${surface + 6}${CREST}`, 1.5, "var(--wave)", { opacity: 0.5 }),
  ];
}

/** @type {(x: number, y: number, size: number, fill: string) => VNode} */
function fish(x, y, size, fill) {
  return svg(
    "g",
    { transform: `translate(${x} ${y}) scale(${size} ${Math.abs(size)})`, opacity: 0.5 },
    patch("M-10 0q8-8 18 0q-10 8-18 0l-6-5v10Z", fill),
    svg("circle", { cx: 4, cy: -1.5, r: 1.2, fill: "var(--night)" }),
  );
}

/** @type {(x: number, y: number) => VNode} */
function bubbles(x, y) {
  const rings = "M0 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0M7-11a2 2 0 1 0 4 0a2 2 0 1 0-4 0M-1-20a4 4 0 1 0 8 0a4 4 0 1 0-8 0";
  return stroke(rings, 1.2, "var(--wave)", { transform: `translate(${x} ${y})`, opacity: 0.55 });
}

/** @type {(x: number, y: number) => VNode} */
function starfish(x, y) {
  return patch("M0-8l2.500 5.500l6 .5l-4.500 4l1.500 6l-5.500-3l-5.500 3l1.500-6l-4.500-4l6-.5Z", "var(--reef)", {
    transform: `translate(${x} ${y})`,
  });
}

/** @type {(x: number, y: number, high: number) => VNode} */
function kelp(x, y, high) {
  const half = high / 2;
  return patch(
    `M${x} ${y}q-9-${half} 0-${half}q8-${half / 2} 0-${half}q14 ${half / 2} 6 ${half}q-8 ${half / 2} 2 ${half}Z`,
    "var(--kelp)",
  );
}

/** @type {(x: number, y: number) => VNode} */
function coral(x, y) {
  return stroke("M0 0v-14M0-4l-8-8v-6M0-7l8-6v-8M0-14l-3-7M0-12l5-6", 4, "var(--reef)", {
    transform: `translate(${x} ${y})`,
  });
}

/** Draw the chest in the sand, open during the Ascent.
 * @type {(x: number, y: number, isOpen: boolean) => VNode} */
function chest(x, y, isOpen) {
  const lid = isOpen
    ? [
        patch("M-19-10q-2-16 19-16t19 16l-3-4q-16-4-32 0Z", "var(--plank)", line),
        patch("M-15-10q15-8 30 0Z", "var(--gold)", line),
      ]
    : [patch("M-19-10q0-14 19-14t19 14Z", "var(--plank)", line)];
  return svg(
    "g",
    { transform: `translate(${x} ${y}) scale(0.72)` },
    svg("ellipse", { cx: 4, cy: 9, rx: 27, ry: 5, fill: "var(--night)", opacity: 0.3 }),
    ...lid,
    patch("M-19-10h38v18h-38Z", "var(--plank-light)", line),
    patch("M8-9h10v16h-10Z", "var(--night)", { opacity: 0.25 }),
    stroke("M-13-10v18M13-10v18", 4, "var(--hull)"),
    patch("M-5-13h10v9q-5 4-10 0Z", "var(--gold)", line),
  );
}

/** Draw the ship above everybody, with room on its side for two gauges or the game's name.
 * @type {(width: number, bottom: number) => VNode[]} */
export function ship(width, bottom) {
  const hull = `M-6-6H${width + 12}q-4 ${bottom - 8}-34 ${bottom + 6}H28Q2 ${bottom - 4}-6-6Z`;
  return [
    patch(hull, "var(--plank)", { ...line, "stroke-width": 2.4 }),
    stroke(`M-2 2.500H${width + 4}`, 2.5, "var(--plank-light)", { opacity: 0.8 }),
    stroke(`M-4 6H${width + 8}M2 ${bottom / 2}H${width - 2}M6 ${bottom - 8}H${width - 6}`, 1.4, "var(--hull)", {
      opacity: 0.7,
    }),
    patch(`M6 ${bottom - 9}H${width - 4}q-8 12-24 14H28Q12 ${bottom + 4} 6 ${bottom - 9}Z`, "var(--hull)", {
      opacity: 0.4,
    }),
  ];
}
