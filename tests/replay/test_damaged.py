"""Damaged and forged recordings end in one sentence and status 1."""

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from controller.replay import file as files
from controller.replay.file import LONGEST_US
from tests.cli.test_cli import Run, undertow
from tests.fuzz import limited
from tests.fuzz.recordings import bodies_of, summed
from tests.replay.test_command import replay

__all__ = ["replay", "undertow"]  # fixtures

BODIES = bodies_of("get-bit", 15)
YEAR_US = 365 * 24 * 3600 * 10**6


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "a.jsonl"


def refused(file: Path, replay: Run) -> str:
    """Return the one sentence about this file, without its name."""
    with limited():
        status, said, wrong = replay(file)
    assert status == 1
    (sentence,) = (wrong or said.partition("\n")[0] + "\n").splitlines()
    assert str(file) in sentence
    return sentence.removeprefix("undertow: ").replace(str(file), "FILE")


# Size


def test_file_that_unpacks_to_too_much_is_cut(
    file: Path, monkeypatch: pytest.MonkeyPatch, replay: Run
) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 1 << 20)
    sound = summed(list(BODIES))
    file.write_bytes(gzip.compress(sound + bytes(50 << 20)))
    recorded = files.read(file)
    assert len(recorded.turns) == len(BODIES) - 1
    assert recorded.flaw == "the file unpacks to more than 256 MB"
    assert "FILE: the file unpacks to more than 256 MB" in refused(file, replay)


def test_too_large_file_is_not_read(
    file: Path, monkeypatch: pytest.MonkeyPatch, replay: Run
) -> None:
    with file.open("wb") as hole:
        hole.truncate(1 << 40)
    monkeypatch.setattr(files, "MOST_BYTES", 1 << 20)
    assert refused(file, replay) == (
        "FILE is larger than 256 MB, so it is not a recording"
    )


def test_endless_line_is_damage(file: Path) -> None:
    longest = b"0" * (files.LONGEST_LINE + 1)
    file.write_bytes(summed([*BODIES, b"0,[" + longest + b"]]"]))
    flaw = files.read(file).flaw
    assert flaw == f"line {len(BODIES) + 1} is damaged (it is longer than 8 MB)"


def test_pipe_or_device_is_refused(file: Path, replay: Run) -> None:
    os.mkfifo(file)
    for path in (file, Path("/dev/zero")):
        assert refused(path, replay) == "FILE: it is not a regular file"
    assert refused(file.parent, replay) == "FILE: Is a directory"


def test_data_after_the_end_is_a_flaw(file: Path) -> None:
    sound = gzip.compress(summed(list(BODIES)))
    file.write_bytes(sound + sound)
    recorded = files.read(file)
    assert recorded.flaw == "the compressed data is followed by something else"
    assert not recorded.is_cut


# Time


@pytest.mark.parametrize("said", [["tick"], ["edge", 17, 0]])
def test_unrecorded_year_is_not_replayed(
    said: list[Any],
    file: Path,
    replay: Run,
) -> None:
    turn = json.loads(b"[" + BODIES[-1])
    later = [turn[0] + YEAR_US, said, [], []]
    file.write_bytes(summed([*BODIES, json.dumps(later).encode()[1:]]))
    sentence = refused(file, replay)
    assert sentence == (
        f"FILE: its time jumps from {turn[0] / 1e6:.0f} s to "
        f"{later[0] / 1e6 - 0.25:.0f} s, and what a table did meanwhile is not in it"
    )


def test_year_of_sleep_is_replayed(file: Path) -> None:
    turn = json.loads(b"[" + BODIES[-1])
    later = [turn[0] + YEAR_US, ["late"], [], []]
    file.write_bytes(summed([*BODIES, json.dumps(later).encode()[1:]]))
    assert files.read(file).flaw is None


# Content


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"format": 2}, "FILE is not a recording (its format is 2, "),
        ({"surplus": 1}, "FILE is not a recording (its header has "),
        ({"game": "chess"}, "FILE: there is no game 'chess'"),
        ({"seats": 77}, "FILE: get-bit: seats must be a number from 2 to 6, not 77"),
        ({"board": "\ud800"}, "FILE: it cannot be replayed: UnicodeEncodeError: "),
        ({"seed": 2**63}, "FILE: it cannot be replayed: OverflowError: "),
        ({"beat_s": 5e-324}, "FILE: its watchdog has an interval of 5e-324 s"),
        ({"unfinished": {"setup": {}}}, "FILE: it cannot be replayed: TypeError: "),
    ],
)
def test_wrong_header_is_refused(
    change: dict[str, object],
    why: str,
    file: Path,
    replay: Run,
) -> None:
    (header,) = json.loads(b"[" + BODIES[0])
    body = json.dumps([header | change]).encode()[1:]
    file.write_bytes(summed([body, *BODIES[1:]]))
    assert refused(file, replay).startswith(why)


@pytest.mark.parametrize(
    ("turn", "why"),
    [
        ([0, ["tick"]], "not enough values to unpack"),
        (["now", ["tick"], [], []], 'its time is "now"'),
        ([0, ["tick"], [], []], "its time is 0"),
        ([LONGEST_US + 1, ["tick"], [], []], f"its time is {LONGEST_US + 1}"),
        ([..., "tick", [], []], "it is not made of lists"),
        ([..., ["tick"], [], [["frame", "xyz"]]], "non-hexadecimal number"),
    ],
)
def test_wrong_turn_ends_the_replay(
    turn: list[Any],
    why: str,
    file: Path,
    replay: Run,
) -> None:
    now_us = json.loads(b"[" + BODIES[-1])[0]
    said = [now_us if field is ... else field for field in turn]
    file.write_bytes(summed([*BODIES, json.dumps(said).encode()[1:]]))
    sentence = refused(file, replay)
    assert sentence.startswith(f"FILE: line {len(BODIES) + 1} is damaged ({why}")
    assert sentence.endswith("; everything before that was replayed")


def test_too_deep_nesting_is_damage(file: Path) -> None:
    file.write_bytes(summed([*BODIES, b"[" * 100_000]))
    assert "is damaged (maximum recursion depth" in str(files.read(file).flaw)
