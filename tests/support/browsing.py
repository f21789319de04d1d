"""A real browser, and the pages of a table in it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from shutil import which
from socket import gethostname
from typing import Any, Literal

from playwright.sync_api import (
    Browser,
    Locator,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from controller.rules.views import show
from hardware.readings import LinkUp, Reading
from tests.support.webtable import WebTable, web_table

# Chromium without its windows: the same pages at half the work. Where only the whole
# one is installed, that one.
CHROMIUM = which("chromium-headless-shell") or "/usr/bin/chromium"
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # Who calls this machine by its name, and not localhost, is a stranger to it.
    f"--host-resolver-rules=MAP {gethostname()} 127.0.0.1",
]

# What a seat's page lets be tapped now: cards, parts of the board, and answers.
PLAYABLE = "main:not([aria-busy=true]) [data-target][aria-pressed]"
ROUND_OR_RESULT = """title => {
  const find = (id) => document.querySelector(`[data-testid=${id}]`);
  return !find("result").hidden || find("title").textContent.includes(title);
}"""


# Nothing moves or breathes on most pages here: a browser without a graphics card paints
# every picture of a movement by itself, which is most of its work. Tests of what moves,
# and of taps while it does, say so.
MOTION: dict[bool, Literal["no-preference", "reduce"]] = {
    True: "no-preference",
    False: "reduce",
}

# A machine that does ten other things at once is slow, not wrong.
expect.set_options(timeout=20_000)


@contextmanager
def launched(
    playwright: Playwright, program: str | Path = CHROMIUM
) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=program, args=QUIET)
    yield browser
    browser.close()


@contextmanager
def alone() -> Iterator[Browser]:
    """A browser for whoever is not among the tests that share one."""
    with sync_playwright() as playwright, launched(playwright) as browser:
        yield browser


class Party:
    """The table's page and the seats' pages, with what they complained of."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        seats: int = 4,
        opened: int | None = None,
        moves: bool = False,
    ) -> None:
        """`opened` is how many of the seats' pages are opened, if not all.

        With `moves` it is the seats' pages on which something moves.
        """
        self.complaints: list[str] = []
        self.address = address.rstrip("/")
        self._context = browser.new_context(reduced_motion=MOTION[moves])
        self.table = self.open("/", 1400, 900)
        self.table.emulate_media(reduced_motion="reduce")
        links = self.table.locator("[data-testid=links] a")
        expect(links).to_have_count(seats)
        self.links = [
            str(links.nth(seat).get_attribute("href")) for seat in range(seats)
        ]
        self.seats = [self.open(link, 390, 844) for link in self.links[:opened]]

    def open(self, path: str, width: int, height: int) -> Page:
        page = self._context.new_page()
        page.set_viewport_size({"width": width, "height": height})
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
        expect(page.locator("main [aria-pressed=true]")).to_have_count(0)

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


def choices(page: Page) -> Locator:
    """What a seat can do now, in words, in the sheet that it opens."""
    page.get_by_test_id("list").click()
    return page.locator("[data-testid=choices] button[aria-pressed]")


class Phones:
    """The pages of a table's seats, each opened when it is first asked for."""

    def __init__(self, served: WebTable, browser: Browser, moves: bool = False) -> None:
        self.served = served
        self.complaints: list[str] = []
        self._context = browser.new_context(
            viewport={"width": 390, "height": 844}, reduced_motion=MOTION[moves]
        )
        self._pages: dict[int, Page] = {}

    def __getitem__(self, seat: int) -> Page:
        if seat not in self._pages:
            self._pages[seat] = self._open(seat)
        return self._pages[seat]

    def _open(self, seat: int) -> Page:
        page = self._context.new_page()
        return self._shown(page, f"/seat/{seat}?code={self.served.codes[seat]}")

    def until_shown(self, seat: int) -> None:
        """Waits until this seat's page shows what the table knows."""
        match = self.served.table.match
        shown = self.served.run(lambda: show(match.game, match.position, seat, ()))
        self[seat].wait_for_function(
            "wanted => JSON.stringify(undertow.position()?.state) === wanted",
            arg=json.dumps(shown["state"], separators=(",", ":")),
        )

    def table(self, path: str = "/") -> Page:
        """The table's page, on a laptop."""
        page = self._context.new_page()
        page.set_viewport_size({"width": 1280, "height": 720})
        return self._shown(page, path)

    def spectator(self) -> Page:
        """The table's page for who calls the table by its name: a spectator's."""
        return self._shown(self._context.new_page(), "/", gethostname())

    def _shown(self, page: Page, path: str, host: str = "localhost") -> Page:
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self._said(said.text))
        page.goto(f"http://{host}:{self.served.port}{path}")
        # Where the game stands, if it says so, or what is to be done.
        shown = page.locator("#title:not(:empty), [data-testid=missing]:not(:empty)")
        expect(shown.first).to_be_attached()
        return page

    def _said(self, text: str) -> None:
        # A browser whose network a test has taken away says so.
        if "ERR_INTERNET_DISCONNECTED" not in text:
            self.complaints.append(text)

    def close(self) -> None:
        self._context.close()


