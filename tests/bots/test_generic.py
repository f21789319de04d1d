"""Bots in a game that offers them no memory, common sense or evaluation."""

import json
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from controller import games
from controller.bots.levels import Bot, Level
from controller.bots.particles import Particles
from controller.bots.search import Search
from controller.bots.sense import Sense, shown_to
from controller.chance.seed import seeded
from controller.rules.match import Match
from controller.tools.templates import cards, hidden, plain
from tests.support.ours import OURS

SMALL = [hidden.GAME, plain.GAME, cards.GAME]


def played_at_random(game: Any, seats: int, seed: int, most: int = 60) -> Match:
    match, dice = Match(game, seats, {}, seeded(seed)), Random(seed)
    match.accept(match.opening())
    while match.result is None and len(match.actions) < most:
        match.accept(match.plan(dice.choice(game.legal(match.position))))
    return match


@pytest.mark.parametrize(
    "game", [*map(games.find, OURS), *SMALL], ids=lambda g: g.title
)
def test_what_a_seat_is_shown_is_the_same_after_a_line_of_json(game: Any) -> None:
    """Or a bot would know less at the table than in a test."""
    match = played_at_random(game, 2, 1)
    shown = shown_to(game, match.entries_from(0), 0)
    assert json.loads(json.dumps(shown)) == shown


@pytest.mark.parametrize(
    "game", [hidden.GAME, games.find("get-bit")], ids=lambda game: game.title
)
def test_choices_that_are_shown_later_never_leave_it_without_a_position(
    game: Any,
) -> None:
    """Sixty guesses at three secret numbers are often all wrong."""
    for seed in range(3):
        match = played_at_random(game, 4, seed)
        memory = Particles(game, Match(game, 4, {}, None).position, 0)
        for shown in shown_to(game, match.entries_from(0), 0):
            memory.note(shown)
            assert memory.imagine(Random(seed)) is not None
        imagined = memory.imagine(Random(seed))
        assert game.state(imagined, 0) == game.state(match.position, 0)


def test_what_cannot_have_been_leaves_it_without_one() -> None:
    game = hidden.GAME
    start = game.start(2, {}, None)
    memory = Particles(game, start, 0)
    for _ in range(2):
        memory.note([{"type": "choose", "seat": 1, "number": 9}])
        assert memory.imagine(Random(1)) is None


@pytest.mark.parametrize("level", ["steady", "sharp"])
def test_where_there_is_no_common_sense_actions_are_tried_out(level: Level) -> None:
    """Of four pearls three are taken: the other seat has to take the last one."""
    start = plain.Position(seats=2, active=0, pearls=4)
    for seed in range(10):
        bot = Bot(plain.GAME, Sense(), start, 0, level, seed)
        assert bot.choose(plain.takes(start)) == plain.Take(0, 3)


class Walk(NamedTuple):
    seat: int
    way: str


def test_a_game_without_an_end_is_thought_about_for_a_while_only() -> None:
    ways = (Walk(0, "left"), Walk(0, "right"))
    endless: Any = SimpleNamespace(
        chance=lambda _position: (),
        legal=lambda _position: ways,
        apply=lambda position, _action: (position + 1, ()),
        result=lambda _position: None,
    )
    search = Search(endless, Sense(), Random(1))
    search.run(lambda _dice: 0, 4, lambda: False)
    assert sum(tried.tries for tried in search.tried(0)) == 4
