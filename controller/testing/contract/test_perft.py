"""The perft counts: how many ways there are to play, depth by depth."""

import pytest

from controller.testing import perft
from controller.testing.chosen import names
from controller.testing.perft import Perft

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
