"""Sound on the table's page, in a real browser: the same cues, if somebody likes."""

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from controller.input.intents import Play
from controller.sound import cues
from tests.browser.test_hands import to_the_bench
from tests.support.browsing import drawn


def test_the_page_sounds_with_the_table_and_the_bench_shows_the_speaker(
    browser: Browser, tmp_path: Path
) -> None:
    with drawn(browser, tmp_path, game="get-bit") as table:
        page, asked = table.page, list[str]()
        page.on("request", lambda request: asked.append(request.url))
        switch = page.locator("#sound")
        expect(switch).to_have_attribute("aria-pressed", "false")
        page.get_by_label("Menu").click()
        switch.click()
        expect(switch).to_have_attribute("aria-pressed", "true")
        seat, served = table.served.table, table.served
        choice = seat.now.situation.match.game.legal(seat.now.situation.position)[0]
        served.run(lambda: seat.ask(Play(choice, choice.seat)))
        expect(switch).to_have_attribute("data-played", "card")
        assert any(url.endswith("/sounds/card") for url in asked)
        page.keyboard.press("Escape")
        to_the_bench(page)
        heard = page.get_by_test_id("heard")
        expect(heard).to_have_text(re.compile("[▂▃▄▅▆▇█]"))
        # Every sound can be fetched, and nothing else is there.
        assert served.get("/sounds/bite").body == cues.file("bite").read_bytes()
        for other in ("moo", "..%2Frecipes", "bite.wav"):
            assert served.get(f"/sounds/{other}").status == 404
