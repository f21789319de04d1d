"""Random games of each game: they end, and what always holds, holds.

Whatever happens in them has its light and its sound, or is said to have none. A
thousand of each with every run of the tests; `make random-games` plays ten times as
many.
"""

import os

import pytest

from controller.games import names, staging
from controller.rules.game import Result
from controller.rules.records import type_name
from controller.rules.views import events_of
from tests.contract.cases import (
    CASES,
    Case,
    dice,
    invariants,
    new_match,
    played,
    steps,
)

GAMES = int(os.environ.get("UNDERTOW_RANDOM_GAMES", "1000"))
SLICES = 10


def portion(name: str, number: int) -> list[tuple[Case, int]]:
    """One of the slices of the games to play, each spread over all variants."""
    cases = [case for case in CASES if case.name == name]
    mine = range(number, GAMES, SLICES)
    return [(cases[game % len(cases)], game) for game in mine]


def test_the_slices_are_all_the_games_over_all_variants() -> None:
    for name in names():
        games = [one for number in range(SLICES) for one in portion(name, number)]
        assert len(set(games)) == GAMES
        assert {case for case, _ in games} == {c for c in CASES if c.name == name}


@pytest.mark.parametrize("number", range(SLICES))
@pytest.mark.parametrize("name", names())
def test_random_games_end_in_time_and_hold_the_invariants(
    name: str, number: int
) -> None:
    for case, seed in portion(name, number):
        play_and_check(case, seed)


def play_and_check(case: Case, seed: int) -> None:
    known = invariants(case.name)
    longest = known.longest(case.seats, case.options)
    match = new_match(case, seed)
    has_effect = set(staging(case.game).effects.names)
    broken = [*known.broken(match.position)]
    count = len(match.actions)
    for entries in steps(match, dice(case, seed)):
        count += len(entries)
        assert count <= longest, f"{case} seed {seed}: it should be over by now"
        broken += known.broken(match.position)
        assert not broken, f"{case} seed {seed}, after {count} actions: {broken}"
        lacking = {type_name(type(e)) for e in events_of(entries)} - has_effect
        assert not lacking, f"{case.name}: effects.toml has no section for {lacking}"
    assert match.result
    check_result(match.result, case.seats)


def check_result(result: Result, seats: int) -> None:
    ranks = result.ranks
    assert len(ranks) == seats
    # Competition ranks: one more than the number of seats that did better.
    assert list(ranks) == [1 + sum(r < rank for r in ranks) for rank in ranks]
    best = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    # In a draw nobody wins and the best share their rank.
    assert result.winners == best or (result.winners == () and len(best) > 1)
    assert result.reason[0].isupper(), result.reason
    assert result.reason.endswith("."), result.reason


@pytest.mark.parametrize("case", [c for c in CASES if not c.changed], ids=str)
def test_every_seat_can_win_and_every_seat_can_lose(case: Case) -> None:
    """A slip in the ranking shows as a seat that always fares the same."""
    results = [played(case, seed).result for seed in range(60)]
    ranks = [result.ranks for result in results if result]
    for seat in range(case.seats):
        assert any(rank[seat] == 1 for rank in ranks), f"seat {seat} never wins"
        assert any(rank[seat] > 1 for rank in ranks), f"seat {seat} never loses"
