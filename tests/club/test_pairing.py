"""Who plays whom: pods by score, few repeats, fair seats, byes in turn."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.club.pairing import PairingHistory, PodSizes, meetings, pair, pod_sizes

FOUR = PodSizes(2, 6, 4)
NOTHING = PairingHistory({}, Counter(), Counter(), Counter())


@pytest.mark.parametrize(
    ("people", "tables", "sizes"),
    [
        (0, 3, []),
        (8, 0, []),
        (8, 3, [4, 4]),
        (9, 3, [3, 3, 3]),
        (9, 1, [6]),
        (7, 5, [4, 3]),
        (1, 2, [1]),
        (5, 9, [3, 2]),
    ],
)
def test_pods_are_as_even_as_they_can_be(
    people: int, tables: int, sizes: list[int]
) -> None:
    assert pod_sizes(people, tables, FOUR) == sizes


@given(st.integers(0, 40), st.integers(0, 10), st.integers(2, 4), st.integers(0, 3))
def test_everybody_sits_once_or_has_a_bye(
    people: int, tables: int, least: int, more: int
) -> None:
    sizes = PodSizes(least, least + more, least + more // 2)
    names = [f"n{number}" for number in range(people)]
    made = pair(names, tables, sizes, NOTHING)
    seated = [name for pod in made.pods for name in pod if name]
    assert sorted([*seated, *made.byes]) == sorted(names)
    assert len(made.pods) <= tables
    for pod in made.pods:
        assert sizes.least <= len(pod) <= sizes.most
        # A bot only sits where there would be too few people.
        assert "" not in pod or len(pod) == sizes.least


def test_those_of_equal_score_meet() -> None:
    scores = {name: float(number // 4) for number, name in enumerate("abcdefgh")}
    made = pair("abcdefgh", 2, FOUR, NOTHING._replace(scores=scores))
    assert {frozenset(pod) for pod in made.pods} == {
        frozenset("abcd"),
        frozenset("efgh"),
    }


def test_over_an_evening_repeats_seats_and_byes_are_spread() -> None:
    random = Random(1)
    names = [f"n{number}" for number in range(13)]
    past = PairingHistory(dict.fromkeys(names, 0.0), Counter(), Counter(), Counter())
    for _ in range(5):
        made = pair(names, 3, PodSizes(2, 4, 4), past)
        assert len(made.byes) == 1
        past.byes.update(made.byes)
        for pod in made.pods:
            past.met.update(meetings(pod))
            past.seats.update((name, seat) for seat, name in enumerate(pod))
            for name in pod:
                past.scores[name] += random.random()  # type: ignore[index]
    assert max(past.byes.values()) == 1
    assert max(past.met.values()) <= 3
    assert max(past.seats.values()) <= 3
