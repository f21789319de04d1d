"""Clocks on pages: chosen on the first screen, counting, and marked at the end."""

import re
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Locator, expect

from controller import games
from controller.input.intents import NewGame
from controller.session.clocks import Times
from tests.support.simtable import sim_table
from tests.support.webtable import WebTable, web_table
from tests.support.words import like

# A clock that counts on, without further messages from the table.
COUNTS = """async clock => {
  const before = clock.firstChild.data;
  while (clock.firstChild.data === before) await new Promise(requestAnimationFrame);
  return true;
}"""


def times(served: WebTable) -> Times | None:
    return served.run(lambda: served.table.now.times)


def clocks(of: Locator) -> Locator:
    return of.get_by_test_id("clock")


def test_a_clock_is_chosen_and_counts_on_every_page(
    browser: Browser, tmp_path: Path
) -> None:
    with web_table(tmp_path, 2, is_chosen=False) as served:
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.goto(f"http://localhost:{served.port}/")
        page.get_by_text(like("html.more")).click()
        page.get_by_label(like("first.clock"), exact=True).select_option("10")
        page.get_by_role("button", name=like("html.start")).click()
        expect(page.locator("#first")).to_be_hidden()
        found = times(served)
        assert found
        assert found.minutes == 10
        seats = len(found.used_s)
        expect(clocks(page.locator("#links"))).to_have_count(seats)
        assert clocks(page.locator("#links")).first.evaluate(COUNTS)
        phone = browser.new_page(viewport={"width": 360, "height": 640})
        phone.goto(f"http://localhost:{served.port}/seat/0?code={served.codes[0]}")
        expect(clocks(phone.locator("header"))).to_have_class(re.compile("running"))
        assert clocks(phone.locator("header")).evaluate(COUNTS)


def test_the_result_marks_who_is_over_time(browser: Browser, tmp_path: Path) -> None:
    get_bit = games.find("get-bit")
    with sim_table(tmp_path) as table:
        table.table.open(NewGame(get_bit, 4, {}, 1, clock=10))
        table.settle()
        for seat, minutes in ((1, 11), (0, 0)):
            legal = table.table.match.game.legal(table.position)
            table.act(next(action for action in legal if action.seat == seat), seat)
            table.clock.tick(60 * minutes)
    with web_table(tmp_path, 4) as served:
        played, rng = served.table, Random(1)

        def finish() -> None:
            played.resume()
            while not played.match.result:
                legal = played.match.game.legal(played.match.position)
                played.act(rng.choice(legal), None)

        served.run(finish)
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.goto(f"http://localhost:{served.port}/")
        result = page.get_by_test_id("result")
        expect(clocks(result)).to_have_count(4)
        expect(result.locator(".clock.over")).to_have_count(3)
        expect(result.locator(".clock.running")).to_have_count(0)
