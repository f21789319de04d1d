/* What happened, event by event. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { after as poolAfter } from "../../controller/games/hai_noon/staging.js";
import { after as breathAfter } from "../../controller/games/hold_your_breath/staging.js";
import { after } from "../../controller/games/hold_your_ground/staging.js";
import { Incoming } from "../../controller/web/static/shared/incoming.js";
import { Staging, stillsOf } from "../../controller/web/static/shared/staging.js";
import { positionOf } from "./position.js";

const before = positionOf({ state: 0 });
/** A game that counts, and tells the key of each sentence.
 * @type {any} */
const page = {
  say: Object.assign((/** @type {string} */ says) => says, { has: () => true }),
  tell: () => null,
  own: () => null,
  after: (/** @type {number} */ state, /** @type {{ by: number }} */ event, /** @type {number} */ end) =>
    event.by < 0 ? [] : Math.min(state + event.by, end),
};
/** @param {number[]} steps */
const events = (...steps) => steps.map((by) => ({ type: "step", by }));
/** @type {(ms: number, says: string, state?: number) => { ms: number, says: string, state?: number }} */
const beat = (ms, says, state) => ({ ms, says, ...(state === undefined ? {} : { state }) });

test("events are shown one by one; one without a light belongs to the next, or to the last", () => {
  const beats = [beat(0, "a"), beat(200, "b", 2), beat(300, "c"), beat(100, "d"), beat(0, "e")];
  const position = positionOf({ events: events(1, 1, 5, 1, 0), beats, state: 7 });
  assert.deepEqual(
    stillsOf(before, position, page)?.map(({ states, captions, ms }) => [states, captions, ms]),
    [
      [[2], ["a", "b"], 200],
      [[7], ["c"], 300],
      [[7], ["d", "e"], 100],
    ],
  );
});

test("what is told twice, by the title of a round or by the log alone is no caption but has its row", () => {
  const beats = [beat(0, "z"), beat(0, "a"), beat(0, "a"), beat(200, "b"), beat(0, "tell.step")];
  const position = positionOf({ events: events(-1, 1, 1, 1, 1), beats, state: 4 });
  assert.deepEqual(
    stillsOf(before, position, page)?.map(({ captions, told }) => [captions, told]),
    [[["a", "b"], 5]],
  );
});

test("what nothing is said about is no still of its own", () => {
  const beats = [beat(600, ""), beat(200, "b"), beat(600, "")];
  const position = positionOf({ events: events(1, 1, 1), beats, state: 3 });
  assert.deepEqual(
    stillsOf(before, position, page)?.map(({ states, captions }) => [states, captions]),
    [[[2], ["b"]]],
  );
});

test("a page that comes late, has fallen behind or changes the game sees the position at once", () => {
  const position = positionOf({ events: events(1), beats: [beat(200, "a")], state: 1 });
  assert.equal(stillsOf(before, position, page)?.length, 1);
  assert.deepEqual(stillsOf(null, position, page), []);
  assert.deepEqual(stillsOf(before, { ...position, events: events(1, 1) }, page), []);
  assert.deepEqual(stillsOf({ ...before, game: { ...before.game, game: "other" } }, position, page), []);
});

test("who has chosen meanwhile does not end what is shown, but an undo does", () => {
  const chosen = positionOf({ events: events(0), state: 1 });
  assert.equal(stillsOf(before, chosen, page), null);
  assert.equal(stillsOf(before, positionOf({ state: 0 }), page), null);
  assert.deepEqual(stillsOf(before, positionOf({ state: 1 }), page), []);
  /** @type {any} */
  const clock = { setTimeout() {}, clearTimeout() {} };
  const staging = new Staging(() => {}, clock);
  const still = { states: [1], captions: [], told: 0, events: [], own: null, ms: 10 };
  for (const [next, shown] of /** @type {const} */ ([
    [[still], still],
    [null, still],
    [[], null],
    [null, null],
  ])) {
    staging.play(next && [...next]);
    assert.equal(staging.still, shown);
  }
});

