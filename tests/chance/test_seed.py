"""Chance from a seed: the same everywhere, and as likely as it says."""

from collections import Counter

import pytest

from controller.chance.seed import seeded
from controller.games.get_bit.pieces import LineUp
from controller.rules.game import Outcome

COLOURS = ("red", "blue", "green")


def outcomes(*weights: int) -> list[Outcome[LineUp]]:
    pairs = zip(COLOURS[: len(weights)], weights, strict=True)
    return [Outcome(LineUp(name), weight) for name, weight in pairs]


def test_a_seed_and_a_place_decide() -> None:
    one, other = seeded(7), seeded(7)
    fair = outcomes(1, 1, 1)
    forwards = [one(fair, ply) for ply in range(100)]
    backwards = [other(fair, ply) for ply in reversed(range(100))]
    assert forwards == backwards[::-1]


def test_the_first_choices_of_a_seed_never_change() -> None:
    """Saved games go on as they would have, with any later version too."""
    fair = outcomes(1, 1, 1)
    fallen = [seeded(seed)(fair, ply).robot for seed in (0, 1, -5) for ply in range(6)]
    assert " ".join(fallen) == (
        "green red blue blue red blue "
        "blue blue blue blue green blue "
        "blue blue red red blue red"
    )


def test_seeds_and_places_are_independent_of_each_other() -> None:
    fair = outcomes(1, 1, 1)
    by_seed = {tuple(seeded(seed)(fair, p) for p in range(20)) for seed in range(50)}
    assert len(by_seed) == 50
    # 1/23 and 12/3 are not the same place of the same seed.
    assert [seeded(1)(fair, 230 + i) for i in range(9)] != [
        seeded(12)(fair, 30 + i) for i in range(9)
    ]


@pytest.mark.parametrize("weights", [(1, 1, 1), (1, 2, 5), (98, 1, 1)])
def test_outcomes_fall_as_often_as_their_weights_say(weights: tuple[int, ...]) -> None:
    choose = seeded(3)
    weighted = outcomes(*weights)
    n = 6000
    counted = Counter(choose(weighted, ply).robot for ply in range(n))
    for name, weight in zip(COLOURS, weights, strict=True):
        p = weight / sum(weights)
        # Five standard deviations; the seed is fixed, so that it holds once for all.
        assert abs(counted[name] - n * p) < 5 * (n * p * (1 - p)) ** 0.5


def test_a_huge_seed_and_huge_weights_are_fine() -> None:
    weighted = outcomes(10**30, 1, 10**30)
    assert seeded(10**4000)(weighted, 0) in [outcome.action for outcome in weighted]


def test_one_outcome_is_chosen_whatever_its_weight() -> None:
    assert seeded(0)(outcomes(9), 5) == LineUp("red")
