/* What both pages share: messages in order, the log, papers, sentences, a game's page. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { minutes } from "../../controller/web/static/shared/clock.js";
import { needsReview, prompt } from "../../controller/web/static/shared/standing.js";
import { gamePage } from "../../controller/web/static/shared/game-page.js";
import { Incoming } from "../../controller/web/static/shared/incoming.js";
import { Story, dotted, roundsOf } from "../../controller/web/static/shared/log.js";
import { parted, ruling, shown } from "../../controller/web/static/shared/markdown.js";
import { initials } from "../../controller/web/static/shared/targets.js";
import { nameSeats, renderer, say, seatNamed } from "../../controller/web/static/shared/words.js";
import { positionOf } from "./position.js";

/** @import { Row } from "../../controller/web/static/shared/log.js" */
/** @import { Action, Message, Says, StoryLine } from "../../controller/web/static/shared/types.js" */

test("of a flood of positions the newest is shown, with the events of all", async () => {
  const seen = /** @type {Message[]} */ ([]);
  const put = (/** @type {any} */ message) => seen.push(message);
  const incoming = new Incoming({ position: put, told: put });
  incoming.put({ type: "position", events: [1] });
  incoming.put({ type: "position", events: [2] });
  incoming.put({ type: "told" });
  incoming.put({ type: "position", events: [3] });
  await incoming.shown();
  const shownEvents = seen.map(({ type, events }) => [type, events]);
  assert.deepEqual(shownEvents, [
    ["position", [1]],
    ["told", undefined],
    ["position", [2, 3]],
  ]);
});

test("a clock shows minutes and whole seconds", () => {
  assert.deepEqual([0, 9.9, 60, 725, 3600].map(minutes), ["0:00", "0:09", "1:00", "12:05", "60:00"]);
});

test("a message that cannot be shown does not stop the next one", async (context) => {
  context.mock.method(console, "error", () => {});
  const seen = /** @type {string[]} */ ([]);
  const incoming = new Incoming({
    told: () => seen.push("told"),
    error() {
      throw new Error("broken");
    },
  });
  for (const type of ["error", "unknown", "told"]) incoming.put({ type });
  await incoming.shown();
  assert.deepEqual(seen, ["told"]);
});

test("an undo keeps the keys of the log's lines", () => {
  const page = {
    say: Object.assign((/** @type {Says} */ says) => String(says), say, {
      has: (/** @type {string} */ key) => !key.startsWith("head."),
    }),
    tell: () => "",
  };
  const { game } = positionOf();
  /** @type {(number: number, more?: Partial<StoryLine>) => StoryLine} */
  const line = (number, more = {}) => ({ at: number, events: [{ type: "" }], says: [`line ${number}`], ...more });
  const story = new Story();
  assert.deepEqual(story.tell({ from: 0, lines: [line(0), line(1)] }, page, game), ["line 0", "line 1"]);
  const before = story.rows.map(({ key }) => key);
  assert.equal(story.tell({ from: 5, lines: [] }, page, game), null, "lines are missing");
  const undone = story.tell({ from: 0, lines: [line(0), line(1, { undone: true }), { at: 2, undo: 0 }] }, page, game);
  assert.deepEqual(undone, ["undone"]);
  const after = story.rows.map(({ key }) => key);
  assert.deepEqual(after, [...before, "2"]);
  assert.deepEqual(story.moments, [0]);
});

test("the log begins with the newest round, under its heading", () => {
  const has = (/** @type {string} */ key) => key === "head.round";
  /** @type {(says: Says, values?: object) => string} */
  const words = (says, values = {}) => [says, ...Object.values(values).slice(1)].join(" ");
  const page = { say: Object.assign(words, say, { has }), tell: (/** @type {Action} */ { type }) => type };
  const round = (/** @type {number} */ number) => ({ type: "round", round: number });
  const story = new Story();
  const lines = [
    { at: 0, events: [{ type: "swim" }, round(2)], says: ["tell.swim", "tell.round"] },
    { at: 1, events: [round(3), { type: "bite" }], says: ["tell.round-3", "tell.bite"] },
    { at: 2, events: [{ type: "swim" }, round(4)], says: ["tell.swim", "tell.round"], undone: true },
  ];
  story.tell({ from: 0, lines }, page, positionOf().game);
  const told = roundsOf(story.rows).map(({ head, rows }) => [head, ...rows.map(({ text }) => text)]);
  assert.deepEqual(told, [
    ["head.round 3", "round", "swim", "bite"],
    ["head.round 2", "round"],
    ["", "swim"],
  ]);
});

test("a heading that comes twice, before and after the deal, is shown once", () => {
  /** @type {(at: number, head: string, kind?: "head" | null) => Row} */
  const row = (at, head, kind = "head") => ({ key: `${at}:0`, at, text: `line ${at}`, kind, head: head || null });
  const rows = [row(0, "Turn 1"), row(1, "", null), row(2, "Turn 1"), row(3, "", null), row(4, "Turn 2")];
  const told = roundsOf(rows).map(({ head, rows: own }) => [head, ...own.map(({ text }) => text)]);
  assert.deepEqual(told, [["Turn 2"], ["Turn 1", "line 3", "line 1"]]);
});

