/* What a screen reader hears of a page. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Aloud, isAskedAnew } from "../../controller/web/static/shared/aloud.js";
import { positionOf } from "./position.js";

/** @import { Says } from "../../controller/web/static/shared/types.js" */

const CARD = { type: "choose", seat: 0, card: 4 };
/** @type {(prompt: Says | null, seats: number[], legal?: typeof CARD[]) => ReturnType<typeof positionOf>} */
const asking = (prompt, seats, legal = []) => positionOf({ prompt, pending: { by: "seats", seats, legal } });
const mine = ["prompt.your-turn", { what: "choose" }];
/** @type {(others: number[]) => Says} */
const still = (others) => ["prompt.still", { prompt: mine, others }];
/** @type {(who: number[]) => Says} */
const waiting = (who) => ["prompt.waiting", { who }];
const first = asking(still([1, 2]), [0, 1, 2], [CARD]);

/** @type {[why: string, before: typeof first | null, now: typeof first, is: boolean][]} */
const CASES = [
  ["a page that has just been opened", null, first, true],
  ["somebody else has chosen", first, asking(still([2]), [0, 2], [CARD]), false],
  ["the last one who has not chosen is this seat", first, asking(/** @type {Says} */ (mine), [0], [CARD]), false],
  ["another choice of this seat", first, asking(still([1, 2]), [0, 1, 2], [{ ...CARD, card: 5 }]), true],
  ["this seat has chosen", first, asking(waiting([1, 2]), [1, 2]), false],
  ["others go on choosing", asking(waiting([1, 2]), [1, 2]), asking(waiting([2]), [2]), false],
  ["it is somebody else's turn", asking(waiting([1]), [1]), asking(waiting([2]), [2]), true],
  ["it is this seat's turn", asking(waiting([1]), [1]), first, true],
  ["a lesson goes on", asking("teach.one", [0], [CARD]), asking("teach.two", [0], [CARD]), true],
  ["the same once more", first, first, false],
];

for (const [why, before, now, is] of CASES) {
  test(`what is asked is read when it is news: ${why}`, () => assert.equal(isAskedAnew(before, now, 0), is));
}

test("each line is read once, in order, and the same words twice are two lines", () => {
  const aloud = new Aloud();
  aloud.add("one", "", "two");
  const before = aloud.lines.map(({ key }) => key);
  aloud.add("two");
  const keys = aloud.lines.map(({ key }) => key);
  assert.deepEqual(keys.slice(0, 2), before);
  assert.equal(new Set(keys).size, 3);
});
