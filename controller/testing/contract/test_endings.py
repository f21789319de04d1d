"""Random games end, hold the invariants, and have an effect for every event.

Every test run plays 300 of each game, `make random-games` 10,000.
"""

import os

import pytest

from controller.games import staging, words
from controller.rules.codec import type_name
from controller.rules.game import Result
from controller.rules.views import events_of
from controller.testing.cases import (
    ALL_CASES,
    Case,
    dice,
    names,
    new_match,
    played,
    steps,
)
from controller.testing.known import known

GAMES = int(os.environ.get("UNDERTOW_RANDOM_GAMES", "300"))
SLICES = 4


def portion(name: str, number: int) -> list[tuple[Case, int]]:
    """Return one slice of the games to play, spread over all variants."""
    cases = [case for case in ALL_CASES if case.name == name]
    mine = range(number, GAMES, SLICES)
    return [(cases[game % len(cases)], game) for game in mine]


@pytest.mark.parametrize("number", range(SLICES))
@pytest.mark.parametrize("name", names())
def test_random_games_end_in_time_and_hold_the_invariants(
    name: str, number: int
) -> None:
    for case, seed in portion(name, number):
        play_and_check(case, seed)


def play_and_check(case: Case, seed: int) -> None:
    told = known(case.name)
    longest = told.longest(case.seats, case.options)
    match = new_match(case, seed)
    has_effect = set(staging(case.game).effects.names)
    broken = [*told.broken(match.position)]
    count = len(match.actions)
    for entries in steps(match, dice(case, seed)):
        count += len(entries)
        assert count <= longest, f"{case} seed {seed}: it should be over by now"
        broken += told.broken(match.position)
        assert not broken, f"{case} seed {seed}, after {count} actions: {broken}"
        happened = {type_name(type(e)) for e in events_of(entries)}
        # A game without effects.toml has no effects.
        lacking = happened - has_effect if has_effect else None
        assert not lacking, f"{case.name}: effects.toml has no section for {lacking}"
    assert match.result, f"{case} seed {seed}: nothing can be done, and no result"
    check_result(case, match.result)


def check_result(case: Case, result: Result) -> None:
    seats = case.seats
    ranks = result.ranks
    assert len(ranks) == seats, f"{ranks} for {seats} seats"
    # Competition ranks: a rank is one more than the number of seats that did better.
    right = [1 + sum(r < rank for r in ranks) for rank in ranks]
    assert list(ranks) == right, f"the ranks {ranks} should be {right}"
    best = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    # In a draw nobody wins and the best share their rank. The same holds for seats that
    # the table has beaten.
    nobody = result.winners == () and (len(best) > 1 or seats == 1)
    assert result.winners == best or nobody, f"{result.winners} win, {best} are first"
    reason = words(case.name).render(result.reason)
    is_sentence = reason[:1].isupper() and reason.endswith(".")
    assert is_sentence, f"the reason is no sentence: {reason!r}"


@pytest.mark.parametrize("case", [c for c in ALL_CASES if not c.changed], ids=str)
def test_every_seat_can_win_and_every_seat_can_lose(case: Case) -> None:
    """A mistake in the ranking shows as a seat that always ranks the same.

    In some games nobody is ever better than another: then every seat that does not win
    has lost. A lone player may just count points.
    """
    results = [result for seed in range(60) if (result := played(case, seed).result)]
    are_ranked = any(max(result.ranks) > 1 for result in results)
    for seat in range(case.seats):
        assert any(seat in r.winners for r in results), f"seat {seat} never wins"
        lost = [
            r.ranks[seat] > 1 if are_ranked else seat not in r.winners for r in results
        ]
        assert any(lost) or case.seats == 1, f"seat {seat} never loses"
