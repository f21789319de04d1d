"""A round shown event by event, on a phone and on the table's page."""

from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from controller.games.hold_your_breath.pieces import Play
from tests.support.browsing import HEARD
from tests.support.webtable import WebTable, web_table

STAGED = "localStorage['at-once'] = 'no';"
# It calls a player with a single buzz.
SHAKES = """
globalThis.shaken = 0;
navigator.vibrate = (pattern) => { if (Array.isArray(pattern)) shaken += 1; };
"""


FRAME_MS = 17
# After every timer of a page that has just been opened.
LATER_S = 60


def opened(browser: Browser, served: WebTable, path: str) -> Page:
    """Open a page whose time stands still."""
    page = browser.new_page(reduced_motion="reduce")
    page.add_init_script(STAGED)
    page.add_init_script(SHAKES)
    page.clock.install(time=0)
    page.goto(f"http://localhost:{served.port}{path}")
    expect(page.locator("#board svg, #summary svg")).to_be_visible()
    page.clock.pause_at(LATER_S)
    return page


def test_a_round_is_shown_in_its_order_and_a_tap_goes_on(
    browser: Browser, tmp_path: Path
) -> None:
    with web_table(tmp_path, seats=4) as served:
        phone = opened(browser, served, f"/seat/0?code={served.codes[0]}")
        table = opened(browser, served, "/")
        log = table.get_by_test_id("log").locator("li")
        for seat in range(4):
            served.run(partial(choose, served, seat))
            for page in (phone, table):
                draw_what_has_arrived(page)
            if seat == 2:
                # While the others choose, it tells what has happened last.
                expect(phone.locator("#turn .how")).to_have_text(log.first.inner_text())
        for page, sentence in ((phone, "#turn"), (table, "#missing")):
            expect(page.locator(f"{sentence} .caption")).to_be_visible()
            expect(page.locator(".mine")).to_have_count(0)
        told = log.count()
        # Whoever skips it and chooses does not end it for the others.
        served.run(partial(choose, served, 3))
        draw_what_has_arrived(table)
        expect(table.locator("#missing .caption")).to_be_visible()
        phone.locator("#board").click()
        expect(phone.locator("#turn.mine")).to_be_visible()
        expect(phone.locator("#turn .caption")).to_have_count(0)
        # The table's page goes on by itself, at the pace of the lamps.
        expect(log).to_have_count(told)
        table.clock.run_for(20_000)
        expect(table.locator("#missing .caption")).to_have_count(0)
        assert log.count() > told


def test_only_the_phone_of_the_bitten_shakes(browser: Browser, tmp_path: Path) -> None:
    with web_table(tmp_path, seats=4) as served:
        phones = [
            opened(browser, served, f"/seat/{seat}?code={served.codes[seat]}")
            for seat in range(4)
        ]
        for seat in range(4):
            served.run(partial(choose, served, seat))
            for page in phones:
                draw_what_has_arrived(page)
        for page in phones:
            page.clock.run_for(20_000)
            expect(page.locator("#turn.mine")).to_be_visible()
        robots = served.position.robots
        bitten = {robot.seat for robot in robots if robot.limbs < 4}
        shaken = {seat for seat in range(4) if phones[seat].evaluate("shaken") > 0}
        assert shaken == bitten


def test_a_pirate_breathes_and_sinks_but_who_comes_late_sees_the_end(
    browser: Browser, tmp_path: Path
) -> None:
    with web_table(tmp_path, seats=2, game="hold-your-breath") as served:
        phone = opened(browser, served, f"/seat/1?code={served.codes[1]}")
        active = f"[data-piece='pirate:{served.position.active}'] text"
        feet = phone.locator(active)
        before = feet.text_content()
        served.run(partial(use, served, "air"))
        draw_what_has_arrived(phone)
        expect(phone.locator("#turn .caption")).to_be_visible()
        expect(phone.locator(".body[style*='scale(1.3)']")).to_have_count(1)
        # The card is seen, until a tap goes on.
        expect(phone.locator("#board .laid")).to_be_visible()
        phone.locator("#board").click()
        expect(phone.locator("#board .laid")).to_have_count(0)
        expect(phone.locator(".body[style*='scale(1.3)']")).to_have_count(0)
        served.run(partial(use, served, "swim"))
        draw_what_has_arrived(phone)
        expect(phone.locator("#turn .caption")).to_be_visible()
        assert feet.text_content() == before
        late = opened(browser, served, "/")
        end = late.locator(active).text_content()
        assert end != before
        expect(late.locator("#missing .caption")).to_have_count(0)
        phone.clock.run_for(900)
        expect(phone.locator(".body[style*='rotate(165deg)']")).to_have_count(1)
        phone.clock.run_for(20_000)
        expect(feet).to_have_text(end or "")
        expect(phone.locator("#turn .caption")).to_have_count(0)


def use(served: WebTable, name: str) -> None:
    """Play a card of the seat whose turn it is for this use."""
    match = served.table.match
    legal = match.game.legal(match.position)
    own = [a for a in legal if isinstance(a, Play) and a.as_.startswith(name)]
    served.table.act(own[0], own[0].seat)


def draw_what_has_arrived(page: Page) -> None:
    """Let a few frames pass, in which nothing that is shown comes to its end."""
    # What was sent before the answer has come before it.
    page.evaluate(HEARD)
    for _ in range(5):
        page.clock.run_for(FRAME_MS)


def choose(served: WebTable, seat: int) -> None:
    """Let each seat choose another card."""
    match = served.table.match
    own = [a for a in match.game.legal(match.position) if a.seat == seat]
    served.table.act(own[seat], seat)
