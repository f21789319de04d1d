"""The journal: every action of every game, on disk before anyone sees its effect.

SQLite with WAL and `synchronous=FULL`, one row per action, append-only. A write returns
when it is on disk. The log is checkpointed at the start and whenever a game has begun
or ended, so that damage to the log costs no older game. A journal of an earlier version
is upgraded. A file that is damaged or not a journal is kept aside, and a new journal
starts with the intact part of the unfinished game.
"""

import logging
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from controller.storage import private
from controller.storage.errors import InUse, JournalError, journal_error
from controller.storage.history import PlayerHistory, history
from controller.storage.mark import Mark, RowNumber
from controller.storage.repair import atomic_replacement, identity, keep_aside
from controller.storage.rows import Rows, Statement, create_journal, is_continued
from controller.storage.saved import GameResult, SavedGame, Setup
from controller.storage.sqlite_file import (
    APPLICATION_ID,
    LastGame,
    UnusableJournal,
    connect,
    last,
    open_journal,
    prepare,
    rescue,
)

__all__ = [
    "APPLICATION_ID",
    "GameResult",
    "InUse",
    "Journal",
    "JournalError",
    "SavedGame",
    "Setup",
    "Statement",
]

_log = logging.getLogger("undertow.journal")


class Journal:
    def __init__(self, path: Path) -> None:
        """Open the journal or start one; `notice` says what was kept aside."""
        self.path = path
        self.notice: str | None = None
        self._mark = Mark(path)
        self._is_marked = True
        # How many times it was written since it was opened.
        self.commits = 0
        # Whether a game has begun or ended since the last checkpoint.
        self._is_checkpoint_due = True
        try:
            private.make_folder(path.parent)
            self.db = self._open()
            self.last = last(self.db)
            self._report_loss()
            self._checkpoint()
            self._opened_as = identity(path)
        except (OSError, sqlite3.Error, UnusableJournal) as error:
            raise journal_error(path, error) from None

    @property
    def is_in_place(self) -> bool:
        """Whether the path still leads to the files that were opened."""
        return identity(self.path) == self._opened_as

    def mark(self) -> None:
        """Mark the last row, and checkpoint if it is time; no write waits for this."""
        if not self._is_marked:
            self._mark.set(RowNumber(self.last.game, self.last.n))
            self._is_marked = True
        self._checkpoint()

    def close(self) -> None:
        if self.is_in_place:
            self.mark()
            self._mark.close()
        else:
            # The mark belongs to a file that is gone.
            self._mark.remove()
        self.db.close()

    def unfinished(self) -> SavedGame | None:
        found = self.newest()
        return found.saved if found.is_unfinished else None

    def history(self, names: Sequence[str], game: str) -> list[PlayerHistory]:
        """Return these players' results at this game and at all; raise JournalError."""
        try:
            return history(self.db, names, game)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise journal_error(self.path, error) from None

    def write(self, games: Sequence[SavedGame]) -> None:
        """Write what is missing from the last games, in one transaction."""
        here, wanted = self.last, games[-1] if games else self.last.saved
        rows = Rows(here.game, here.n, here.sum)
        # Each game was written completely before the next one began.
        for number in reversed(range(len(games))):
            if here.saved and is_continued(here.saved, games[number]):
                rows.add(games[number].entries[here.n :])
                if games[number].over and here.is_unfinished:
                    rows.end(games[number].ended)
                if games[number].bots != here.saved.bots:
                    rows.seat(games[number].bots)
                games = games[number + 1 :]
                break
        else:
            self.notice = _put_away_notice(here, self.path) or self.notice
        for game in games:
            rows.add_game(game)
        if wanted and rows.statements:
            self.commit(rows.statements)
            self.last = LastGame(rows.game, rows.n, rows.sum, wanted, not wanted.over)
            self._is_marked = False
            self._is_checkpoint_due = self._is_checkpoint_due or rows.begin_or_end

    def _checkpoint(self) -> None:
        """Move the log into the file, where a bad bit costs one row and not all."""
        if not self._is_checkpoint_due:
            return
        self._is_checkpoint_due = False
        try:
            self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error as error:
            # Nothing is lost: the next start checkpoints the log.
            _log.warning("%s: its log stays beside it (%s)", self.path, error)

    def _report_loss(self) -> None:
        """Add to `notice` what was lost since the mark, and set the mark back."""
        marked, here = self._mark.read(), RowNumber(self.last.game, self.last.n)
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

    def newest(self) -> LastGame:
        try:
            return last(self.db)
        except (sqlite3.Error, UnusableJournal) as error:
            raise journal_error(self.path, error) from None

    def commit(self, statements: Sequence[Statement]) -> None:
        """Write everything to disk or nothing; raise JournalError if it may be lost."""
        self.commits += 1
        if not self.is_in_place:
            # SQLite would keep writing to a file that no longer has a name.
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
            # SQLite has already rolled back after most disk errors.
            with suppress(sqlite3.Error):
                self.db.execute("ROLLBACK")
            raise journal_error(self.path, error) from None

    def _open(self) -> sqlite3.Connection:
        db = connect(self.path)
        try:
            kept = prepare(db, self.path)
        except UnusableJournal as reason:
            try:
                self.notice = self._replace_damaged(db, reason)
            finally:
                db.close()
            return open_journal(self.path)
        except (sqlite3.Error, OSError):
            db.close()
            raise
        if kept:
            self.notice = (
                f"{self.path} was upgraded from an earlier version; "
                f"{kept.name} is a copy of the old file"
            )
        return db

    def _replace_damaged(
        self, damaged: sqlite3.Connection, reason: UnusableJournal
    ) -> str:
        """Replace the file; return a notice. A power cut leaves the old or the new."""
        with atomic_replacement(self.path) as fresh:
            saved = rescue(self.path)
            create_journal(fresh, saved)
            kept = keep_aside(self.path)
            self._mark.remove()
            # Not earlier, because closing checkpoints the log.
            damaged.close()
        sound = (
            f" with the {len(saved.entries)} entries that are sound" if saved else ""
        )
        return (
            f"{self.path} {reason}; it is kept as {kept.name}, "
            f"and a new journal was started{sound}"
        )


def _put_away_notice(here: LastGame, path: Path) -> str | None:
    """Return the notice that an unfinished game was ended without an offer."""
    if not here.saved or not here.is_unfinished:
        return None
    return f"an unfinished {here.saved.setup.game} was found in {path} and put away"
