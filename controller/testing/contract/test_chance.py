"""Chance is a player: exact weights, and nothing else is random."""

from fractions import Fraction
from typing import Any

import pytest

from controller.rules.codec import from_json
from controller.rules.views import show
from controller.testing.cases import (
    GAMES,
    Case,
    begun,
    dice,
    every_case,
    every_game,
    legal_after,
    moments,
    new_match,
    played,
    steps,
)


@every_case
def test_outcomes_are_distinct_and_weighted_with_whole_numbers(case: Case) -> None:
    for match in moments(begun(case, None), dice(case, 1)):
        outcomes = case.game.chance(match.position)
        actions = [o.action for o in outcomes]
        assert len(set(actions)) == len(actions), "an outcome is listed twice"
        for outcome in outcomes:
            is_whole = type(outcome.weight) is int and outcome.weight > 0
            assert is_whole, f"{outcome} must weigh a whole number from 1"
            legal_after(case, match.position, outcome.action)


@every_case
def test_probabilities_are_exact_and_nobody_is_told_them(case: Case) -> None:
    """They sum to one, within the precision of a float."""
    for match in moments(begun(case, None), dice(case, 2)):
        outcomes = case.game.chance(match.position)
        if outcomes:
            pending = show(case.game, match.position, None, ())["pending"]
            waits = pending["by"], pending["seats"]
            assert waits == ("chance", []), f"chance decides, and {waits} is pending"
            ps = [action["p"] for action in pending["legal"]]
            total = sum(o.weight for o in outcomes)
            exact = [float(Fraction(o.weight, total)) for o in outcomes]
            assert ps == exact, f"the weights give {exact}, and what is told is {ps}"
            assert sum(ps) == pytest.approx(1, abs=1e-9, rel=0), f"{ps} is not 1 in all"
            # A page can send an outcome back unchanged, with or without p.
            for outcome, action in zip(outcomes, pending["legal"], strict=True):
                read = from_json(case.game, action)
                assert read == outcome.action, f"{action} is read as {read}"
            for viewer in (*range(case.seats), "table"):
                seen = show(case.game, match.position, viewer, ())["pending"]
                is_told = seen != {"by": "chance", "seats": [], "legal": []}
                assert not is_told, f"{viewer} is told what chance could do: {seen}"


@every_case
def test_the_same_seed_and_choices_give_the_same_game(case: Case) -> None:
    first, second = played(case, 4), played(case, 4)
    assert first.actions == second.actions, "the same seed dealt otherwise"
    assert first.position == second.position, "the same log, another position"
    assert first.result == second.result, "the same position, another result"


@every_game
def test_another_seed_gives_another_game(name: str) -> None:
    """This only applies where chance decides something."""
    case = Case(name, GAMES[name].seats[1], ())
    games = {tuple(played_alike(case, seed)) for seed in range(40)}
    if GAMES[name].by_chance:
        assert len(games) > 10, f"40 seeds made {len(games)} games of {name}"
    else:
        assert len(games) == 1, f"{name} has no chance, and a seed changes it"


def played_alike(case: Case, seed: int) -> list[Any]:
    """Return all actions of a game in which everybody decides by the same dice."""
    match = new_match(case, seed)
    for _ in steps(match, dice(case, 0)):
        pass
    return match.actions


@every_case
def test_with_a_seed_nobody_is_asked_for_chance(case: Case) -> None:
    match = new_match(case, 5)
    assert not case.game.chance(match.position), "the opening waits for chance"
    for _ in steps(match, dice(case, 5)):
        assert not case.game.chance(match.position), "a decision waits for chance"


@every_case
def test_what_leaves_no_choice_settles_itself_unless_it_is_always_asked(
    case: Case,
) -> None:
    for match in moments(begun(case, None), dice(case, 6)):
        outcomes = [o.action for o in case.game.chance(match.position)]
        choices = outcomes or case.game.legal(match.position)
        if len(choices) == 1:
            always = type(choices[0]) in case.game.never_automatic
            kept = always or case.game.tells(match.position)
            assert kept, f"{choices[0]} is the only choice, and did not settle itself"
