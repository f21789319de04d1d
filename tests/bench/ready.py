"""The time until a page is ready, in a real browser on a slower line: at the first
visit, and at another one with the same browser.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from controller import games
from tests.bench.figures import Figure, median
from tests.support.browsing import launched
from tests.support.webtable import web_table

KILO = 1024
# The game's own words are there.
READY = """() => /\\d|Who/.test(
  document.querySelector("[data-testid=title]")?.textContent ?? "")"""
GAME = "get-bit"


class Line(NamedTuple):
    """A network, and the time limits for a page's first and second visit."""

    name: str
    latency_ms: int
    bytes_per_s: int
    first_s: float
    again_s: float | None


LINES = (
    Line("2 MB/s and 20 ms", 20, 2000 * KILO, 1.0, 0.5),
    Line("200 KB/s and 100 ms", 100, 200 * KILO, 3.5, None),
)


def measure(folder: Path, *, quick: bool) -> list[Figure]:
    figures: list[Figure] = []
    with (
        TemporaryDirectory(dir=folder) as temporary,
        web_table(Path(temporary), games.find(GAME).seats[1], game=GAME) as served,
        sync_playwright() as playwright,
        launched(playwright) as browser,
    ):
        table = f"http://localhost:{served.port}/"
        seat = f"{table}seat/0?code={served.codes[0]}"
        for kind, address in (("table", table), ("seat", seat)):
            for line in LINES[:1] if quick else LINES:
                visits = [
                    _visits(browser, address, line) for _ in range(1 if quick else 5)
                ]
                figures += _figures(kind, line, visits)
    return figures


def _visits(browser: Browser, address: str, line: Line) -> list[float]:
    """Return the seconds until the page is ready, at the first and second visit."""
    context = browser.new_context(service_workers="block")
    try:
        return [_visit(context, address, line) for _ in range(2)]
    finally:
        context.close()


def _visit(context: BrowserContext, address: str, line: Line) -> float:
    page = context.new_page()
    page.set_default_timeout(120_000)
    throttle = {
        "offline": False,
        "latency": line.latency_ms,
        "downloadThroughput": line.bytes_per_s,
        "uploadThroughput": line.bytes_per_s,
    }
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", throttle)
    begun = perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_function(READY)
    took_s = perf_counter() - begun
    # The browser's cache is complete for the next visit.
    page.wait_for_load_state("networkidle")
    page.close()
    return took_s


def _figures(kind: str, line: Line, visits: list[list[float]]) -> list[Figure]:
    first_s, again_s = (median([visit[which] for visit in visits]) for which in (0, 1))
    title = f"{kind} page ready, {line.name}"
    first = Figure(title, first_s * 1e3, "ms", at_most=line.first_s * 1e3)
    if line.again_s is None:
        return [first]
    again = Figure(f"{title}, again", again_s * 1e3, "ms", at_most=line.again_s * 1e3)
    return [first, again]
