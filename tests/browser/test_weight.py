"""How heavy the pages are on a slow line: bytes, requests, and ways there and back."""

from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser

from controller import games
from tests.support.ours import OURS
from tests.support.webtable import WebTable, web_table

KILO = 1024
# A slow network at home.
SLOW = {
    "offline": False,
    "latency": 100,
    "downloadThroughput": 200 * KILO,
    "uploadThroughput": 200 * KILO,
}
MOST_REQUESTS = 20
# The page, then what it asks for: each waits for one way there and back.
WAYS = 2
READY_S = 3.5
# The game's own words are there.
READY = """() => /\\d|Who/.test(
  document.querySelector("[data-testid=title]")?.textContent ?? "")"""


class Weight(NamedTuple):
    """The bytes and requests of one page."""

    bytes: int
    # Address, and how many answers had come when it was asked for.
    requests: list[tuple[str, int]]


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
    page.wait_for_load_state("networkidle")
    context.close()
    return Weight(sum(answers) + sum(sizes), requests)


def addresses(served: WebTable) -> dict[str, str]:
    table = f"http://localhost:{served.port}/"
    return {"table": table, "seat": f"{table}seat/0?code={served.codes[0]}"}


@pytest.mark.parametrize(("kind", "most"), [("table", 120 * KILO), ("seat", 72 * KILO)])
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