test("while a round is shown nobody is asked and the log waits; a tap ends it", () => {
  const timers = /** @type {(() => void)[]} */ ([]);
  const shown = /** @type {unknown[]} */ ([]);
  /** @type {any} */
  const clock = {
    setTimeout: (/** @type {() => void} */ call) => timers.push(call),
    clearTimeout: () => timers.splice(0),
  };
  const staging = new Staging((still) => shown.push(still?.states[staging.part]), clock);
  const result = { winners: [0], ranks: [1, 2], reason: "last" };
  const position = positionOf({ state: 9, result, phase: "over", can_undo: true });
  const stills = [1, 2, 3].map((state) => ({
    states: [state, state + 0.5],
    captions: [`c${state}`],
    told: 1,
    events: [],
    own: null,
    ms: 10,
  }));
  staging.play(stills);
  const { state, result: none, phase, pending, captions } = staging.shown(position);
  assert.deepEqual([state, none, phase, pending?.seats, captions], [1, null, "play", [], ["c1"]]);
  assert.deepEqual(staging.rows(["old", "c1", "c2", "c3"], 1), ["old", "c1"]);
  timers.shift()?.();
  assert.deepEqual([staging.shown(position).state, staging.rows(["old", "c1", "c2"], 1)], [1.5, ["old", "c1"]]);
  timers.shift()?.();
  assert.deepEqual(staging.rows(["old", "c1", "c2", "c3"], 1), ["old", "c1", "c2"]);
  staging.finish();
  assert.deepEqual([shown, timers.length, staging.shown(position)], [[1, 1.5, 2, undefined], 0, position]);
});

test("of merged positions only the newest events have their time", async () => {
  const seen = /** @type {any[]} */ ([]);
  const incoming = new Incoming({ position: (message) => seen.push(message) });
  for (const steps of [[1], [2, 3], [4]]) {
    incoming.put({ ...positionOf({ events: events(...steps), beats: [beat(5, "x")] }) });
  }
  await incoming.shown();
  assert.deepEqual(
    seen.at(-1).beats.map((/** @type {{ ms: number }} */ { ms }) => ms),
    [0, 0, 5],
  );
});

test("HOLD YOUR GROUND: a tile shakes before it is gone, and its battlers are in the air until they land", () => {
  const start = { tiles: ["0,0", "0,1"], board: { "0,0": { red: 2 }, "0,1": { red: 1 } }, air: {} };
  assert.equal(after(start, { type: "roll" }, null), start);
  const [shakes, flies] = after(start, { type: "blast", at: "0,0", battlers: { red: 2 } }, null);
  assert.deepEqual([shakes.shaking, shakes.tiles], [["0,0"], start.tiles]);
  assert.deepEqual([flies.tiles, flies.board, flies.air], [["0,1"], { "0,1": { red: 1 } }, { red: 2 }]);
  const landed = after(flies, { type: "scatter", team: "red", to: "0,1" }, null);
  assert.deepEqual([landed.board, landed.air], [{ "0,1": { red: 2 } }, { red: 1 }]);
  const sunk = after(flies, { type: "scatter", team: "red", to: null }, null);
  assert.deepEqual([sunk.board, sunk.air], [flies.board, { red: 1 }]);
});

/** @type {any} */
const SEA = {
  depths: [0, 20],
  anchors: null,
  fronts: [[], []],
  hands: [3, 3],
  discard: [],
  air: 0,
  swim: 10,
  active: 0,
};

