/* What the pages' scripts do without a browser: `node --test tests/pages.test.js`. */

import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";

// The table's own words and data, which the server makes.
const SERVED = { "/words.js": "export const language = 'en', words = { 'own.undone': 'undone', and: 'and' };" };
const module = (source) => `data:text/javascript,${encodeURIComponent(source)}`;
const urls = Object.fromEntries(Object.entries(SERVED).map(([address, source]) => [address, module(source)]));
register(
  module(`const urls = ${JSON.stringify(urls)};
    export const resolve = (name, context, next) =>
      urls[name] ? { url: urls[name], shortCircuit: true } : next(name, context);`),
);

const at = (path) => import(`../controller/web/static/${path}`);
const { Choosing } = await at("seat/choosing.js");
const { Incoming } = await at("shared/incoming.js");
const { Story } = await at("shared/log.js");
const { parted, ruling, shown } = await at("shared/markdown.js");
const { initials } = await at("shared/targets.js");
const { renderer } = await at("shared/words.js");

const WAYS = { "a to 1": ["card:a", "place:1"], "a to 2": ["card:a", "place:2"], "b to 2": ["card:b", "place:2"], stop: ["stop"] };

for (const [taps, fits, lit, action] of [
  [[], [], ["card:a", "card:b", "stop"], null],
  [["card:a"], [true], ["place:1", "place:2"], null],
  [["card:a", "place:1"], [true, true], [], "a to 1"],
  [["card:b"], [true], ["place:2"], "b to 2"],
  // In any order, and what does not go together takes the other's place.
  [["place:2", "card:a"], [true, true], [], "a to 2"],
  [["card:a", "card:b"], [true, true], ["place:2"], "b to 2"],
  [["place:1", "card:b"], [true, true], ["place:2"], "b to 2"],
  [["card:a", "stop"], [true, true], [], "stop"],
  // A second tap takes the first one back.
  [["card:a", "card:a"], [true, true], ["card:a", "card:b", "stop"], null],
  [["card:a", "place:9"], [true, false], ["place:1", "place:2"], null],
]) {
  test(`taps narrow down what is meant: ${taps}`, () => {
    const choosing = new Choosing();
    choosing.offer(Object.keys(WAYS), (each) => WAYS[each]);
    assert.deepEqual(taps.map((key) => choosing.tap(key)), fits);
    assert.deepEqual([[...choosing.next], choosing.action], [lit, action]);
  });
}

test("of a flood of positions the newest is shown, with the events of all", async () => {
  const seen = [];
  const incoming = new Incoming((message) => seen.push(message));
  incoming.put({ type: "position", events: [1] });
  incoming.put({ type: "position", events: [2] });
  incoming.put({ type: "told" });
  incoming.put({ type: "position", events: [3] });
  await incoming.shown();
  assert.deepEqual(seen.map(({ type, events }) => [type, events]), [["position", [1]], ["told", undefined], ["position", [2, 3]]]);
});

test("an undo keeps the keys of the log's lines", () => {
  const page = { say: Object.assign((says) => says, { has: () => true }) };
  const line = (number, more = {}) => ({ at: number, events: [{}], says: [`line ${number}`], ...more });
  const story = new Story();
  assert.deepEqual(story.tell({ from: 0, lines: [line(0), line(1)] }, page, "a"), ["line 0", "line 1"]);
  const before = story.rows.map(({ key }) => key);
  assert.equal(story.tell({ from: 5, lines: [] }, page, "a"), null, "lines are missing");
  assert.deepEqual(story.tell({ from: 0, lines: [line(0), line(1, { undone: true }), { at: 2, undo: 0 }] }, page, "a"), ["undone"]);
  assert.deepEqual(story.rows.map(({ key }) => key), [...before, "2"]);
  assert.deepEqual(story.moments, [0]);
});

test("a letter beside a colour is a whole character", () => {
  assert.deepEqual(initials(["🦈 Anna", "Ben"]), ["🦈", "B"]);
  assert.deepEqual(initials(["Anna", "Alex", "Al"]), ["An", "2", "3"]);
});

test("a paper is parted by its headings, and a ruling is found by its number", () => {
  const text = "# Game\n\nFirst.\n\n## Lamps\n- [red] *Yes*\n\n## End\nLast.";
  const [lamps, rest] = parted(text, ["Lamps"]);
  assert.match(lamps, /^## Lamps/);
  assert.doesNotMatch(rest, /Lamps/);
  assert.deepEqual(shown("# Game\n\nA `next`.").map(({ type }) => type), ["h3", "p"]);
  assert.deepEqual(ruling("**GB-05 Twice?** No.", "GB-05"), { asks: "Twice?", says: "No." });
});

test("a sentence is filled with its values", () => {
  const say = renderer({ and: "and", "team.red": "Red", told: "{team} has {n} {n|card|cards}." }, () => []);
  assert.equal(say("told", { team: "red", n: 1 }), "Red has 1 card.");
  assert.equal(say(["told", { team: ["red", "blue"], n: 2 }]), "Red and blue has 2 cards.");
});
