"""Screenshots of every game's pages, at common screen sizes.

`python -m tests.browser.screenshots FOLDER [GAME …]` makes them, to be looked at.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from socket import gethostname
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page

from controller import games
from tests.support.browsing import alone
from tests.support.webtable import WebTable, web_table

SIZES = {
    "laptop": (1280, 720),
    "desktop": (1400, 900),
    "television": (1920, 1080),
    "tablet": (1024, 768),
    "tablet-upright": (768, 1024),
    "phone": (360, 640),
}
VIEWS = ("play", "table", "bench", "screen")


def play_some(served: WebTable, steps: int, seed: int = 5) -> None:
    """Play this many random steps, but not to the end of the game."""
    rng = Random(seed)

    def step() -> None:
        match = served.table.match
        action = rng.choice(match.game.legal(match.position))
        if match.game.result(match.plan(action)[-1].position) is None:
            served.table.act(action, None)

    for _ in range(steps):
        served.run(step)


@contextmanager
def host_page(
    browser: Browser, served: WebTable, path: str = "/", language: str = "en"
) -> Iterator[Page]:
    page = browser.new_page(
        viewport={"width": 1280, "height": 720},
        reduced_motion="reduce",
        locale=language,
    )
    page.goto(f"http://localhost:{served.port}{path}")
    page.locator("[data-testid=links] li").first.wait_for(state="attached")
    yield page
    page.close()


def set_up(page: Page) -> None:
    """Set up the pieces, if the game has any."""
    button = page.locator("#set-up")
    if button.is_visible():
        button.click()


def resized(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    until_painted(page)


def until_painted(page: Page) -> None:
    """Wait for one frame that lays the page out, and one that paints it."""
    page.evaluate(
        "() => new Promise(done => "
        "requestAnimationFrame(() => requestAnimationFrame(done)))"
    )


def take(browser: Browser, folder: Path, name: str) -> None:
    seats = games.find(name).seats[1]
    with (
        TemporaryDirectory() as state,
        web_table(Path(state), seats, seed=5, game=name) as served,
    ):
        play_some(served, 12)
        for view in VIEWS:
            with host_page(browser, served, f"/?view={view}") as page:
                if view == "table":
                    set_up(page)
                if view == "bench":
                    page.locator(".health:not(:empty)").first.wait_for(state="attached")
                shoot(page, folder, f"{name}-{view}")
        for kind, address in others(served).items():
            page = browser.new_page()
            page.goto(address)
            page.locator("[data-testid=title]:not(:empty)").wait_for(state="attached")
            shoot(page, folder, f"{name}-{kind}")
            page.close()


def others(served: WebTable) -> dict[str, str]:
    """Return the addresses of a seat's and a spectator's page."""
    seat = f"http://localhost:{served.port}/seat/0?code={served.codes[0]}"
    return {"seat": seat, "spectator": f"http://{gethostname()}:{served.port}/"}


def shoot(page: Page, folder: Path, called: str) -> None:
    for size, pixels in {**SIZES, "large-phone": (390, 844)}.items():
        resized(page, pixels)
        page.screenshot(path=folder / f"{called}-{size}.png")


def take_first(browser: Browser, folder: Path) -> None:
    """Take pictures of the first screen."""
    with (
        TemporaryDirectory() as state,
        web_table(Path(state), 3, seed=5, is_chosen=False) as served,
    ):
        page = browser.new_page()
        page.goto(f"http://localhost:{served.port}/")
        page.locator(".game-card").first.wait_for()
        shoot(page, folder, "first")
        page.close()


def main(folder: str, *wanted: str) -> None:
    Path(folder).mkdir(parents=True, exist_ok=True)
    with alone() as browser:
        take_first(browser, Path(folder))
        for name in wanted or games.names():
            take(browser, Path(folder), name)


if __name__ == "__main__":
    main(*sys.argv[1:])
