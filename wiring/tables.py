"""The tables of each sensor board's firmware, made from the board map.

Their hash goes onto the board with them, and the board sends it in its hello, so that
the table knows that both assign the bits in the same way. They do not contain the bits'
places, because the board does not need these.
"""

import hashlib
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from wiring.boardmap import SensorBoard

FIRMWARE = Path(__file__).parents[1] / "firmware"
# Files that the board's package leaves out: main.py goes above it, and the simulated
# board does not run on a chip.
_NOT_IN_THE_PACKAGE = {"main.py", "sim_main.py"}

# How long a bit has to be steady before it counts. A switch bounces for a few
# milliseconds, and a piece that slides by covers a Hall sensor for a tenth of a second.
DWELL_MS = {"switch": 10, "hall": 150}
_LONGEST_LINE = 88
TAG_GONE_MS = 400  # a reader sometimes misses a tag at rest

_HEAD = '"""Made from the board map by `undertow wiring`; change that."""\n'
# The original head of the tables, which is still part of the hash.
_FIRST_HEAD = (
    '"""Made from the board map by `python -m wiring.tables`; change that."""\n'
)
_TABLES = """
NAME = "{name}"
# Bits up to this one (not with it), and for how many ms they must be steady; 0: unused.
{dwell}
READERS = ({readers})
TAG_GONE_MS = {gone}
"""
# Only for boards with multiplexers; the hash of the others stays the same.
_MULTIPLEXERS = """# Pins: select lines S0 to S3; the signal of each multiplexer.
SELECT = ({select})
SIGNALS = ({signals})
SETTLE_US = {settle}
"""


def tables(board: SensorBoard) -> str:
    """Return the file for this board's flash."""
    text = _content(board)
    return f'{_HEAD}{text}HASH = bytes.fromhex("{_hash(text).hex()}")\n'


def tables_hash(board: SensorBoard) -> bytes:
    """Return the hash that this board must send in its hello."""
    return _hash(_content(board))


def flash(board: SensorBoard) -> dict[str, str]:
    """Return every file on this board's flash, by its path there."""
    package = sorted({p.name for p in FIRMWARE.glob("*.py")} - _NOT_IN_THE_PACKAGE)
    files = {f"firmware/{name}": (FIRMWARE / name).read_text() for name in package}
    files["tables.py"] = tables(board)
    # Last, so that a half-written board starts nothing.
    files["main.py"] = (FIRMWARE / "main.py").read_text()
    return files


def _content(board: SensorBoard) -> str:
    text = _TABLES.format(
        name=board.name,
        dwell=_named("DWELL", [f"({end}, {ms})" for end, ms in _dwell(board)]),
        readers=_items([f'"{reader}"' for reader in board.readers]),
        gone=TAG_GONE_MS,
    )
    if board.multiplexers is None:
        return text
    select, signals, settle_us = board.multiplexers
    return text + _MULTIPLEXERS.format(
        select=_items([str(pin) for pin in select]),
        signals=_items([str(pin) for pin in signals]),
        settle=settle_us,
    )


def _dwell(board: SensorBoard) -> Iterator[tuple[int, int]]:
    times = [DWELL_MS[s.kind] if s else 0 for s in board.sensors]
    end = 0
    for ms, run in groupby(times):
        end += len(list(run))
        yield end, ms


def _named(name: str, items: list[str]) -> str:
    """Return a tuple as text, on one line if it fits."""
    line = f"{name} = ({_items(items)})"
    if len(line) <= _LONGEST_LINE:
        return line
    return "\n".join([f"{name} = (", *(f"    {item}," for item in items), ")"])


def _items(items: list[str]) -> str:
    """Return the items for a tuple's brackets, even for no item or one."""
    return f"{items[0]}," if len(items) == 1 else ", ".join(items)


def _hash(text: str) -> bytes:
    return hashlib.sha256(f"{_FIRST_HEAD}{text}".encode()).digest()[:8]
