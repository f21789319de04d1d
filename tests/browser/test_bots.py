"""Bots on the page: seated on the first screen, asked for a hint, left a seat to."""

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.support.webtable import WebTable, web_table
from tests.support.words import catalogue_text


def begun(browser: Browser, served: WebTable) -> Page:
    """Anna against a bot, as the first screen starts it."""
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto(f"http://localhost:{served.port}/")
    page.get_by_role("radio", name="GET BIT!").check(force=True)
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    page.get_by_role("textbox", name="Name of Red and Blue").fill("Anna")
    page.get_by_role(
        "combobox", name=catalogue_text("first.plays", who="Green and Yellow")
    ).select_option("easy")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_test_id("title")).to_have_text("Round 1")
    return page


def seat_of(browser: Browser, page: Page, served: WebTable) -> Page:
    link = page.locator("[data-testid=links] a").first.get_attribute("href")
    seat = browser.new_page(viewport={"width": 390, "height": 844})
    seat.goto(f"http://localhost:{served.port}{link}")
    return seat


def follow_a_hint(seat: Page) -> None:
    """Asks for one, and plays what it has chosen."""
    seat.get_by_test_id("menu").click()
    seat.get_by_test_id("hint").click()
    told, play = seat.get_by_test_id("told"), seat.get_by_test_id("play")
    expect(told).to_contain_text("Hint: Play ")
    deed = str(told.locator(".sentence").text_content()).split(".")[0]
    expect(play).to_have_text(deed.removeprefix("Hint: "))
    expect(seat.locator("#hand .picked")).to_have_count(1)
    play.click()
    expect(seat.locator("#hand .picked")).to_have_count(0)


def test_a_round_is_played_with_hints_against_a_bot(
    browser: Browser, tmp_path: Path
) -> None:
    with web_table(tmp_path, 2, seed=3, is_asked=False, has_bots=True) as served:
        page = begun(browser, served)
        expect(
            page.get_by_label(catalogue_text("sitting.who", who="Green & Yellow"))
        ).to_have_value("easy")
        seat = seat_of(browser, page, served)
        follow_a_hint(seat)
        follow_a_hint(seat)
        # The bot chooses for its two robots by itself, at its own pace.
        for each in (page, seat):
            expect(each.get_by_test_id("title")).to_contain_text("Round 2")
        page.close()
        seat.close()


def test_a_seat_is_left_to_a_bot_and_taken_back(
    browser: Browser, tmp_path: Path
) -> None:
    with web_table(tmp_path, 2, seed=3, has_bots=True) as served:
        seat = browser.new_page(viewport={"width": 390, "height": 844})
        seat.goto(f"http://localhost:{served.port}/seat/0?code={served.codes[0]}")
        seat.get_by_test_id("menu").click()
        seat.get_by_test_id("leave-to-bot").click()
        seat.get_by_test_id("bot-easy").click()
        expect(seat.get_by_test_id("bot")).to_contain_text("An easy bot plays for you.")
        # It has chosen for the first robot: its card is in.
        expect(seat.locator("[data-piece^='choice:']").first).to_be_attached()
        seat.get_by_test_id("play-myself").click()
        expect(seat.get_by_test_id("bot")).to_be_hidden()
        seat.close()
