"""How heavy the pages are on a slow line: bytes, requests, and ways there and back.

`python -m tests.browser.test_weight` also prints how long they take on such a line.
"""

import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from controller import games
from tests.support.browsing import alone
from tests.support.ours import OURS
from tests.support.webtable import WebTable, web_table

KILO = 1024
# A phone at the edge of a garden.
SLOW = {
    "offline": False,
    "latency": 400,
    "downloadThroughput": 50 * KILO,
    "uploadThroughput": 50 * KILO,
}
MOST_REQUESTS = 20
# The page, then what it asks for: each waits for one way there and back.
WAYS = 2
READY_S = 2.5
# The game's own words are there.
READY = """() => /\\d|Who/.test(
  document.querySelector("[data-testid=title]")?.textContent ?? "")"""


class Weight(NamedTuple):
    """What was sent for one page, until it was ready."""

    bytes: int
    # Address, and how many answers had come when it was asked for.
    requests: list[tuple[str, int]]
    painted_ms: float
    ready_ms: float


def weighed(browser: Browser, address: str) -> Weight:
    """Opens a page as a browser does that has never seen it, on a slow line."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    line = context.new_cdp_session(page)
    requests: list[tuple[str, int]] = []
    answers: list[int] = []
    sizes: list[int] = []

    def asked(event: dict[str, Any]) -> None:
        # What is written into the page is no request.
        if not event["request"]["url"].startswith("data:"):
            requests.append((event["request"]["url"], len(answers)))

    line.on("Network.requestWillBeSent", asked)
    line.on(
        "Network.loadingFinished",
        lambda event: answers.append(int(event["encodedDataLength"])),
    )
    line.on(
        "Network.webSocketFrameReceived",
        lambda event: sizes.append(len(event["response"]["payloadData"])),
    )
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW)
    page.goto(address, wait_until="commit")
    page.wait_for_function(READY)
    painted, ready = timings(page)
    page.wait_for_load_state("networkidle")
    context.close()
    return Weight(sum(answers) + sum(sizes), requests, painted, ready)


def timings(page: Page) -> tuple[float, float]:
    """When something was painted first, and now."""
    painted, now = page.evaluate(
        "() => [performance.getEntriesByName('first-contentful-paint')[0]?.startTime,"
        " performance.now()]"
    )
    return painted or 0, now


def addresses(served: WebTable) -> dict[str, str]:
    table = f"http://localhost:{served.port}/"
    return {"table": table, "seat": f"{table}seat/0?code={served.codes[0]}"}


@pytest.mark.parametrize(("kind", "most"), [("table", 120 * KILO), ("seat", 60 * KILO)])
@pytest.mark.parametrize("name", OURS)
def test_a_page_is_light(
    name: str, kind: str, most: int, browser: Browser, tmp_path: Path
) -> None:
    with web_table(tmp_path, games.find(name).seats[1], game=name) as served:
        weight = weighed(browser, addresses(served)[kind])
    assert weight.bytes < most
    assert len(weight.requests) <= MOST_REQUESTS
    # What the line alone takes.
    waits_s = WAYS * SLOW["latency"] / 1000
    assert waits_s + weight.bytes / SLOW["downloadThroughput"] < READY_S
    # All scripts are asked for before the page itself is there: none waits for another.
    asked = {url.rpartition("/")[2]: answers for url, answers in weight.requests}
    assert asked[f"{kind}.js"] == asked["page.js"] == 0


def main() -> None:
    with alone() as browser, tempfile.TemporaryDirectory() as folder:
        for name in games.names():
            state = Path(folder) / name
            with web_table(state, games.find(name).seats[1], game=name) as served:
                for kind, address in addresses(served).items():
                    bytes_, requests, painted, ready = weighed(browser, address)
                    print(  # noqa: T201 - it is what this command is for
                        f"{name} {kind}: {bytes_ / KILO:.1f} KiB, {len(requests)} "
                        f"requests, painted {painted:.0f} ms, ready {ready:.0f} ms"
                    )


if __name__ == "__main__":
    main()
