"""The journal: every action of every game, on disk before anyone is shown it.

SQLite with WAL and `synchronous=FULL`, one row an action; rows are only ever added.
A write returns when it is on disk. The log is brought into the file at the start and
whenever a game has begun or ended: what is damaged in the log costs no older game. A
file of an earlier version is upgraded. One that is damaged or is no journal is kept
aside and a new one is started, with what is sound of the unfinished game.
"""

import logging
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from controller.storage import private
from controller.storage.errors import InUse, JournalError, explained
from controller.storage.history import PlayerHistory, history
from controller.storage.mark import Mark, Reached
from controller.storage.repair import atomic_replacement, identity, keep_aside
from controller.storage.rows import Rows, Statement, goes_on, write_anew
from controller.storage.saved import Ended, Saved, Setup
from controller.storage.sqlite_file import (
    APPLICATION_ID,
    Last,
    Unusable,
    connected,
    last,
    make_ready,
    opened,
    rescued,
)

__all__ = [
    "APPLICATION_ID",
    "Ended",
    "InUse",
    "Journal",
    "JournalError",
    "Saved",
    "Setup",
    "Statement",
    "fault",
]

_log = logging.getLogger("undertow.journal")


class Journal:
    def __init__(self, path: Path) -> None:
        """Opens the journal or starts one; `notice` says if one was kept aside."""
        self.path = path
        self.notice: str | None = None
        self._mark = Mark(path)
        self._is_marked = True
        # A game has begun or ended, and the log has yet to be brought into the file.
        self._is_due = True
        try:
            private.make_folder(path.parent)
            self.db = self._opened()
            self.last = last(self.db)
            self._see_what_is_missing()
            self._bring_in()
            self._opened_as = identity(path)
        except (OSError, sqlite3.Error, Unusable) as error:
            raise explained(path, error) from None

    @property
    def is_in_place(self) -> bool:
        """Whether the path still leads to the files that were opened."""
        return identity(self.path) == self._opened_as

    def mark(self) -> None:
        """Marks how far the journal has come; no write waits for that."""
        if not self._is_marked:
            self._mark.set(Reached(self.last.game, self.last.n))
            self._is_marked = True
        self._bring_in()

    def close(self) -> None:
        if self.is_in_place:
            self.mark()
            self._mark.close()
        else:
            # It is about a file that is gone, and not about the one that comes.
            self._mark.remove()
        self.db.close()

    def unfinished(self) -> Saved | None:
        found = self.newest()
        return found.saved if found.is_unfinished else None

    def history(self, names: Sequence[str], game: str) -> list[PlayerHistory]:
        """How people of these names fared, here and at all; raises JournalError."""
        try:
            return history(self.db, names, game)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise explained(self.path, error) from None

    def begin(self, setup: Setup, actions: Sequence[str]) -> None:
        """Starts a game; one that is unfinished is put away."""
        rows = self._rows()
        rows.begin(setup)
        rows.add([("action", action) for action in actions])
        self._write(rows)

    def begin_again(self, game: Saved) -> None:
        """Writes all of a game anew; the one that is unfinished is put away."""
        rows = self._rows()
        rows.add_game(game)
        self._write(rows)

    def append(
        self, actions: Sequence[str], over: bool, ended: Ended | None = None
    ) -> None:
        """`ended` says how the game ended, if it is over."""
        rows = self._rows()
        rows.add([("action", action) for action in actions])
        if over:
            rows.end(ended)
        self._write(rows)

    def undo(self, mark: int) -> None:
        rows = self._rows()
        rows.add([("undo", str(mark))])
        self._write(rows)

    def seat_bots(self, levels: Sequence[str]) -> None:
        """From now on these bots play the last game."""
        rows = self._rows()
        rows.seat(levels)
        self._write(rows)

    def catch_up(self, games: Sequence[Saved]) -> None:
        """Writes what the file lacks of the last games played: all of it or nothing."""
        here = self.newest()
        rows = self._rows()
        # All of a game was written before anything of the next one.
        for number in reversed(range(len(games))):
            if here.saved and goes_on(here.saved, games[number]):
                rows.add(games[number].entries[here.n :])
                if games[number].over and here.is_unfinished:
                    rows.end(games[number].ended)
                if games[number].bots != here.saved.bots:
                    rows.seat(games[number].bots)
                games = games[number + 1 :]
                break
        else:
            self.notice = _put_away(here, self.path) or self.notice
        for game in games:
            rows.add_game(game)
        if rows.statements:
            self._write(rows)

    def _bring_in(self) -> None:
        """Moves the log into the file, where a bad bit is found and costs one row."""
        if not self._is_due:
            return
        self._is_due = False
        try:
            self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error as error:
            # All of it is in the log, which the next start brings in.
            _log.warning("%s: its log stays beside it (%s)", self.path, error)

    def _see_what_is_missing(self) -> None:
        """Says in `notice` what was lost since the mark, and sets the mark back."""
        marked, here = self._mark.read(), Reached(self.last.game, self.last.n)
        if marked <= here:
            return
        lost = "its last game"
        if marked.game == here.game:
            missing = marked.n - here.n
            rows = f"{missing} entries" if missing > 1 else "entry"
            lost = f"the last {rows} of its last game"
        damage = f"{self.path} is damaged and has lost {lost}"
        self.notice = "; ".join(filter(None, (self.notice, damage)))
        self._mark.set(here)

    def newest(self) -> Last:
        try:
            return last(self.db)
        except (sqlite3.Error, Unusable) as error:
            raise explained(self.path, error) from None

    def _rows(self) -> Rows:
        return Rows(self.last.game, self.last.n, self.last.sum)

    def _write(self, rows: Rows) -> None:
        self.commit(rows.statements)
        self.last = self.last._replace(game=rows.game, n=rows.n, sum=rows.sum)
        self._is_marked = False
        self._is_due = self._is_due or rows.begin_or_end

    def commit(self, statements: Sequence[Statement]) -> None:
        """Writes all to disk, or nothing; raises JournalError if it may be lost."""
        if not self.is_in_place:
            # SQLite would go on writing into a file that nobody finds again.
            raise JournalError(f"{self.path} was deleted or replaced")
        try:
            if len(statements) == 1:
                self.db.execute(*statements[0])
                return
            self.db.execute("BEGIN")
            for statement in statements:
                self.db.execute(*statement)
            self.db.execute("COMMIT")
        except sqlite3.Error as error:
            # After most errors of the disk SQLite has rolled back by itself.
            with suppress(sqlite3.Error):
                self.db.execute("ROLLBACK")
            raise explained(self.path, error) from None

    def _opened(self) -> sqlite3.Connection:
        db = connected(self.path)
        try:
            kept = make_ready(db, self.path)
        except Unusable as reason:
            try:
                self.notice = self._started_anew(db, reason)
            finally:
                db.close()
            return opened(self.path)
        except (sqlite3.Error, OSError):
            db.close()
            raise
        if kept:
            self.notice = (
                f"{self.path} was of an earlier version and is upgraded; "
                f"{kept.name} is a copy of what it was"
            )
        return db

    def _started_anew(self, damaged: sqlite3.Connection, reason: Unusable) -> str:
        """Replaces the damaged file and says so; a power cut leaves one of the two."""
        with atomic_replacement(self.path) as fresh:
            saved = rescued(self.path)
            write_anew(fresh, saved)
            kept = keep_aside(self.path)
            self._mark.remove()
            # Not before: closing brings the log into the file.
            damaged.close()
        sound = (
            f" with the {len(saved.entries)} entries that are sound" if saved else ""
        )
        return (
            f"{self.path} {reason}; it is kept as {kept.name}, "
            f"and a new journal was started{sound}"
        )


def _put_away(here: Last, path: Path) -> str | None:
    """Says that a game was put away which could not be read at the start."""
    if not here.saved or not here.is_unfinished:
        return None
    return f"an unfinished {here.saved.setup.game} was found in {path} and put away"


def fault(path: Path) -> str | None:
    """Why this file would be kept aside, if so; give a copy, for it may be changed."""
    try:
        opened(path).close()
    except Unusable as reason:
        return str(reason)
    return None
