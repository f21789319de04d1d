"""A seat's page in many positions of every game: all in view, and large enough."""

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from controller import games
from controller.input.situation import Phase
from controller.rules.match import Match
from controller.rules.views import show
from controller.session.prompt import prompt
from controller.testing.cases import Case, new_match, steps
from controller.testing.contract.test_prompts import situation
from tests.browser.screenshots import resized
from tests.browser.test_layout import SMALL_LETTERS
from tests.support.webtable import web_table
from tests.support.words import catalogue_text

SIZES = {
    "a small phone": (360, 640),
    "a phone": (390, 844),
    "a phone that lies": (844, 390),
    "a tablet": (820, 1180),
    "a tablet that lies": (1180, 820),
    "a laptop": (1280, 720),
}
# The narrowest, the lowest and the widest screen: in between, more fits.
EXTREMES = ("a small phone", "a phone that lies", "a laptop")
# Some people have long names.
PLAYERS = ("Anna", "Maximiliane", "Ben", "Christopher", "Emma", "Friederike")
# Positions of each game, for the fewest and the most seats.
MOST = 8

# The page's socket, in the hands of the test.
SOCKET = """
window.WebSocket = class {
  static OPEN = 1;
  readyState = 1;
  sent = [];
  constructor() { window.socket = this; }
  send(text) {
    this.sent.push(text);
    // An unanswered request would be a lost connection after a while.
    const { id } = JSON.parse(text);
    queueMicrotask(() => say({ type: "heard", id }));
  }
  close() {}
};
window.say = (message) => socket.onmessage({ data: JSON.stringify(message) });
"""

# What is wrong with how the page lies there: sentences, empty if nothing is.
LOOK = """() => {
  const wrong = [];
  const root = document.documentElement;
  if (root.scrollHeight > innerHeight + 1) wrong.push("it scrolls down");
  if (root.scrollWidth > innerWidth + 1) wrong.push("it scrolls sideways");
  const isCut = (box) => box.left < -2 || box.right > innerWidth + 2
    || box.top < -2 || box.bottom > innerHeight + 2;
  const isUnder = (node, box) => {
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = document.elementFromPoint(x, y);
    return !node.contains(hit) && !hit?.contains(node);
  };
  const parts = "#menu, #turn, #actions button, main [data-target], .board > svg";
  for (const node of document.querySelectorAll(parts)) {
    const box = node.getBoundingClientRect();
    const name = node.dataset.target ?? (node.id || node.tagName);
    if (box.width === 0) continue;
    if (isCut(box)) wrong.push(`${name} is cut off`);
    if (!node.matches("[aria-pressed], #actions button")) continue;
    const size = [box.width, box.height].map(Math.round);
    if (Math.min(...size) < 44) wrong.push(`${name} is ${size.join(" x ")}`);
    if (isUnder(node, box)) wrong.push(`${name} is covered`);
  }
  for (const mark of document.querySelectorAll(".hand:not(.resting) .halved .mark")) {
    const { top, bottom } = mark.getBoundingClientRect();
    for (const label of mark.parentElement.querySelectorAll(".part span")) {
      const box = label.getBoundingClientRect();
      const over = Math.min(bottom, box.bottom) - Math.max(top, box.top);
      if (over > 3) wrong.push(`${mark.textContent} lies on ${label.textContent}`);
    }
  }
  const boxOf = (node) => node.getBoundingClientRect();
  const isIn = (inner, outer) => inner.left >= outer.left - 3
    && inner.right <= outer.right + 3 && inner.bottom <= outer.bottom + 3;
  // A card that rests is low, but its numbers are whole, and nothing lies on them.
  for (const number of document.querySelectorAll(".hand.resting .halved .part b")) {
    const label = number.parentElement.querySelector("span");
    const isSeen = label && boxOf(label).height > 0;
    const isOn = isSeen && boxOf(label).top < boxOf(number).bottom;
    if (isOn) wrong.push(`${label.textContent} lies on ${number.textContent}`);
    if (!isIn(boxOf(number), boxOf(number.parentElement)))
      wrong.push(`${number.textContent} of a resting card is cut off`);
  }
  for (const bubble of document.querySelectorAll(".board .bubble")) {
    const label = bubble.parentElement.querySelector("text");
    const isWide = boxOf(label).width > boxOf(bubble).width;
    if (isWide) wrong.push(`${label.textContent} is wider than its bubble`);
  }
  for (const arrow of document.querySelectorAll(".board .arrow")) {
    for (const number of document.querySelectorAll(".board .number circle")) {
      const [one, other] = [boxOf(arrow), boxOf(number)];
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (Math.min(wide, high) > 2) wrong.push("an arrow lies on a number");
    }
  }
  const steps = [...document.querySelectorAll(".ranks li")];
  steps.sort((one, other) => one.value - other.value);
  for (const [index, step] of steps.entries()) {
    const name = step.querySelector(".seat-tag");
    const isLong = name.scrollWidth > name.clientWidth + 1;
    if (isLong) wrong.push(`${name.textContent} is cut off on the podium`);
    const high = (one) => one.querySelector(".step").offsetHeight;
    const isHigher = index > 0 && high(step) > high(steps[index - 1]) + 1;
    if (isHigher) wrong.push(`${name.textContent} stands higher than its rank`);
  }
  const lines = "#turn, .where > :first-child, .board .facts";
  for (const line of document.querySelectorAll(lines)) {
    const isLong = line.scrollWidth > line.clientWidth + 1;
    if (isLong) wrong.push(`${line.textContent} is cut off`);
  }
  const [board, below] = [".board", ".below"].map((one) =>
    document.querySelector(one).getBoundingClientRect());
  if (board.height < 120) wrong.push(`the board is ${Math.round(board.height)} high`);
  const isBeside = board.right <= below.left + 2;
  const isOver = below.height && !isBeside && board.bottom > below.top + 2;
  if (isOver) wrong.push("the hand lies on the board");
  return wrong;
}"""