test("what happens several times running is one row, with the number of times", () => {
  /** @type {(at: number, text: string, kind?: "undo" | null) => Row} */
  const row = (at, text, kind = null) => ({ key: `${at}`, at, text, kind, head: null });
  const rows = [row(0, "a"), row(1, "b"), row(2, "b"), row(3, "b"), row(4, "b", "undo"), row(5, "b"), row(6, "a")];
  const [{ rows: own }] = roundsOf(rows);
  assert.deepEqual(
    own.map(({ key, at, text, times }) => [key, at, text, times]),
    [
      ["6", 6, "a", undefined],
      ["5", 5, "b", undefined],
      ["4", 4, "b", undefined],
      ["1", 3, "b", 3],
      ["0", 0, "a", undefined],
    ],
  );
});

test("before each name in the log stand the colours of that player", () => {
  const people = { Ana: ["red"], "Ana Maria": ["blue", "green"], "(C++)": ["white"] };
  /** @type {(text: string) => unknown[]} */
  const marked = (text) =>
    dotted(text, people).map((part) => {
      if (!part || typeof part !== "object" || Array.isArray(part)) return part;
      const [dots, name] = /** @type {any[]} */ (part.props.children);
      return [...dots.props.children.map((/** @type {any} */ { props }) => props.style.background), name];
    });
  assert.deepEqual(marked("Ana bites Ana Maria."), [["red", "Ana"], " bites ", ["blue", "green", "Ana Maria"], "."]);
  assert.deepEqual(marked("Ana's Anas: (C++)"), [["red", "Ana"], "'s Anas: ", ["white", "(C++)"]]);
  assert.deepEqual(dotted("Nobody is named.", {}), ["Nobody is named."]);
});

test("a review is asked for once a game is over, and after a player was forgotten", () => {
  const [playing, over] = [positionOf(), positionOf({ result: { winners: [0], ranks: [1, 2], reason: "" } })];
  const forgotten = { ...over, game: { ...over.game, players: ["", ""] } };
  assert.deepEqual(
    [needsReview(null, playing), needsReview(playing, over), needsReview(over, over), needsReview(over, forgotten)],
    [false, true, false, true],
  );
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
  assert.deepEqual(ruling("**GB-05 Twice?** No.", "GB-05"), { asks: "Twice?", says: "No." });
  assert.equal(ruling("**GB-05 Twice?** No.", "GB-06"), null);
});

test("a paper becomes headings, paragraphs, lists and figures", () => {
  const text = "# Game\n\nA `next`.\n\n- one\n- [red] two\n\n1. first\n\n![words](picture:line)";
  const drawn = shown(text, { pictures: { line: () => "drawn" } });
  const kinds = drawn.map(({ type }) => type);
  assert.deepEqual(kinds, ["h3", "p", "ul", "ol", "figure"]);
  assert.match(JSON.stringify(drawn.at(-1)?.props), /drawn/);
});

test("a page renders every sentence as the table does", () => {
  const given = JSON.parse(readFileSync("tests/words/examples.json", "utf8"));
  const rendered = renderer(given.entries, () => ({ seats: given.seats, named: given.named }));
  const all = /** @type {[Says, string][]} */ ([...given.examples, ...given.unknown]);
  for (const [says, text] of all) assert.equal(rendered(says), text);
});

test("a seat is named after its player, else after its team", () => {
  nameSeats(positionOf().game);
  assert.deepEqual([seatNamed(0), seatNamed(1)], ["Anna", "blue"]);
});

test("a game whose board throws is played with a button for each action", async (context) => {
  context.mock.method(console, "error", () => {});
  const game = { ...positionOf().game, game: "broken" };
  const page = await gamePage(game);
  const action = { type: "dive", seat: 0, tile: 3 };
  assert.deepEqual(page.way(action, {}), ["tile:3"]);
  assert.equal(page.board({}, null, game)?.props.children, "undrawn");
  const [key] = page.way(action, {});
  assert.equal(page.answer(key, {}, 0).label, "dive tile:0,3");
});

test("facts that throw are said to be missing, and the board stays", async (context) => {
  context.mock.method(console, "error", () => {});
  const game = { ...positionOf().game, game: "broken" };
  assert.deepEqual((await gamePage(game)).facts({}, game), ["untold"]);
});

test("a game without a page is shown in plain words", async (context) => {
  context.mock.method(console, "warn", () => {});
  const game = { ...positionOf().game, game: "wordless" };
  const page = await gamePage(game);
  assert.equal(page.say("about"), "A game.");
  const [{ choices }] = page.choices({}, { by: "seats", seats: [0], legal: [{ type: "dive", seat: 0 }] }, 0, game);
  assert.deepEqual([choices[0].label, choices[0].legal], ["dive", true]);
});

test("a prompt that nobody has to follow has no label without words", async (context) => {
  context.mock.method(console, "warn", () => {});
  const how = { table: "step", phone: "none", held: [] };
  const game = { ...positionOf().game, game: "wordless" };
  const { called, has } = say;
  const words = Object.assign((/** @type {Says} */ says) => (says === "step" ? "Press OK." : ""), { called, has });
  const page = { ...(await gamePage(game)), say: words };
  const shown = prompt(positionOf({ prompt: "none", how }), page);
  assert.deepEqual(shown.map((each) => Object(each).props?.class).filter(Boolean), ["how on-table"]);
});