test("HOLD YOUR BREATH!: a pirate draws breath and then sinks 5 ft at a time", () => {
  const breath = { type: "play", seat: 0, card: "air-10-panic", as: "air-10" };
  const end = { ...SEA, air: 10, depths: [10, 20] };
  const beats = [
    { ms: 800, says: "breathes" },
    { ms: 500, says: "sinks", state: end },
  ];
  const position = positionOf({ events: [breath, { type: "move", seat: 0, depth: 10 }], beats, state: end });
  /** @type {any[]} */
  const stills = stillsOf({ ...before, state: SEA }, position, { ...page, after: breathAfter }) ?? [];
  const shown = stills.map(({ states, captions }) => [
    captions,
    states.map((/** @type {any} */ { depths }) => depths[0]),
  ]);
  assert.deepEqual(shown, [
    [["breathes"], [0, 0]],
    [["sinks"], [5, 10]],
  ]);
  assert.deepEqual(
    stills[0].states.map((/** @type {any} */ { breathing, air }) => [breathing, air]),
    [
      [0, 0],
      [0, 10],
    ],
  );
  // The card lies there until everything that it did has been shown.
  const played = { seat: 0, card: "air-10-panic", as: "air-10" };
  assert.deepEqual(
    stills.map(({ states }) => /** @type {any} */ (states[0]).played),
    [played, played],
  );
  assert.equal(stills[1].states[0].diving, "down");
  assert.deepEqual(stills[1].states.at(-1), end);
});

test("HOLD YOUR BREATH!: the Shark comes down before it is in front of somebody, also from another seat", () => {
  const shark = { card: "shark", as: "shark", hidden: false };
  const end = { ...SEA, fronts: [[], [shark]] };
  const comes = breathAfter(SEA, { type: "play", seat: 0, card: "shark", as: "shark", target: 1 }, end);
  assert.deepEqual(
    comes.map(({ hunt, fronts }) => [hunt?.feet, fronts[1].length]),
    [
      [0, 0],
      [20, 0],
      [undefined, 1],
    ],
  );
  const mine = { ...SEA, fronts: [[shark], []] };
  const sent = breathAfter(mine, { type: "play", seat: 0, card: "x", as: "calm", target: 1, front: 0 }, end);
  assert.deepEqual(
    sent.map(({ fronts }) => fronts.map(({ length }) => length)),
    [
      [0, 0],
      [0, 0],
      [0, 1],
    ],
  );
});

test("HAI NOON: a harpoon flies and hits, and the shark it hits does not bite", () => {
  /** @type {any} */
  const pool = { sharks: ["hungry"], hands: [3], cage: null, divers: {}, places: {} };
  const flies = poolAfter(pool, { type: "harpoon", diver: "red", card: "red-cage" }, pool);
  assert.deepEqual(
    flies.map((/** @type {any} */ { harpoon }) => harpoon.flown),
    [0.5, 1],
  );
  const stopped = poolAfter(flies[1], { type: "miss", shark: 0, diver: "red", by: "harpoon" }, pool);
  assert.deepEqual([stopped.biting, stopped.harpoon.diver], [null, "red"]);
  const free = poolAfter(stopped, { type: "miss", shark: 0, diver: null, by: "free" }, pool);
  assert.deepEqual([free.biting, free.harpoon], [0, null]);
});

test("HAI NOON: a shark is hungry until it has bitten, whatever the others do", () => {
  /** @type {any} */
  const pool = { sharks: ["full", "hungry", "full"], divers: { red: { state: "healthy" } }, places: {} };
  const end = { ...pool, sharks: ["hungry", "full", "full"] };
  /** @type {(type: string, shark?: number) => any} */
  const after = (type, shark) => poolAfter(pool, { type, shark, diver: "red", state: "injured" }, end);
  assert.deepEqual(after("wake", 0).sharks, ["hungry", "hungry", "full"]);
  assert.deepEqual(after("flip", 2).sharks, ["full", "hungry", "hungry"]);
  assert.deepEqual(after("swap", 2).sharks, ["full", "hungry", "full"]);
  assert.deepEqual(after("swap", 1).sharks, ["full", "full", "hungry"]);
  assert.deepEqual(after("rotate").sharks, ["full", "full", "hungry"]);
  const [snaps, , bitten] = after("bite", 0);
  assert.deepEqual([snaps.sharks[0], bitten.sharks[0]], ["hungry", "full"]);
});
