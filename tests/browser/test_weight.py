"""The pages' weight: bytes and requests, on a home network."""

import gzip
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

from controller import games
from tests.bench.ready import READY
from tests.support.ours import OURS
from tests.support.webtable import WebTable, web_table

KILO = 1024
# A phone on the table's own network.
LATENCY_S = 0.02
BYTES_PER_S = 2000 * KILO
# Browsers fetch six files at a time.
AT_ONCE = 6
READY_S = 1.0


class Weight(NamedTuple):
    """The bytes and requests of one page."""

    bytes: int
    # Address, and how many answers had come when it was asked for.
    requests: list[tuple[str, int]]


def weighed(browser: Browser, address: str) -> Weight:
    """Open a page with an empty cache."""
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
    page.goto(address, wait_until="commit")
    page.wait_for_function(READY)
    page.wait_for_load_state("networkidle")
    context.close()
    return Weight(sum(answers) + sum(sizes), requests)


def addresses(served: WebTable) -> dict[str, str]:
    table = f"http://localhost:{served.port}/"
    return {"table": table, "seat": f"{table}seat/0?code={served.codes[0]}"}


@pytest.mark.parametrize(
    ("kind", "most"), [("table", 180 * KILO), ("seat", 120 * KILO)]
)
@pytest.mark.parametrize("name", OURS)
def test_a_page_is_light(
    name: str, kind: str, most: int, browser: Browser, tmp_path: Path
) -> None:
    with web_table(tmp_path, games.find(name).seats[1], game=name) as served:
        address = addresses(served)[kind]
        preloads = served.get(urlsplit(address).path).body.decode()
        weight = weighed(browser, address)
    assert weight.bytes < most
    # What the line alone takes.
    waits_s = len(weight.requests) / AT_ONCE * LATENCY_S
    assert waits_s + weight.bytes / BYTES_PER_S < READY_S
    # The page names all modules: none waits for another that imports it.
    scripts = [urlsplit(url).path for url, _ in weight.requests if url.endswith(".js")]
    assert [path for path in scripts if f'"{path}"' not in preloads] == []


@pytest.mark.parametrize("name", OURS)
def test_the_pictures_of_a_game_are_light(name: str) -> None:
    """All that its page fetches of a game, as it is sent."""
    files = [*games.page_files(name).values(), games.picture(name)]
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) < 120 * KILO
