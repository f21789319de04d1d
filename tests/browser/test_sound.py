"""Sound on the table's page, in a real browser: the table's cues, if switched on."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from controller import games
from controller.games.get_bit.pieces import Choose
from controller.input.intents import NewGame, Play
from controller.sound import cues
from hardware.readings import Pressed, Released
from tests.browser.test_hands import to_the_bench
from tests.support.browsing import Drawn, drawn
from tests.support.words import catalogue_text, like


def test_the_page_sounds_with_the_table_and_the_bench_shows_the_speaker(
    browser: Browser, tmp_path: Path
) -> None:
    with drawn(browser, tmp_path, game="get-bit") as table:
        page, asked = table.page, list[str]()
        page.on("request", lambda request: asked.append(request.url))
        switch = page.locator("#sound")
        expect(switch).to_have_attribute("aria-pressed", "false")
        page.get_by_label(like("html.menu")).click()
        # All are there before one is to be heard.
        with page.expect_response("**/sounds/win"):
            switch.click()
        expect(switch).to_have_attribute("aria-pressed", "true")
        before = len(asked)
        seat, served = table.served.table, table.served
        choice = seat.now.situation.match.game.legal(seat.now.situation.position)[0]
        served.run(lambda: seat.ask(Play(choice, choice.seat)))
        expect(switch).to_have_attribute("data-played", "card")
        assert not [url for url in asked[before:] if "/sounds/" in url]
        page.keyboard.press("Escape")
        to_the_bench(page)
        heard = page.get_by_test_id("heard")
        expect(heard).to_have_text(re.compile("[▂▃▄▅▆▇█]"))
        # Every sound can be fetched, and nothing else is there.
        assert served.get("/sounds/bite").body == cues.file("bite").read_bytes()
        for other in ("moo", "..%2Frecipes", "bite.wav"):
            assert served.get(f"/sounds/{other}").status == 404


# In place of the machine's voice: what it is given, said at once or not at all.
RECORDED = """
  globalThis.heard = [];
  const voice = {
    speak(words) { heard.push([words.text, words.lang]); voice.now = words; },
    cancel() { heard.push(null); voice.now?.onerror(); },
    end() { voice.now?.onend(); },
  };
  Object.defineProperty(globalThis, "speechSynthesis", { value: voice });
"""


@contextmanager
def speaking(browser: Browser, state: Path) -> Iterator[Drawn]:
    """A table whose page speaks; it says at once that it does."""
    with drawn(browser, state, game="get-bit") as table:
        page = table.page
        page.add_init_script(RECORDED)
        page.reload()
        page.get_by_label(like("html.menu")).click()
        switch = page.locator("#voice")
        expect(switch).to_have_attribute("aria-pressed", "false")
        switch.click()
        expect(switch).to_have_attribute("aria-pressed", "true")
        assert page.evaluate("heard") == [[catalogue_text("html.voice"), "en"]]
        page.evaluate("speechSynthesis.end()")
        yield table


def test_the_page_speaks_in_the_browsers_own_voice(
    browser: Browser, tmp_path: Path
) -> None:
    with speaking(browser, tmp_path) as table:
        page, served = table.page, table.served
        seat, switch = served.table, page.locator("#voice")
        for robot in ("red", "blue"):
            served.run(partial(seat.ask, Play(Choose(0, robot, 1), 0)))
            told = catalogue_text("tell.choose", "get-bit", robot=robot.capitalize())
            hear(page, told)
            assert [told, "en"] in page.evaluate("heard")
        # Whose turn it is now is told to whoever asks.
        for reading in Pressed("why"), Released("why"):
            served.run(partial(served.table.reading, reading))
        hear(page, "Green & Yellow: choose a card")
        switch.evaluate("button => button.click()")
        assert page.evaluate("heard.at(-1)") is None, "it falls silent at once"


# How the first step of the lesson begins.
LESSON = catalogue_text("lesson.choose", "get-bit")[:24]


def test_the_page_speaks_only_the_new_part_of_a_lesson(
    browser: Browser, tmp_path: Path
) -> None:
    with speaking(browser, tmp_path) as table:
        page, served = table.page, table.served
        lesson = NewGame(games.find("get-bit"), 4, {}, learn=True)
        served.run(lambda: served.table.ask(lesson))
        hear(page, LESSON)
        served.run(lambda: served.table.ask(Play(Choose(0, "red", 4), 0)))
        assert hear(page, "Blue, Green and") == "Blue, Green and Yellow: choose a card."
        hear(page, "Hold your seat, press NEXT")
        # What is not wanted is answered, and then the lesson is said again.
        page.evaluate("speechSynthesis.end(); heard.length = 0")
        for reading in Pressed("tile:0,0"), Released("tile:0,0"):
            served.run(partial(served.table.reading, reading))
        again = hear(page, LESSON)
        hear(page, "Hold your seat, press NEXT")
        heard = [text for text, _ in page.evaluate("heard")]
        asks = "Blue, Green and Yellow: choose a card."
        assert heard[:3] == [catalogue_text("aloud.teach.nothing"), again, asks]


def hear(page: Page, begins: str) -> str:
    """Speak on until a sentence begins like this; return it."""
    found = page.wait_for_function(
        """begins => {
            speechSynthesis.end();
            return heard.find((each) => each?.[0].startsWith(begins))?.[0];
        }""",
        arg=begins,
    )
    return str(found.json_value())


def test_the_host_turns_the_table_down_and_lets_it_speak_german(
    browser: Browser, tmp_path: Path
) -> None:
    with drawn(browser, tmp_path, game="get-bit") as table:
        page, sound = table.page, table.served.sound
        page.get_by_label(like("html.menu")).click()
        page.get_by_role("button", name=catalogue_text("html.loudness")).click()
        volume = page.get_by_label("Volume")
        expect(volume).to_have_value("10")
        expect(page.get_by_label(catalogue_text("html.speaks"))).to_be_hidden()
        volume.fill("2")
        table.served.wait_until(lambda: sound.state.volume == 2)
        page.get_by_label("Mute").check()
        table.served.wait_until(lambda: sound.state.muted)
        page.get_by_label(catalogue_text("html.music")).check()
        table.served.wait_until(lambda: sound.state.music)
        table.served.run(lambda: sound.enable_speech(lambda _language: None))
        page.get_by_label(catalogue_text("html.speaks-in")).select_option("de")
        table.served.wait_until(lambda: sound.state.language == "de")
        page.locator("#loudness").get_by_role("button", name=like("html.close")).click()
        expect(page.locator("#loudness")).to_be_hidden()
