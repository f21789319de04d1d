"""The journal's file: its tables, their checks, and the rescue of a damaged file.

SQLite does not notice a changed letter. So each row has a checksum of itself and the
rows before it: if it is right, the row and all before it are unchanged.
"""

import json
import sqlite3
from contextlib import closing, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from controller.basics.files import beside, regular
from controller.storage import private
from controller.storage.repair import TAILS, is_writable, keep_copy, temporary_copy
from controller.storage.saved import SavedGame, Setup

APPLICATION_ID = 0x556E6477
# Version 1 of the tables.
_TABLES = """
CREATE TABLE game (
  id INTEGER PRIMARY KEY,
  started TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  name TEXT NOT NULL,
  seats INTEGER NOT NULL,
  options TEXT NOT NULL,
  seed INTEGER NOT NULL,
  rules TEXT NOT NULL,
  codes TEXT NOT NULL,
  house TEXT NOT NULL,
  players TEXT NOT NULL,
  lesson INTEGER NOT NULL,
  clock INTEGER,
  sum TEXT NOT NULL,
  ended TEXT CHECK (ended IN ('over', 'away'))
);
CREATE TABLE entry (
  game INTEGER NOT NULL REFERENCES game,
  n INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('action', 'undo', 'clock')),
  body TEXT NOT NULL,
  sum TEXT NOT NULL,
  PRIMARY KEY (game, n)
) WITHOUT ROWID;
CREATE TABLE result (
  game INTEGER PRIMARY KEY REFERENCES game,
  winners TEXT NOT NULL,
  ranks TEXT NOT NULL,
  sum TEXT NOT NULL
);
CREATE TABLE bots (
  game INTEGER PRIMARY KEY REFERENCES game,
  levels TEXT NOT NULL,
  sum TEXT NOT NULL
);
"""
# The SQL that upgrades each version of the tables to the next: none yet.
UPGRADES: tuple[str, ...] = ()
COLUMNS = (
    "id, name, seats, options, seed, rules, codes, house, players, lesson, clock, sum"
)
_LAST_GAME = f"SELECT {COLUMNS}, ended FROM game ORDER BY id DESC LIMIT 1"
_BOTS = "SELECT game, levels, sum FROM bots WHERE game = ?"
_ENTRIES = "SELECT game, n, kind, body, sum FROM entry WHERE game = ? ORDER BY n"
# SQLite's codes for problems of the machine, not of the file's content.
_TROUBLE = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
}


class UnusableJournal(Exception):
    """The file is damaged, or is not a journal."""


class _NoGame(Exception):
    """The journal has no game yet."""


class LastGame(NamedTuple):
    """The last game, if there is one, and the number and checksum of its last row."""

    game: int
    n: int
    sum: str
    saved: SavedGame | None
    is_unfinished: bool


_NONE = LastGame(0, 0, "", None, False)


def row_sum(before: str, row: tuple[Any, ...]) -> str:
    return blake2b(f"{before}{row!r}".encode(), digest_size=8).hexdigest()


def connect(path: Path) -> sqlite3.Connection:
    """Open the file without reading it; raises sqlite3.Error or OSError."""
    for tail in ("", *TAILS):
        regular(beside(path, tail))
    # SQLite gives the files beside it the same mode.
    private.create(path)
    return sqlite3.connect(path, isolation_level=None, timeout=0)


def prepare(db: sqlite3.Connection, path: Path) -> Path | None:
    """Check the file and upgrade an older one; return the copy kept before that.

    Raises UnusableJournal, or sqlite3.Error or OSError if the machine is at fault.
    """
    try:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        version = _check(db)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        is_older = 0 < version < _newest()
        kept = keep_copy(db, path) if is_older else None
        _upgrade(db, version)
        last(db)
    # SQLite's messages quote what it found, which may not be UTF-8.
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if _is_trouble(error, path):
            raise
        raise UnusableJournal(f"cannot be read ({error})") from None
    return kept


def _newest() -> int:
    """Return the version of the tables that this program writes."""
    return 1 + len(UPGRADES)


def _upgrade(db: sqlite3.Connection, version: int) -> None:
    """Bring the tables up to date; a file of version 0 has none yet."""
    if steps := (_TABLES, *UPGRADES)[version:]:
        db.executescript(
            f"BEGIN; {''.join(steps)} PRAGMA application_id = {APPLICATION_ID};"
            f" PRAGMA user_version = {_newest()}; COMMIT;"
        )


def open_journal(path: Path) -> sqlite3.Connection:
    """Open a journal, ready for use; raises UnusableJournal or sqlite3.Error."""
    db = connect(path)
    try:
        prepare(db, path)
    except (UnusableJournal, sqlite3.Error):
        db.close()
        raise
    return db


