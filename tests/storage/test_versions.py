"""A journal of every version there has been is upgraded in place, after a copy."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.chance.house import Houses
from controller.games.hold_your_breath import data
from controller.storage import repair as replacing
from controller.storage import sqlite_file as journal_file
from controller.storage.journal import Journal, JournalError
from controller.storage.sqlite_file import SCHEMA_VERSION, rescued
from tests.golden.journals import journal_of, versions
from tests.support.houses import own_deck
from tests.support.simtable import sim_table

OLDER = range(1, SCHEMA_VERSION)
every_version = pytest.mark.parametrize("version", versions())
every_older = pytest.mark.parametrize("version", OLDER)

GAMES = [("get-bit", "over"), ("hai-noon", "away"), ("hold-your-breath", None)]


def rows(path: Path) -> list[Any]:
    """All that version 1 had too."""
    with closing(sqlite3.connect(path)) as db:
        games = db.execute(
            "SELECT id, started, name, seats, options, seed, rules, codes, sum, ended"
            " FROM game ORDER BY id"
        ).fetchall()
        return [*games, *db.execute("SELECT * FROM entry ORDER BY game, n")]


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


def test_there_is_a_journal_of_every_version() -> None:
    assert versions() == [*OLDER, SCHEMA_VERSION]


@every_version
def test_a_journal_of_any_version_is_read_whole(tmp_path: Path, version: int) -> None:
    path = journal_of(version, tmp_path / "state")
    before = rows(journal_of(version, tmp_path / "same"))
    with closing(Journal(path)) as journal:
        saved, notice = journal.unfinished(), journal.notice
    assert saved
    assert saved.setup.game == "hold-your-breath"
    assert "undo" in [kind for kind, _ in saved.entries]
    assert rows(path) == before
    assert [(row[2], row[9]) for row in before if len(row) == 10] == GAMES
    assert version_of(path) == SCHEMA_VERSION
    assert ("upgraded" in (notice or "")) == (version < SCHEMA_VERSION)


@every_version
def test_bots_are_those_that_were_kept(tmp_path: Path, version: int) -> None:
    """A game from before there were any is played by people."""
    with closing(Journal(journal_of(version, tmp_path))) as journal:
        saved = journal.unfinished()
    assert saved
    assert saved.bots == (("", "steady") if version > 4 else ())


def test_bots_that_are_not_as_they_were_written_leave_their_seats(
    tmp_path: Path,
) -> None:
    """Nothing of the game is lost with them."""
    path = journal_of(5, tmp_path)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("""UPDATE bots SET levels = '["", "sharp"]'""")
    with closing(Journal(path)) as journal:
        saved, notice = journal.unfinished(), journal.notice
    assert saved
    assert saved.bots == ()
    assert len(saved.entries) > 10
    assert notice is None


@every_older
def test_what_was_there_before_is_kept_as_a_copy(tmp_path: Path, version: int) -> None:
    path = journal_of(version, tmp_path / "state")
    before = rows(journal_of(version, tmp_path / "same"))
    with closing(Journal(path)) as journal:
        assert journal.notice == (
            f"{path} was of an earlier version and is upgraded; "
            "journal.sqlite.aside-1 is a copy of what it was"
        )
    copy = path.with_name("journal.sqlite.aside-1")
    assert version_of(copy) == version
    assert rows(copy) == before
    assert copy.stat().st_mode & 0o777 == 0o600
    with closing(Journal(path)) as journal:
        assert journal.notice is None
    assert not path.with_name("journal.sqlite.aside-2").exists()


@every_version
def test_the_game_goes_on_at_the_table(tmp_path: Path, version: int) -> None:
    journal_of(version, tmp_path)
    with sim_table(tmp_path) as table:
        table.start()
        assert table.table.phase == "offer"
        table.table.resume()
        match = table.table.match
        assert len(match.actions) >= 15
        for _ in range(5):
            table.act(match.game.legal(table.position)[-1])
        position = table.position
    with sim_table(tmp_path) as table:
        table.start()
        assert table.position == position


def test_a_game_from_before_house_data_was_kept_gets_todays_and_keeps_it(
    tmp_path: Path,
) -> None:
    file = own_deck(tmp_path) / "hold-your-breath.toml"
    text = data.OURS.read_text().replace("panic = 4", "panic = 5", 1)
    file.write_text(text.replace("calm = 4", "calm = 3", 1))
    own = data.load(file)
    journal_of(1, tmp_path / "state")
    for houses in (Houses(file.parent), Houses()):
        with sim_table(tmp_path / "state", houses=houses) as table:
            table.start()
            assert table.table.phase == "offer"
            assert table.table.match.house == own != data.usual()
            saved = table.journal.unfinished()
            assert saved
            assert (saved.setup.house, saved.setup.rules) == (data.write(own), "2")


def test_a_game_that_does_not_fit_todays_deck_is_kept_and_said(tmp_path: Path) -> None:
    """Without house data of its own there is no other to go on with."""
    path = journal_of(1, tmp_path / "state")
    with sim_table(path.parent, houses=Houses(own_deck(tmp_path))) as table:
        table.start(2)
        assert table.table.phase == "play"
        said = table.table.notice or ""
        assert "upgraded" in said
        assert "put away: it was played by version 1" in said
        assert said.endswith("is left in the Dive Deck; it stays in the journal")
    kept = [row for row in rows(path) if row[0] == 3 and len(row) == 10]
    assert [(row[2], row[9]) for row in kept] == [("hold-your-breath", "away")]


@every_older
def test_a_full_disk_leaves_the_old_journal_and_no_half_copy(
    tmp_path: Path, version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = journal_of(version, tmp_path / "state")
    before = rows(journal_of(version, tmp_path / "same"))

    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(JournalError, match="No space left on device"):
            Journal(path)
    found = rescued(path)
    assert found
    assert found.setup.game == "hold-your-breath"
    assert version_of(path) == version
    assert sorted(p.name for p in path.parent.glob("*aside*")) == []
    assert sorted(p.name for p in path.parent.glob("*making*")) == []
    Journal(path).close()
    assert rows(path) == before


@every_older
def test_an_upgrade_that_is_cut_off_is_done_by_the_next_start(
    tmp_path: Path, version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = journal_of(version, tmp_path / "state")
    before = rows(journal_of(version, tmp_path / "same"))
    copied = replacing.keep_copy

    class Cut(BaseException):
        """Nobody catches it, as with a power cut."""

    def then_cut(db: sqlite3.Connection, path: Path) -> Path:
        copied(db, path)
        for tail in ("", "-wal"):
            source = path.with_name(path.name + tail)
            shutil.copyfile(source, tmp_path / source.name)
        raise Cut

    with monkeypatch.context() as patch:
        patch.setattr(journal_file, "keep_copy", then_cut)
        with pytest.raises(Cut):
            Journal(path)
    cut = tmp_path / path.name
    assert version_of(cut) == version
    with closing(Journal(cut)) as journal:
        assert journal.unfinished()
    assert rows(cut) == before
    assert version_of(cut) == SCHEMA_VERSION


@every_older
def test_what_is_sound_of_a_damaged_older_journal_is_rescued(
    tmp_path: Path, version: int
) -> None:
    path = journal_of(version, tmp_path / "state")
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("UPDATE entry SET body = 'x' WHERE game = 3 AND n = 12")
    with closing(Journal(path)) as journal:
        saved = journal.unfinished()
        assert "a new journal was started with the 11 entries" in (journal.notice or "")
    assert saved
    assert len(saved.entries) == 11


def lost_house(db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM house")


def other_house(db: sqlite3.Connection) -> None:
    db.execute("UPDATE house SET data = replace(data, '38', '37')")


def other_players(db: sqlite3.Connection) -> None:
    db.execute("UPDATE players SET names = replace(names, 'Anna', 'Hans')")


@pytest.mark.parametrize("harm", [lost_house, other_house, other_players])
def test_what_is_kept_beside_a_game_and_is_not_as_it_was_written_is_damage(
    tmp_path: Path, harm: Callable[[sqlite3.Connection], None]
) -> None:
    path = journal_of(SCHEMA_VERSION, tmp_path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        harm(db)
    with closing(Journal(path)) as journal:
        assert "is damaged" in (journal.notice or "")


def test_the_names_of_the_players_are_kept_since_version_3(tmp_path: Path) -> None:
    for version in versions():
        path = journal_of(version, tmp_path / f"{version}")
        with closing(Journal(path)) as journal:
            saved = journal.unfinished()
        assert saved
        assert saved.setup.players == (("Anna", "Ben") if version > 2 else ())
