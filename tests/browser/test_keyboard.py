"""A whole game of each kind from a seat's page, with nothing but a keyboard."""

from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from controller import games
from controller.testing.known import known
from tests.support.browsing import Phones, phones
from tests.support.ours import so_many

MOST = 900


@pytest.mark.parametrize("name", games.names())
def test_a_keyboard_alone_plays_a_whole_game(
    name: str, browser: Browser, tmp_path: Path
) -> None:
    seats, options = so_many(name), known(name).short
    with phones(browser, tmp_path, seats, name, **options) as opened:
        page = opened[0]
        page.keyboard.press("Tab")
        for _ in range(MOST):
            seat = asked(opened)
            if seat is None:
                break
            if seat == 0:
                opened.until_shown(0)
                choose_with_keys(page)
            else:
                opened.served.run(partial(first_of, opened, seat))
        assert asked(opened) is None, "the game goes on and on"
        opened.until_shown(0)
        assert page.get_by_test_id("result").is_visible()


def asked(opened: Phones) -> int | None:
    """Return the seat that decides next; None when the game is over."""
    match = opened.served.table.match
    if opened.served.run(lambda: match.result):
        return None
    legal = opened.served.run(lambda: match.game.legal(match.position))
    return int(min(action.seat for action in legal))


def first_of(opened: Phones, seat: int) -> None:
    match = opened.served.table.match
    legal = match.game.legal(match.position)
    opened.served.table.act(next(a for a in legal if a.seat == seat), seat)


def choose_with_keys(page: Page) -> None:
    """Open the list, take its first choice, and play it."""
    before = page.evaluate("undertow.count()")
    tab_to(page, "list")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "play"
    page.keyboard.press("Enter")
    page.wait_for_function("before => undertow.count() > before", arg=before)


def tab_to(page: Page, name: str) -> None:
    """Reach an element with Tab, or backwards from Play."""
    here = page.evaluate("document.activeElement.id")
    key = "Shift+Tab" if here == "play" else "Tab"
    for _ in range(60):
        if page.evaluate("document.activeElement.id") == name:
            return
        page.keyboard.press(key)
    raise AssertionError(f"{name} is not reached with Tab")
