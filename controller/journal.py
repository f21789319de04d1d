"""The journal: every action of every game, on disk before anyone is shown it.

SQLite with WAL and `synchronous=FULL`, one row an action; rows are only ever added.
A write returns when it is on disk. Each row carries a sum over itself and the rows
before it, since SQLite does not notice a changed letter. A file that is damaged or
is no journal is kept aside, and a new one is started.
"""

import json
import os
import sqlite3
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

APPLICATION_ID = 0x556E6477
SCHEMA_VERSION = 1
_SCHEMA = """
CREATE TABLE game (
  id INTEGER PRIMARY KEY,
  started TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  name TEXT NOT NULL,
  seats INTEGER NOT NULL,
  options TEXT NOT NULL,
  seed INTEGER NOT NULL,
  rules TEXT NOT NULL,
  codes TEXT NOT NULL,
  sum TEXT NOT NULL,
  ended TEXT CHECK (ended IN ('over', 'away'))
);
CREATE TABLE entry (
  game INTEGER NOT NULL REFERENCES game,
  n INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('action', 'undo')),
  body TEXT NOT NULL,
  sum TEXT NOT NULL,
  PRIMARY KEY (game, n)
) WITHOUT ROWID;
"""
_NEW_GAME = (
    "INSERT INTO game (id, name, seats, options, seed, rules, codes, sum)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
_NEW_ENTRY = "INSERT INTO entry VALUES (?, ?, ?, ?, ?)"
# Trouble with the machine, not with what the file holds.
_TROUBLE = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
}


class JournalError(Exception):
    """The journal could not be read or written."""


class _Unusable(Exception):
    """The file is no journal of ours, or is damaged."""