@pytest.fixture(scope="module")
def page(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    state = tmp_path_factory.mktemp("state")
    with web_table(state, seats=2) as served:
        page = _opened(chromium, served.port)
        yield page
        page.close()


def _opened(browser: Browser, port: int) -> Page:
    page = browser.new_page(reduced_motion="reduce")
    page.add_init_script(SOCKET)
    page.goto(f"http://localhost:{port}/seat/0?code=any")
    page.wait_for_function("() => Boolean(window.socket?.onmessage)")
    page.evaluate("say({ type: 'hello', page: 'seat', seat: 0 })")
    return page


def message(match: Match, options: dict[str, Any]) -> dict[str, Any]:
    game = match.game
    phase: Phase = "over" if match.result else "play"
    asks = prompt(situation(match, phase), 0)
    return {
        "type": "position",
        "phase": phase,
        "prompt": asks.says,
        "how": {"table": asks.table, "phone": asks.phone, "held": []},
        "game": {
            "game": game.name,
            "name": game.title,
            "seats": match.seats,
            "options": options,
            "teams": game.teams(match.seats),
            "players": PLAYERS[: match.seats],
        },
        **show(game, match.position, 0, ()),
        "can_undo": True,
        "waits": None,
        "notice": None,
    }


@cache
def positions(name: str, seats: int) -> list[dict[str, Any]]:
    """Return varied positions of a random game as seat 0 sees them, and its end."""
    case = Case(name, seats, ())
    match = new_match(case, seed=5)
    found: dict[object, dict[str, Any]] = {}
    for _ in steps(match, Random(5)):
        legal = [a for a in match.game.legal(match.position) if a.seat == 0]
        shown = message(match, {})
        kinds = frozenset(type(action).__name__ for action in legal)
        cards = json.dumps(shown["state"].get("hands", shown["state"].get("robots")))
        found.setdefault((kinds, len(legal) // 8, len(cards) // 12), shown)
    return [*list(found.values())[:MOST], message(match, {})]


# What is wrong with words: those that grow out of their button, their card or the page.
WORDS = """() => {
  const wrong = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth + 1) wrong.push("it scrolls sideways");
  const lettered = "#actions button, #menu, #turn, #told, .answers button, .part";
  for (const node of document.querySelectorAll(lettered)) {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = node;
    if (clientWidth === 0) continue;
    const isCut = scrollWidth > clientWidth + 2 || scrollHeight > clientHeight + 2;
    const name = node.dataset.target ?? (node.id || node.textContent);
    if (isCut) wrong.push(`the words of ${name} are cut off`);
  }
  for (const mark of document.querySelectorAll(".pictured:not(.halved) .mark")) {
    const label = mark.parentElement.querySelector(".part span");
    if (!label) continue;
    const bottom = label.parentElement.offsetTop + label.offsetTop + label.offsetHeight;
    const over = bottom - mark.offsetTop;
    if (over > 1) wrong.push(`a mark lies ${over} px on ${label.textContent}`);
  }
  // A game may have facts instead of a board.
  const board = document.querySelector(".board > svg")?.getBoundingClientRect();
  if (board?.height < 100) wrong.push(`the board is ${Math.round(board.height)} high`);
  for (const node of document.querySelectorAll(".fan-card .part, .answers button")) {
    node.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = node.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!node.contains(hit)) wrong.push(`${node.dataset.target} is out of reach`);
  }
  document.querySelector("main").scrollTop = 0;
  for (const button of document.querySelectorAll("#actions button")) {
    const { bottom } = button.getBoundingClientRect();
    if (bottom > innerHeight + 1) wrong.push(`${button.id} is out of view`);
  }
  return wrong;
}"""


@pytest.mark.parametrize("name", games.names())
def test_text_of_twice_the_size_is_not_cut_off(name: str, page: Page) -> None:
    large = "size => document.documentElement.style.setProperty('font-size', size)"
    page.evaluate(large, "200%")
    wrong: dict[str, list[str]] = {}
    for shown in positions(name, games.find(name).seats[1]):
        page.evaluate("message => { say(message); }", shown)
        page.evaluate("undertow.shown()")
        for size in EXTREMES:
            resized(page, SIZES[size])
            small = page.evaluate(SMALL_LETTERS, ".board")
            if found := page.evaluate(WORDS) + small:
                wrong[size] = found
    page.evaluate(large, "100%")
    assert wrong == {}


# What is wrong with each of these positions, as it comes and after the first tap.
LOOK_AT_ALL = f"""async (positions) => {{
  const look = {LOOK};
  const found = [];
  for (const position of positions) {{
    say(position);
    await undertow.shown();
    const wrong = look();
    const lit = document.querySelector("main [data-target][aria-pressed=false]");
    lit?.dispatchEvent(new MouseEvent("click"));
    const tapped = lit ? look() : [];
    found.push([...wrong, ...tapped.map((one) => `after a tap, ${{one}}`)]);
  }}
  return found;
}}"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", games.names())
def test_nothing_is_cut_off_or_too_small_in_any_hand(
    name: str, size: str, page: Page
) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    for seats in {*games.find(name).seats}:
        shown = positions(name, seats)
        for position, wrong in zip(shown, looked_at(page, shown), strict=True):
            assert wrong == [], (seats, position["state"], position["pending"])


def test_long_names_are_whole_below_the_island(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("message => { say(message); }", positions("hold-your-ground", 4)[0])
    page.evaluate("undertow.shown()")
    words = page.locator(".board text")
    for name in PLAYERS[:4]:
        expect(words.get_by_text(name, exact=True)).to_be_visible()


def looked_at(page: Page, shown: list[dict[str, Any]]) -> list[list[str]]:
    found: list[list[str]] = page.evaluate(LOOK_AT_ALL, shown)
    return found


def test_in_an_attack_a_tapped_card_is_meant_as_a_harpoon(page: Page) -> None:
    """HN-21: a wrong colour is told as such; without a harpoon, one tap passes."""
    shown = next(
        deepcopy(shown)
        for shown in positions("hai-noon", 4)
        if any(a["type"] == "endure" for a in (shown["pending"] or {})["legal"])
    )
    state = shown["state"]
    state["hands"][0] = ["red-cage"]
    shown["pending"]["legal"] = [{"type": "endure", "seat": 0}]
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("message => { say(message); }", shown)
    page.evaluate("undertow.shown()")
    page.evaluate("socket.sent.length = 0")
    only = catalogue_text("own.only", what=catalogue_text("page.endure", "hai-noon"))
    expect(page.locator("#turn .how").first).to_have_text(only)
    page.locator("[data-target='card:red-cage']").click()
    page.locator("[data-target='endure']").click()
    asked, played = page.evaluate("socket.sent.map(JSON.parse)")
    assert asked["type"] == "why"
    assert asked["action"]["type"] == "harpoon"
    assert asked["action"]["card"] == "red-cage"
    assert (played["type"], played["action"]["type"]) == ("act", "endure")


@pytest.mark.parametrize("size", ["a small phone", "a phone", "a phone that lies"])
def test_an_answer_lies_beside_the_board(
    size: str, browser: Browser, tmp_path: Path
) -> None:
    width, height = SIZES[size]
    with web_table(tmp_path, seats=2, game="hold-your-breath") as served:
        seat = served.position.active
        page = browser.new_page(viewport={"width": width, "height": height})
        page.goto(
            f"http://localhost:{served.port}/seat/{seat}?code={served.codes[seat]}"
        )
        expect(page.locator(".fan-card")).not_to_have_count(0)
        before = page.locator("#board").bounding_box()
        # Nobody can swim before a breath.
        page.locator(".fan-card [data-target*=swim]:not(.legal)").first.click()
        expect(page.locator("#told .ruling")).to_be_visible()
        board = page.locator("#board").bounding_box()
        told = page.locator("#told").bounding_box()
        assert before is not None
        assert board is not None
        assert told is not None
        assert board == before
        beside = told["x"] >= board["x"] + board["width"]
        assert beside or told["y"] + told["height"] <= board["y"]
