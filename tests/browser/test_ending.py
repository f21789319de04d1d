"""The end of a game on the pages: who won and why, a chart, players' statistics."""

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from controller import games
from controller.input.intents import NewGame
from tests.browser.test_pieces import COUNT_NEWS
from tests.storage.test_forget import holding
from tests.support.browsing import PLAYABLE, phones, until_up_to_date
from tests.support.ours import OURS
from tests.support.webtable import WebTable
from tests.support.words import catalogue_text

NAMES = ("Anna", "Ben", "Carla", "Dora", "Eva", "Fritz")


def begin(served: WebTable, name: str, seats: int, last: bool = False) -> None:
    """Start a game; if `last`, play it up to its last action."""
    table, rng = served.table, Random(4)
    new = NewGame(games.find(name), seats, {}, 3, players=NAMES[:seats])

    def play() -> None:
        table.ask(new)
        while last:
            action = rng.choice(table.match.game.legal(table.match.position))
            if table.match.game.result(table.match.plan(action)[-1].position):
                break
            table.act(action, None)

    served.run(play)


def finish(served: WebTable) -> None:
    """Play the game to its end."""
    table, rng = served.table, Random(4)

    def play() -> None:
        while not table.match.result:
            legal = table.match.game.legal(table.match.position)
            table.act(rng.choice(legal), None)

    served.run(play)


@pytest.mark.parametrize("name", OURS)
def test_the_end_has_ranks_a_reason_a_chart_and_records(
    name: str, browser: Browser, tmp_path: Path
) -> None:
    seats = games.find(name).seats[1]
    with phones(browser, tmp_path, seats, name) as opened:
        begin(opened.served, name, seats, last=True)
        pages = [opened[0], opened.table()]
        finish(opened.served)
        for page in pages:
            result = page.get_by_test_id("result")
            expect(result.locator(".ranks li")).to_have_count(seats)
            # Everybody stands on the podium as their own figure, and the winners cheer.
            expect(result.locator(".ranks .figure")).to_have_count(seats)
            expect(result.locator(".ranks .winner").first).to_be_visible()
            expect(result.locator(".ranks small:not(:empty)")).to_have_count(seats)
            expect(result.locator(".chart path.course")).to_have_count(2 * seats)
            expect(result.locator("svg[role=img]")).to_have_accessible_name(
                re.compile(": .*".join(NAMES[:seats]))
            )
            expect(result.locator(".records tbody tr")).to_have_count(seats)
            expect(result.locator(".records tbody th").first).to_have_text("Anna")
        # The choice of the next game is in view.
        expect(pages[1].locator("#again")).to_be_in_viewport(ratio=1)
        expect(pages[1].locator(".result h2")).to_be_in_viewport(ratio=1)


def test_a_page_that_is_opened_after_the_end_shows_it_and_all_that_was_won(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 2) as opened:
        begin(opened.served, "get-bit", 2)
        finish(opened.served)
        page = opened[0]
        expect(page.locator(".chart path.course")).to_have_count(4)
        # Across the room there is nothing to press.
        screen = opened.table("/?view=screen")
        expect(screen.locator(".result h2")).to_be_visible()
        expect(screen.locator("#again")).to_be_hidden()
        begin(opened.served, "get-bit", 2)
        finish(opened.served)
        expect(page.locator(".records tbody td").first).to_contain_text("of 2")


def test_how_it_ended_is_said_once(browser: Browser, tmp_path: Path) -> None:
    with phones(browser, tmp_path, 2) as opened:
        page = opened[0]
        finish(opened.served)
        expect(page.locator("#result .chart")).to_be_visible()
        until_up_to_date(page)
        page.evaluate(COUNT_NEWS, "result")
        before = page.evaluate("undertow.count()")
        page.evaluate("undertow.connection.lose()")
        page.wait_for_function("before => undertow.count() > before", arg=before)
        assert page.evaluate("news") == 0


def test_the_host_can_forget_a_player_beside_the_games_won(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 2) as opened:
        begin(opened.served, "get-bit", 2, last=True)
        host, seat = opened.table(), opened[0]
        finish(opened.served)
        names = host.locator(".records tbody tr")
        expect(names).to_have_count(2)
        expect(seat.locator(".records tbody tr")).to_have_count(2)
        expect(seat.locator(".records button")).to_have_count(0)
        names.first.get_by_role("button").click()
        host.get_by_test_id("forget").locator("[value=no]").click()
        expect(names).to_have_count(2)
        names.first.get_by_role("button").click()
        host.get_by_test_id("forget").locator("[value=yes]").click()
        expect(names).to_have_count(1)
        expect(names.locator("th")).to_have_text("Ben")
        expect(seat.locator(".records tbody tr")).to_have_count(1)
        assert holding(tmp_path, "Anna") == []


def test_a_game_is_played_again_once_every_phone_has_asked_for_it(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 3) as opened:
        begin(opened.served, "get-bit", 3)
        both = [opened[0], opened[1]]
        finish(opened.served)
        for page in both:
            expect(page.get_by_test_id("again")).to_be_in_viewport(ratio=1)
        again = both[0].get_by_test_id("again")
        again.click()
        # Nobody waits for a seat without a phone, and anybody may change their mind.
        waits = catalogue_text("own.waits-for", who=NAMES[1])
        expect(again).to_contain_text(waits)
        again.click()
        expect(again).to_have_text(catalogue_text("html.again"))
        again.click()
        expect(again).to_contain_text(waits)
        both[1].get_by_test_id("again").click()
        for page in both:
            expect(page.locator(PLAYABLE).first).to_be_visible()
