"""The file of a recording: JSON lines, the header first, then one line a turn.

    ["5d41402a", {"format": 1, "version": "0.1.0", "game": "get-bit", …}]
    ["7d793037", 1834211, ["edge", 17, 0], [], [["frame", [[124, "ffffff"]]]]]

Each begins with a checksum of all lines up to it. Of a frame only the pixels that
changed are written. A file whose name ends in .gz is compressed, line by line, so that
whatever ends the program leaves a file that can be read to its last whole line.
"""

import json
import logging
import os
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

from controller.basics.errors import UndertowError
from controller.basics.files import regular
from controller.rules.codec import brief
from controller.storage import private
from hardware.backends.replay.turns import Outcome, Turn

_log = logging.getLogger("undertow.recording")

_GZIP = 31  # zlib's number for it
write_to = os.write
SUM = len('["00000000",')
# More than a table writes in a fortnight; a small file can unpack to much more.
MOST_BYTES = 256 << 20
_MOST = f"{MOST_BYTES >> 20} MB"
LONGEST_LINE = 8 << 20
# No table is recorded for longer; beyond it a clock of floats would stand still.
LONGEST_US = 366 * 24 * 3600 * 10**6
# The form of a recording; no other is read.
FORMAT = 1
_WRONG = (ValueError, TypeError, LookupError, RecursionError)


class BadRecording(UndertowError):
    """The file is no recording, or cannot be read or written; the sentence says why."""


class Header(NamedTuple):
    """What a table was started with."""

    format: int  # of this file
    version: str  # of the program
    board: str  # the board map's text
    game: str
    seats: int
    options: dict[str, Any]
    seed: int | None
    told_by: list[str]  # die, explosion, cards: see `dealer.ChanceSettings`
    decks: str | None  # the enrolled cards, as their file has them
    learn: bool  # the first game is a lesson
    house: dict[str, Any]  # by game
    unfinished: dict[str, Any] | None  # the game that the journal held
    beat_s: float | None  # how often the watchdog was fed


class Recorded(NamedTuple):
    header: Header
    turns: list[Turn]
    # What is wrong with the rest of the file.
    flaw: str | None
    # It just ends, as when the power was cut; else it is damaged.
    is_cut: bool


class Scribe:
    """Makes the lines; each is told from the frame and the sum before it."""

    def __init__(self) -> None:
        self._sum = 0
        self._wire = b""

    def line(self, what: Header | Turn) -> bytes:
        if isinstance(what, Header):
            return self._summed(json.dumps(what._asdict()))
        done = [self._outcome(outcome) for outcome in what.outcomes]
        body = json.dumps([*what[:3], done], separators=(",", ":"))
        return self._summed(body[1:-1])

    def _outcome(self, outcome: Outcome) -> Outcome:
        if outcome[0] != "frame":
            return outcome
        before, self._wire = self._wire, outcome[1]
        return ["frame", _changes(before, self._wire)]

    def _summed(self, body: str) -> bytes:
        rest = f"{body}]".encode()
        self._sum = zlib.crc32(rest, self._sum)
        return b'["%08x",' % self._sum + rest + b"\n"


