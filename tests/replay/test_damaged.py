"""Recordings that no table wrote: a sentence and status 1, whatever is in them."""

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from controller.replay import file as files
from controller.replay.checks import LONGEST_US
from tests.fuzz.limit import limited
from tests.fuzz.recordings import RESUMED, bodies_of, summed
from tests.replay.test_command import undertow

BODIES = bodies_of("get-bit", 15)
YEAR_US = 365 * 24 * 3600 * 10**6


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "a.jsonl"


def refused(
    file: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> str:
    """The one sentence that is said about this file, without its name."""
    with limited():
        assert undertow(monkeypatch, "replay", file) == 1
    said, wrong = capfd.readouterr()
    (sentence,) = (wrong or said.partition("\n")[0] + "\n").splitlines()
    assert str(file) in sentence
    return sentence.removeprefix("undertow: ").replace(str(file), "FILE")


# How much of it


def test_a_small_file_that_unpacks_to_a_large_one_is_read_no_further(
    file: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 1 << 20)
    sound = summed(list(BODIES))
    file.write_bytes(gzip.compress(sound + bytes(50 << 20)))
    recorded = files.read(file)
    assert len(recorded.turns) == len(BODIES) - 1
    assert recorded.flaw == "it unpacks to more than 256 MB"
    assert "FILE: it unpacks to more than 256 MB" in refused(file, monkeypatch, capfd)


def test_a_file_that_is_larger_than_any_recording_is_not_read(
    file: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with file.open("wb") as hole:
        hole.truncate(1 << 40)
    monkeypatch.setattr(files, "MOST_BYTES", 1 << 20)
    assert refused(file, monkeypatch, capfd) == (
        "FILE is larger than any recording: 256 MB"
    )


def test_a_line_without_an_end_is_damage(file: Path) -> None:
    longest = b"0" * (files.LONGEST_LINE + 1)
    file.write_bytes(summed([*BODIES, b"0,[" + longest + b"]]"]))
    flaw = files.read(file).flaw
    assert flaw == f"line {len(BODIES) + 1} is damaged (it is longer than 8 MB)"


def test_what_is_no_file_is_not_waited_for(
    file: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(file)
    for path in (file, Path("/dev/zero")):
        assert refused(path, monkeypatch, capfd) == "FILE: it is not a regular file"
    assert refused(file.parent, monkeypatch, capfd) == "FILE: Is a directory"


def test_what_follows_the_end_of_the_packed_file_is_named(file: Path) -> None:
    sound = gzip.compress(summed(list(BODIES)))
    file.write_bytes(sound + sound)
    recorded = files.read(file)
    assert recorded.flaw == "something follows its end"
    assert not recorded.is_cut


# Time


@pytest.mark.parametrize("said", [["tick"], ["edge", 17, 0]])
def test_a_year_that_nobody_recorded_is_not_lived_through(
    said: list[Any],
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    turn = json.loads(b"[" + BODIES[-1])
    later = [turn[0] + YEAR_US, said, [], []]
    file.write_bytes(summed([*BODIES, json.dumps(later).encode()[1:]]))
    sentence = refused(file, monkeypatch, capfd)
    assert sentence == (
        f"FILE: its time jumps from {turn[0] / 1e6:.0f} s to "
        f"{later[0] / 1e6 - 0.25:.0f} s, and what a table did meanwhile is not in it"
    )


def test_a_machine_that_slept_for_a_year_is_played_again(file: Path) -> None:
    turn = json.loads(b"[" + BODIES[-1])
    later = [turn[0] + YEAR_US, ["late"], [], []]
    file.write_bytes(summed([*BODIES, json.dumps(later).encode()[1:]]))
    assert files.read(file).flaw is None


# What stands in it


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("format", "1", 'format is "1", and should be 1'),
        ("seats", True, "seats is true, and should be a number"),
        ("options", [], "options is [], and should be an object"),
        ("seed", 1.5, "seed is 1.5, and should be a number that a journal keeps"),
        ("seed", 2**63, f"seed is {2**63}, and should be a number that a journal"),
        ("told_by", "auto", 'told_by is "auto", and should be a list of texts'),
        ("decks", 3, "decks is 3, and should be a text or null"),
        (
            "house",
            {"../x": ""},
            'house is {"../x": ""}, and should be house data by game',
        ),
        (
            "house",
            {"": ""},
            'house is {"": ""}, and should be house data by game',
        ),
        (
            "beat_s",
            5e-324,
            "beat_s is 5e-324, and should be seconds from 0.1 to 3600, or null",
        ),
        (
            "beat_s",
            float("nan"),
            "beat_s is NaN, and should be seconds from 0.1 to 3600, or null",
        ),
        ("surplus", 1, 'nobody knows the header\'s "surplus"'),
        (
            "board",
            "\ud800",
            "'utf-8' codec can't encode character '\\ud800' in position ",
        ),
    ],
)
def test_a_header_that_is_wrong_is_named(
    field: str,
    value: object,
    why: str,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    (header,) = json.loads(b"[" + BODIES[0])
    header[field] = value
    file.write_bytes(summed([json.dumps([header]).encode()[1:], *BODIES[1:]]))
    sentence = refused(file, monkeypatch, capfd)
    assert sentence.startswith(f"FILE is no recording that can be played ({why}")


def test_a_header_that_lacks_something_is_named(
    file: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (header,) = json.loads(b"[" + BODIES[0])
    del header["seats"]
    file.write_bytes(summed([json.dumps([header]).encode()[1:], *BODIES[1:]]))
    assert "(the header has no seats)" in refused(file, monkeypatch, capfd)


@pytest.mark.parametrize(
    ("turn", "why"),
    [
        ([0, ["tick"]], "it has 2 fields, and a turn has 4"),
        (["now", ["tick"], [], []], 'its time is "now", and should be microseconds'),
        ([0, ["tick"], [], []], "its time is 0, and should be microseconds"),
        ([LONGEST_US + 1, ["tick"], [], []], f"its time is {LONGEST_US + 1}, and"),
        ([..., "tick", [], []], 'what came is "tick", and should be a list'),
        ([..., [], [], []], "what came is null, and should be one of start, tick"),
        ([..., [["edge"], 3, 0], [], []], 'what came is ["edge"], and should be'),
        ([..., ["edge", [17], 0], [], []], '["edge", [17], 0] cannot come to a'),
        ([..., ["edge", 17], [], []], '["edge", 17] cannot come to a table'),
        ([..., ["bytes", "a", "xyz"], [], []], '["bytes", "a", "xyz"] cannot come'),
        ([..., ["tick"], 5, []], "what was answered is 5, and should be a list"),
        ([..., ["tick"], [["power"]], []], '["power"] answers nothing'),
        ([..., ["tick"], [["power", 0, 7]], []], '7 is no answer to "power"'),
        (
            [..., ["tick"], [["ports", 0, [["E66"]]]], []],
            '[["E66"]] is no answer to "ports"',
        ),
        (
            [..., ["tick"], [["ports", 0, {"E66": 7}]], []],
            '{"E66": 7} is no answer to "ports"',
        ),
        ([..., ["tick"], [], [[]]], "[] is nothing that a table does"),
        ([..., ["tick"], [], [["frame", 3]]], '["frame", 3] is no frame'),
        (
            [..., ["tick"], [], [["frame", [[-1, "00"]]]]],
            '["frame", [[-1, "00"]]] is no frame',
        ),
        ([..., ["tick"], [], [["position"]]], '["position"] is no position'),
    ],
)
def test_a_turn_that_is_wrong_is_named_and_all_before_it_played(
    turn: list[Any],
    why: str,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    now_us = json.loads(b"[" + BODIES[-1])[0]
    said = [now_us if field is ... else field for field in turn]
    file.write_bytes(summed([*BODIES, json.dumps(said).encode()[1:]]))
    sentence = refused(file, monkeypatch, capfd)
    assert sentence.startswith(f"FILE: line {len(BODIES) + 1} is damaged ({why}")
    assert sentence.endswith("; all before that was played")


def test_a_nest_that_is_too_deep_is_damage(file: Path) -> None:
    file.write_bytes(summed([*BODIES, b"[" * 100_000]))
    assert "is damaged (maximum recursion depth" in str(files.read(file).flaw)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"entries": [["acted", {}]]}, "its unfinished game is none that a journal"),
        ({"entries": 3}, "'int' object is not iterable"),
        ({"setup": {}}, ""),
    ],
)
def test_an_unfinished_game_that_is_none_is_named(
    change: dict[str, object],
    why: str,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    first, *rest = bodies_of(RESUMED, 15)
    (header,) = json.loads(b"[" + first)
    header["unfinished"] |= change
    file.write_bytes(summed([json.dumps([header]).encode()[1:], *rest]))
    sentence = refused(file, monkeypatch, capfd)
    assert sentence.startswith(f"FILE: what was played cannot be set up: {why}")
