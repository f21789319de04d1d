/* Draws the table's page: each of its panels is a function of the state. */

import { faults } from "../bench/faults.js";
import { meters, readings } from "../bench/instruments.js";
import { partRows } from "../bench/parts.js";
import { shortcuts } from "../shared/aloud.js";
import { banner } from "../shared/banner.js";
import { byId, el, render } from "../shared/dom.js";
import { ending } from "../shared/ending.js";
import { Log } from "../shared/log.js";
import { say } from "../shared/words.js";
import { banners } from "./banners.js";
import { filledIn, firstScreen, isChoosing } from "./first-screen.js";
import { historyButtons } from "./history.js";
import { loudness } from "./loudness.js";
import { nearbyTables } from "./nearby.js";
import { said } from "./next-step.js";
import { room } from "./room.js";
import { seatCode, seatList } from "./seat-list.js";
import { toNow } from "./state.js";
import { head, sizeButton } from "./views.js";

/** @import { VNode } from "../shared/preact.js" */
/** @import { Row } from "../shared/log.js" */
/** @import { Step } from "../shared/types.js" */
/** @import { Does } from "./does.js" */
/** @import { State } from "./state.js" */

/** `rows` are the log, `follow` does the next step with a piece, `retry` connects again.
 * @type {(state: State, rows: Row[], does: Does, follow: (step: Step) => void, retry: () => void) => void} */
export function draw(state, rows, does, follow, retry) {
  drawStory(state, rows, does);
  drawEnd(state, does);
  dress(state);
  byId("connection").dataset.state = state.status?.state ?? "";
  render(byId("connection"), ...banner(state.status, retry));
  document.title = `${state.position?.game?.name ?? say("page.table")} · Undertow`;
  const hadStep = document.activeElement?.id === "do-step";
  render(byId("aloud"), ...state.aloud.lines);
  render(byId("shortcuts"), ...keys(state, does));
  render(byId("head"), ...head(state, does));
  render(byId("said"), ...said(state, follow, () => does.send("do_it")));
  if (hadStep && byId("do-step").hidden) byId("table").focus({ preventScroll: true });
  render(byId("banners"), ...banners(state, does));
  render(byId("first"), firstScreen(state, does));
  render(byId("links"), ...seatList(state, does));
  byId("nearby").hidden = state.nearby.length === 0;
  render(byId("nearby"), ...nearbyTables(state));
  render(byId("size"), sizeButton(document.body.dataset.view ?? "", does));
  render(byId("parts"), ...partRows(state.parts));
  byId("builder").hidden = !state.hello?.touch;
  if (state.view === "bench") drawBench(state, does);
  drawDialogs(state, does);
}

/** @type {(state: State, does: Does) => VNode[]} */
function keys({ position }, { tellStanding, tellChanged }) {
  if (position?.phase !== "play" && position?.phase !== "over") return [];
  return shortcuts({ summary: say("html.standing"), table: say("html.table"), log: say("html.story") }, [
    ["S", say("html.standing"), tellStanding],
    ["C", say("html.changed"), tellChanged],
  ]);
}

/** Dress the page for its kind and for what is being done.
 * @param {State} state */
function dress(state) {
  const { hello, view, position, moment } = state;
  const isElsewhere = isChoosing(state) && filledIn(state)?.offer.game !== position?.game?.game;
  const kinds = { mirror: hello && !hello.touch, host: hello?.page === "host", spectator: hello?.page === "spectator" };
  // OK on the table would start another game than the one chosen here.
  const moods = { ...kinds, choosing: isChoosing(state), elsewhere: isElsewhere, back: moment !== null };
  for (const [name, is] of Object.entries(moods)) document.body.classList.toggle(name, Boolean(is));
  // Without a board, there is only the table to look at.
  const hasBoard = !byId("summary").hidden || !byId("result").hidden;
  document.body.dataset.view = view === "play" && !hasBoard ? "table" : view;
  // The screen view has no buttons.
  byId("stage").inert = view === "screen";
}

/** Draw the board of the shown moment, and the log.
 * @type {(state: State, rows: Row[], does: Does) => void} */
function drawStory({ position, page, moment }, rows, { step }) {
  const stands = moment?.state ?? position?.state;
  const summary = stands && position && page ? page.summary(stands, position.game) : null;
  render(byId("story-head"), ...historyButtons(moment?.at ?? null, step, toNow));
  render(byId("summary"), summary);
  byId("summary").hidden = !summary;
  render(byId("log"), el(Log, { rows, at: moment?.state ? moment.at : null }));
}

/** @type {(state: State, does: Does) => void} */
function drawEnd(state, { forget }) {
  const end = ending(state, null, forget);
  render(byId("result"), ...end);
  byId("result").hidden = end.length === 0;
}

/** @type {(state: State, does: Does) => void} */
function drawBench(state, { pick, send }) {
  render(byId("meters"), ...meters(state));
  render(byId("readings-part"), ...readings(state.health));
  render(byId("builder-parts"), ...faults(state, pick, send));
}

/** @type {(state: State, does: Does) => void} */
function drawDialogs(state, does) {
  const { send } = does;
  render(byId("qr"), ...(state.code === "room" ? room(state, does) : seatCode(state, does)));
  render(byId("loudness-fields"), ...loudness(state.sound, (fields) => send("sound", fields)));
  render(byId("forget-title"), say("end.forget-title", { who: state.forgetting }));
  render(byId("papers-title"), state.paper?.title);
  render(byId("paper"), state.paper?.text);
}
