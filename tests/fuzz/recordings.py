"""Damaged recordings: random bytes, or edits with corrected checksums.

Each of them is replayed as `undertow replay FILE` does it. A silent loss is a line of
the file that was not played, while the command says that all is the same and nothing
else; or a status of 1 without a word.
"""

import gzip
import io
import json
import zlib
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from controller import games
from controller.replay.command import replay
from controller.replay.file import SUM
from controller.testing.recordings import path as recording_of
from controller.testing.recordings import play, recorded_table
from tests.fuzz import Lost, limited
from tests.fuzz.changes import changed, changed_value, dumped

# A whole recording takes a second, its beginning some hundredths of one.
_LENGTHS = (3, 3, 15, 15, 15, 60)
RESUMED = "resumed"
_JUMPS_US = (-(10**6), 10**6, 10**9, 10**12, 10**14, 10**18, 10**30)


class Recordings:
    name = "recordings"

    def __init__(self, inputs: int = 20) -> None:
        self._inputs = inputs

    def play(self, random: Random) -> int:
        with TemporaryDirectory() as folder:
            for number in range(self._inputs):
                path = Path(folder, f"{number}.jsonl")
                path.write_bytes(damaged(random))
                with limited():
                    look_at(path)
        return self._inputs


def look_at(path: Path) -> None:
    """Replay this file, and raise whatever is wrong with that."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = replay([path], as_json=True)
    said, wrong = out.getvalue(), err.getvalue()
    if not said:
        assert status == 1
        if wrong.count("\n") != 1 or str(path) not in wrong:
            raise Lost(f"no file is named, or not in one sentence: {wrong!r}")
        return
    verdict = json.loads(said)
    assert status == (not verdict["same"])
    if status == 1 and not (verdict["difference"] or verdict["notes"]):
        raise Lost("it is not the same, and nobody says why")
    if status == 0 and not verdict["notes"]:
        # Only a newline ends a line: JSON may have a carriage return in its midst.
        whole = len(_plain(path.read_bytes()).removesuffix(b"\n").split(b"\n"))
        if verdict["turns"] != whole - 1:
            raise Lost(f"{verdict['turns']} turns were played of {whole} lines")


def _plain(data: bytes) -> bytes:
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


# What is wrong with them


def damaged(random: Random) -> bytes:
    kind = random.choice((*games.names(), RESUMED))
    bodies = list(bodies_of(kind, random.choice(_LENGTHS)))
    match random.randrange(8):
        case 0:
            return changed(summed(bodies), [b'["', b"]", b"\n", b"\0" * 99], random)
        case 1:
            packed = gzip.compress(summed(bodies), 1, mtime=0)
            return _cut_or_changed(packed, random)
        case 2:
            at = random.randrange(len(bodies))
            bodies[at] = changed(bodies[at], bodies, random).replace(b"\n", b" ")
        case 3:
            _misplace(bodies, random)
        case 4:
            _jump(bodies, random)
        case 5:
            bodies[0] = _changed_json(bodies[0], random)
        case _:
            turns = range(1, len(bodies))
            for at in random.sample(turns, min(len(turns), random.choice((1, 1, 5)))):
                bodies[at] = _changed_json(bodies[at], random)
    data = summed(bodies)
    return gzip.compress(data, 1, mtime=0) if random.random() < 0.3 else data


def _cut_or_changed(packed: bytes, random: Random) -> bytes:
    if random.random() < 0.3:
        return packed[: random.randrange(len(packed))]
    at = random.randrange(len(packed))
    return packed[:at] + changed(packed[at : at + 50], [packed], random) + packed[at:]


def _misplace(bodies: list[bytes], random: Random) -> None:
    at, other = random.randrange(len(bodies)), random.randrange(len(bodies))
    match random.randrange(3):
        case 0:
            del bodies[at]
        case 1:
            bodies.insert(other, bodies[at])
        case _:
            bodies[at], bodies[other] = bodies[other], bodies[at]


def _jump(bodies: list[bytes], random: Random) -> None:
    """Change the clock from some turn on."""
    first, by_us = random.randrange(1, len(bodies)), random.choice(_JUMPS_US)
    for at in range(first, len(bodies)):
        turn = json.loads(b"[" + bodies[at])
        turn[0] += by_us
        if at == first and random.random() < 0.5:
            turn[1] = ["late"]
        bodies[at] = json.dumps(turn).encode()[1:]


def _changed_json(body: bytes, random: Random) -> bytes:
    value: Any = json.loads(b"[" + body)
    for _ in range(random.choice((1, 1, 2))):
        value = [*_as_list(changed_value(value, random))]
    return dumped(value).encode()[1:]


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


# Whole ones


@cache
def bodies_of(kind: str, turns: int) -> tuple[bytes, ...]:
    """Return header and first turns of a game, or of RESUMED, without their sums."""
    if kind == RESUMED:
        data = _resumed()
    else:
        data = gzip.decompress(recording_of(kind).read_bytes())
    return tuple(line[SUM:] for line in data.splitlines()[: turns + 1])


@cache
def _resumed() -> bytes:
    """Record a table that found an unfinished game in its journal."""
    with TemporaryDirectory() as name:
        state, file = Path(name, "state"), Path(name, "a.jsonl")
        with recorded_table(state, Path(name, "before.jsonl"), seed=2) as table:
            play(table, Random(3), 12)
        with recorded_table(state, file) as table:
            play(table, Random(4), 12)
        return file.read_bytes()


def summed(bodies: list[bytes]) -> bytes:
    """Return a file of these lines, with the right sums."""
    total, lines = 0, []
    for body in bodies:
        total = zlib.crc32(body, total)
        lines.append(b'["%08x",' % total + body + b"\n")
    return b"".join(lines)
