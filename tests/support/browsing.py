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
    BrowserContext,
    Locator,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from controller.rules.views import show
from hardware.readings import LinkUp, Reading
from tests.support.webtable import WebTable, web_table
from wiring import boardmap

# Chromium without windows does the same with half the work. Use the full one if only
# that is installed.
CHROMIUM = which("chromium-headless-shell") or "/usr/bin/chromium"
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # A page that calls this machine by its name is a stranger's.
    f"--host-resolver-rules=MAP {gethostname()} 127.0.0.1",
]

# What can be tapped on a seat's page now: cards, parts of the board, and answers.
PLAYABLE = "main:not([aria-busy=true]) [data-target][aria-pressed]"


# Most pages here have no animations, which are most of the work of a browser without a
# graphics card. Tests of animations, and of taps during them, ask for them.
MOTION: dict[bool, Literal["no-preference", "reduce"]] = {
    True: "no-preference",
    False: "reduce",
}

# A busy machine is slow, not wrong.
PATIENCE_MS = 120_000
expect.set_options(timeout=PATIENCE_MS)

# A finger is never as fast as a contact bounces.
FINGER_MS = 4 * boardmap.load().bounce_ms
HEARD = "undertow.connection.request({ type: 'ping' })"


@contextmanager
def launched(
    playwright: Playwright, program: str | Path = CHROMIUM
) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=program, args=QUIET)
    new_context = browser.new_context

    def patient(**given: Any) -> BrowserContext:
        context = new_context(**given)
        context.set_default_timeout(PATIENCE_MS)
        return context

    browser.new_context = patient  # type: ignore[method-assign]
    browser.new_page = lambda **given: patient(**given).new_page()  # type: ignore[method-assign]
    yield browser
    browser.close()


@contextmanager
def alone() -> Iterator[Browser]:
    """Launch a browser for a program that is not among the tests."""
    with sync_playwright() as playwright, launched(playwright) as browser:
        yield browser


LIGHT = """
  const light = (place) => undertow.lamp(place).reduce((sum, part) => sum + part);
"""


class Party:
    """The table's page and the seats' pages, with their errors."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        seats: int = 4,
        opened: int | None = None,
        moves: bool = False,
    ) -> None:
        """`opened` is the number of seats' pages to open, if not all.

        With `moves` the seats' pages have animations.
        """
        self.complaints: list[str] = []
        self.address = address.rstrip("/")
        self._context = browser.new_context(reduced_motion=MOTION[moves])
        self.table = self.open("/?view=table", 1400, 900)
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
        """Play one of the cards that the seat's page offers."""
        page = self.seats[seat]
        cards = page.locator(PLAYABLE)
        expect(cards.first).to_be_visible()
        cards.nth(pick % cards.count()).click()
        page.get_by_test_id("play").click()
        until_answered(page)
        expect(page.locator("main [aria-pressed=true]")).to_have_count(0)

    def await_light(self, condition: str) -> None:
        """Wait for a condition on the lamps; `light(place)` is a lamp's brightness."""
        self.table.wait_for_function(f"() => {{ {LIGHT} {condition} }}")

    @contextmanager
    def expect_light(self, condition: str) -> Iterator[None]:
        """Expect that a condition on the lamps holds at some moment from now on."""
        self.table.evaluate(
            f"""() => {{
              {LIGHT}
              window.wasLit = false;
              const look = () => {{
                wasLit = (() => {{ {condition} }})();
                if (!wasLit) setTimeout(look, 10);
              }};
              look();
            }}"""
        )
        yield
        self.table.wait_for_function("() => wasLit")

    def await_round(self, number: int) -> None:
        """Wait until every page shows this round."""
        for page in [self.table, *self.seats]:
            expect(page.get_by_test_id("title")).to_contain_text(f"Round {number}")

    def pending(self) -> list[int]:
        """Return the seats whose page has a card to play."""
        for page in self.seats:
            until_answered(page)
        pages = enumerate(self.seats)
        return [seat for seat, page in pages if page.locator(PLAYABLE).count()]


def until_answered(page: Page) -> None:
    """Wait until the table has answered what this seat's page has sent.

    The new position comes before the answer, and until then the page sends nothing.
    """
    expect(page.locator("main:not([aria-busy=true])")).to_be_attached()


