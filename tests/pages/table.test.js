/* What the table's page computes: pieces to move, moments, lamps, and the form of a new game. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { filledIn, orderOf } from "../../controller/web/static/table/first-screen.js";
import { Frames } from "../../controller/web/static/table/frames.js";
import { stepped } from "../../controller/web/static/shared/history.js";
import { astray, goalsOf, moveFor } from "../../controller/web/static/table/placing.js";
import { positionOf } from "./position.js";

/** @import { Offer } from "../../controller/web/static/shared/types.js" */

test("pieces belong only where a sensor feels them", () => {
  const goals = goalsOf({ "tile:0,0": ["puck"], "depth:0:1": ["robot:red", "robot:blue"] }, ["depth:0:1"]);
  assert.deepEqual(goals, { "robot:red": "depth:0:1", "robot:blue": "depth:0:1" });
  const lying = { "robot:red": "depth:0:1", "robot:blue": "depth:0:2", puck: "tile:1,1", anchor: null };
  assert.deepEqual(astray(lying, goals), ["robot:blue", "puck"]);
});

test("a step moves its own piece, or any other that lies there", () => {
  const lying = { "robot:red": "depth:0:1", "robot:blue": "depth:0:2", puck: null };
  assert.deepEqual(moveFor({ piece: "robot:red", at: "depth:0:1", to: null }, lying), { piece: "robot:red", to: null });
  assert.deepEqual(moveFor({ piece: "a piece", at: "depth:0:2", to: "ok" }, lying), { piece: "robot:blue", to: "ok" });
  assert.deepEqual(moveFor({ piece: "puck", at: null, to: "ok" }, lying), { piece: "puck", to: "ok" });
  assert.equal(moveFor({ piece: "a piece", at: "tile:4,4", to: "ok" }, lying), null);
});

test("moments are stepped through, and the last one is the present", () => {
  const moments = [0, 3, 7];
  assert.deepEqual([stepped(moments, null, -1), stepped(moments, 3, -1)], [3, 0]);
  assert.equal(stepped(moments, 3, 1), null);
  assert.equal(stepped(moments, 0, -1), undefined);
});

test("a lamp's colour is read in the strip's own order", () => {
  const frames = new Frames({ order: "GRB", gamma: 1, brightness: 0.5 });
  assert.equal(frames.raw(0), null);
  frames.take(new Uint8Array([0, 0, 0, 10, 20, 127]));
  assert.deepEqual(frames.raw(1), [20, 10, 127]);
  assert.deepEqual([frames.onScreen(0), frames.onScreen(1)], [0, 0x2814fe]);
  assert.equal(frames.raw(2), null);
});

/** @type {Offer} */
const OFFER = {
  game: "get-bit",
  name: "GET BIT!",
  seats: [2, 3],
  options: { longer: { default: false, allowed: [false, true] }, turn_cap: { default: null, allowed: "a number" } },
  words: {},
  told_by: { die: ["table", "people"] },
};

test("the form has what is played, and what somebody has changed", () => {
  const position = positionOf();
  assert.equal(filledIn({ position, games: [], draft: null }), null);
  const form = filledIn({
    position,
    games: [OFFER],
    draft: { seats: 9, names: ["", "Ben"], options: { turn_cap: "12" } },
  });
  assert(form);
  assert.deepEqual([form.seats, form.names, form.bots], [3, ["", "Ben", ""], ["sharp", "", ""]]);
  assert.deepEqual(orderOf(form, true), {
    type: "new",
    game: "get-bit",
    seats: 3,
    options: { longer: false, turn_cap: 12 },
    told_by: { die: "table" },
    bots: ["sharp", "", ""],
    learn: true,
    clock: undefined,
    players: ["", "Ben", ""],
    new_links: false,
  });
});

test("an empty field leaves its option as it usually is", () => {
  const form = filledIn({ position: null, games: [OFFER], draft: { options: { turn_cap: "" } } });
  assert(form);
  const { options } = /** @type {{ options: object }} */ (orderOf(form, false));
  assert.deepEqual(options, { longer: false });
});
