"""Forgets a name: in every game of the journal, and in the copies beside it.

The games and their results stay. A player without a name goes by a colour.
"""

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path

from controller.storage.errors import journal_error
from controller.storage.journal import Journal, JournalError
from controller.storage.repair import copies
from controller.storage.rows import Statement
from controller.storage.saved import without_name
from controller.storage.sqlite_file import COLUMNS, last, row_sum
from controller.storage.store import GameStore

_GAMES = f"SELECT {COLUMNS} FROM game"
_PLAYERS = COLUMNS.split(", ").index("players")
_ENTRIES = "SELECT game, n, kind, body, sum FROM entry WHERE game = ? ORDER BY n"
_RENAME = "UPDATE game SET players = ?, sum = ? WHERE id = ?"
_SUM = "UPDATE entry SET sum = ? WHERE game = ? AND n = ?"
_ESCAPE = re.compile(r"\\u([0-9a-f]{4})")


def forget_in(store: GameStore, name: str) -> bool:
    """Forget a name in memory and on disk; return False if nobody had it.

    Raise JournalError if the name may still be on disk.
    """
    if store.journal is None or not store.is_saved:
        raise JournalError("the journal cannot be written now; try again later")
    is_known = forget(store.journal, name)
    store.in_memory = [
        game._replace(setup=game.setup.without(name)) for game in store.in_memory
    ]
    store.last_setup = store.last_setup and store.last_setup.without(name)
    return is_known


def forget(journal: Journal, name: str) -> bool:
    """Remove a name from every game and file; return False if nobody had it.

    Raise JournalError if the name may still be in a file; another call then continues.
    """
    db = journal.db
    try:
        changes = list(_removals(db, name))
        if changes:
            journal.commit(changes)
            journal.last = last(db)
        # Deleted text would stay in the file's free space, and in the log.
        db.execute("VACUUM")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return bool(_remove_copies(journal.path, name) or changes)
    except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
        raise journal_error(journal.path, error) from None


def _removals(db: sqlite3.Connection, name: str) -> Iterator[Statement]:
    """Yield the statements that remove this name from every game that has it."""
    for *row, total in db.execute(_GAMES).fetchall():
        game, names = row[0], json.loads(row[_PLAYERS])
        if (others := list(without_name(names, name))) == names:
            continue
        is_sound = total == row_sum("", tuple(row))
        row[_PLAYERS] = json.dumps(others)
        other = row_sum("", tuple(row)) if is_sound else total
        yield _RENAME, (row[_PLAYERS], other, game)
        for *entry, kept in db.execute(_ENTRIES, (game,)).fetchall():
            total, other = row_sum(total, tuple(entry)), row_sum(other, tuple(entry))
            if kept != total:
                break  # from here on the game is damaged, and must not look intact
            yield _SUM, (other, game, entry[1])


def _remove_copies(path: Path, name: str) -> list[Path]:
    """Delete the copies of the journal that contain this name; raises OSError."""
    found = [f for files in copies(path) if _in_any(files, name) for f in files]
    for file in found:
        file.unlink()
    return found


def _in_any(files: Iterable[Path], name: str) -> bool:
    return any(mentions(file, name) for file in files)


def mentions(path: Path, name: str) -> bool:
    """Return whether a file contains this name as a JSON string, escaped or not."""
    text = path.read_bytes().decode(errors="replace")
    text = _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text)
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return json.dumps(name, ensure_ascii=False).casefold() in text.casefold()
