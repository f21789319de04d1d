"""A small and fixed share of `make fuzz`."""

from random import Random

import pytest

from tests.fuzz import Fuzzer
from tests.fuzz.configuration import Configuration
from tests.fuzz.engine import Lines
from tests.fuzz.joining import Joining
from tests.fuzz.pages import Pages
from tests.fuzz.recordings import Recordings
from tests.fuzz.wire import Wire

SHARE: dict[Fuzzer, int] = {
    Pages(messages=90, requests=30): 2,
    Lines(): 4,
    Wire(inputs=30): 2,
    Configuration(inputs=50): 4,
    Recordings(inputs=25): 8,
    Joining(): 8,
}
ROUNDS = [
    pytest.param(fuzzer, number, id=f"{fuzzer.name}-{number}")
    for fuzzer, rounds in SHARE.items()
    for number in range(rounds)
]


@pytest.mark.parametrize(("fuzzer", "number"), ROUNDS)
def test_no_traceback_no_hang_and_nothing_lost(fuzzer: Fuzzer, number: int) -> None:
    assert fuzzer.play(Random(f"suite {number}")) > 0