@contextmanager
def phones(
    browser: Browser,
    state: Path,
    seats: int,
    game: str = "get-bit",
    seed: int = 7,
    moves: bool = False,
    **options: Any,
) -> Iterator[Phones]:
    with web_table(state, seats, seed, game=game, **options) as served:
        opened = Phones(served, browser, moves)
        yield opened
        assert opened.complaints == [], opened.complaints
        opened.close()


class Drawn:
    """A table and its page, which is the table."""

    def __init__(self, served: WebTable, browser: Browser, seats: int) -> None:
        self.served = served
        self.party = Party(browser, f"http://localhost:{served.port}", seats, 0)
        self.page = self.party.table
        up = {LinkUp(board) for board in ("depth", "grid", "cards")}
        served.wait_until(lambda: up <= set(served.readings))
        served.run(served.readings.clear)

    def await_reading(self, reading: Reading) -> None:
        """Until it is read; which is then forgotten."""
        self.served.wait_until(lambda: reading in self.served.readings)
        self.served.run(self.served.readings.clear)

    def thing(self, name: str, page: Page | None = None) -> Locator:
        return (page or self.page).locator(f"[data-thing='{name}']:not(.ghost)")

    def spot(self, place: str) -> Locator:
        return self.page.locator(f"#table .lens[data-place='{place}']")

    def stand(self, place: str) -> Locator:
        """Where a piece is felt."""
        return self.page.locator(f"#table .lens[data-place='{place}'] + .stand")

    def drag(self, name: str, to: Locator) -> None:
        self.lift(name, to)
        self.page.mouse.up()

    def lift(self, name: str, to: Locator) -> None:
        mouse = self.page.mouse
        mouse.move(*middle(self.thing(name)))
        mouse.down()
        mouse.move(*middle(to), steps=4)

    def expect_at(self, name: str, place: str, page: Page | None = None) -> None:
        standing = self.thing(name, page).and_(
            (page or self.page).locator(f".standing-things [data-at='{place}']")
        )
        expect(standing).to_be_visible()

    def expect_in_tray(self, name: str) -> None:
        home = self.page.locator(f"#tray .home [data-thing='{name}']")
        expect(home).to_be_visible()


def middle(locator: Locator) -> tuple[float, float]:
    locator.scroll_into_view_if_needed()
    box = locator.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@contextmanager
def drawn(
    browser: Browser, state: Path, seats: int = 2, game: str = "get-bit"
) -> Iterator[Drawn]:
    with web_table(state, seats, seed=5, game=game) as served:
        drawn = Drawn(served, browser, seats)
        yield drawn
        assert drawn.party.complaints == [], drawn.party.complaints
        drawn.page.close()


# What axe-core finds on a page that would shut somebody out.


AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
# What is minor is a matter of taste, as axe-core itself says.
GRAVE = ("moderate", "serious", "critical")
_LOOK = """async (within) => {
  const part = document.querySelector(within);
  const { violations } = await axe.run(part, { resultTypes: ["violations"] });
  return violations.flatMap(({ id, impact, nodes }) => nodes.map((node) =>
    [impact, `${id}: ${node.html.slice(0, 120)} (${node.any[0]?.message ?? ""})`]));
}"""


# What beats for ever has no end to stop at.
_STOP = """() => document.getAnimations().forEach((one) => {
  const isEndless = one.effect.getComputedTiming().endTime === Infinity;
  if (isEndless) one.cancel();
  else one.finish();
})"""


def findings(page: Page, within: str = ":root") -> list[str]:
    """One sentence for each element that somebody cannot use, see or hear."""
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(AXE)
    # What glides is looked at where it stops.
    page.evaluate(_STOP)
    found: list[list[str]] = page.evaluate(_LOOK, within)
    return [sentence for impact, sentence in found if impact in GRAVE]
