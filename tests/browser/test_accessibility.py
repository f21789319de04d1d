"""Every page of every game is accessible, with panels open and a full log."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from controller import games
from tests.browser.screenshots import play_some
from tests.browser.test_ending import begin, finish
from tests.support.browsing import Phones, findings, phones
from tests.support.words import catalogue_text


def sheets(page: Page) -> Iterator[str]:
    """Open one sheet after the other that is alike in every game."""
    for name in ("menu", "open-log", "list"):
        page.get_by_test_id(name).click()
        yield name
        page.get_by_test_id("close").click()


def views(opened: Phones) -> Iterator[tuple[str, Page]]:
    """Yield the table's page in the views that are alike in every game."""
    for view in ("bench", "screen"):
        page = opened.table(f"/?view={view}")
        expect(page.locator("#links li").first).to_be_attached()
        if view == "bench":
            # The health of the boards comes last.
            expect(page.locator(".health:not(:empty)").first).to_be_attached()
        yield f"{view} view", page
        page.close()


@pytest.mark.parametrize("name", games.names())
def test_nobody_is_shut_out_of_a_game(
    name: str, browser: Browser, tmp_path: Path
) -> None:
    seats = games.find(name).seats[1]
    with phones(browser, tmp_path, seats, name, seed=5) as opened:
        play_some(opened.served, 25)
        page = opened[0]
        assert findings(page) == []
        for paper in ("rules", "lamps"):
            page.get_by_test_id("menu").click()
            page.get_by_test_id(paper).click()
            expect(page.locator("#sheet-body > *")).not_to_have_text("…")
            assert findings(page, "#sheet") == [], paper
            page.get_by_test_id("close").click()
        table = opened.table()
        expect(table.locator("#links li").first).to_be_attached()
        assert findings(table) == []


def test_nobody_is_shut_out_of_sheets_views_and_the_end(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 6, seed=5) as opened:
        play_some(opened.served, 25)
        page = opened[0]
        for sheet in sheets(page):
            assert findings(page, "#sheet") == [], sheet
        for view, table in views(opened):
            assert findings(table) == [], view
        begin(opened.served, "get-bit", 6)
        finish(opened.served)
        expect(page.locator(".records")).to_be_visible()
        assert findings(page) == [], "the end"


def test_nobody_is_shut_out_of_the_first_screen(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, seats=2) as opened:
        table = opened.table()
        table.locator("#menu").click()
        assert findings(table) == [], "the menu"
        table.locator("#new-game-button").click()
        expect(table.locator("#first")).to_be_visible()
        table.locator("#first details").evaluate("all => { all.open = true; }")
        assert findings(table) == [], "the first screen"


def test_nobody_is_shut_out_of_watching_and_of_taking_a_seat(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, seats=4) as opened:
        page = opened.spectator()
        expect(page.get_by_test_id("join")).to_be_visible()
        assert findings(page) == []
        page.get_by_test_id("join").get_by_role("link").click()
        seats = page.get_by_test_id("free-seats").get_by_role("button")
        expect(seats).to_have_count(4)
        assert findings(page) == [], "where a seat is picked"
        seats.first.click()
        expect(page.get_by_test_id("asking")).not_to_be_empty()
        assert findings(page) == [], "while a seat is asked for"


def test_nobody_is_shut_out_of_a_refused_link(browser: Browser, tmp_path: Path) -> None:
    with phones(browser, tmp_path, seats=2) as opened:
        page = opened.table()
        page.goto(page.url + "seat/0?code=wrong")
        said = page.get_by_test_id("connection")
        expect(said).to_contain_text(catalogue_text("closed.wrong-code"))
        expect(page.get_by_test_id("hand").locator("button")).to_have_count(0)
        assert findings(page) == []
