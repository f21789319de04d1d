"""A blind player finishes a game, with the table's voice and a screen reader.

The player has a keyboard, and knows only the spoken sentences and the names and roles
on the seat's page: no lamps, drawn board or cards.
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
from controller.session.narrator import Narration, Narrator
from controller.session.snapshot import Snapshot
from controller.session.table import Table
from controller.testing.contract.test_prompts import IDENTIFIER
from controller.testing.known import known
from controller.words.files import catalogue
from hardware.readings import Pressed, Released
from tests.support.browsing import phones
from tests.support.ours import OURS
from tests.support.webtable import WebTable
from tests.support.words import catalogue_text, like

SEATS = 4
EVERYONE = catalogue_text("prompt.everybody")
WHY_NOT = catalogue(None, "en").render("own.why-not")


class Ears:
    """The spoken sentences, the newest last, and the newest prompt."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.prompt = ""
        # The player's name.
        self._name = ""

    def hear(self, now: Snapshot, aloud: Narration) -> None:
        self._name = now.names()[0]
        told, prompt, answer, _ = in_words(now, aloud, "en")
        self.heard += [each for each in (answer, *told, *prompt) if each]
        self.prompt = " ".join(prompt) or self.prompt

    def ask_again(self, table: Table) -> None:
        """Press `why` if the table has not said whose turn it is now."""
        if not self.prompt:
            table.reading(Pressed("why"))
            table.reading(Released("why"))

    def has_news(self, heard: int) -> bool:
        return len(self.heard) > heard

    @property
    def is_asked(self) -> bool:
        who = self.prompt.partition(":")[0]
        return self._name in who or who.lower() == EVERYONE


@contextmanager
def hearing(served: WebTable) -> Iterator[Ears]:
    ears = Ears()
    narrator = Narrator(ears.hear)

    def listen() -> None:
        served.table.on_change.append(narrator.changed)
        served.table.on_reply.append(narrator.replied)
        narrator.changed(served.table.now, ())

    served.run(listen)
    yield ears


def choose(page: Page, dice: Random) -> None:
    """Choose by names and roles alone: the list, a choice, Play."""
    # What a screen reader says unprompted.
    said = page.get_by_role("log").get_by_text(like("prompt.your-turn"))
    expect(said.last).to_be_attached()
    tab_to(page, page.get_by_role("button", name=like("own.list")))
    page.keyboard.press("Enter")
    # An illegal choice says that it explains why not.
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
                    # The player may hear it before the page shows it.
                    opened.until_shown(0)
                    ears.prompt = ""
                    choose(page, dice)
                    served.wait_until(partial(ears.has_news, heard))
                    served.run(partial(ears.ask_again, served.table))
                    played += 1
                else:
                    others_play(served, dice)
        assert played > 0
        expect(page.get_by_test_id("result")).to_be_visible()
        assert re.search(
            r"won\. The game is over\. .+ Press OK to play again", ears.prompt
        )
        assert not [each for each in ears.heard if IDENTIFIER.search(each)]


HEAR = """() => {
  window.heard = [];
  new MutationObserver((all) => {
    const nodes = all.flatMap(({ addedNodes }) => [...addedNodes]);
    heard.push(...nodes.map((node) => node.textContent));
  }).observe(document.getElementById("aloud"), { childList: true, subtree: true });
}"""
STANDING, HAND, CHANGED = "Alt+s", "Alt+h", "Alt+c"


def heard_at(page: Page, key: str) -> list[str]:
    """Return what is read aloud when this key goes down."""
    page.evaluate("heard.length = 0")
    page.keyboard.press(key)
    page.wait_for_function("() => heard.length > 0")
    return [str(line) for line in page.evaluate("heard")]


@pytest.mark.parametrize("name", OURS)
def test_keys_tell_the_state_the_own_hand_and_what_has_happened(
    name: str, browser: Browser, tmp_path: Path
) -> None:
    dice = Random(5)
    with phones(browser, tmp_path, SEATS, name, seed=3) as opened:
        served, page, table = opened.served, opened[0], opened.table()
        for each in (page, table):
            each.evaluate(HEAR)
        for _ in range(6):
            others_play(served, dice)
        opened.until_shown(0)
        for each in (page, table):
            stands = heard_at(each, STANDING)
            assert len(" ".join(stands)) > 60
            assert heard_at(each, CHANGED)
        cards = page.locator("#hand .fan-card")
        hand = heard_at(page, HAND)
        rows = [row.partition(": ")[2].split(", ") for row in hand]
        assert sum(map(len, rows)) >= cards.count()
        assert not [each for each in hand if IDENTIFIER.search(each)]
        page.keyboard.press("Escape")
        page.get_by_test_id("menu").click()
        page.get_by_test_id("hide").click()
        assert heard_at(page, HAND) == [catalogue_text("own.hidden")]


def test_a_round_is_heard_once_and_in_order_on_phone_and_table(
    browser: Browser, tmp_path: Path
) -> None:
    with phones(browser, tmp_path, SEATS) as opened:
        served, page, table = opened.served, opened[0], opened.table()
        asked = page.get_by_role("log").get_by_text(like("prompt.your-turn"))
        expect(asked).to_be_attached()
        for each in (page, table):
            each.evaluate(HEAR)
        story = len(served.table.match.story)
        for seat in range(SEATS):

            def choose_a_card(seat: int = seat) -> None:
                match = served.table.match
                legal = match.game.legal(match.position)
                own = [action for action in legal if action.seat == seat]
                served.table.ask(Play(own[seat], seat))

            served.run(choose_a_card)
        names = ["Red", "Blue", "Green", "Yellow"]
        chosen = [catalogue_text("tell.choose", "get-bit", robot=n) for n in names]
        for each in (page, table):
            each.wait_for_function("() => /choose a card/.test(heard.at(-1))")
            heard = each.evaluate("heard")
            assert heard[:SEATS] == chosen
            assert len(heard) == len(set(heard))
            # The prompt comes once, after everything that has happened.
            assert [line for line in heard if "choose a card" in line] == heard[-1:]
        assert len(served.table.match.story) > story
