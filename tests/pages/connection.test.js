/* What a page does while its table is silent, away, or of another version. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { fakePage } from "./world.js";

/** @import { Request } from "../../controller/web/static/shared/types.js" */

/** @type {Request} */
const ACT = { type: "act", action: { type: "choose", card: 4 }, decision: "game-7" };

test("a position of another seat does not end the wait for an answer", () => {
  const page = fakePage();
  page.greet();
  page.connection.keep(ACT);
  page.last().hears({ type: "position" });
  assert.equal(page.connection.isWaiting, true);
  page.last().hears({ id: page.last().of("act")[0].id, type: "done" });
  assert.equal(page.connection.isWaiting, false);
});

test("a choice that never arrived is sent again with its id, though another seat has played", () => {
  const page = fakePage();
  page.greet();
  page.connection.keep(ACT);
  page.last().hears({ type: "position" });
  const [act] = page.last().of("act");
  page.last().onclose({ code: 1006, reason: "" });
  page.clock.go(1000);
  page.greet();
  assert.equal(page.sockets.length, 2);
  assert.deepEqual(page.last().of("act"), [act]);
});

test("a choice that nobody answers is sent again, though the table talks", () => {
  const page = fakePage();
  page.greet();
  page.connection.keep(ACT);
  for (let second = 0; second < 6; second += 1) {
    page.clock.go(1000);
    page.last().hears({ type: "position" });
  }
  page.greet();
  assert.deepEqual(page.sockets[1].of("act"), page.sockets[0].of("act"));
});

test("a choice is sent after a reload of the page", () => {
  const page = fakePage();
  page.connection.keep(ACT);
  page.open();
  page.greet();
  assert.equal(page.last().of("act").length, 1);
});

test("an answer that comes twice is heard once", () => {
  const page = fakePage();
  page.greet();
  page.connection.keep(ACT);
  const answer = { id: page.last().of("act")[0].id, type: "told" };
  page.last().hears(answer);
  page.last().hears(answer);
  assert.equal(page.texts.filter(({ type }) => type === "told").length, 1);
});

test("a table that falls silent is away within five seconds", () => {
  const page = fakePage();
  page.greet();
  page.clock.go(1900);
  page.last().hears({ type: "position" });
  page.clock.go(2000);
  assert.equal(page.last().of("ping").length, 1);
  page.clock.go(2400);
  assert.equal(page.states.at(-1), "open");
  page.clock.go(100);
  assert.equal(page.states.at(-1), "lost");
});

test("a table that answers each ping is there, and is not asked more often than that", () => {
  const page = fakePage();
  page.greet();
  for (let ms = 0; ms < 60_000; ms += 100) {
    page.clock.go(100);
    for (const { id } of page.last().sent.splice(0)) page.last().hears({ id, type: "done" });
  }
  assert.deepEqual(page.states, ["connecting", "open"]);
  assert(page.texts.length <= 31, `${page.texts.length} pings in a minute`);
});

test("a page that was busy itself asks before it gives the table up", () => {
  const page = fakePage();
  page.greet();
  page.clock.now += 60_000;
  page.clock.go(0);
  assert.equal(page.states.at(-1), "open");
  assert.equal(page.last().of("ping").length, 1);
  page.clock.go(2500);
  assert.equal(page.states.at(-1), "lost");
});

test("a handshake that hangs is given up after four seconds", () => {
  const page = fakePage();
  page.clock.go(4000);
  assert.equal(page.states.at(-1), "lost");
  page.clock.go(1000);
  assert.equal(page.sockets.length, 2);
});

test("Try now opens a fresh socket at once while a handshake hangs", () => {
  const page = fakePage();
  page.clock.go(100);
  page.connection.retry();
  assert.deepEqual([page.sockets.length, page.sockets[0].isClosed], [2, true]);
  page.sockets[0].onclose({ code: 1006, reason: "" });
  page.greet();
  assert.equal(page.states.at(-1), "open");
});

test("a request without an answer says so", async () => {
  const page = fakePage();
  assert.deepEqual(await page.connection.request({ type: "again" }), { type: "unreached" });
  page.greet();
  const answer = page.connection.request({ type: "again" });
  page.last().onclose({ code: 1006, reason: "" });
  assert.deepEqual(await answer, { type: "unreached" });
});

test("a page of another version reloads once, when it is idle", () => {
  const page = fakePage();
  page.isIdle = false;
  page.last().hears({ type: "hello", version: "2" });
  const talk = () => {
    page.clock.go(1500);
    page.last().hears({ type: "position" });
  };
  talk();
  talk();
  assert.equal(page.world.reloads(), 0);
  page.isIdle = true;
  talk();
  talk();
  assert.equal(page.world.reloads(), 1);
  page.open();
  page.last().hears({ type: "hello", version: "2" });
  talk();
  talk();
  assert.equal(page.world.reloads(), 1);
});
