"""While a table waits for a card, a die or an explosion, no page can tell it one."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from controller import games
from controller.chance.dealer import ToldBy
from controller.rules.codec import to_json
from controller.web.requests import BY_CHANCE, read
from controller.words.notice import Notice
from tests.support.told_table import ToldTable, told_table

BY_ALL = ToldBy(die="players", explosion="players")
# Where somebody else than the program tells: the shoe, and in one game the players.
SHOES = ("hai-noon", "hold-your-breath", "hold-your-ground")


@contextmanager
def waiting(state: Path, game: str) -> Iterator[ToldTable]:
    with told_table(state, BY_ALL) as table:
        table.enroll(game)
        table.sim.start(2, {"first": 0}, game=game)
        yield table


def assert_deaf(table: ToldTable) -> None:
    """Whatever a page says of what chance could do now, nothing is played or told."""
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


@pytest.mark.parametrize("asked", ["Doom Die", "battler of"])
def test_no_page_rolls_the_die_or_says_where_battlers_land(
    tmp_path: Path, asked: str
) -> None:
    with waiting(tmp_path, "hold-your-ground") as table:
        match, rng = table.sim.table.match, Random(5)
        table.deal()
        while asked not in (table.waits or ""):
            able = [o.action for o in match.game.chance(match.position)]
            table.sim.act(rng.choice(able or match.game.legal(match.position)))
            table.deal()
        assert_deaf(table)
