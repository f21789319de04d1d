"""The journal: every action of every game, on disk before anyone is shown it.

SQLite with WAL and `synchronous=FULL`, one row an action; rows are only ever added.
A write returns when it is on disk. A file that is damaged or is no journal is kept
aside, and a new one is started.
"""

import json
import sqlite3
from collections.abc import Sequence
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
  ended TEXT CHECK (ended IN ('over', 'away'))
);
CREATE TABLE entry (
  game INTEGER NOT NULL REFERENCES game,
  n INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('action', 'undo')),
  body TEXT NOT NULL,
  PRIMARY KEY (game, n)
) WITHOUT ROWID;
"""
_NEW_GAME = (
    "INSERT INTO game (id, name, seats, options, seed, rules, codes)"
    " VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_NEW_ENTRY = "INSERT INTO entry VALUES (?, ?, ?, ?)"


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
        self._game, self._n = self._last_game()

    def close(self) -> None:
        self._db.close()

    def unfinished(self) -> Saved | None:
        row = self._db.execute(
            "SELECT name, seats, options, seed, rules, codes FROM game"
            " WHERE id = ? AND ended IS NULL",
            (self._game,),
        ).fetchone()
        if row is None:
            return None
        name, seats, options, seed, rules, codes = row
        entries = self._db.execute(
            "SELECT kind, body FROM entry WHERE game = ? ORDER BY n", (self._game,)
        )
        setup = Setup(
            name, seats, json.loads(options), seed, rules, tuple(json.loads(codes))
        )
        return Saved(setup, tuple(entries))

    def begin(self, setup: Setup, actions: Sequence[str]) -> None:
        """Starts a game; one that is unfinished is put away."""
        game = self._game + 1
        options, codes = json.dumps(setup.options), json.dumps(setup.codes)
        row = (game, setup.game, setup.seats, options, setup.seed, setup.rules, codes)
        self._commit(
            [
                ("UPDATE game SET ended = 'away' WHERE ended IS NULL", ()),
                (_NEW_GAME, row),
                *_entries(game, 0, actions),
            ]
        )
        self._game, self._n = game, len(actions)

    def append(self, actions: Sequence[str], over: bool) -> None:
        statements = _entries(self._game, self._n, actions)
        if over:
            end = "UPDATE game SET ended = 'over' WHERE id = ?"
            statements.append((end, (self._game,)))
        self._commit(statements)
        self._n += len(actions)

    def undo(self, mark: int) -> None:
        row = (self._game, self._n + 1, "undo", str(mark))
        self._commit([(_NEW_ENTRY, row)])
        self._n += 1

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

    def _last_game(self) -> tuple[int, int]:
        game = self._db.execute("SELECT coalesce(max(id), 0) FROM game").fetchone()[0]
        last = self._db.execute(
            "SELECT coalesce(max(n), 0) FROM entry WHERE game = ?", (game,)
        )
        return game, last.fetchone()[0]

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


def _entries(game: int, last: int, actions: Sequence[str]) -> list[Statement]:
    return [
        (_NEW_ENTRY, (game, n, "action", action))
        for n, action in enumerate(actions, start=last + 1)
    ]


def _open(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, timeout=0)
    try:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        _check(db)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        if not db.execute("SELECT 1 FROM sqlite_master").fetchone():
            db.executescript(
                f"BEGIN; {_SCHEMA} PRAGMA application_id = {APPLICATION_ID};"
                f" PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
            )
    except sqlite3.OperationalError:
        db.close()
        raise
    except sqlite3.DatabaseError as error:
        db.close()
        raise _Unusable(f"cannot be read ({error})") from None
    except _Unusable:
        db.close()
        raise
    return db


def _check(db: sqlite3.Connection) -> None:
    """Raises _Unusable unless this is a sound journal of ours, or an empty file."""
    verdict = db.execute("PRAGMA quick_check").fetchone()[0]
    if verdict != "ok":
        raise _Unusable(f"is damaged ({verdict.splitlines()[-1]})")
    if not db.execute("SELECT 1 FROM sqlite_master").fetchone():
        return
    if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise _Unusable("is a database of another program")
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version != SCHEMA_VERSION:
        raise _Unusable(
            f"is a journal of version {version}, and this program "
            f"reads version {SCHEMA_VERSION}"
        )


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
