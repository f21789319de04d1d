"""A journal with older tables is upgraded in place, after a copy was kept.

There is only one version so far, so these tests add a step of their own.
"""

import errno
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.storage import repair, sqlite_file
from controller.storage.journal import Journal, JournalError
from controller.storage.sqlite_file import rescue
from tests.storage.test_journal import SETUP
from tests.support.journals import append, begin

STEP = "ALTER TABLE game ADD COLUMN table_name TEXT; CREATE TABLE photo (game INTEGER);"


@pytest.fixture
def older(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a journal from before that step, with a finished and a running game."""
    path = tmp_path / "state" / "journal.sqlite"
    with closing(Journal(path)) as journal:
        begin(journal, SETUP, ["one"])
        append(journal, ["two"], True)
        begin(journal, SETUP, ["one", "two", "three"])
    monkeypatch.setattr(sqlite_file, "UPGRADES", (STEP,))
    return path


def rows(path: Path) -> list[Any]:
    with closing(sqlite3.connect(path)) as db:
        games = db.execute("SELECT id, name, sum, ended FROM game").fetchall()
        return [*games, *db.execute("SELECT * FROM entry")]


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


def test_older_journal_is_upgraded(older: Path) -> None:
    before = rows(older)
    with closing(Journal(older)) as journal:
        assert "upgraded" in (journal.notice or "")
        saved = journal.unfinished()
        append(journal, ["four"], False)
    assert saved
    assert len(saved.entries) == 3
    assert rows(older)[: len(before)] == before
    assert version_of(older) == 2


def test_upgrade_keeps_a_copy(older: Path) -> None:
    before = rows(older)
    Journal(older).close()
    copy = older.with_name("journal.sqlite.aside-1")
    assert (version_of(copy), rows(copy)) == (1, before)
    assert copy.stat().st_mode & 0o777 == 0o600
    with closing(Journal(older)) as journal:
        assert journal.notice is None
    assert not older.with_name("journal.sqlite.aside-2").exists()


def test_new_journal_has_the_newest_version_and_no_copy(older: Path) -> None:
    path = older.with_name("new.sqlite")
    with closing(Journal(path)) as journal:
        assert journal.notice is None
    assert version_of(path) == 2
    assert [*older.parent.glob("*aside*")] == []


def test_failed_upgrade_leaves_the_old_journal(
    older: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rows(older)

    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(JournalError, match="No space left on device"):
            Journal(older)
    assert rescue(older)
    assert (version_of(older), rows(older)) == (1, before)
    assert [*older.parent.glob("*aside*"), *older.parent.glob("*making*")] == []


def test_next_start_finishes_an_interrupted_upgrade(
    older: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, copied = rows(older), repair.keep_copy

    class Cut(BaseException):
        """A power cut, which nothing catches."""

    def then_cut(db: sqlite3.Connection, path: Path) -> Path:
        copied(db, path)
        for tail in ("", "-wal"):
            source = path.with_name(path.name + tail)
            shutil.copyfile(source, tmp_path / source.name)
        raise Cut

    with monkeypatch.context() as patch:
        patch.setattr(sqlite_file, "keep_copy", then_cut)
        with pytest.raises(Cut):
            Journal(older)
    cut = tmp_path / older.name
    assert version_of(cut) == 1
    with closing(Journal(cut)) as journal:
        assert journal.unfinished()
    assert (version_of(cut), rows(cut)) == (2, before)


def test_damaged_older_journal_is_rescued(older: Path) -> None:
    with closing(sqlite3.connect(older, isolation_level=None)) as db:
        db.execute("UPDATE entry SET body = 'x' WHERE game = 2 AND n = 3")
    with closing(Journal(older)) as journal:
        saved = journal.unfinished()
    assert saved
    assert len(saved.entries) == 2


def test_too_new_journal_is_kept_aside(
    older: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Journal(older).close()
    monkeypatch.setattr(sqlite_file, "UPGRADES", ())
    with closing(Journal(older)) as journal:
        assert "version 2" in (journal.notice or "")
        assert journal.unfinished() is None
    assert version_of(older.with_name("journal.sqlite.aside-2")) == 2
