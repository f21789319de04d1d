"""The page renders sentences as the table does: the same examples prove both."""

from pathlib import Path

from playwright.sync_api import expect

from tests.support.browsing import launched, phones
from tests.support.webtable import web_table
from tests.words.test_catalogue import GIVEN

RENDER = """async ({ entries, seats, examples }) => {
  const { renderer } = await import("/static/words.js");
  const say = renderer(entries, () => seats);
  return examples.map(([says]) => say(says));
}"""


def test_a_page_renders_every_example(tmp_path: Path) -> None:
    with web_table(tmp_path) as table, launched() as browser:
        page = browser.new_page()
        page.goto(f"http://localhost:{table.port}/static/words.js")
        rendered = page.evaluate(RENDER, GIVEN)
    assert rendered == [text for _, text in GIVEN["examples"]]


def test_a_page_is_switched_in_its_menu_and_remembers_it(tmp_path: Path) -> None:
    with web_table(tmp_path) as table, launched() as browser:
        device = browser.new_context()
        page = device.new_page()
        page.goto(f"http://localhost:{table.port}/")
        log = page.get_by_test_id("log")
        expect(log).to_contain_text("takes the next place in the line.")
        page.get_by_label("Menu").click()
        page.get_by_test_id("language-de").click()
        expect(log).to_contain_text("nimmt den nächsten Platz in der Reihe.")
        seat = device.new_page()
        seat.goto(f"http://localhost:{table.port}/seat/0?code={table.codes[0]}")
        expect(seat.get_by_test_id("title")).to_contain_text("Runde 1")
        seat.get_by_test_id("menu").click()
        seat.get_by_test_id("language-en").click()
        expect(seat.get_by_test_id("title")).to_contain_text("Round 1")


def test_a_seats_page_is_german_at_a_german_table(tmp_path: Path) -> None:
    with (
        launched() as browser,
        phones(browser, tmp_path, seats=2, language="de") as opened,
    ):
        page = opened[0]
        expect(page.get_by_test_id("undo")).to_have_text("Zurück")
        hand = page.get_by_test_id("hand")
        expect(hand).to_have_attribute("aria-label", "Deine Hand")
        page.get_by_test_id("play").dispatch_event("click")
        expect(page.get_by_test_id("told")).to_contain_text("Wähle zuerst")
        page.get_by_test_id("menu").click()
        expect(page.get_by_test_id("rules")).to_have_text("Spielregeln")
