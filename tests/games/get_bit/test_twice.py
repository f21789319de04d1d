"""GET BIT! against a second opinion: a naive game, and counting on paper."""

from math import factorial
from random import Random
from typing import Any

import pytest

from controller.games.get_bit import GAME
from controller.rules.match import Match
from controller.rules.records import to_json
from controller.testing import perft
from controller.testing.playthroughs import one_line
from tests.games.get_bit.naive import Naive
from tests.games.sequences import sequences

ROBOTS = {2: 4, 3: 6, 4: 4, 5: 5, 6: 6}
VARIANTS = [
    {"longer": longer, "memory": memory, "refresh_at": refresh_at}
    for longer in (False, True)
    for memory in (False, True)
    for refresh_at in (1, 2)
]


@pytest.mark.parametrize("seats", ROBOTS)
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_random_games_go_as_a_player_would_keep_them(
    seats: int, options: dict[str, Any]
) -> None:
    for seed in range(4):
        rng = Random(f"{seats}/{options}/{seed}")
        match = Match(GAME, seats, options, None)
        naive = Naive(seats, options)
        while match.result is None:
            outcomes = [outcome.action for outcome in GAME.chance(match.position)]
            choices = outcomes or GAME.legal(match.position)
            assert [to_json(action) for action in choices] == naive.choices_now()
            action = rng.choice(choices)
            match.accept(match.plan(action))
            naive.do(to_json(action))
            assert GAME.state(match.position, None) == naive.state()
        assert naive.over
        assert list(match.result.ranks) == naive.ranks()


@pytest.mark.parametrize("entry", perft.entries("get-bit"), ids=lambda e: str(e.about))
def test_the_perft_counts_are_those_of_the_naive_game(entry: perft.Perft) -> None:
    for depth, count in enumerate(entry.counts, start=1):
        if depth > 1 and entry.counts[depth - 2] > 4000:
            break
        game = Naive(entry.seats, entry.options)
        for said in entry.after:
            game.do(next(a for a in game.choices_now() if one_line(a) == said))
        assert sequences(game, depth) == count, f"depth {depth}"


@pytest.mark.parametrize("seats", ROBOTS)
def test_the_ways_through_the_first_two_rounds_can_be_multiplied_out(
    seats: int,
) -> None:
    """Any order of the robots, any card for each: then all again with one card less."""
    robots = ROBOTS[seats]
    line_up = [factorial(robots) // factorial(robots - k) for k in range(1, robots)]
    first = [choosing(robots, robots + 1, k) for k in range(1, robots + 1)]
    second = [choosing(robots, robots, k) for k in range(1, robots + 1)]
    lines, rounds = line_up[-1], first[-1]
    expected = [
        *line_up,
        *(lines * ways for ways in first),
        *(lines * rounds * ways for ways in second),
    ]
    for entry in perft.entries("get-bit"):
        if entry.seats == seats and len(entry.after) in (0, robots - 1):
            skipped = len(entry.after)
            divisor = lines if skipped else 1
            ways = [n // divisor for n in expected[skipped:]]
            assert entry.counts == ways[: len(entry.counts)], entry.about


def choosing(robots: int, cards: int, number: int) -> int:
    """In how many ways so many robots, one after another, are given a card."""
    orders = factorial(robots) // factorial(robots - number)
    return orders * int(cards**number)
