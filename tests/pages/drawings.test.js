/* Are the games' drawings for paper those that their pages draw? */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { GAMES, drawn, path } from "./drawings.js";

for (const game of GAMES)
  test(`the drawings of ${game} are up to date: make drawings`, async () => {
    assert.equal(readFileSync(path(game), "utf8"), await drawn(game));
  });
