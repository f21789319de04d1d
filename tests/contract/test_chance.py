"""Chance is a player: exact weights, and nothing random but what it decides."""

from fractions import Fraction

import pytest

from controller.rules.records import from_json
from controller.rules.views import show
from tests.contract.cases import (
    GAMES,
    Case,
    begun,
    dice,
    every_case,
    every_game,
    legal_after,
    new_match,
    played,
    steps,
)


@every_case
def test_outcomes_are_distinct_and_weighted_with_whole_numbers(case: Case) -> None:
    match = begun(case, None)
    rng = dice(case, 1)
    while match.result is None:
        outcomes = case.game.chance(match.position)
        actions = [o.action for o in outcomes]
        assert len(set(actions)) == len(actions)
        for outcome in outcomes:
            assert type(outcome.weight) is int
            assert outcome.weight > 0
            legal_after(case, match.position, outcome.action)
        next(steps(match, rng))


@every_case
def test_probabilities_sum_to_one_and_are_as_exact_as_a_float_is(case: Case) -> None:
    match = begun(case, None)
    rng = dice(case, 2)
    while match.result is None:
        outcomes = case.game.chance(match.position)
        if outcomes:
            pending = show(case.game, match.position, None, ())["pending"]
            assert pending["by"] == "chance"
            assert pending["seats"] == []
            ps = [action["p"] for action in pending["legal"]]
            total = sum(o.weight for o in outcomes)
            assert ps == [float(Fraction(o.weight, total)) for o in outcomes]
            assert sum(ps) == pytest.approx(1, abs=1e-9, rel=0)
            # Ready to be sent back as it is, with p or without.
            for outcome, action in zip(outcomes, pending["legal"], strict=True):
                assert from_json(case.game, action) == outcome.action
        next(steps(match, rng))


@every_case
def test_nobody_is_told_what_chance_could_do(case: Case) -> None:
    match = begun(case, None)
    rng = dice(case, 3)
    while match.result is None:
        for viewer in (*range(case.seats), "table"):
            pending = show(case.game, match.position, viewer, ())["pending"]
            if pending["by"] == "chance":
                assert pending["legal"] == []
        next(steps(match, rng))


@every_case
def test_the_same_seed_and_choices_give_the_same_game(case: Case) -> None:
    first, second = played(case, 4), played(case, 4)
    assert first.actions == second.actions
    assert first.position == second.position
    assert first.result == second.result


@every_game
def test_another_seed_gives_another_game(name: str) -> None:
    case = Case(name, GAMES[name].seats[1], ())
    openings = [tuple(new_match(case, seed).actions) for seed in range(40)]
    assert len(set(openings)) > 10


@every_case
def test_with_a_seed_nobody_is_asked_for_chance(case: Case) -> None:
    match = new_match(case, 5)
    assert not case.game.chance(match.position)
    for _ in steps(match, dice(case, 5)):
        assert not case.game.chance(match.position)


@every_case
def test_what_leaves_no_choice_settles_itself_unless_it_is_always_asked(
    case: Case,
) -> None:
    match = begun(case, None)
    rng = dice(case, 6)
    while match.result is None:
        outcomes = [o.action for o in case.game.chance(match.position)]
        choices = outcomes or case.game.legal(match.position)
        if len(choices) == 1:
            always = type(choices[0]) in case.game.asked
            assert always or case.game.tells(match.position)
        next(steps(match, rng))
