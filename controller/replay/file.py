"""The file of a recording: JSON lines, the header first, then one line per turn.

    ["5d41402a", {"format": 1, "version": "0.1.0", "game": "get-bit", …}]
    ["7d793037", 1834211, ["edge", 17, 0], [], [["frame", "0a1e28…"]]]

Each line begins with a checksum of all lines up to it. A file whose name ends in .gz is
compressed line by line, so that it is readable up to its last whole line, however the
program ended.
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

from controller.basics.errors import MISSHAPEN, UndertowError
from controller.basics.files import regular
from controller.rules.codec import brief
from controller.storage import private
from hardware.backends.replay.turns import Outcome, Turn

_log = logging.getLogger("undertow.recording")

_GZIP = 31  # zlib's wbits for gzip.
write_to = os.write
SUM = len('["00000000",')
# More than a table writes in two weeks, because a small .gz can unpack to far more.
MOST_BYTES = 256 << 20
_MOST = f"{MOST_BYTES >> 20} MB"
LONGEST_LINE = 8 << 20
# A year; far beyond it, float timestamps would stop advancing.
LONGEST_US = 366 * 24 * 3600 * 10**6
# The version of the file format; no other is read.
FORMAT = 1


class BadRecording(UndertowError):
    """A file that is not a recording, or that cannot be read or written."""


class Header(NamedTuple):
    """The settings with which a table was started."""

    format: int  # of this file
    version: str  # of the program
    board: str  # the text of the board map
    game: str
    seats: int
    options: dict[str, Any]
    seed: int | None
    told_by: list[str]  # die, explosion, cards: see `dealer.ChanceSettings`
    decks: str | None  # the enrolled cards, as in their file
    learn: bool  # the first game is a lesson
    house: dict[str, Any]  # by game
    unfinished: dict[str, Any] | None  # the game that the journal held
    beat_s: float | None  # how often the watchdog was fed
    clock: int | None = None  # minutes for each player; 0 only counts


class Recording(NamedTuple):
    header: Header
    turns: list[Turn]
    # What is wrong with the rest of the file, if anything.
    flaw: str | None
    # Whether the file only ends too early, as after a power cut, without damage.
    is_cut: bool


class LineWriter:
    """The lines of a file, each with a checksum that covers those before it."""

    def __init__(self) -> None:
        self._sum = 0

    def line(self, what: Header | Turn) -> bytes:
        if isinstance(what, Header):
            return self._summed(json.dumps(what._asdict()))
        done = [_written(outcome) for outcome in what.outcomes]
        body = json.dumps([*what[:3], done], separators=(",", ":"))
        return self._summed(body[1:-1])

    def _summed(self, body: str) -> bytes:
        rest = f"{body}]".encode()
        self._sum = zlib.crc32(rest, self._sum)
        return b'["%08x",' % self._sum + rest + b"\n"


def _written(outcome: Outcome) -> Outcome:
    return ["frame", outcome[1].hex()] if outcome[0] == "frame" else outcome


def _as_read(outcome: Outcome) -> Outcome:
    is_frame = outcome[:1] == ["frame"]
    return ["frame", bytes.fromhex(outcome[1])] if is_frame else outcome


# Writing


class Writer:
    """Writes a file on its own thread, so that no table waits for it."""

    def __init__(self, path: Path) -> None:
        """Create the file; raises BadRecording, also if it exists."""
        self._path = path
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
            # It holds every hand, so only its owner may read it.
            self._file = os.open(path, flags, private.FILE)
        except FileExistsError:
            raise BadRecording(f"{path} already exists; name a new file") from None
        except OSError as error:
            raise BadRecording(f"{path}: {error.strerror}") from None
        self._pack = zlib.compressobj(wbits=_GZIP) if path.suffix == ".gz" else None
        self._line_writer = LineWriter()
        self._queue: SimpleQueue[Header | Turn | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="recording", daemon=True)
        self._thread.start()

    def write(self, what: Header | Turn) -> None:
        self._queue.put(what)

    def close(self) -> None:
        """Wait until everything is written, and close the file."""
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
            _log.warning("%s: the recording ends here: %s", self._path, error.strerror)
            while self._queue.get() is not None:
                pass

    def _lines(self) -> bytes:
        """Wait for lines and return them all; return b"" at the end."""
        lines = b""
        what = self._queue.get()
        while what is not None:
            lines += self._line_writer.line(what)
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
    """Replace the file atomically."""
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


def read(path: Path) -> Recording:
    """Read the intact part of a recording; raise BadRecording if there is none."""
    data = _data(path)
    flaw, is_cut = None, False
    if data[:2] == b"\x1f\x8b":
        data, flaw, is_cut = _unpacked(data)
    lines = BytesIO(data)
    reader = _Reader()
    try:
        header = reader.header(lines.readline().removesuffix(b"\n"))
    except MISSHAPEN as error:
        raise BadRecording(
            f"{path} is not a recording ({error}); "
            "make one with `undertow play --record FILE`"
        ) from None
    turns: list[Turn] = []
    for number, line in enumerate(lines, start=2):
        if not line.endswith(b"\n"):
            break
        try:
            turns.append(reader.turn(line[:-1]))
        except MISSHAPEN as error:
            return Recording(
                header, turns, f"line {number} is damaged ({error})", False
            )
    if not data.endswith(b"\n") and not flaw:
        whole = data.count(b"\n")
        flaw, is_cut = f"the file ends in the middle of line {whole + 1}", True
    return Recording(header, turns, flaw, is_cut)


def _data(path: Path) -> bytes:
    """Return the content of a regular file that is not too large."""
    try:
        with regular(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadRecording(f"{path}: {error.strerror}") from None
    if len(data) > MOST_BYTES:
        raise BadRecording(f"{path} is larger than {_MOST}, so it is not a recording")
    return data


def _unpacked(data: bytes) -> tuple[bytes, str | None, bool]:
    """Return what can be unpacked, the error after it, and whether it is truncated."""
    unpack = zlib.decompressobj(wbits=_GZIP)
    out = bytearray()
    try:
        for piece in _pieces(data):
            out += unpack.decompress(piece)
            if len(out) > MOST_BYTES:
                return bytes(out), f"the file unpacks to more than {_MOST}", False
    except zlib.error as error:
        return bytes(out), f"the file is damaged ({error})", False
    if not unpack.eof:
        return bytes(out), "the end of the file is missing", True
    if unpack.unused_data:
        return bytes(out), "the compressed data is followed by something else", False
    return bytes(out), None, False


def _pieces(data: bytes) -> Iterator[bytes]:
    # Small pieces, because a damaged piece loses everything in it.
    for at in range(0, len(data), 64):
        yield data[at : at + 64]


class _Reader:
    def __init__(self) -> None:
        self._sum = 0
        self._at_us = 0

    def header(self, line: bytes) -> Header:
        (fields,) = self._checked(line)
        known, usual = set(Header._fields), Header._field_defaults
        if not isinstance(fields, dict) or fields.keys() | usual != known:
            raise ValueError("its header has the wrong fields")
        if fields["format"] != FORMAT:
            found = brief(fields["format"])
            raise ValueError(f"its format is {found}, not {FORMAT}")
        return Header(**fields)

    def turn(self, line: bytes) -> Turn:
        at_us, received, answers, outcomes = self._checked(line)
        if type(at_us) is not int or not self._at_us <= at_us <= LONGEST_US:
            raise ValueError(f"its time is {brief(at_us)}")
        if not all(isinstance(each, list) for each in (received, *answers, *outcomes)):
            raise ValueError("it is not made of lists")
        self._at_us = at_us
        return Turn(self._at_us, received, answers, [*map(_as_read, outcomes)])

    def _checked(self, line: bytes) -> list[Any]:
        if len(line) > LONGEST_LINE:
            raise ValueError(f"it is longer than {LONGEST_LINE >> 20} MB")
        self._sum = zlib.crc32(line[SUM:], self._sum)
        if line[:SUM] != b'["%08x",' % self._sum:
            raise ValueError("its checksum is wrong")
        body: list[Any] = json.loads(line)[1:]
        return body
