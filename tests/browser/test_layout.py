"""The table's page holds at every size: the whole table in view, nothing cut off."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from controller import games
from tests.browser.screenshots import SIZES, host_page, play_some, resized, set_up
from tests.support.webtable import web_table
from tests.support.words import catalogue_text

# Beside those that pictures are taken of.
MORE = {
    "phone": (390, 844),
    "phone-on-its-side": (844, 390),
    "large-tablet-upright": (820, 1180),
}
ALL = {**SIZES, **{f"other-{name}": size for name, size in MORE.items()}}

# What is wrong with the layout now, each in a sentence.
WRONG = """() => {
  const wrong = [];
  const seen = (one) => one.checkVisibility() && one.getClientRects().length;
  const all = (which) => [...document.querySelectorAll(which)].filter(seen);
  const box = (element) => element.getBoundingClientRect();
  const name = (element) =>
    element.id || element.dataset.control || element.className || element.tagName;
  const inside = (a, b) =>
    a.left >= b.left - 1 && a.right <= b.right + 1 &&
    a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  const apart = (a, b) =>
    a.right <= b.left + 1 || b.right <= a.left + 1 ||
    a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const sheet = document.scrollingElement;

  if (sheet.scrollWidth > innerWidth) wrong.push("the page is wider than the screen");
  const isWide = innerWidth > innerHeight;
  const isTall = sheet.scrollHeight > innerHeight;
  if (isWide && isTall) wrong.push("the page has to be scrolled");
  for (const element of all("#table, #tray, .head")) {
    if (!inside(box(element), view)) wrong.push(`${name(element)} is not all in view`);
  }
  // In very large type on a very small screen its end may have to be scrolled to.
  const { top } = box(document.getElementById("missing"));
  if (top < 0 || top > innerHeight - 40) wrong.push("the prompt is not in view");
  const parts = all(
    "#table .seat, #table .depth, #table .tile, #table .control, .striker",
  );
  for (const part of parts) {
    if (!inside(box(part), box(table))) wrong.push(`${name(part)} is not on the table`);
  }
  for (const group of [parts, all("#stage, #tray, .now, .panel")]) {
    group.forEach((a, i) => group.slice(i + 1).forEach((b) => {
      if (!apart(box(a), box(b))) wrong.push(`${name(a)} lies over ${name(b)}`);
    }));
  }
  const words = all(
    "#table .label, .striker p, .striker small, .head h1, #setting-up button",
  );
  for (const element of words) {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    if (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1) {
      wrong.push(`the words of ${name(element)} are cut off`);
    }
  }
  return wrong;
}"""

TEXT_SIZE = "size => document.documentElement.style.setProperty('font-size', size)"
# The same with text of twice the size.
WRONG_IF_LARGE = f"""() => {{
  const resize = {TEXT_SIZE};
  resize("200%");
  const wrong = ({WRONG})().map((one) => `with large text, ${{one}}`);
  resize("100%");
  return wrong;
}}"""
# Where long sentences would move the table to, if they do.
MOVED = """() => {
  const byId = (id) => document.getElementById(id);
  const where = () => JSON.stringify(byId("table").getBoundingClientRect());
  const long = "This is a sentence of some length about the table. ".repeat(4);
  const before = where();
  const parts = ["told", "step", "missing", "notice", "trouble"].map(byId);
  const nextStep = byId("next-step");
  const opens = nextStep.className;
  const said = parts.map((one) => [one.innerHTML, one.hidden]);
  for (const one of parts) [one.textContent, one.hidden] = [long, false];
  nextStep.classList.add("open");
  const after = where();
  nextStep.className = opens;
  parts.forEach((one, at) => ([one.innerHTML, one.hidden] = said[at]));
  return after === before ? [] : [`words move the table from ${before} to ${after}`];
}"""

# What a family looks at, where there is room for it beside the table or below.
IN_ONE_LOOK = ("laptop", "desktop", "television", "tablet", "tablet-upright")
OUT_OF_SIGHT = """() => {
  const wrong = [];
  const panel = document.querySelector(".panel");
  if (panel.scrollHeight > panel.clientHeight + 1) wrong.push("the panel scrolls");
  const view = panel.getBoundingClientRect();
  for (const one of panel.querySelectorAll("#summary svg, .seats li, .log")) {
    const { top, bottom, height } = one.getBoundingClientRect();
    const isIn = top > view.top - 1 && bottom < view.bottom + 1;
    if (!isIn || height < 30) wrong.push(`${one.id || one.className} is out of sight`);
  }
  for (const one of panel.querySelectorAll(".seat-tag")) {
    if (one.scrollWidth > one.clientWidth) wrong.push(`${one.textContent} is cut off`);
  }
  return wrong;
}"""

# Where the game's board is beside the table.
BESIDE = ("laptop", "desktop", "television")
NO_REPLY = "() => document.getElementById('told').replaceChildren()"
REPLY = "() => document.getElementById('told').append('%s')"
USUAL_REPLY = catalogue_text("reply.held", seat="Red")
BOARD = "() => document.getElementById('summary').getBoundingClientRect().top"


def moved_by_a_reply(page: Page) -> list[str]:
    page.evaluate(NO_REPLY)
    before = page.evaluate(BOARD)
    page.evaluate(REPLY % USUAL_REPLY)
    after = page.evaluate(BOARD)
    page.evaluate(NO_REPLY)
    stays = after == pytest.approx(before, abs=1)
    return [] if stays else [f"a reply moves the board from {before} to {after}"]


def wrong_at(page: Page, size: str) -> list[str]:
    resized(page, ALL[size])
    wrong: list[str] = []
    for look in (WRONG, WRONG_IF_LARGE, MOVED):
        wrong += page.evaluate(look)
    if size in IN_ONE_LOOK:
        wrong += page.evaluate(OUT_OF_SIGHT)
    if size in BESIDE:
        wrong += moved_by_a_reply(page)
    return wrong


@pytest.mark.parametrize("name", games.names())
def test_the_whole_table_is_in_view_at_every_size(
    name: str, browser: Browser, tmp_path: Path
) -> None:
    """With text of twice the size too; and nothing that is said moves it."""
    seats = games.find(name).seats[1]
    with web_table(tmp_path, seats, seed=5, game=name) as served:
        play_some(served, 12)
        with host_page(browser, served) as page:
            set_up(page)
            wrong = {size: found for size in ALL if (found := wrong_at(page, size))}
    assert wrong == {}


# So high is a game's board beside the table on a laptop, or higher.
BOARD_PX = 230
HEIGHT = "() => document.querySelector('#summary svg').getBoundingClientRect().height"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", games.names())
def test_the_board_beside_the_table_keeps_its_height(
    name: str, language: str, browser: Browser, tmp_path: Path
) -> None:
    """The first question of a game is its longest."""
    with (
        web_table(tmp_path, 3, seed=5, game=name, language=language) as served,
        host_page(browser, served) as page,
    ):
        resized(page, SIZES["laptop"])
        assert page.evaluate(HEIGHT) > BOARD_PX
        assert moved_by_a_reply(page) == []


# In another view: what has to be all in view, what must not lie over each other, and
# whose words are not cut off.
ELSEWHERE = """({ inView, apart, words, scrolls }) => {
  const wrong = [];
  const seen = (one) => one.checkVisibility() && one.getClientRects().length;
  const all = (which) => [...document.querySelectorAll(which)].filter(seen);
  const box = (element) => element.getBoundingClientRect();
  const name = (element) => element.id || element.className || element.tagName;
  const sheet = document.scrollingElement;
  if (sheet.scrollWidth > innerWidth) {
    const wide = all("*").filter((one) => box(one).right > innerWidth + 1).map(name);
    wrong.push(`the page is wider than the screen: ${wide.slice(0, 4)}`);
  }
  if (!scrolls && sheet.scrollHeight > innerHeight + 1) wrong.push("it scrolls");
  for (const element of all(inView)) {
    const { left, top, right, bottom } = box(element);
    const isIn = left > -1 && top > -1 && right < innerWidth + 1;
    if (!isIn || bottom > innerHeight + 1) wrong.push(`${name(element)} is cut off`);
  }
  const parts = all(apart);
  parts.forEach((a, i) => parts.slice(i + 1).forEach((b) => {
    const [one, other] = [box(a), box(b)];
    const isApart = one.right <= other.left + 1 || other.right <= one.left + 1 ||
      one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
    const isWithin = a.contains(b) || b.contains(a);
    if (!isApart && !isWithin) wrong.push(`${name(a)} lies over ${name(b)}`);
  }));
  for (const element of all(words)) {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    const isCut = scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
    if (isCut) wrong.push(`the words of ${name(element)} are cut off`);
  }
  return wrong;
}"""
IN_VIEWS: dict[str, dict[str, str]] = {
    "bench": {
        "inView": "#table, .head, #missing strong",
        "apart": "#stage, #tray, .now, .panel, .panel > .card, #tray .cards",
        "words": "#table .label, .meters, .pins li, #parts li, #builder h3",
    },
    "screen": {
        "inView": "#table, .head, #missing, #summary svg, .seats li, .story .log",
        "apart": "#stage, .now, .seats, #summary svg, .story, .head h1, #title, #menu",
        "words": ".head h1, #missing strong, .seat-tag",
    },
}


def wrong_in_view(page: Page, view: str, size: tuple[int, int]) -> list[str]:
    resized(page, size)
    width, height = size
    # A maker with a phone scrolls to the instruments.
    scrolls = view == "bench" and height > width
    found: list[str] = page.evaluate(ELSEWHERE, {**IN_VIEWS[view], "scrolls": scrolls})
    return found


@pytest.mark.parametrize("view", IN_VIEWS)
@pytest.mark.parametrize("name", games.names())
def test_bench_and_screen_hold_at_every_size(
    name: str, view: str, browser: Browser, tmp_path: Path
) -> None:
    seats = games.find(name).seats[1]
    with web_table(tmp_path, seats, seed=5, game=name) as served:
        play_some(served, 12)
        with host_page(browser, served, f"/?view={view}") as page:
            if view == "bench":
                # The instruments come last.
                expect(page.locator("[data-pin]").first).to_be_attached()
            looked = ((size, wrong_in_view(page, view, ALL[size])) for size in ALL)
            assert {size: found for size, found in looked if found} == {}


FIRST = {
    "inView": ".head, #missing strong, .first .start",
    "apart": ".game-card, .seat-counts label, .seat-row, #first-title, #seats-title, "
    "#names-title, .seat-row input, .seat-row select, .seat-row .dots",
    "words": ".game-card b, .game-card small, .seat-counts label, .start button",
}


@pytest.mark.parametrize("large", [False, True], ids=["usual", "twice the size"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_first_screen_holds_at_every_size(
    language: str, large: bool, browser: Browser, tmp_path: Path
) -> None:
    with web_table(tmp_path, 6, is_chosen=False, language=language) as served:
        page = browser.new_page()
        page.goto(f"http://localhost:{served.port}/")
        page.locator(".game-card").first.wait_for()
        if large:
            page.evaluate(TEXT_SIZE, "200%")
        wrong = {}
        for size, pixels in ALL.items():
            resized(page, pixels)
            # Where text is twice the size, Start may have to be scrolled to.
            looks = {**FIRST, "inView": ".head"} if large else FIRST
            if found := page.evaluate(ELSEWHERE, {**looks, "scrolls": True}):
                wrong[size] = found
        page.close()
    assert wrong == {}
