"""HAI NOON against a second opinion: a naive game, and counting on paper."""

from random import Random
from typing import Any

import pytest

from controller.games.hai_noon import GAME
from controller.rules.match import Match
from controller.rules.records import to_json
from controller.testing import perft
from controller.testing.playthroughs import one_line
from tests.games.hai_noon.naive import Naive
from tests.games.sequences import sequences

VARIANTS = [
    {"start": start, "last_diver": last_diver, "turn_cap": turn_cap}
    for start in ("normal", "hungry", "full")
    for last_diver in (False, True)
    for turn_cap in (None, 25)
]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_random_games_go_as_a_player_would_keep_them(
    seats: int, options: dict[str, Any]
) -> None:
    for seed in range(5):
        rng = Random(f"{seats}/{options}/{seed}")
        match = Match(GAME, seats, options, None)
        naive = Naive(seats, options)
        while match.result is None:
            outcomes = GAME.chance(match.position)
            choices = [o.action for o in outcomes] or list(GAME.legal(match.position))
            theirs = naive.choices_now()
            assert sorted(map(str, map(to_json, choices))) == sorted(map(str, theirs))
            if outcomes and naive.todo != "first":
                assert [o.weight for o in outcomes] == naive.weights()
            action = rng.choice(choices)
            match.accept(match.plan(action))
            naive.do(to_json(action))
            assert GAME.state(match.position, None) == naive.state()
        assert naive.choices_now() == []
        assert list(match.result.ranks) == naive.ranks()


@pytest.mark.parametrize("entry", perft.entries("hai-noon"), ids=lambda e: str(e.about))
def test_the_perft_counts_are_those_of_the_naive_game(entry: perft.Perft) -> None:
    start = Naive(entry.seats, entry.options)
    for said in entry.after:
        start.do(next(a for a in start.choices_now() if one_line(a) == said))
    for depth, count in enumerate(entry.counts, start=1):
        if depth > 1 and entry.counts[depth - 2] > 2000:
            break
        assert sequences(start, depth) == count, f"depth {depth}"


def test_the_deal_can_be_multiplied_out() -> None:
    """25 kinds of cards; of the four camouflages there is only one each."""
    (entry,) = [e for e in perft.entries("hai-noon") if e.about == "four seats, deal"]
    # Seat, first card, second card: any kind but a camouflage that is gone.
    assert entry.counts[:3] == [4, 4 * 25, 4 * (21 * 25 + 4 * 24)]
