"""A damaged database is copied, kept aside, and replaced by a sound one.

SQLite has a file beside the database with what is still to be written into it. The two
cannot be replaced at once, so both are copied, and the new database is made and is on
disk, before anything happens to them.
"""

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from controller.basics.files import regular
from controller.storage import private

TAILS = ("-wal", "-shm")
# Where there is such a folder, a copy needs no room on a full disk.
IN_MEMORY = Path("/dev/shm")


def keep_aside(path: Path) -> Path:
    """Copies the database for people to look at; after an OSError there is no copy."""
    kept = _aside(path)
    try:
        _copy(path, kept)
    except OSError:
        _remove(kept, "", *TAILS)
        raise
    return kept


def keep_copy(db: sqlite3.Connection, path: Path) -> Path:
    """Keeps a copy of a sound database that is open, and leaves its locks alone.

    Raises sqlite3.Error or OSError, and then there is no copy.
    """
    making = _making(path)
    private.create(making)
    try:
        with closing(sqlite3.connect(making)) as copy:
            db.backup(copy)
        _sync(making)
    except (sqlite3.Error, OSError):
        _remove(making, "", *TAILS)
        raise
    kept = making.replace(_aside(path))
    _sync(path.parent)
    return kept


def _aside(path: Path) -> Path:
    number = 1
    while (kept := path.with_name(f"{path.name}.aside-{number}")).exists():
        number += 1
    return kept


def copies(path: Path) -> Iterator[list[Path]]:
    """Yield the files of each copy that was made here of the database."""
    asides = path.parent.glob(f"{path.name}.aside-*[0-9]")
    for copy in (*sorted(asides), path.with_name(f"{path.name}.making")):
        files = [copy.with_name(copy.name + tail) for tail in ("", *TAILS)]
        yield [file for file in files if file.exists()]


def _making(path: Path) -> Path:
    """The path of a file that is to be made; removes what a power cut left there."""
    making = path.with_name(f"{path.name}.making")
    _remove(making, "", *TAILS)
    return making


@contextmanager
def atomic_replacement(path: Path) -> Iterator[Path]:
    """Puts the file that the block makes in this one's place, unless it raises."""
    making = _making(path)
    yield making
    if making.with_name(f"{making.name}-wal").exists():
        raise OSError(errno.EIO, "the new journal could not be closed", str(making))
    # What was to be written into the old file must not get into the new one.
    _remove(path, *TAILS)
    making.replace(path)
    _sync(path.parent)


def identity(path: Path) -> list[tuple[int, int] | None]:
    """Return which files the database and its log are; None for one that is gone."""
    return [_inode(path.with_name(path.name + tail)) for tail in ("", "-wal")]


def _inode(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def is_writable(path: Path) -> bool:
    """Whether the file and its folder are writable: SQLite puts files beside it."""
    return all(os.access(p, os.W_OK) for p in (path.parent, path) if p.exists())


def _remove(path: Path, *tails: str) -> None:
    for tail in tails:
        path.with_name(path.name + tail).unlink(missing_ok=True)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _copy(path: Path, copy: Path) -> None:
    """Copies the database and its log; both are on disk when it returns."""
    for tail in ("", "-wal"):
        source = path.with_name(path.name + tail)
        if source.exists():
            target = copy.with_name(copy.name + tail)
            private.create(target)
            shutil.copyfile(regular(source), target)
            _sync(target)


@contextmanager
def copied(path: Path) -> Iterator[Path]:
    """Gives a temporary copy that may be opened and written; raises OSError."""
    memory = IN_MEMORY if os.access(IN_MEMORY, os.W_OK) else None
    with TemporaryDirectory(dir=memory) as folder:
        copy = Path(folder) / path.name
        _copy(path, copy)
        yield copy