def _changes(before: bytes, wire: bytes) -> list[list[Any]]:
    """Runs of pixels that differ: the first one's number, and their bytes."""
    if len(before) != len(wire):
        return [[0, wire.hex()]]
    runs: list[list[Any]] = []
    end = -1
    for at in range(0, len(wire), 3):
        pixel = wire[at : at + 3]
        if pixel == before[at : at + 3]:
            continue
        if at == end:
            runs[-1][1] += pixel.hex()
        else:
            runs.append([at // 3, pixel.hex()])
        end = at + 3
    return runs


# Writing


class Writer:
    """Writes on a thread of its own: no table waits for this disk."""

    def __init__(self, path: Path) -> None:
        """Raises BadRecording; a file that is there already is never written over."""
        self._path = path
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
            # It holds every hand: for nobody else's eyes.
            self._file = os.open(path, flags, private.FILE)
        except FileExistsError:
            raise BadRecording(f"{path} is there already; name a new file") from None
        except OSError as error:
            raise BadRecording(f"{path}: {error.strerror}") from None
        self._pack = zlib.compressobj(wbits=_GZIP) if path.suffix == ".gz" else None
        self._scribe = Scribe()
        self._queue: SimpleQueue[Header | Turn | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="recording", daemon=True)
        self._thread.start()

    def write(self, what: Header | Turn) -> None:
        self._queue.put(what)

    def close(self) -> None:
        """Comes back when all is written."""
        self._queue.put(None)
        self._thread.join()
        os.close(self._file)

    def _work(self) -> None:
        try:
            while lines := self._lines():
                self._put(lines)
            if self._pack:
                _write_all(self._file, self._pack.flush())
        except OSError as error:
            _log.warning("%s ends here: %s", self._path, error.strerror)
            while self._queue.get() is not None:
                pass

    def _lines(self) -> bytes:
        """All that waits, as soon as something does; nothing at the end."""
        lines = b""
        what = self._queue.get()
        while what is not None:
            lines += self._scribe.line(what)
            try:
                what = self._queue.get_nowait()
            except Empty:
                return lines
        if lines:
            self._queue.put(None)
        return lines

    def _put(self, lines: bytes) -> None:
        if self._pack:
            lines = self._pack.compress(lines) + self._pack.flush(zlib.Z_SYNC_FLUSH)
        _write_all(self._file, lines)


def _write_all(file: int, data: bytes) -> None:
    while data:
        data = data[write_to(file, data) :]


def rewrite(path: Path, header: Header, turns: list[Turn]) -> None:
    """Puts this into the file; a cut leaves the old one or the new one."""
    making = path.with_name(f".making-{path.name}")
    making.unlink(missing_ok=True)
    try:
        writer = Writer(making)
        writer.write(header)
        for turn in turns:
            writer.write(turn)
        writer.close()
        making.replace(path)
    except OSError as error:
        raise BadRecording(f"{path}: {error.strerror}") from None


# Reading


def read(path: Path) -> Recorded:
    """Reads the sound part of a recording; raises BadRecording if there is none."""
    data = _data(path)
    flaw, is_cut = None, False
    if data[:2] == b"\x1f\x8b":
        data, flaw, is_cut = _unpacked(data)
    lines = BytesIO(data)
    reader = _Reader()
    try:
        header = reader.header(lines.readline().removesuffix(b"\n"))
    except _WRONG as error:
        raise BadRecording(
            f"{path} is no recording that can be played ({error}); "
            "`undertow play --record FILE` makes one"
        ) from None
    turns: list[Turn] = []
    for number, line in enumerate(lines, start=2):
        if not line.endswith(b"\n"):
            break
        try:
            turns.append(reader.turn(line[:-1]))
        except _WRONG as error:
            return Recorded(header, turns, f"line {number} is damaged ({error})", False)
    if not data.endswith(b"\n") and not flaw:
        whole = data.count(b"\n")
        flaw, is_cut = f"it is cut off in line {whole + 1}", True
    return Recorded(header, turns, flaw, is_cut)


def _data(path: Path) -> bytes:
    """What the file holds, if it is one, and of a size that a table writes."""
    try:
        with regular(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadRecording(f"{path}: {error.strerror}") from None
    if len(data) > MOST_BYTES:
        raise BadRecording(f"{path} is larger than any recording: {_MOST}")
    return data


def _unpacked(data: bytes) -> tuple[bytes, str | None, bool]:
    """As much as can be had, what is wrong with the rest, and if that is a cut."""
    unpack = zlib.decompressobj(wbits=_GZIP)
    out = bytearray()
    try:
        for piece in _pieces(data):
            out += unpack.decompress(piece)
            if len(out) > MOST_BYTES:
                return bytes(out), f"it unpacks to more than {_MOST}", False
    except zlib.error as error:
        return bytes(out), f"it is damaged ({error})", False
    if not unpack.eof:
        return bytes(out), "its end is missing", True
    if unpack.unused_data:
        return bytes(out), "something follows its end", False
    return bytes(out), None, False


def _pieces(data: bytes) -> Iterator[bytes]:
    # Small: what a damaged piece would have given is lost.
    for at in range(0, len(data), 64):
        yield data[at : at + 64]


class _Reader:
    def __init__(self) -> None:
        self._sum = 0
        self._wire = b""
        self._at_us = 0

    def header(self, line: bytes) -> Header:
        (said,) = self._checked(line)
        if not isinstance(said, dict) or said.keys() != set(Header._fields):
            raise ValueError("its header has other fields")
        if said["format"] != FORMAT:
            raise ValueError(f"its format is {brief(said['format'])}, not {FORMAT}")
        return Header(**said)

    def turn(self, line: bytes) -> Turn:
        said = self._checked(line)
        at_us, heard, answers, outcomes = said
        if type(at_us) is not int or not self._at_us <= at_us <= LONGEST_US:
            raise ValueError(f"its time is {brief(at_us)}")
        if not all(isinstance(each, list) for each in (heard, *answers, *outcomes)):
            raise ValueError("it is not made of lists")
        self._at_us = at_us
        done = [self._outcome(each) for each in outcomes]
        return Turn(self._at_us, heard, answers, done)

    def _checked(self, line: bytes) -> list[Any]:
        if len(line) > LONGEST_LINE:
            raise ValueError(f"it is longer than {LONGEST_LINE >> 20} MB")
        self._sum = zlib.crc32(line[SUM:], self._sum)
        if line[:SUM] != b'["%08x",' % self._sum:
            raise ValueError("its checksum is wrong")
        body: list[Any] = json.loads(line)[1:]
        return body

    def _outcome(self, outcome: Outcome) -> Outcome:
        if outcome[:1] != ["frame"]:
            return outcome
        wire = bytearray(self._wire)
        for pixel, runs in outcome[1]:
            pixels = bytes.fromhex(runs)
            wire[3 * pixel : 3 * pixel + len(pixels)] = pixels
        self._wire = bytes(wire)
        return ["frame", self._wire]
