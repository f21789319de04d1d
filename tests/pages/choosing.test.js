/* Choosing by tapping, and what a seat's page knows of its position. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Choosing } from "../../controller/web/static/seat/choosing.js";
import { botOf, isAsked, legalIn } from "../../controller/web/static/seat/situation.js";
import { positionOf } from "./position.js";

/** @type {Record<string, string[]>} */
const WAYS = {
  "a to 1": ["card:a", "place:1"],
  "a to 2": ["card:a", "place:2"],
  "b to 2": ["card:b", "place:2"],
  stop: ["stop"],
};

/** @type {[taps: string[], fits: boolean[], lit: string[], action: string | undefined][]} */
const TAPPED = [
  [[], [], ["card:a", "card:b", "stop"], undefined],
  [["card:a"], [true], ["place:1", "place:2"], undefined],
  [["card:a", "place:1"], [true, true], [], "a to 1"],
  [["card:b"], [true], ["place:2"], "b to 2"],
  // In any order, and what does not go together takes the other's place.
  [["place:2", "card:a"], [true, true], [], "a to 2"],
  [["card:a", "card:b"], [true, true], ["place:2"], "b to 2"],
  [["place:1", "card:b"], [true, true], ["place:2"], "b to 2"],
  // A picked card stays picked: where it can't go is refused, and no other card goes there instead.
  [["card:b", "place:1"], [true, false], ["place:2"], "b to 2"],
  [["card:a", "stop"], [true, true], [], "stop"],
  // A second tap takes the first one back.
  [["card:a", "card:a"], [true, true], ["card:a", "card:b", "stop"], undefined],
  [["card:a", "place:9"], [true, false], ["place:1", "place:2"], undefined],
];

function offered() {
  const choosing = new Choosing();
  const actions = Object.keys(WAYS).map((type) => ({ type }));
  choosing.offer(actions, ({ type }) => WAYS[type]);
  return choosing;
}

for (const [taps, fits, lit, action] of TAPPED) {
  test(`taps narrow down what is meant: ${taps}`, () => {
    const choosing = offered();
    const fitted = taps.map((key) => choosing.tap(key));
    assert.deepEqual(fitted, fits);
    assert.deepEqual([[...choosing.next], choosing.action?.type], [lit, action]);
  });
}

test("a choice in words is the same as its taps", () => {
  const choosing = offered();
  choosing.choose({ type: "a to 2" });
  assert.deepEqual(choosing.taps, ["card:a", "place:2"]);
  assert.deepEqual([...choosing.others], ["card:b", "stop", "place:1"]);
});

test("what was tapped is forgotten once no action has it", () => {
  const choosing = offered();
  choosing.tap("card:a");
  choosing.offer([{ type: "b to 2" }], ({ type }) => WAYS[type]);
  assert.deepEqual([choosing.taps, [...choosing.sure]], [[], ["card:b", "place:2"]]);
});

test("a seat can choose only while a game is played", () => {
  const position = positionOf({ pending: { by: "seats", seats: [1], legal: [{ type: "stop", seat: 1 }] } });
  const over = { ...position, phase: /** @type {const} */ ("over") };
  assert.deepEqual([legalIn(null), legalIn(over), legalIn(position).length], [[], [], 1]);
  assert.deepEqual([isAsked(position, 1), isAsked(position, 0), isAsked(over, 1)], [true, false, false]);
  assert.deepEqual([botOf({ position, seat: 0 }), botOf({ position: over, seat: 0 })], ["sharp", ""]);
});
