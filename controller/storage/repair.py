"""Copies of a database, and its atomic replacement by an intact one.

SQLite keeps a write-ahead log beside the database, and nothing can replace the two at
once. So both are copied, and the new database is complete and on disk, before either is
touched.
"""

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from controller.basics.files import beside, regular, sync
from controller.storage import private

TAILS = ("-wal", "-shm")
# If this folder exists, copies go there and need no room on a full disk.
IN_MEMORY = Path("/dev/shm")


def keep_aside(path: Path) -> Path:
    """Keep a copy of a damaged database; after an OSError there is no copy."""
    kept = _next_aside(path)
    try:
        _copy(path, kept)
    except OSError:
        _remove(kept, "", *TAILS)
        raise
    return kept


def keep_copy(db: sqlite3.Connection, path: Path) -> Path:
    """Keep a copy of an intact open database, without touching its locks.

    After an sqlite3.Error or OSError there is no copy.
    """
    making = _scratch_file(path)
    private.create(making)
    try:
        with closing(sqlite3.connect(making)) as copy:
            db.backup(copy)
        sync(making)
    except (sqlite3.Error, OSError):
        _remove(making, "", *TAILS)
        raise
    kept = making.replace(_next_aside(path))
    sync(path.parent)
    return kept


def _next_aside(path: Path) -> Path:
    number = 1
    while (kept := path.with_name(f"{path.name}.aside-{number}")).exists():
        number += 1
    return kept


def copies(path: Path) -> Iterator[list[Path]]:
    """Yield the files of each copy that was kept here."""
    asides = path.parent.glob(f"{path.name}.aside-*[0-9]")
    for copy in (*sorted(asides), beside(path, ".making")):
        files = [beside(copy, tail) for tail in ("", *TAILS)]
        yield [file for file in files if file.exists()]


def _scratch_file(path: Path) -> Path:
    """Return the path for a new file; delete what a power cut left there."""
    making = beside(path, ".making")
    _remove(making, "", *TAILS)
    return making


@contextmanager
def atomic_replacement(path: Path) -> Iterator[Path]:
    """Replace a file by the one that the block creates, unless the block raises."""
    making = _scratch_file(path)
    yield making
    if beside(making, "-wal").exists():
        raise OSError(errno.EIO, "the new journal could not be closed", str(making))
    # The old file's log must not get into the new one.
    _remove(path, *TAILS)
    making.replace(path)
    sync(path.parent)


def identity(path: Path) -> list[tuple[int, int] | None]:
    """Return the inodes of the database and its log, None for a missing one."""
    return [_inode(beside(path, tail)) for tail in ("", "-wal")]


def _inode(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def is_writable(path: Path) -> bool:
    """Return whether the file and its folder, where SQLite adds files, are writable."""
    return all(os.access(p, os.W_OK) for p in (path.parent, path) if p.exists())


def _remove(path: Path, *tails: str) -> None:
    for tail in tails:
        beside(path, tail).unlink(missing_ok=True)


def _copy(path: Path, copy: Path) -> None:
    """Copy the database and its log durably."""
    for tail in ("", "-wal"):
        source = beside(path, tail)
        if source.exists():
            target = beside(copy, tail)
            private.create(target)
            shutil.copyfile(regular(source), target)
            sync(target)


@contextmanager
def temporary_copy(path: Path) -> Iterator[Path]:
    """Yield a temporary copy that may be opened and changed; raises OSError."""
    memory = IN_MEMORY if os.access(IN_MEMORY, os.W_OK) else None
    with TemporaryDirectory(dir=memory) as folder:
        copy = Path(folder) / path.name
        _copy(path, copy)
        yield copy
