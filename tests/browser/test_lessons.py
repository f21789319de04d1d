"""Every lesson on phones: read there, tapped there, to its end."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from controller import games
from tests.support.browsing import PLAYABLE, Phones, phones
from tests.support.ours import OURS
from tests.support.webtable import WebTable
from tests.support.words import catalogue_text

PLAY = "#play:not([aria-disabled=true])"
OPEN = f"{PLAYABLE}:not([aria-pressed=true])"


def says(served: WebTable) -> str | None:
    """Return the lesson's sentence; None once it is over."""
    now = served.run(lambda: served.table.now)
    taught = now.situation.taught
    return now.render(taught.says) if taught else None


def wanted(served: WebTable) -> tuple[int, ...]:
    taught = served.run(lambda: served.table.now.situation.taught)
    actions = taught.wanted or () if taught else ()
    return tuple(sorted({action.seat for action in actions}))


def tap_what_glows(page: Page) -> None:
    """Tap the first glowing target until an action is complete, then Play."""
    count = page.evaluate("undertow.count()")
    for _ in range(4):
        if page.evaluate("undertow.count()") > count:
            return  # it needed no Play
        if page.locator(PLAY).count():
            page.locator(PLAY).click()
            break
        page.locator(OPEN).first.click()
    page.wait_for_function("before => undertow.count() > before", arg=count)


def all_show(opened: Phones, sentence: str) -> None:
    for seat in (0, 1):
        expect(opened[seat].locator("#turn")).to_contain_text(sentence)


@pytest.mark.parametrize("name", OURS)
def test_phones_play_a_lesson_to_its_end(
    name: str, browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 2, name, learn=True) as opened:
        served = opened.served
        while wanted(served):
            sentence = says(served)
            assert sentence
            all_show(opened, sentence)
            tap_what_glows(opened[wanted(served)[0]])
        end = games.words(name).render(f"lesson.{games.lesson(name).end}")
        all_show(opened, end)


def test_a_card_that_is_not_wanted_is_answered_kindly(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 4, learn=True) as opened:
        page = opened[0]
        expect(page.locator(PLAYABLE)).to_have_count(1)
        page.locator("[data-target='card:red:1']").click()
        expect(page.locator("#told")).to_contain_text(
            catalogue_text("teach.instead", lesson="")
        )
        tap_what_glows(page)
        expect(page.locator("#turn")).to_contain_text("Blue, Green and Yellow")


def test_teach_us_on_the_first_screen_begins_a_lesson(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 2, is_chosen=False) as opened:
        page = opened.table()
        page.get_by_role("radio", name="HAI NOON").check(force=True)
        page.get_by_role("button", name="Teach us").click()
        expect(page.locator("#missing")).to_contain_text("Sharks circle your")
        expect(page.locator("#missing")).to_contain_text("Table: Hold ")
