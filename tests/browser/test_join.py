"""A phone in its own network: it watches, takes a seat, and one phone has a seat."""

import shlex
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, ViewportSize, expect

from controller import games
from controller.web.server.files import qr_code
from tests.support import ROOT
from tests.support.browsing import CHROMIUM, PLAYABLE, launched
from tests.support.networks import TABLE, Network
from tests.support.ours import so_many
from tests.support.webtable import PageAtTable
from tests.support.words import catalogue_text, like
from tests.web.test_strangers import Shared, fetched, held, links


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    with ExitStack() as stack:
        yield Shared(stack, tmp_path_factory.mktemp("shared"), "--seats=3")


@pytest.fixture(scope="module")
def phones(
    shared: Shared, playwright: Playwright, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    at = tmp_path_factory.mktemp("phones") / "chromium"
    program = _program(shared.elsewhere, at)
    with launched(playwright, program) as browser:
        yield browser


def _program(network: Network, program: Path) -> Path:
    """Make this file a browser that runs inside the network."""
    command = shlex.join(network.command([CHROMIUM]))
    program.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
    program.chmod(0o755)
    return program


@pytest.fixture
def host(shared: Shared) -> Iterator[PageAtTable]:
    with shared.host() as page:
        page.next("lying")
        page.send("new", game="get-bit", seats=3, options={}, new_links=True)
        yield page


class Phone:
    def __init__(self, browser: Browser, address: str, width: int = 390) -> None:
        # Another phone knows nothing of what this one keeps.
        size: ViewportSize = {"width": width, "height": 844}
        self.page: Page = browser.new_context(viewport=size).new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(address)

    def close(self) -> None:
        self.page.context.close()
        assert self.complaints == []


@pytest.mark.parametrize("name", games.names())
def test_a_first_time_player_gets_from_the_address_to_a_legal_move(
    name: str, shared: Shared, phones: Browser
) -> None:
    """Only what is seen is tapped: a seat, what glows, then Play."""
    with shared.host() as host:
        host.next("lying")
        seats = so_many(name)
        host.send("new", game=name, seats=seats, options={}, new_links=True)
        seat = host.next("position")["pending"]["seats"][-1]
        phone = Phone(phones, f"http://{TABLE}:{shared.port}/")
        page = phone.page
        expect(page.locator("#table .lens").first).to_be_visible()
        for hidden in ("links", "new-game"):
            expect(page.get_by_test_id(hidden)).to_be_hidden()
        page.get_by_role("link", name=catalogue_text("html.take-seat")).click()
        sit = page.get_by_role("button", name=like("join.sit-as"))
        expect(sit).to_have_count(seats)
        sit.nth(seat).click()
        asking = page.get_by_test_id("asking")
        expect(asking.locator(".signs i")).to_have_count(2)
        with held(host, f"seat:{seat}"):
            expect(asking).to_contain_text(like("join.let-go"))
        page.wait_for_url(f"**/seat/{seat}?code=*")
        page.get_by_test_id("ready").click()
        expect(page.get_by_test_id("missing")).to_contain_text(like("prompt.your-turn"))
        tap_what_glows(page)
        play = page.get_by_test_id("play")
        expect(play).not_to_have_text(catalogue_text("own.play"))
        play.click()
        while not (events := host.next("position")["events"]):
            pass
        assert events[0]["seat"] == seat
        phone.close()


NAMES = ["Ana", "Ben 🦈", "Çağla", "日本"]


def test_four_phones_get_into_a_game_by_scans_and_taps_alone(
    playwright: Playwright, tmp_path: Path
) -> None:
    """From `make play`, which is not open to the network, and has no game yet."""
    said = subprocess.run(
        ["make", "--dry-run", "play"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.splitlines()[-1].split() == [".venv/bin/undertow", "play"]
    with ExitStack() as stack:
        # Its page would open in this browser; here only the address counts.
        environment = {"HOME": str(tmp_path / "someone"), "BROWSER": "true"}
        environment["XDG_STATE_HOME"] = ""
        table = Shared(stack, tmp_path, is_plain=True, **environment)
        at_home, elsewhere = (
            stack.enter_context(launched(playwright, _program(network, program)))
            for network, program in (
                (table.at, tmp_path / "chromium-home"),
                (table.elsewhere, tmp_path / "chromium-away"),
            )
        )
        host = Phone(at_home, f"http://localhost:{table.port}/", width=1280)
        host.page.get_by_test_id("let-join").click()
        code = host.page.get_by_test_id("room")
        expect(code).to_be_visible()
        scanned = f"http://{TABLE}:{table.port}/join"
        assert fetched(
            table.home, f"localhost:{table.port}", "/join/qr.svg"
        ) == qr_code(scanned)
        phones = [_join(elsewhere, scanned, host, name) for name in NAMES]
        for phone in phones:
            waiting = phone.page.get_by_test_id("waiting")
            for name in NAMES:
                expect(waiting).to_contain_text(name)
            expect(waiting).to_contain_text(games.words("get-bit").render("winning"))
        host.page.locator("dialog[open] form button").first.click()
        host.page.get_by_role("button", name=catalogue_text("html.start")).click()
        for phone, name in zip(phones, NAMES, strict=True):
            expect(phone.page.locator("#who")).to_have_text(name)
            tap_what_glows(phone.page)
            phone.page.get_by_test_id("play").click()
        for name in NAMES:
            for part in ("links", "summary", "log"):
                expect(host.page.get_by_test_id(part)).to_contain_text(name)
        # Closed again, the table is gone for phones.
        host.page.locator("#let-join").click()
        host.page.get_by_role("button", name=catalogue_text("join.close")).click()
        status = phones[0].page.get_by_test_id("connection")
        expect(status).to_contain_text(catalogue_text("connection.lost"))
        for phone in (host, *phones):
            phone.close()


def _join(browser: Browser, address: str, host: "Phone", name: str) -> "Phone":
    """Scan, type a name, tap the first free seat, and be let in by the host."""
    phone = Phone(browser, address)
    phone.page.get_by_test_id("name").fill(name)
    phone.page.get_by_role("button", name=like("join.sit-as")).first.click()
    asks = host.page.locator("dialog[open]").get_by_test_id("asks")
    # While who asked before is still shown, its row may go and another be clicked.
    expect(asks.get_by_role("listitem")).to_have_count(1)
    expect(asks).to_contain_text(name)
    asks.get_by_role("button", name=catalogue_text("join.let-in")).click()
    phone.page.get_by_test_id("ready").click()
    return phone


def tap_what_glows(page: Page) -> None:
    """Tap glowing targets until Play is enabled: three at most."""
    glows = page.locator("main [data-target][aria-pressed=false]")
    for _ in range(3):
        if page.get_by_test_id("play").get_attribute("aria-disabled") == "false":
            return
        glows.first.click()
    expect(page.get_by_test_id("play")).to_be_enabled()


def test_changing_ones_mind_asks_for_the_seat_no_more(
    shared: Shared, host: PageAtTable, phones: Browser
) -> None:
    host.next("position")
    phone = Phone(phones, f"http://{TABLE}:{shared.port}/join")
    page = phone.page
    page.get_by_test_id("name").fill("Ben")
    page.get_by_role("button", name=like("join.sit-as", who="Red")).click()
    page.get_by_role("button", name=catalogue_text("join.never-mind")).click()
    expect(page.get_by_text(catalogue_text("sit.refused"))).to_be_visible()
    expect(page.get_by_test_id("name")).to_have_value("Ben")
    # What the table refuses is told beside its field, and stays as it was typed.
    page.get_by_test_id("name").fill("x" * 25)
    page.get_by_role("button", name=like("join.sit-as", who="Red")).click()
    expect(page.locator("#misnamed")).to_contain_text(like("name.long"))
    expect(page.get_by_test_id("name")).to_have_value("x" * 25)
    expect(
        page.get_by_role("button", name=like("join.sit-as", who="Red"))
    ).to_be_visible()
    phone.close()


def test_a_second_phone_takes_over_if_asked_and_tells_the_first(
    shared: Shared, host: PageAtTable, phones: Browser
) -> None:
    link = links(host)[0].replace("/ws?seat=0&", "/seat/0?")
    first = Phone(phones, f"http://{TABLE}:{shared.port}{link}")
    expect(first.page.locator(PLAYABLE).first).to_be_visible()
    second = Phone(phones, f"http://{TABLE}:{shared.port}{link}")
    status = second.page.get_by_test_id("connection")
    expect(status).to_contain_text(catalogue_text("sit.open-elsewhere"))
    expect(second.page.locator(PLAYABLE)).to_have_count(0)
    second.page.get_by_role(
        "button", name=catalogue_text("connection.open-here")
    ).click()
    expect(second.page.locator(PLAYABLE).first).to_be_visible()
    told = first.page.get_by_test_id("connection")
    expect(told).to_contain_text(like("closed.taken-over"))
    # A tab that is loaded again is the same phone.
    second.page.reload()
    expect(second.page.locator(PLAYABLE).first).to_be_visible()
    for phone in (first, second):
        phone.close()


def test_the_host_sees_who_asks_and_has_every_link(
    shared: Shared, host: PageAtTable, phones: Browser
) -> None:
    opens = links(host)
    phone = Phone(phones, f"http://{TABLE}:{shared.port}/?host={shared.host_code}")
    page = phone.page
    expect(page.locator("[data-testid=links] a")).to_have_count(3)
    expect(page.get_by_test_id("join")).to_be_hidden()
    with shared.stranger(opens[0]) as seat:
        seat.next("position")
        expect(page.get_by_test_id("links")).to_contain_text(
            catalogue_text("join.on-phone")
        )
    phone.close()
    wrong = Phone(phones, f"http://{TABLE}:{shared.port}/?host=wrong")
    said = wrong.page.get_by_test_id("connection")
    expect(said).to_contain_text(catalogue_text("closed.wrong-host-code"))
    said.get_by_role("link", name=catalogue_text("connection.home")).click()
    expect(wrong.page.get_by_test_id("join")).to_be_visible()
    wrong.close()
