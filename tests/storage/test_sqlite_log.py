"""A bad bit in SQLite's log costs only the last actions of the running game."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.storage.journal import Journal, Setup
from tests.support.journals import append, begin
from tests.support.watched_disk import Deed, watched

SETUP = Setup("get-bit", 2, {"memory": False}, 7, "1", ("aaaa", "bbbb"))
HEADER, FRAME_HEADER, PAGE = 32, 24, 4096
FRAME = FRAME_HEADER + PAGE
OLDER = 3
# About as long as real entries.
ACTIONS = [f'{{"type": "choose", "seat": {n % 2}, "card": {n}}}' for n in range(40)]


def log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def older(path: Path) -> list[Any]:
    """Return all rows of the games before the last one."""
    with closing(sqlite3.connect(path)) as db:
        games = db.execute(f"SELECT * FROM game WHERE id <= {OLDER} ORDER BY id")
        entries = f"SELECT * FROM entry WHERE game <= {OLDER} ORDER BY game, n"
        return [*games, *db.execute(entries)]


def evening(path: Path) -> None:
    """Play two games, put one away, and copy the files in the middle of another."""
    journal = Journal(path)
    for game in range(OLDER + 1):
        begin(journal, SETUP._replace(seed=game), ACTIONS[:4])
        journal.mark()
        for number in range(4, 20):
            is_over = number == 19 and game < OLDER - 1
            append(journal, [ACTIONS[number]], is_over)
            journal.mark()
    dying = path.parent / "dead"
    dying.mkdir()
    for tail in ("", "-wal", ".mark"):
        shutil.copyfile(f"{path}{tail}", dying / f"{path.name}{tail}")
    journal.close()


@pytest.fixture(scope="module")
def dead(tmp_path_factory: pytest.TempPathFactory) -> Path:
    state = tmp_path_factory.mktemp("state")
    evening(state / "journal.sqlite")
    return state / "dead"


def flips(log: Path) -> list[int]:
    """Return offsets in the log's header and in the number, salt, checksum, beginning,
    middle and end of each page."""
    size = log.stat().st_size
    assert (size - HEADER) % FRAME == 0
    within = (0, 8, 16, FRAME_HEADER, FRAME_HEADER + 90, FRAME_HEADER + 2000, FRAME - 1)
    starts = range(HEADER, size, FRAME)
    assert len(starts) > 10
    return [0, 16, 24, *(start + at for start in starts for at in within)]


def test_bad_bit_in_the_log_costs_no_older_game(dead: Path, tmp_path: Path) -> None:
    whole = shutil.copytree(dead, tmp_path / "whole") / "journal.sqlite"
    with closing(Journal(whole)) as journal:
        saved = journal.unfinished()
    assert saved
    assert len(saved.entries) == 20
    expected = older(whole)
    lost = set()
    for number, offset in enumerate(flips(log_of(dead / "journal.sqlite"))):
        path = shutil.copytree(dead, tmp_path / str(number)) / "journal.sqlite"
        log = bytearray(log_of(path).read_bytes())
        log[offset] ^= 1 << (number % 8)
        log_of(path).write_bytes(log)
        with closing(Journal(path)) as journal:
            left, notice = journal.unfinished(), journal.notice
        assert older(path) == expected, offset
        assert left, offset
        assert left.setup == saved.setup
        assert left.entries == saved.entries[: len(left.entries)]
        missing = len(saved.entries) - len(left.entries)
        assert (notice is None) == (missing == 0), offset
        assert "has lost the last" in (notice or "has lost the last")
        lost.add(missing)
        shutil.rmtree(path.parent)
    # The log holds only what was played since the game began.
    assert lost == set(range(1, 17))


def test_log_is_empty_after_a_game_began_or_ended(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(Journal(path)) as journal:
        for is_over in (True, False):
            begin(journal, SETUP, ACTIONS[:4])
            assert log_of(path).stat().st_size > 0
            journal.mark()
            assert log_of(path).stat().st_size == 0
            append(journal, ACTIONS[:1], is_over)
            journal.mark()
            assert (log_of(path).stat().st_size == 0) == is_over


def test_start_checkpoints_the_log_of_a_dead_program(dead: Path) -> None:
    state = shutil.copytree(dead, dead.parent / "again")
    path = state / "journal.sqlite"
    assert log_of(path).stat().st_size > 0
    with closing(Journal(path)):
        assert log_of(path).stat().st_size == 0


def test_failed_checkpoint_is_logged_and_loses_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "journal.sqlite"
    is_sick = False

    def disk(deed: Deed) -> int | None:
        """Refuse writes to the file, and accept those to the log."""
        refuses = is_sick and deed.kind == "write" and deed.path == str(path)
        return sqlite3.SQLITE_IOERR_WRITE if refuses else None

    with watched(disk), closing(Journal(path)) as journal:
        begin(journal, SETUP, ACTIONS[:4])
        is_sick = True
        journal.mark()
        assert caplog.messages == [f"{path}: its log stays beside it (disk I/O error)"]
        is_sick = False
        append(journal, ACTIONS[4:5], False)
    with closing(Journal(path)) as again:
        saved = again.unfinished()
    assert saved
    assert len(saved.entries) == 5
