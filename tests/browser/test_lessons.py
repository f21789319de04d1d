"""Every lesson on phones: read there, tapped there, to its end."""

from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from controller import games
from controller.basics.sentence import Sentence
from controller.tabletop.lesson import Taught
from tests.support.browsing import PLAYABLE, Phones, phones, until_up_to_date
from tests.support.ours import OURS
from tests.support.webtable import WebTable
from tests.support.words import catalogue_text

PLAY = "#play:not([aria-disabled=true])"
OPEN = f"{PLAYABLE}:not([aria-pressed=true])"


def taught(served: WebTable) -> Taught | None:
    return served.run(lambda: served.table.now.situation.taught)


def wanted(served: WebTable) -> tuple[int, ...]:
    now = taught(served)
    actions = now.wanted or () if now else ()
    return tuple(sorted({action.seat for action in actions}))


def tap_what_glows(page: Page) -> None:
    """Tap the first glowing target until an action is complete, then Play."""
    count = page.evaluate("undertow.count()")
    for _ in range(4):
        page.wait_for_selector("main:not([aria-busy=true])")
        if page.evaluate("undertow.count()") > count:
            return  # it needed no Play
        if page.locator(PLAY).count():
            page.locator(PLAY).click()
            break
        page.locator(OPEN).first.click()
    page.wait_for_function("before => undertow.count() > before", arg=count)


def expect_lesson(opened: Phones, seat: int) -> None:
    """Expect the lesson's words on this phone: its own task and nobody else's."""
    now, bubble = taught(opened.served), opened[seat].get_by_test_id("lesson")
    assert now

    def said(says: Sentence) -> str:
        return opened.served.run(lambda: opened.served.table.now.render(says))

    if now.why:
        expect(bubble).to_contain_text(said(now.why))
    task = now.task_for(seat)
    expect(bubble.locator(".task")).to_have_count(1 if task else 0)
    expect(bubble.get_by_test_id("do-it")).to_have_count(1 if task else 0)
    if task:
        expect(bubble.locator(".task")).to_have_text(said(task))


@pytest.mark.parametrize("name", OURS)
def test_phones_play_a_lesson_to_its_end(
    name: str, browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 2, name, learn=True) as opened:
        served = opened.served
        while wanted(served):
            for seat in (0, 1):
                expect_lesson(opened, seat)
            tap_what_glows(opened[wanted(served)[0]])
        end = games.words(name).render(f"lesson.{games.lesson(name).end}")
        for seat in (0, 1):
            expect(opened[seat].get_by_test_id("lesson")).to_contain_text(end)


def has_moved(served: WebTable, before: object) -> bool:
    return bool(served.table.match.position != before)


def test_every_step_of_a_lesson_can_be_done_for_its_player(
    browser: Browser, tmp_path: Path
) -> None:
    """On the phone, and on the host's page for whoever has none."""
    with phones(browser, tmp_path, 2, "hold-your-ground", learn=True) as opened:
        served, host = opened.served, opened.table()
        # What is not asked yet is answered with the task alone.
        opened[0].locator("[data-target='tile:2,2']").click()
        task = opened[0].locator("#lesson .task").text_content() or ""
        says = catalogue_text("own.not-now", prompt=task)
        expect(opened[0].locator("#told .sentence")).to_have_text(says)
        while seats := wanted(served):
            page = opened[0] if seats[0] == 0 else host
            until_up_to_date(page)
            do_it = page.get_by_test_id("do-it")
            expect(do_it).to_be_in_viewport(ratio=1)
            before = served.table.match.position
            do_it.click()
            served.wait_until(partial(has_moved, served, before))


def test_a_card_that_is_not_wanted_is_answered_kindly(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 4, learn=True) as opened:
        page = opened[0]
        expect(page.locator(PLAYABLE)).to_have_count(1)
        page.locator("[data-target='card:red:1']").click()
        task = page.locator("#lesson .task").text_content() or ""
        expect(page.locator("#told")).to_have_text(
            catalogue_text("teach.instead", task=task)
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
        # The page reads aloud what the table says, which has it already.
        expect(page.locator("#lesson")).to_have_attribute("aria-live", "off")
        expect(page.locator("#lesson .why")).to_contain_text("Sharks circle your")
        expect(page.locator("#missing")).to_contain_text("Table: Hold ")
