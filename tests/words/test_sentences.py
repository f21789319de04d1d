"""Whole games in every language: each sentence has its entry, and no identifier."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from controller import games
from controller.basics.sentence import Says
from controller.chance.seed import seeded
from controller.rules.game import AnyGame
from controller.rules.match import Match
from controller.rules.views import story
from controller.testing.contract.test_prompts import said_in
from controller.words.files import LANGUAGES
from tests.support.ours import OURS

# Seats by number, places, tiles as pairs, cards as the rules call them, keys and
# braces that nothing was put into.
IDENTIFIER = re.compile(
    r"[Ss]eat \d|(depth|tile):\S|\d,\d|\b[ntb]\d\b|\b(air|swim)-"
    r"|[a-z]+-(calm|panic|draw|discard)"
    r"|\b(red|green|blue|yellow)-(cage|shark|flip|diver|rotate|camouflage)"
    r"|[{}_`]|\b(refused|tell|waits|page|rules|no-such|ending|shape)\."
)


def event_sentences(match: Match) -> Iterator[Says]:
    for viewer in ("table", 0, None):
        for line in story(match, viewer):
            yield from line["says"]


def play(game: AnyGame, seats: int, seed: int, **options: object) -> Iterator[Says]:
    match = Match(game, seats, options, seeded(seed))
    match.accept(match.opening())
    dice = Random(seed)
    while match.result is None:
        yield from said_in(match)
        match.accept(match.plan(dice.choice(game.legal(match.position))))
    yield from said_in(match)
    yield from event_sentences(match)


@pytest.mark.parametrize("name", OURS)
def test_whatever_happens_is_said_in_peoples_words(name: str) -> None:
    game = games.find(name)
    catalogues = [games.words(name, language) for language in LANGUAGES]
    low, high = game.seats
    found: set[str] = set()
    for seats, options in ((low, {}), (high, {}), (high, _changed(game))):
        called = [words.seats(game.teams(seats)) for words in catalogues]
        for says in play(game, seats, seats, **options):
            if repr(says) in found:
                continue
            found.add(repr(says))
            for words, names in zip(catalogues, called, strict=True):
                text = words.render(says, names)
                assert not IDENTIFIER.search(text), text
                assert text == "" or re.match(r"[\w½„“]", text), says


def _changed(game: AnyGame) -> dict[str, object]:
    """Every option of two values at the other one."""
    return {
        option.name: next(v for v in option.allowed if v != option.default)
        for option in game.options
        if isinstance(option.allowed, tuple) and len(option.allowed) == 2
    }
