"""A blind player: the table by ear, the own hand by a screen reader, to the game's end.

The player has a keyboard, and knows what is spoken and the names and roles of what is
on the seat's page; the lamps, the drawn board and the cards are nothing to go by.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from controller.input.intents import Play
from controller.service.sound import in_words
from controller.session.saying import Aloud, Saying
from controller.session.snapshot import Snapshot
from controller.testing.contract.test_prompts import IDENTIFIER
from controller.testing.known import known
from controller.words.files import catalogue
from tests.support.browsing import phones
from tests.support.ours import OURS
from tests.support.webtable import WebTable
from tests.support.words import catalogue_text, like

SEATS = 4
WHY_NOT = catalogue(None, "en").render("own.why-not")


class Ears:
    """The spoken sentences, the newest last, and the newest prompt."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.prompt = ""
        # What the player is called.
        self._name = ""

    def hear(self, now: Snapshot, aloud: Aloud) -> None:
        self._name = now.names()[0]
        told, prompt, answer, _ = in_words(now, aloud, "en")
        self.heard += [each for each in (answer, *told, *prompt) if each]
        self.prompt = " ".join(prompt) or self.prompt

    def has_news(self, heard: int) -> bool:
        return len(self.heard) > heard

    @property
    def is_asked(self) -> bool:
        who = self.prompt.partition(":")[0]
        return self._name in who or who == "Everybody"


@contextmanager
def hearing(served: WebTable) -> Iterator[Ears]:
    ears = Ears()
    saying = Saying(ears.hear)

    def listen() -> None:
        served.table.on_change.append(saying.changed)
        saying.changed(served.table.now, ())

    served.run(listen)
    yield ears


def choose(page: Page, dice: Random) -> None:
    """Choose by names and roles alone: the list, a choice, Play."""
    # What a screen reader says by itself.
    expect(page.locator("#turn[aria-live]")).to_contain_text(like("prompt.your-turn"))
    tab_to(page, page.get_by_role("button", name=like("own.list")))
    page.keyboard.press("Enter")
    # What cannot be played says that it tells why not.
    listed = page.get_by_role("dialog").get_by_role("region").get_by_role("button")
    choices = listed.filter(has_not_text=WHY_NOT)
    expect(choices.first).to_be_visible()
    names = choices.all_inner_texts()
    assert all(names), "every choice has a name"
    assert not [name for name in names if IDENTIFIER.search(name)], names
    choices.nth(dice.randrange(len(names))).press("Enter")
    # The focus is on the button that does it, which says what.
    does = page.locator("#play:focus")
    expect(does).not_to_have_accessible_name("Play")
    assert not IDENTIFIER.search(does.inner_text())
    before = page.evaluate("undertow.count()")
    page.keyboard.press("Enter")
    page.wait_for_function("before => undertow.count() > before", arg=before)


def tab_to(page: Page, wanted: Locator) -> None:
    """Reach an element with Tab, or backwards from Play."""
    key = "Shift+Tab" if page.locator("#play:focus").count() else "Tab"
    for _ in range(60):
        if wanted.evaluate("node => node === document.activeElement"):
            return
        page.keyboard.press(key)
    raise AssertionError("it is not reached with Tab")


def others_play(served: WebTable, dice: Random) -> None:
    """Let another seat decide, if one is asked."""

    def play() -> None:
        legal = served.table.now.situation.legal
        others = [action for action in legal if action.seat]
        if others:
            action: Any = dice.choice(others)
            served.table.ask(Play(action, action.seat))

    served.run(play)


@pytest.mark.parametrize("name", OURS)
def test_a_blind_player_plays_a_whole_game(
    name: str, browser: Browser, tmp_path: Path
) -> None:
    dice, options = Random(3), dict(known(name).short)
    with phones(browser, tmp_path, SEATS, name, seed=3, **options) as opened:
        served, page = opened.served, opened[0]
        with hearing(served) as ears:
            played = 0
            while catalogue_text("page.over", "hold-your-breath") not in ears.prompt:
                if served.run(lambda: ears.is_asked):
                    heard = len(ears.heard)
                    # The ear is faster than the page.
                    opened.until_shown(0)
                    choose(page, dice)
                    served.wait_until(partial(ears.has_news, heard))
                    played += 1
                else:
                    others_play(served, dice)
        assert played > 0
        expect(page.get_by_test_id("result")).to_be_visible()
        assert re.search(
            r"won\. The game is over\. Press OK to play again", ears.prompt
        )
        assert not [each for each in ears.heard if IDENTIFIER.search(each)]