class Setup(NamedTuple):
    """How a game was set up, and the codes that open its seats' pages."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: int
    rules: str
    codes: tuple[str, ...]


class Saved(NamedTuple):
    """An unfinished game: ("action", its JSON) and ("undo", how many stay)."""

    setup: Setup
    entries: tuple[tuple[str, str], ...]


class _Last(NamedTuple):
    """The last game, the number and sum of its last row; the game if unfinished."""

    game: int
    n: int
    sum: str
    saved: Saved | None


Statement: TypeAlias = tuple[str, tuple[Any, ...]]


class Journal:
    def __init__(self, path: Path) -> None:
        """Opens the journal or starts one; `notice` says if one was kept aside."""
        self.path = path
        self.notice: str | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = self._opened()
        except (OSError, sqlite3.Error) as error:
            raise JournalError(_explain(path, error)) from None
        self._game, self._n, self._sum, _ = _last(self._db)

    def close(self) -> None:
        self._db.close()

    def unfinished(self) -> Saved | None:
        return _last(self._db).saved

    def begin(self, setup: Setup, actions: Sequence[str]) -> None:
        """Starts a game; one that is unfinished is put away."""
        game = self._game + 1
        options, codes = json.dumps(setup.options), json.dumps(setup.codes)
        row = (game, setup.game, setup.seats, options, setup.seed, setup.rules, codes)
        start = _sum("", row)
        entries, end = _entries(game, 0, start, "action", actions)
        self._commit(
            [
                ("UPDATE game SET ended = 'away' WHERE ended IS NULL", ()),
                (_NEW_GAME, (*row, start)),
                *entries,
            ]
        )
        self._game, self._n, self._sum = game, len(actions), end

    def append(self, actions: Sequence[str], over: bool) -> None:
        self._add("action", actions, over)

    def undo(self, mark: int) -> None:
        self._add("undo", [str(mark)], False)

    def _add(self, kind: str, bodies: Sequence[str], over: bool) -> None:
        statements, end = _entries(self._game, self._n, self._sum, kind, bodies)
        if over:
            ended = "UPDATE game SET ended = 'over' WHERE id = ?"
            statements.append((ended, (self._game,)))
        self._commit(statements)
        self._n, self._sum = self._n + len(bodies), end

    def _commit(self, statements: Sequence[Statement]) -> None:
        """Returns when it is on disk; raises JournalError, and then it is not."""
        try:
            if len(statements) == 1:
                self._db.execute(*statements[0])
                return
            self._db.execute("BEGIN")
            for statement in statements:
                self._db.execute(*statement)
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise JournalError(_explain(self.path, error)) from None

    def _opened(self) -> sqlite3.Connection:
        try:
            return _open(self.path)
        except _Unusable as reason:
            kept = _keep_aside(self.path)
            self.notice = (
                f"{self.path} {reason}; it is kept as {kept.name}, "
                "and a new journal was started"
            )
            return _open(self.path)


def _sum(before: str, row: tuple[Any, ...]) -> str:
    return blake2b(f"{before}{row!r}".encode(), digest_size=8).hexdigest()


def _entries(
    game: int, last: int, before: str, kind: str, bodies: Sequence[str]
) -> tuple[list[Statement], str]:
    """The rows of these entries, and the sum of the last one."""
    statements: list[Statement] = []
    for n, body in enumerate(bodies, start=last + 1):
        row = (game, n, kind, body)
        before = _sum(before, row)
        statements.append((_NEW_ENTRY, (*row, before)))
    return statements, before


def _last(db: sqlite3.Connection) -> _Last:
    """Reads the last game; raises _Unusable if a row is not as it was written."""
    found = db.execute(
        "SELECT id, name, seats, options, seed, rules, codes, sum, ended FROM game"
        " ORDER BY id DESC LIMIT 1"
    ).fetchone()
    if found is None:
        return _Last(0, 0, "", None)
    *row, total, ended = found
    game, name, seats, options, seed, rules, codes = row
    if total != _sum("", tuple(row)):
        raise _Unusable(f"is damaged (game {game} is not as it was written)")
    entries: list[tuple[str, str]] = []
    for *row, found_sum in db.execute(
        "SELECT * FROM entry WHERE game = ? ORDER BY n", (game,)
    ):
        total = _sum(total, tuple(row))
        if found_sum != total or row[1] != len(entries) + 1:
            raise _Unusable(f"is damaged (entry {row[1]} is not as it was written)")
        entries.append((row[2], row[3]))
    if ended:
        return _Last(game, len(entries), total, None)
    setup = Setup(
        name, seats, json.loads(options), seed, rules, tuple(json.loads(codes))
    )
    return _Last(game, len(entries), total, Saved(setup, tuple(entries)))


def _open(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, timeout=0)
    try:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        _check(db)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        if not _is_begun(db):
            db.executescript(
                f"BEGIN; {_SCHEMA} PRAGMA application_id = {APPLICATION_ID};"
                f" PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
            )
    # SQLite's own messages quote what it found, which may be no text.
    except (sqlite3.Error, UnicodeDecodeError) as error:
        db.close()
        if _is_trouble(error, path):
            raise
        raise _Unusable(f"cannot be read ({error})") from None
    except _Unusable:
        db.close()
        raise
    return db


def _is_trouble(error: Exception, path: Path) -> bool:
    # The extended codes have their kind in the lowest byte.
    kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if kind == sqlite3.SQLITE_READONLY:
        # A file of a format that is yet to come can only be read, too.
        return not os.access(path, os.W_OK)
    return kind in _TROUBLE


def _is_begun(db: sqlite3.Connection) -> bool:
    return db.execute("SELECT 1 FROM sqlite_master").fetchone() is not None


def _check(db: sqlite3.Connection) -> None:
    """Raises _Unusable unless this is a sound journal of ours, or an empty file."""
    verdict = db.execute("PRAGMA quick_check").fetchone()[0]
    if verdict != "ok":
        raise _Unusable(f"is damaged ({verdict.splitlines()[-1]})")
    if not _is_begun(db):
        return
    if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise _Unusable("is a database of another program")
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version != SCHEMA_VERSION:
        raise _Unusable(
            f"is a journal of version {version}, and this program "
            f"reads version {SCHEMA_VERSION}"
        )
    tables = [sql for (sql,) in db.execute("SELECT sql FROM sqlite_master")]
    if tables != [sql.strip() for sql in _SCHEMA.split(";")[:-1]]:
        raise _Unusable("is damaged (its tables are not ours)")
    if db.execute("PRAGMA foreign_key_check").fetchone():
        raise _Unusable("is damaged (there are entries of no game)")
    _last(db)


def _keep_aside(path: Path) -> Path:
    number = 1
    while (kept := path.with_name(f"{path.name}.aside-{number}")).exists():
        number += 1
    path.rename(kept)
    for tail in ("-wal", "-shm"):
        side = path.with_name(path.name + tail)
        if side.exists():
            side.rename(kept.with_name(kept.name + tail))
    return kept


def _explain(path: Path, error: Exception) -> str:
    if "locked" in str(error):
        return (
            f"{path} is in use: another undertow is running; "
            "stop it, or give this one a folder of its own with --state"
        )
    return f"{path}: {error}"
