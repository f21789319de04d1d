"""The number of the journal's last row, in a separate file beside it.

SQLite silently drops the rest of a damaged write-ahead log: what is left looks intact
but ends too early. The mark is written after each commit, so it is never ahead of an
intact journal; a journal that ends before its mark has lost rows. No commit waits for
it.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from controller.basics.files import regular
from controller.storage import private

_WIDTH = 12


class RowNumber(NamedTuple):
    """The last row: its game, and its number within that game."""

    game: int
    n: int


class Mark:
    def __init__(self, journal: Path) -> None:
        self._path = journal.with_name(f"{journal.name}.mark")
        self._file: int | None = None

    def read(self) -> RowNumber:
        """Return the marked row, or game 0 if no mark can be read."""
        try:
            game, n = regular(self._path).read_bytes().split()
            return RowNumber(int(game), int(n))
        except (OSError, ValueError):
            return RowNumber(0, 0)

    def set(self, reached: RowNumber) -> None:
        """Write the mark; ignore a disk that refuses, because only the mark is lost."""
        with suppress(OSError):
            if self._file is None:
                flags = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC
                self._file = os.open(regular(self._path), flags, private.FILE)
            text = f"{reached.game:{_WIDTH}} {reached.n:{_WIDTH}}\n"
            os.pwrite(self._file, text.encode(), 0)

    def remove(self) -> None:
        self.close()
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
