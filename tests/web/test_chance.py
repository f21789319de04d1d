"""While a table waits for a card, a die or an explosion, no page can supply it."""

import json
import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from random import Random

import pytest

from controller import games
from controller.chance.dealer import ChanceSettings
from controller.chance.decks import FILE, EnrolledDecks
from controller.rules.codec import to_json
from controller.web.protocol.requests import BY_CHANCE, read
from controller.words.notice import Notice
from hardware.backends.sim.backend import SimBackend
from hardware.readings import TagSeen
from tests.support.drawn_pieces import RealHands
from tests.support.told_table import ToldTable, dealing_with, enroll, told_table
from tests.support.webtable import AWAY, PageAtTable, WebTable, web_table

BY_ALL = ChanceSettings(die="players", explosion="players")
# Where somebody else than the program tells: the shoe, and in one game the players.
SHOES = ("hai-noon", "hold-your-breath", "hold-your-ground")


@contextmanager
def waiting(state: Path, game: str) -> Iterator[ToldTable]:
    with told_table(state, BY_ALL) as table:
        table.enroll(game)
        table.sim.start(2, {"first": 0}, game=game)
        yield table


def assert_deaf(table: ToldTable) -> None:
    """Check that no page can decide for chance."""
    match, journalled = table.sim.table.match, table.sim.journal.unfinished()
    before = match.position
    for outcome in match.game.chance(before):
        for seat in range(match.seats):
            action = outcome.action
            if hasattr(action, "seat"):
                action = action._replace(seat=seat)
            for kind in ("act", "why"):
                asked = {"type": kind, "action": to_json(action)}
                answer = read(table.sim.table.now, seat, asked)
                assert isinstance(answer, Notice)
                assert answer.says == BY_CHANCE
    assert match.position is before
    assert table.sim.journal.unfinished() == journalled


@pytest.mark.parametrize("game", SHOES)
def test_no_page_deals_itself_a_card(tmp_path: Path, game: str) -> None:
    with waiting(tmp_path, game) as table:
        assert table.waits
        assert_deaf(table)
        table.draw(deck_label(table))
        assert_deaf(table)


def deck_label(table: ToldTable) -> str:
    match = table.sim.table.match
    seat, card = match.game.chance(match.position)[0].action
    deck = games.deck(match.game)
    return next(c.label for c in deck if c.card == card and c.seat in (None, seat))


@pytest.mark.parametrize("asked", ["Roll", "Scatter"])
def test_no_page_rolls_the_die_or_says_where_battlers_land(
    tmp_path: Path, asked: str
) -> None:
    with waiting(tmp_path, "hold-your-ground") as table:
        match, rng = table.sim.table.match, Random(5)
        table.deal()
        while True:
            able = [o.action for o in match.game.chance(match.position)]
            if able and type(able[0]).__name__ == asked:
                break
            table.sim.act(rng.choice(able or match.game.legal(match.position)))
            table.deal()
        assert_deaf(table)


# The number of a card's tag is told to the simulator's host alone


UNKNOWN = "04feed99"


class Dealt:
    """A table that waits for its card shoe, with every kind of page open."""

    def __init__(self, served: WebTable, tags: list[str], stack: ExitStack) -> None:
        self.served = served
        self.tags = tags
        self.host = stack.enter_context(served.page())
        spectator = served.page(**AWAY)
        seats = [served.page(0), served.page(1)]
        self.others = [stack.enter_context(page) for page in (*seats, spectator)]

    def said(self, page: PageAtTable, kind: str | None = None) -> list[str]:
        page.catch_up()
        texts = [t for t in page.texts if kind is None or json.loads(t)["type"] == kind]
        return [t for t in texts if any(uid in t for uid in (*self.tags, UNKNOWN))]


@pytest.fixture(params=[SimBackend, RealHands])
def dealt(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Dealt]:
    enrolled = EnrolledDecks(tmp_path / FILE)
    tags = enroll(enrolled, "hai-noon")
    make = dealing_with(enrolled)
    with (
        ExitStack() as stack,
        web_table(
            tmp_path,
            2,
            game="hai-noon",
            backend=request.param,
            make_dealer=make,
            first=0,
        ) as served,
    ):
        uids = [tags["red-cage"][0], tags["wild"][0]]
        yield Dealt(served, uids, stack)
        stack.close()


def test_no_page_but_the_simulators_host_is_sent_a_cards_number(
    dealt: Dealt, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    served = dealt.served

    def passed(uid: str) -> None:
        served.table.reading(TagSeen("shoe", uid))

    for uid in (dealt.tags[0], UNKNOWN, *dealt.tags):
        served.run(partial(passed, uid))
    assert served.position.hands == (("red-cage",), ())
    for page in (dealt.host, *dealt.others):
        assert dealt.said(page) == []
    if served.backend.touch:
        dealt.host.send("tag", reader="play", uid=UNKNOWN)
        dealt.host.next("lying")
        assert dealt.said(dealt.host) == dealt.said(dealt.host, "lying") != []
    for page in dealt.others:
        assert dealt.said(page) == []
    for uid in (*dealt.tags, UNKNOWN):
        assert uid not in caplog.text
