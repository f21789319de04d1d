"""HOLD YOUR BREATH! in a real browser: hands are played from the seats' pages."""

import json
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.support import processes
from tests.support.browsing import PLAYABLE, phones
from tests.support.words import catalogue_text

LEGAL = "[data-testid=choices] button[aria-pressed]"


class Party:
    def __init__(self, browser: Browser, address: str) -> None:
        self.complaints: list[str] = []
        self._browser, self._address = browser, address.rstrip("/")
        self.table = self.open("/")
        links = self.table.locator("[data-testid=links] a")
        expect(links).to_have_count(2)
        paths = [str(links.nth(seat).get_attribute("href")) for seat in (0, 1)]
        self.seats = [self.open(path) for path in paths]

    def open(self, path: str) -> Page:
        page = self._browser.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text))
        page.goto(self._address + path)
        return page

    def choices(self, seat: int) -> list[dict[str, Any]]:
        page = self.seats[seat]
        page.get_by_test_id("list").click()
        found = page.locator(LEGAL)
        expect(found.first).to_be_visible()
        actions: list[str] = found.evaluate_all("all => all.map(b => b.dataset.action)")
        page.get_by_test_id("close").click()
        return [json.loads(action) for action in actions]

    def play(self, seat: int, action: dict[str, Any]) -> None:
        page = self.seats[seat]
        key = json.dumps(action, separators=(",", ":"))
        page.get_by_test_id("list").click()
        page.locator(f"[data-action='{key}']").click()
        page.get_by_test_id("play").click()
        expect(page.locator("main [aria-pressed=true]")).to_have_count(0)


def test_two_seats_take_a_turn_each_from_their_pages(
    browser: Browser, tmp_path: Path
) -> None:
    options = ("hold-your-breath", "--seats=2", "--seed=3")
    with processes.table(tmp_path, *options) as address:
        party = Party(browser, address)
        title = party.table.get_by_test_id("title")
        expect(title).to_contain_text(
            catalogue_text(
                "page.descent",
                "hold-your-breath",
                turn="1",
                deck="58 cards in the deck",
            )
        )
        for page in party.seats:
            expect(page.get_by_test_id("title")).to_contain_text("turn 1")
        first = 0 if party.seats[0].locator(PLAYABLE).count() else 1
        for number, seat in enumerate((first, 1 - first), start=1):
            expect(title).to_contain_text(f"turn {number}")
            _refuse_to_stop(party.seats[seat])
            _take_a_turn(party, seat)
        expect(title).to_contain_text("turn 3")
        assert party.complaints == []


def _refuse_to_stop(page: Page) -> None:
    """HYB-11: nobody is done who has played no Air and could."""
    page.get_by_test_id("list").click()
    page.locator("[data-action*='\"done\"']").click()
    expect(page.get_by_test_id("told")).to_contain_text("HYB-11")


def _take_a_turn(party: Party, seat: int) -> None:
    airs = [a for a in party.choices(seat) if a.get("as", "").startswith("air")]
    party.play(seat, airs[0])
    log = party.table.get_by_test_id("log")
    expect(log).to_contain_text("as Air")
    party.play(seat, {"type": "done", "seat": seat})
    expect(party.seats[seat].locator("main [data-target*='end']")).to_be_visible()
    party.play(seat, {"type": "end", "seat": seat})


IS_CUT = "line => line.scrollWidth > line.clientWidth + 1"


def test_the_turns_that_are_left_are_told_in_full_on_a_small_phone(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, 4, "hold-your-breath") as opened:
        table, rng = opened.served.table, Random(3)

        def step() -> bool:
            match = table.match
            if match.position.last_turns is None:
                table.act(rng.choice(match.game.legal(match.position)), None)
            return match.position.last_turns is not None

        while not opened.served.run(step):
            pass
        page = opened[0]
        page.set_viewport_size({"width": 360, "height": 640})
        stands = page.locator("#title > :first-child")
        expect(stands).to_contain_text("more turns")
        assert not stands.evaluate(IS_CUT)
