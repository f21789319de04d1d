"""The perft counts: how many ways there are to play, depth by depth."""

import pytest

from controller.games import names
from tests.golden import perft
from tests.golden.perft import Perft

ENTRIES = [entry for name in names() for entry in perft.entries(name)]


def compare(entry: Perft) -> None:
    counted = perft.measure(entry)
    for depth, (got, want) in enumerate(
        zip(counted, entry.counts, strict=True), start=1
    ):
        if got != want:
            pytest.fail(
                f"{entry.game}, {entry.about}: {got} ways to play to depth {depth}, "
                f"not {want}. By the first action:\n{perft.divide(entry, depth)}"
            )


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: f"{e.game}: {e.about}")
def test_the_ways_to_play_are_as_many_as_counted_before(entry: Perft) -> None:
    compare(entry)


def test_a_wrong_count_is_reported_action_by_action() -> None:
    entry = perft.entries("get-bit")[0]
    wrong = entry._replace(counts=[4, 11])
    with pytest.raises(pytest.fail.Exception) as failure:
        compare(wrong)
    assert str(failure.value) == (
        "get-bit, two seats, line-up and the first round: 12 ways to play to depth 2, "
        "not 11. By the first action:\n"
        "line-up robot=red: 3\n"
        "line-up robot=blue: 3\n"
        "line-up robot=green: 3\n"
        "line-up robot=yellow: 3"
    )
