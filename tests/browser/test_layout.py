"""The table's page fits every size: the whole table in view, nothing cut off."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from controller import games
from controller.words.files import LANGUAGES
from tests.browser.screenshots import (
    SIZES,
    host_page,
    play_some,
    resized,
    set_up,
    until_painted,
)
from tests.support.ours import OURS
from tests.support.webtable import WebTable, web_table
from tests.support.words import catalogue_text

# In addition to the sizes of the screenshots.
MORE = {
    "phone": (390, 844),
    "phone-on-its-side": (844, 390),
    "large-tablet-upright": (820, 1180),
}
ALL = {**SIZES, **{f"other-{name}": size for name, size in MORE.items()}}

# What is wrong with the layout now, each in a sentence: what has to be in view or on
# the table, what must not lie over each other, and whose words are cut off.
LOOK = """({ inView, onTable, apart, words, scrolls }) => {
  const wrong = [];
  const seen = (one) => one.checkVisibility() && one.getClientRects().length;
  const all = (which) => [...document.querySelectorAll(which)].filter(seen);
  const box = (element) => element.getBoundingClientRect();
  const name = (element) =>
    element.id || element.dataset.control || element.className || element.tagName;
  const inside = (a, b) =>
    a.left >= b.left - 1 && a.right <= b.right + 1 &&
    a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  const isApart = (a, b) =>
    a.right <= b.left + 1 || b.right <= a.left + 1 ||
    a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const sheet = document.scrollingElement;
  if (sheet.scrollWidth > innerWidth) {
    const wide = all("*").filter((one) => box(one).right > innerWidth + 1).map(name);
    wrong.push(`the page is wider than the screen: ${wide.slice(0, 4)}`);
  }
  const isTall = sheet.scrollHeight > innerHeight + 1;
  if (!scrolls && isTall) wrong.push("it has to be scrolled");
  for (const element of all(inView)) {
    if (!inside(box(element), view)) wrong.push(`${name(element)} is not all in view`);
  }
  // In very large type on a very small screen its end may have to be scrolled to.
  const { top } = box(document.getElementById("missing"));
  if (top < 0 || top > innerHeight - 40) wrong.push("the prompt is not in view");
  for (const part of all(onTable)) {
    if (!inside(box(part), box(table))) wrong.push(`${name(part)} is not on the table`);
  }
  for (const group of [all(onTable), all(apart)]) {
    group.forEach((a, i) => group.slice(i + 1).forEach((b) => {
      const isWithin = a.contains(b) || b.contains(a);
      if (isWithin || isApart(box(a), box(b))) return;
      wrong.push(`${name(a)} lies over ${name(b)}`);
    }));
  }
  for (const element of all(words)) {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    const isCut = scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
    if (isCut) wrong.push(`the words of ${name(element)} are cut off`);
  }
  return wrong;
}"""
PARTS = "#table .seat, #table .depth, #table .tile, #table .control, .striker"
IN_VIEWS: dict[str, dict[str, str]] = {
    "play": {
        "inView": "#summary svg, .head",
        "onTable": "#none",
        "apart": "#summary, #stage, #tray, .now, .panel",
        "words": ".head h1, #table-size, #setting-up button",
    },
    "table": {
        "inView": "#table, #tray, .head",
        "onTable": PARTS,
        "apart": "#summary, #stage, #tray, .now, .panel",
        "words": "#table .label, .striker p, .striker small, .head h1, "
        "#setting-up button",
    },
    "bench": {
        "inView": "#table, .head, #missing strong",
        "onTable": PARTS,
        "apart": "#stage, #tray, .now, .panel, .panel > .card, #tray .cards",
        "words": "#table .label, .meters, .pins li, #parts li, #builder h3",
    },
    "screen": {
        "inView": ".head, #missing, #summary svg, .seats li, .story .log",
        "onTable": "#none",
        "apart": ".now, .seats, #summary svg, .story, .head h1, #title, #menu",
        "words": ".head h1, #missing strong, .seat-tag",
    },
    "first": {
        "inView": ".head, #missing strong, .first .start",
        "onTable": "#none",
        "apart": ".game-card, .seat-counts label, .seat-row, #first-title, "
        "#seats-title, #names-title, .seat-row input, .seat-row select, "
        ".seat-row .dots",
        "words": ".game-card b, .game-card small, .seat-counts label, .start button",
    },
}
TEXT_SIZE = "size => document.documentElement.style.setProperty('font-size', size)"


def looked_at(page: Page, view: str, scrolls: bool, **other: str) -> list[str]:
    looks = {**IN_VIEWS[view], **other, "scrolls": scrolls}
    found: list[str] = page.evaluate(LOOK, looks)
    return found


def in_large(page: Page, view: str, scrolls: bool, **other: str) -> list[str]:
    """The same with text of twice the size."""
    page.evaluate(TEXT_SIZE, "200%")
    # A board draws itself again for letters of another size.
    until_painted(page)
    wrong = looked_at(page, view, scrolls, **other)
    if view == "play":
        wrong += page.evaluate(SMALL_LETTERS, "body")
    page.evaluate(TEXT_SIZE, "100%")
    return [f"with large text, {one}" for one in wrong]


# Where long sentences would move the table or the board to, if they do.
MOVED = """(what) => {
  const byId = (id) => document.getElementById(id);
  const where = () => JSON.stringify(byId(what).getBoundingClientRect());
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
  return after === before ? [] : [`words move the ${what} from ${before} to ${after}`];
}"""

# What a family looks at, where there is room for it beside the table or below.
IN_ONE_LOOK = ("laptop", "desktop", "television", "tablet", "tablet-upright")
OUT_OF_SIGHT = """() => {
  const wrong = [];
  const panel = document.querySelector(".panel");
  if (panel.scrollHeight > panel.clientHeight + 1) wrong.push("the panel scrolls");
  const around = panel.getClientRects().length ? panel : document.body;
  const view = around.getBoundingClientRect();
  for (const one of panel.querySelectorAll(".seats li, .log")) {
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


def wrong_at(page: Page, view: str, size: str) -> list[str]:
    width, height = ALL[size]
    resized(page, (width, height))
    is_upright = height > width
    wrong = looked_at(page, view, is_upright) + in_large(page, view, is_upright)
    if view == "play" and size == "laptop":
        # All that the sentence says is above the board.
        wrong += in_large(page, view, is_upright, words=".said")
    wrong += page.evaluate(MOVED, "summary" if view == "play" else "table")
    if size in IN_ONE_LOOK:
        wrong += page.evaluate(OUT_OF_SIGHT)
    if size in BESIDE:
        wrong += moved_by_a_reply(page)
    if view == "play" and size in IN_ONE_LOOK:
        wrong += page.evaluate(NOT_THE_LARGEST)
        wrong += page.evaluate(SMALL_LETTERS, "body")
    return wrong


# Across the page the board is what is seen first.
NOT_THE_LARGEST = """() => {
  const [board, table] = ["summary", "table"].map((id) => {
    const { width, height } = document.getElementById(id).getBoundingClientRect();
    return width * height;
  });
  const share = board / (innerWidth * innerHeight);
  const isLarge = share > 0.35 && board > 3 * table;
  return isLarge ? [] : [`the board has ${share} of the page`];
}"""
LEAST_PX = 12
# Letters in drawings too, at the size at which they are seen.
SMALL_LETTERS = f"""(within) => {{
  const wrong = [];
  const part = document.querySelector(within);
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {{
    const one = texts.currentNode.parentElement;
    const isSeen = one.checkVisibility({{ visibilityProperty: true }});
    const isRead = /[\\p{{L}}\\d]/u.test(texts.currentNode.data);
    if (!isRead || !isSeen || one.closest(".unseen")) continue;
    const size = parseFloat(getComputedStyle(one).fontSize);
    const times = one.getScreenCTM ? one.getScreenCTM().a : 1;
    const is = Math.round(size * times * 10) / 10;
    const isSmall = is > 0 && is < {LEAST_PX};
    if (isSmall) wrong.push(`${{one.textContent.slice(0, 20)}}: ${{is}} px`);
  }}
  return wrong;
}}"""


@pytest.mark.parametrize("name", OURS)
def test_every_view_of_a_game_holds_at_every_size(
    name: str, browser: Browser, tmp_path: Path
) -> None:
    """With text of twice the size too; and nothing that is said moves it."""
    seats = games.find(name).seats[1]
    with web_table(tmp_path, seats, seed=5, game=name) as served:
        play_some(served, 12)
        with host_page(browser, served, "/?view=screen") as page:
            assert wrong_in_view(page, "screen") == {}
        assert wrong_on_page(browser, served, "play") == {}


def wrong_on_page(
    browser: Browser, served: WebTable, view: str
) -> dict[str, list[str]]:
    with host_page(browser, served, f"/?view={view}") as page:
        set_up(page)
        found = {size: wrong_at(page, view, size) for size in ALL}
    return {size: wrong for size, wrong in found.items() if wrong}


def test_the_drawn_table_and_its_bench_hold_at_every_size(
    browser: Browser, tmp_path: Path
) -> None:
    """They are alike in every game."""
    with web_table(tmp_path, seats=6, seed=5) as served:
        play_some(served, 12)
        assert wrong_on_page(browser, served, "table") == {}
        with host_page(browser, served, "/?view=bench") as page:
            # The health of the boards comes last.
            expect(page.locator(".health:not(:empty)").first).to_be_attached()
            assert wrong_in_view(page, "bench") == {}


def wrong_in_view(page: Page, view: str) -> dict[str, list[str]]:
    wrong = {}
    for size, (width, height) in ALL.items():
        resized(page, (width, height))
        # A maker with a phone scrolls to the instruments.
        if found := looked_at(page, view, view == "bench" and height > width):
            wrong[size] = found
    return wrong


# So high is a game's board beside the table on a laptop, or higher.
BOARD_PX = 230
HEIGHT = "() => document.querySelector('#summary svg').getBoundingClientRect().height"


@pytest.mark.parametrize("name", OURS)
def test_the_board_beside_the_table_keeps_its_height(
    name: str, browser: Browser, tmp_path: Path
) -> None:
    """The first question of a game is its longest."""
    with (
        web_table(tmp_path, 3, seed=5, game=name) as served,
        host_page(browser, served, "/?view=table") as page,
    ):
        resized(page, SIZES["laptop"])
        keeps_its_height(page)
        page.locator("#menu summary").click()
        page.get_by_test_id("language-de").click()
        expect(page.locator("html")).to_have_attribute("lang", "de")
        keeps_its_height(page)


def keeps_its_height(page: Page) -> None:
    expect(page.locator("#summary svg")).to_be_visible()
    assert page.evaluate(HEIGHT) > BOARD_PX
    assert moved_by_a_reply(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_screen_holds_at_every_size(
    language: str, browser: Browser, tmp_path: Path
) -> None:
    with web_table(tmp_path, 6, is_chosen=False, language=language) as served:
        page = browser.new_page()
        page.goto(f"http://localhost:{served.port}/")
        page.locator(".game-card").first.wait_for()
        wrong = {}
        for size, pixels in ALL.items():
            resized(page, pixels)
            # Where text is twice the size, Start may have to be scrolled to.
            found = looked_at(page, "first", scrolls=True)
            found += in_large(page, "first", scrolls=True, inView=".head")
            if found:
                wrong[size] = found
        page.close()
    assert wrong == {}
