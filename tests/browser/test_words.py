"""The languages of the pages."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from controller import games
from tests.support.browsing import phones
from tests.support.webtable import web_table
from tests.support.words import like


def test_a_page_is_switched_in_its_menu_and_remembers_it(
    browser: Browser, tmp_path: Path
) -> None:
    with web_table(tmp_path) as table:
        device = browser.new_context()
        page = device.new_page()
        page.goto(f"http://localhost:{table.port}/")
        log = page.get_by_test_id("log")
        expect(log).to_contain_text(like("tell.line-up", "get-bit"))
        page.get_by_label(like("html.menu")).click()
        page.get_by_test_id("language-de").click()
        expect(log).to_contain_text(like("tell.line-up", "get-bit", "de"))
        seat = device.new_page()
        seat.goto(f"http://localhost:{table.port}/seat/0?code={table.codes[0]}")
        expect(seat.get_by_test_id("title")).to_contain_text("Runde 1")
        seat.get_by_test_id("menu").click()
        seat.get_by_test_id("language-en").click()
        expect(seat.get_by_test_id("title")).to_contain_text("Round 1")


def test_a_seats_page_is_german_at_a_german_table(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, seats=2, language="de") as opened:
        page = opened[0]
        expect(page.get_by_test_id("undo")).to_have_text(like("own.undo", "", "de"))
        page.get_by_test_id("play").dispatch_event("click")
        told = page.get_by_test_id("told")
        expect(told).to_contain_text(like("own.choose-first", "", "de"))
        page.get_by_test_id("why").click()
        page.locator("[data-target='card:red:4']").click()
        page.locator("[data-rule='GB-05']").click()
        expect(page.locator("#sheet-title")).to_have_text(heading("rulings.de.md"))
        page.get_by_test_id("close").click()
        page.get_by_test_id("menu").click()
        expect(page.get_by_test_id("rules")).to_have_text(like("menu.rules", "", "de"))
        page.get_by_test_id("rules").click()
        sheet = page.get_by_test_id("sheet")
        expect(sheet.locator("h4").first).to_have_text(heading("rules.de.md"))
        expect(sheet).not_to_contain_text(like("lamps-heading.de"))
        page.get_by_test_id("close").click()
        page.get_by_test_id("menu").click()
        page.get_by_test_id("lamps").click()
        expect(sheet.locator(".lamp-sample").first).to_be_visible()


def heading(paper: str) -> re.Pattern[str]:
    """Return a pattern for any heading of one of the game's papers."""
    text = (games.folder("get-bit") / paper).read_text()
    found = re.findall(r"^(?:## |\*\*GB-\d+ )([^*\n]+)", text, re.MULTILINE)
    return re.compile("|".join(map(re.escape, found)))


# All that a page says now, to eyes and to screen readers.
SAID = """() => {
  const said = new Set();
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let at = words.nextNode(); at; at = words.nextNode()) {
    if (!at.parentElement.closest("script, style, #parts")) said.add(at.data.trim());
  }
  for (const name of ["aria-label", "title", "placeholder", "alt", "data-empty"]) {
    for (const node of document.querySelectorAll(`[${name}]`)) {
      said.add(node.getAttribute(name).trim());
    }
  }
  return [...said].filter((text) => /[A-Za-z]{2}/.test(text));
}"""
# The same in both languages: what is printed on the table, what parts and readers are
# called, and numbers in hex.
SAME = re.compile(
    r"(next|ok|undo|why|arm|fire|Eliminator|QR|Start|Orange|Deutsch|English|Undertow"
    r"|HOLD YOUR (BREATH!|GROUND)|GET BIT!|HAI NOON|shoe|play|strip|speaker|power"
    r"|undertow wiring|sensor board \w+|depth:\S+|tile:\S+|live|Puck|puck|[0-9a-f ]+"
    r"|high|low"  # the levels of a pin, in German too
    r"|GPIO \d+ \S+)$"
)


def said(page: Page, path: str, language: str) -> set[str]:
    address = page.url.split("/", 3)[:3]
    page.context.add_cookies(
        [{"name": "language", "value": language, "url": "/".join(address)}]
    )
    page.goto("/".join(address) + path)
    expect(page.get_by_test_id("title")).not_to_be_empty()
    expect(page.locator("[data-control=ok]")).to_be_attached()
    if "bench" in path:
        # The health of the boards comes last.
        expect(page.locator(".health:not(:empty)").first).to_be_attached()
    return set(page.evaluate(SAID))


@pytest.mark.parametrize("is_chosen", [False, True], ids=["first", "playing"])
def test_a_german_table_says_nothing_in_english(
    browser: Browser, tmp_path: Path, is_chosen: bool
) -> None:
    """What both pages say alike is a name; else one of them says it in the other's
    language."""
    game = "hold-your-breath"
    with web_table(tmp_path, 2, game=game, is_chosen=is_chosen) as table:
        page = browser.new_page()
        page.goto(f"http://localhost:{table.port}/")
        for path in ("/", "/?view=bench"):
            english, german = said(page, path, "en"), said(page, path, "de")
            assert len(german) > 60
            assert {text for text in english & german if not SAME.match(text)} == set()