def until_up_to_date(page: Page) -> None:
    """Wait until this page shows everything that has happened at the table."""
    page.evaluate(f"{HEARD}.then(() => undertow.shown())")


def press(page: Page, *controls: str) -> None:
    """Press buttons of the drawn table as a finger does, however busy the table is."""
    for control in controls:
        page.locator(f"#table [data-control='{control}']").hover()
        for move in (page.mouse.down, page.mouse.up):
            move()
            # A busy table would hear both at once, as if the contact bounced.
            page.evaluate(HEARD)
            page.wait_for_timeout(FINGER_MS)


def choices(page: Page) -> Locator:
    """Open the sheet that lists in words what a seat can do now."""
    page.get_by_test_id("list").click()
    return page.locator("[data-testid=choices] button[aria-pressed]")


class Phones:
    """The pages of a table's seats, each opened on first use."""

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
        """Wait until this seat's page shows what the table knows."""
        match = self.served.table.match
        shown = self.served.run(lambda: show(match.game, match.position, seat, ()))
        self[seat].wait_for_function(
            "wanted => JSON.stringify(undertow.position()?.state) === wanted",
            arg=json.dumps(shown["state"], separators=(",", ":")),
        )

    def table(self, path: str = "/") -> Page:
        """Open the table's page, on a laptop."""
        page = self._context.new_page()
        page.set_viewport_size({"width": 1280, "height": 720})
        return self._shown(page, path)

    def spectator(self) -> Page:
        """Open a spectator's page, which calls the table by its name."""
        return self._shown(self._context.new_page(), "/", gethostname())

    def _shown(self, page: Page, path: str, host: str = "localhost") -> Page:
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self._said(said.text))
        page.goto(f"http://{host}:{self.served.port}{path}")
        # The title of the position, if there is one, or the prompt.
        shown = page.locator("#title:not(:empty), [data-testid=missing]:not(:empty)")
        expect(shown.first).to_be_attached()
        return page

    def _said(self, text: str) -> None:
        # A browser reports that a test has cut its network.
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
    """A table that is drawn on its own page."""

    def __init__(self, served: WebTable, browser: Browser, seats: int) -> None:
        self.served = served
        self.party = Party(browser, f"http://localhost:{served.port}", seats, 0)
        self.page = self.party.table
        up = {LinkUp(board) for board in ("depth", "grid", "cards")}
        served.wait_until(lambda: up <= set(served.readings))
        served.run(served.readings.clear)

    def await_reading(self, reading: Reading) -> None:
        """Wait for this reading, then forget all readings."""
        self.served.wait_until(lambda: reading in self.served.readings)
        self.served.run(self.served.readings.clear)

    def thing(self, name: str, page: Page | None = None) -> Locator:
        return (page or self.page).locator(f"[data-thing='{name}']:not(.ghost)")

    def spot(self, place: str) -> Locator:
        return self.page.locator(f"#table .lens[data-place='{place}']")

    def stand(self, place: str) -> Locator:
        """Return the place at which a piece is sensed."""
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


# Accessibility, checked by axe-core


AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
# According to axe-core, minor findings are a matter of taste.
GRAVE = ("moderate", "serious", "critical")
_LOOK = """async (within) => {
  const part = document.querySelector(within);
  const { violations } = await axe.run(part, { resultTypes: ["violations"] });
  return violations.flatMap(({ id, impact, nodes }) => nodes.map((node) =>
    [impact, `${id}: ${node.html.slice(0, 120)} (${node.any[0]?.message ?? ""})`]));
}"""


# An endless animation has no end to skip to.
_STOP = """() => document.getAnimations().forEach((one) => {
  const isEndless = one.effect.getComputedTiming().endTime === Infinity;
  if (isEndless) one.cancel();
  else one.finish();
})"""


def findings(page: Page, within: str = ":root") -> list[str]:
    """Return a sentence for each element that somebody cannot use, see or hear."""
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(AXE)
    # Moving elements are checked at the end of their movement.
    page.evaluate(_STOP)
    found: list[list[str]] = page.evaluate(_LOOK, within)
    return [sentence for impact, sentence in found if impact in GRAVE]
