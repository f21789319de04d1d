"""A small and fixed share of `make fuzz`, and that it finds what is wrong."""

import resource
import sys
import tempfile
from contextlib import suppress
from random import Random

import pytest

from tests.fuzz import Fuzzer, Lost
from tests.fuzz import __main__ as fuzz
from tests.fuzz.all import FUZZERS
from tests.fuzz.configuration import Configuration
from tests.fuzz.engine import Lines
from tests.fuzz.limit import Hang, limited
from tests.fuzz.pages import Pages
from tests.fuzz.recordings import Recordings
from tests.fuzz.wire import Wire

SHARE: dict[Fuzzer, int] = {
    Pages(messages=90, requests=30): 2,
    Lines(): 4,
    Wire(inputs=30): 2,
    Configuration(inputs=50): 4,
    Recordings(inputs=25): 8,
}
ROUNDS = [
    pytest.param(fuzzer, number, id=f"{fuzzer.name}-{number}")
    for fuzzer, rounds in SHARE.items()
    for number in range(rounds)
]


@pytest.mark.parametrize(("fuzzer", "number"), ROUNDS)
def test_no_traceback_no_hang_and_nothing_lost(fuzzer: Fuzzer, number: int) -> None:
    assert fuzzer.play(Random(f"suite {number}")) > 0


def test_the_suite_has_a_share_of_each() -> None:
    assert [fuzzer.name for fuzzer in SHARE] == [*FUZZERS]


# The harness itself


class Broken:
    """Goes wrong in every third round."""

    name = "broken"

    def __init__(self, error: BaseException) -> None:
        self._error = error
        self.seen: list[float] = []

    def play(self, random: Random) -> int:
        self.seen.append(random.random())
        if len(self.seen) % 3 == 0:
            raise self._error
        return 10


def run(
    monkeypatch: pytest.MonkeyPatch, fuzzer: Fuzzer, *arguments: str
) -> tuple[int, Fuzzer]:
    monkeypatch.setattr(fuzz, "FUZZERS", {"broken": fuzzer})
    monkeypatch.setattr(resource, "setrlimit", lambda *_: None)
    monkeypatch.setattr(tempfile, "tempdir", tempfile.tempdir)
    monkeypatch.setattr(sys, "argv", ["fuzz", *arguments])
    return fuzz.main(), fuzzer


@pytest.mark.parametrize("error", [Lost("a line"), Hang("still"), KeyError("seat")])
def test_each_failure_is_told_with_the_way_to_have_it_again(
    error: BaseException,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, _ = run(monkeypatch, Broken(error), "--inputs", "55", "--seed", "s")
    assert status == 1
    said = capsys.readouterr().out.splitlines()
    name = type(error).__name__
    assert said[0] == "broken: 55 inputs, seed s"
    assert said[1] == (
        f"broken: {name} in round 2; again: make fuzz ARGS='broken --seed s --round 2'"
    )
    assert said[-1].endswith(", 2 failures")


def test_a_round_comes_again_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    _, first = run(monkeypatch, Broken(Lost()), "--inputs", "30", "--seed", "s")
    _, again = run(monkeypatch, Broken(Lost()), "--seed", "s", "--round", "1")
    assert isinstance(first, Broken)
    assert isinstance(again, Broken)
    assert again.seen == first.seen[1:2]


def test_another_seed_is_another_search(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = [run(monkeypatch, Broken(Lost()), "--inputs", "5")[1] for _ in range(2)]
    assert runs[0].seen != runs[1].seen  # type: ignore[attr-defined]


def for_ever() -> None:
    while True:
        with suppress(Exception):
            sum(range(100))


def test_what_does_not_end_is_a_hang_even_where_everything_is_caught() -> None:
    with pytest.raises(Hang), limited(0.05):
        for_ever()
