"""A whole game in a real browser, as people at a table would play it."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from controller import games
from tests import processes

PICTURE = Path(__file__).parents[1] / "controller" / "web" / "table.png"
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

PLAYABLE = "[data-testid=hand] button[aria-pressed]"
# Not while the table has yet to answer.
READY = f"{PLAYABLE}:enabled"
ROUND_OR_RESULT = """title => {
  const find = (id) => document.querySelector(`[data-testid=${id}]`);
  return !find("result").hidden || find("title").textContent.includes(title);
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=QUIET
        )
        yield browser
        browser.close()


class Party:
    """The table's page and the seats' pages, with what they complained of."""

    def __init__(self, browser: Browser, address: str, seats: int = 4) -> None:
        self.complaints: list[str] = []
        self.address = address.rstrip("/")
        self._browser = browser
        self.table = self.open("/", 1400, 900)
        links = self.table.locator("[data-testid=links] a")
        expect(links).to_have_count(seats)
        self.links = [
            str(links.nth(seat).get_attribute("href")) for seat in range(seats)
        ]
        self.seats = [self.open(link, 390, 844) for link in self.links]

    def open(self, path: str, width: int, height: int) -> Page:
        page = self._browser.new_page(viewport={"width": width, "height": height})
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text))
        page.goto(self.address + path)
        return page

    def choose(self, seat: int, pick: int = 0) -> None:
        """Plays one of the cards that the seat's page offers."""
        page = self.seats[seat]
        cards = page.locator(PLAYABLE)
        cards.nth(pick % cards.count()).click()
        page.get_by_test_id("play").click()
        # Nothing is selected any more: the table has answered.
        expect(page.get_by_test_id("play")).to_be_disabled()
        expect(page.locator("[data-testid=hand] [aria-pressed=true]")).to_have_count(0)

    def await_light(self, condition: str) -> None:
        """Until the lamps are so; `light(place)` is how much of it a lamp gives."""
        light = "place => undertow.lamp(place).reduce((sum, part) => sum + part)"
        self.table.wait_for_function(f"() => {{ const light = {light}; {condition} }}")

    def await_round(self, number: int) -> None:
        """Until every page shows this round, or the end."""
        for page in [self.table, *self.seats]:
            page.wait_for_function(ROUND_OR_RESULT, arg=f"Round {number}")

    def pending(self) -> list[int]:
        """The seats whose page has a card to play."""
        pages = enumerate(self.seats)
        return [seat for seat, page in pages if page.locator(PLAYABLE).count()]


@pytest.fixture
def party(browser: Browser, tmp_path: Path) -> Iterator[Party]:
    with processes.table(tmp_path, "--seed=7", "--seats=4") as address:
        party = Party(browser, address)
        yield party
        assert party.complaints == []
        for page in [party.table, *party.seats]:
            page.close()


def choose_on_the_bare_table(party: Party, seat: int, card: int) -> None:
    """Holds the seat (shift keeps it held), counts with next, confirms with ok."""
    button = party.table.locator(f"[data-control='seat:{seat}']")
    button.click(modifiers=["Shift"])
    for _ in range(card):
        party.table.locator("[data-control=next]").click()
    party.table.locator("[data-control=ok]").click()
    button.click()


def test_four_seats_play_to_the_end_in_the_browser(party: Party) -> None:
    round_title = party.table.get_by_test_id("title")
    expect(round_title).to_contain_text("Round 1")
    for seat in range(3):
        party.choose(seat, pick=seat)
    # A missing card's lamp is brighter.
    party.await_light('return light("seat:0") < light("seat:3") / 2')
    choose_on_the_bare_table(party, 3, card=5)
    party.await_round(2)
    _ask_why_not(party)
    _take_a_picture_of_a_reveal(party)
    result = party.table.get_by_test_id("result")
    for number in range(3, 100):
        party.await_round(number)
        if result.is_visible():
            break
        for seat in party.pending():
            party.choose(seat, pick=number + seat)
    expect(result).to_be_visible()
    expect(result).to_contain_text("gets away")
    for page in party.seats:
        expect(page.get_by_test_id("result")).to_contain_text("gets away")


def _ask_why_not(party: Party) -> None:
    """GB-31: a card that lies on the table is refused with its ruling."""
    page = party.seats[0]
    illegal = page.locator("[data-testid=hand] button:not([aria-pressed])").first
    action = json.loads(str(illegal.get_attribute("data-action")))
    illegal.click()
    told = page.get_by_test_id("told")
    expect(told).to_contain_text("GB-31")
    expect(told).to_contain_text(f"the {action['card']} of red lies on the table")


def _take_a_picture_of_a_reveal(party: Party) -> None:
    for seat in range(4):
        party.choose(seat, pick=3 - seat)
    # Every card has its middle tile, its corners or both lit.
    party.await_light('return light("tile:2,2") + light("tile:1,1") > 0')
    if "UNDERTOW_PICTURE" in os.environ:
        party.table.screenshot(path=PICTURE)


def test_a_seat_page_without_its_code_shows_nothing(party: Party) -> None:
    stranger = party.open("/seat/1?code=guessed", 390, 844)
    expect(stranger.get_by_test_id("connection")).to_contain_text("code")
    assert stranger.locator("[data-testid=hand] button").count() == 0
    stranger.close()


def test_a_game_is_offered_after_a_restart_and_goes_on(
    browser: Browser, tmp_path: Path
) -> None:
    with processes.table(tmp_path, "--seed=7", "--seats=4") as address:
        before = Party(browser, address)
        before.choose(0)
    with processes.table(tmp_path) as address:
        after = Party(browser, address)
        offer = after.table.get_by_test_id("offer")
        expect(offer).to_be_visible()
        assert after.links == before.links
        after.table.locator("[data-control=ok]").click()
        expect(offer).to_be_hidden()
        for seat in (1, 2, 3):
            expect(after.seats[seat].locator(PLAYABLE).first).to_be_visible()
        assert after.pending() == [1, 2, 3]
        for seat in (1, 2, 3):
            after.choose(seat)
        expect(after.table.get_by_test_id("title")).to_contain_text("Round 2")


@pytest.mark.parametrize("name", games.names())
def test_every_game_is_played_from_its_seats_pages(
    name: str, browser: Browser, tmp_path: Path
) -> None:
    with processes.table(tmp_path, name, "--seed=7", "--seats=2") as address:
        party = Party(browser, address, seats=2)
        told = party.table.locator("[data-testid=log] li")
        rng = Random(7)
        for _ in range(15):
            page = seat_to_move(party)
            cards = page.locator(READY)
            cards.nth(rng.randrange(cards.count())).click()
            page.get_by_test_id("play").click()
        expect(told.nth(15)).to_be_attached()
        assert party.complaints == []


def seat_to_move(party: Party) -> Page:
    """A page whose seat has something to play, once the last play was answered."""
    for _ in range(500):
        for page in party.seats:
            if page.locator(READY).count():
                return page
    raise AssertionError("nobody has anything to play")