def last(db: sqlite3.Connection) -> LastGame:
    """Read the last game; raises UnusableJournal if a checksum is wrong."""
    found, damage = _read(db)
    if damage:
        raise damage
    return found


def rescue(path: Path) -> SavedGame | None:
    """Return the intact part of the unfinished game, without touching the file."""
    with (
        suppress(OSError, sqlite3.Error, UnicodeDecodeError),
        temporary_copy(path) as copy,
        closing(sqlite3.connect(copy, isolation_level=None)) as db,
    ):
        if 0 < (version := _version(db)) <= _newest():
            _upgrade(db, version)
            found, _ = _read(db)
            return found.saved if found.is_unfinished else None
    return None


def _read(db: sqlite3.Connection) -> tuple[LastGame, Exception | None]:
    """Return the intact part of the last game, and what is wrong with the rest."""
    entries: list[tuple[str, str]] = []
    found, total = _NONE, ""
    try:
        game, setup, total, ended = _game(db)
        saved = SavedGame(setup, (), ended == "over", bots=_bots(db, game))
        found = LastGame(game, 0, total, saved, ended is None)
        for *row, written in db.execute(_ENTRIES, (game,)):
            following = row_sum(total, tuple(row))
            if written != following or row[1] != len(entries) + 1:
                raise UnusableJournal(
                    f"is damaged (entry {row[1]} is not as it was written)"
                )
            entries.append((row[2], row[3]))
            total = following
    except _NoGame:
        return _NONE, None
    # SQLite raises in the middle of the loop if a page is damaged.
    except (sqlite3.Error, UnicodeDecodeError, UnusableJournal) as error:
        damage: Exception | None = error
    else:
        damage = None
    if found.saved:
        saved = found.saved._replace(entries=tuple(entries))
        found = found._replace(n=len(entries), sum=total, saved=saved)
    return found, damage


def _game(db: sqlite3.Connection) -> tuple[int, Setup, str, str | None]:
    """Return the last game's number, setup and checksum, and how it ended."""
    found = db.execute(_LAST_GAME).fetchone()
    if found is None:
        raise _NoGame
    *row, written, ended = found
    game, name, seats, options, seed, rules, codes, house, players, *rest = row
    lesson, clock = rest
    total = row_sum("", tuple(row))
    if written != total:
        raise UnusableJournal(f"is damaged (game {game} is not as it was written)")
    setup = Setup(
        name,
        seats,
        json.loads(options),
        seed,
        rules,
        tuple(json.loads(codes)),
        json.loads(house),
        tuple(json.loads(players)),
        bool(lesson),
        clock,
    )
    return game, setup, total, ended


def _bots(db: sqlite3.Connection, game: int) -> tuple[str, ...]:
    """Return the bots' levels by seat, () if that row is damaged."""
    row = db.execute(_BOTS, (game,)).fetchone()
    if row is None or row[2] != row_sum("", row[:2]):
        return ()
    return tuple(json.loads(row[1]))


def _is_trouble(error: Exception, path: Path) -> bool:
    # The lowest byte of an extended code is the primary code.
    kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if kind == sqlite3.SQLITE_READONLY:
        # SQLite also opens a file of a later format read-only.
        return not is_writable(path)
    return kind in _TROUBLE


def _version(db: sqlite3.Connection) -> int:
    """Return the version of the tables, 0 for another program's database."""
    (number,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version) if number == APPLICATION_ID else 0


def _check(db: sqlite3.Connection) -> int:
    """Return the version of an intact journal, 0 for an empty file.

    Raises UnusableJournal.
    """
    verdict = db.execute("PRAGMA quick_check").fetchone()[0]
    if verdict != "ok":
        raise UnusableJournal(f"is damaged ({verdict.splitlines()[-1]})")
    if not db.execute("SELECT 1 FROM sqlite_master").fetchone():
        return 0
    if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise UnusableJournal("is a database of another program")
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if not 0 < version <= _newest():
        raise UnusableJournal(
            f"is a journal of version {version}, and this program "
            f"reads up to version {_newest()}"
        )
    if _tables(db) != _tables_of(version):
        raise UnusableJournal("is damaged (it has other tables)")
    if db.execute("PRAGMA foreign_key_check").fetchone():
        raise UnusableJournal("is damaged (some entries belong to no game)")
    return int(version)


def _tables(db: sqlite3.Connection) -> list[str]:
    return [sql for (sql,) in db.execute("SELECT sql FROM sqlite_master")]


def _tables_of(version: int) -> list[str]:
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript("".join((_TABLES, *UPGRADES)[:version]))
        return _tables(db)
