"""A game goes on while the journal cannot be written, and is saved in the end."""

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from controller.games.get_bit.pieces import Choose
from controller.input.held import REDS, SECOND_S
from controller.storage.journal import InUse, Journal, JournalError, SavedGame
from hardware.parts.registry import PATIENCE_S
from tests.support.power_cuts import FOLDER, JOURNAL, SEATS, SEED, found_in, line, step
from tests.support.processes import unprivileged
from tests.support.simtable import SimTable, Told, sim_table
from tests.support.watched_disk import Deed, watched
from tests.support.words import catalogue_text


@pytest.fixture
def state() -> Iterator[Path]:
    """Yield a folder that other users may read."""
    with TemporaryDirectory(dir=FOLDER) as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


# Real disks


def on_a_sick_disk(way: str, state: Path) -> list[str]:
    command = [sys.executable, "-m", "tests.support.sick_disks", way, str(state)]
    ran = subprocess.run(
        # Root may do everything, and another user might not reach this checkout.
        unprivileged(command) if "permissions" in way else command,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


def not_saved(path: Path, why: str) -> str:
    return (
        f"journal: the game is not saved, it goes on in memory ({path}: {why}); "
        "to fix it, run `undertow doctor`"
    )


@pytest.mark.parametrize("way", ["full-disk", "size-limit"])
def test_game_on_a_full_disk_is_saved_once_there_is_room(state: Path, way: str) -> None:
    said = on_a_sick_disk(way, state)
    troubles = {line for line in said if line.startswith("journal: ")}
    assert troubles <= {
        not_saved(state / JOURNAL, "database or disk is full"),
        not_saved(state / JOURNAL, "disk I/O error"),  # what SQLite makes of a limit
    }
    assert len(troubles) == 1
    trouble = troubles.pop()
    assert said == [
        *("play 1000 not saved", trouble),
        "play 1200 saved",
        *("play 1230 not saved", trouble),
        "play 1230 saved",
        "written 1230, 1 undone",
    ]


@pytest.mark.parametrize("way", ["read-only", "permissions", "file-permissions"])
def test_unfinished_game_is_offered_from_a_read_only_disk(
    state: Path, way: str
) -> None:
    trouble = not_saved(state / "state" / JOURNAL, "it is read-only")
    assert on_a_sick_disk(way, state) == [
        *("offer 1200 not saved", trouble),
        *("play 1230 not saved", trouble),
        "play 1230 saved",
        "written 1230, 0 undone",
    ]


# Failing writes


class FailingDisk:
    """A disk that fails at one operation, or from there on until it is repaired."""

    def __init__(self, state: Path, first: int, error: int, lasting: bool) -> None:
        self._state = state
        self._left = first
        self._error = error
        self._lasting = lasting
        self.failed = False

    def watch(self, deed: Deed) -> int | None:
        if Path(deed.path).parent != self._state:
            return None
        self._left -= 1
        fails = self._left == 0 or (self._lasting and self._left < 0)
        self.failed = self.failed or fails
        return self._error if fails else None

    def mend(self) -> None:
        self._lasting = False


WHOLE = line("get-bit", 5)


@pytest.mark.parametrize("lasting", [False, True], ids=["once", "lasting"])
@pytest.mark.parametrize(
    "error", [sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_FULL], ids=["broken", "full"]
)
def test_game_survives_any_failed_write(error: int, lasting: bool) -> None:
    number, failed = 0, True
    while failed:
        number += 1
        with TemporaryDirectory(dir=FOLDER) as folder:
            disk = FailingDisk(Path(folder), number, error, lasting)
            with watched(disk.watch):
                played_on(Path(folder), disk)
        failed = disk.failed
    # More than a write and a sync for each action.
    assert number > 3 * WHOLE.end


def played_on(state: Path, disk: FailingDisk) -> None:
    with sim_table(state) as table:
        table.start(SEATS, seed=SEED)
        for position in WHOLE.positions[1:]:
            step(table)
            assert table.position == position
        disk.mend()
        table.clock.tick(sum(PATIENCE_S))
        assert table.store.is_saved
        assert table.parts.troubles() == []
        assert WHOLE.moment_of(found_in(state)) == WHOLE.end
        assert table.table.notice is None
    # The last operations are those of closing the journal.
    assert WHOLE.moment_of(found_in(state)) == WHOLE.end
    left = {JOURNAL, f"{JOURNAL}-wal", f"{JOURNAL}.mark"}
    assert {path.name for path in state.iterdir()} <= left


# Kept in memory


class Stubborn(Journal):
    """A journal that cannot be written or opened while the test says so."""

    is_full = False
    is_locked = False
    opened = 0

    def __init__(self, path: Path) -> None:
        type(self).opened += 1
        if self.is_locked:
            raise JournalError(f"{path.name}: unable to open database file")
        super().__init__(path)

    def commit(self, statements: object) -> None:
        if self.is_full:
            raise JournalError(f"{self.path.name}: database or disk is full")
        super().commit(statements)  # type: ignore[arg-type]


@pytest.fixture
def stubborn() -> type[Stubborn]:
    """Return a new class, whose attributes control all its journals."""
    return type("Stubborn", (Stubborn,), {})


def cards(saved: SavedGame | None) -> list[str]:
    assert saved
    return [body for _, body in saved.entries if "choose" in body]


def test_all_unsaved_games_are_written_at_once(
    tmp_path: Path, stubborn: type[Stubborn]
) -> None:
    with sim_table(tmp_path, stubborn) as table:
        table.start(seed=1)
        stubborn.is_full = True
        table.act(Choose(0, "red", 1))
        for seats in (3, 2):
            table.table.new_game(table.table.match.game, seats, {}, seed=seats)
            table.act(table.table.match.game.legal(table.position)[0])
        stubborn.is_full = False
        table.clock.tick(PATIENCE_S[0])
    games = "SELECT seats, ended FROM game"
    entries = (
        "SELECT game, count(*) FROM entry WHERE body LIKE '%choose%' GROUP BY game"
    )
    with sqlite3.connect(tmp_path / JOURNAL) as db:
        assert db.execute(games).fetchall() == [(4, "away"), (3, "away"), (2, None)]
        assert db.execute(entries).fetchall() == [(1, 1), (2, 1), (3, 1)]
    db.close()


def test_game_that_ended_in_memory_is_over_in_the_journal(
    tmp_path: Path, stubborn: type[Stubborn]
) -> None:
    with sim_table(tmp_path, stubborn) as table:
        table.start(2, seed=1)
        stubborn.is_full = True
        while table.table.phase == "play":
            table.act(table.table.match.game.legal(table.position)[0])
        stubborn.is_full = False
        table.clock.tick(PATIENCE_S[0])
        assert table.store.is_saved
    saved = found_in(tmp_path)
    assert saved
    assert saved.over


def test_journal_is_retried_at_growing_intervals(
    tmp_path: Path, stubborn: type[Stubborn]
) -> None:
    with sim_table(tmp_path, stubborn) as table:
        table.start(seed=1)
        stubborn.is_locked = stubborn.is_full = True
        table.act(Choose(0, "red", 1))
        tried_after_s: list[int] = []
        for second in range(80):
            tried_after_s += [second] * (stubborn.opened - 1 - len(tried_after_s))
            table.clock.tick(1)
        assert tried_after_s == [1, 3, 8, 18, 48, 78]
        stubborn.is_locked = stubborn.is_full = False
        table.clock.tick(PATIENCE_S[-1])
        assert cards(found_in(tmp_path)) != []
        assert table.told[-1] == Told(
            None, True, "", catalogue_text("works-again", part="Journal")
        )


def test_table_that_switches_off_says_that_the_game_is_not_saved(
    tmp_path: Path, stubborn: type[Stubborn]
) -> None:
    with sim_table(tmp_path, stubborn) as table:
        table.start(seed=1)
        stubborn.is_full = True
        table.act(Choose(0, "red", 1))
        table.press("undo")
        table.press("why")
        table.clock.tick(len(REDS) * SECOND_S)
        assert table.ended
        sentence = catalogue_text("power.off-unsaved")
        assert table.told[-1] == Told(None, True, "", sentence)


def test_final_loss_is_logged(
    tmp_path: Path, stubborn: type[Stubborn], caplog: pytest.LogCaptureFixture
) -> None:
    with sim_table(tmp_path, stubborn) as table:
        table.start(seed=1)
        stubborn.is_full = True
        table.act(Choose(0, "red", 1))
    assert caplog.messages[-1] == (
        "lost everything played since the journal failed: "
        "journal.sqlite: database or disk is full"
    )


def test_overwritten_journal_is_replaced(
    tmp_path: Path, stubborn: type[Stubborn]
) -> None:
    """Somebody overwrites the file with rubbish while the table has it open."""
    path = tmp_path / JOURNAL
    with sim_table(tmp_path, stubborn) as table:
        table.start(seed=1)
        table.act(Choose(0, "red", 1))
        stubborn.is_full = True
        table.act(Choose(1, "blue", 2))
        table.journal.close()
        path.write_bytes(b"rubbish " * 1000)
        stubborn.is_full = False
        table.clock.tick(PATIENCE_S[0])
        assert table.store.is_saved
        assert table.table.notice == (
            f"{path} cannot be read (file is not a database); it is kept as "
            "journal.sqlite.aside-1, and a new journal was started"
        )
        assert len(cards(found_in(tmp_path))) == 2


def test_swapped_in_journal_is_continued(
    tmp_path: Path, stubborn: type[Stubborn]
) -> None:
    """The other journal's unfinished game is put away, and not mistaken for ours."""
    other = tmp_path / "other"
    with sim_table(other) as table:
        table.start(3, seed=2)
    state = tmp_path / "state"
    with sim_table(state, stubborn) as table:
        table.start(seed=1)
        stubborn.is_full = True
        table.act(Choose(0, "red", 1))
        table.journal.close()
        for file in state.iterdir():
            file.unlink()
        shutil.copy(other / JOURNAL, state)
        stubborn.is_full = False
        table.clock.tick(PATIENCE_S[0])
        assert table.table.notice == (
            f"an unfinished get-bit was found in {state / JOURNAL} and put away"
        )
    saved = found_in(state)
    assert saved
    assert (saved.setup.seats, len(cards(saved))) == (4, 1)
    with sqlite3.connect(state / JOURNAL) as db:
        ended = db.execute("SELECT seats, ended FROM game").fetchall()
    db.close()
    assert ended == [(3, "away"), (4, None)]


def delete(state: Path) -> None:
    (state / JOURNAL).unlink()


def delete_all(state: Path) -> None:
    shutil.rmtree(state)


def delete_the_log(state: Path) -> None:
    (state / f"{JOURNAL}-wal").unlink()


def replace(state: Path) -> None:
    """Restore an older copy, as from a backup."""
    copy = state / "copy"
    shutil.copy(state / JOURNAL, copy)
    copy.replace(state / JOURNAL)


removed = pytest.mark.parametrize(
    "remove", [delete, delete_all, delete_the_log, replace]
)


@removed
def test_removed_journal_is_written_again(
    tmp_path: Path, remove: Callable[[Path], None]
) -> None:
    state = tmp_path / "state"
    with sim_table(state) as table:
        table.start(seed=1)
        table.act(Choose(0, "red", 1))
        remove(state)
        table.act(Choose(1, "blue", 2))
        assert not table.store.is_saved
        assert "journal" in [part.name for part in table.parts.all() if part.trouble]
        table.clock.tick(PATIENCE_S[0])
        assert table.store.is_saved
        assert table.table.notice is None
        assert len(cards(found_in(state))) == 2
        table.act(Choose(2, "green", 3))
        assert table.store.is_saved
    assert len(cards(found_in(state))) == 3


@removed
def test_removed_journal_is_written_again_at_the_end(
    tmp_path: Path, remove: Callable[[Path], None]
) -> None:
    state = tmp_path / "state"
    with sim_table(state) as table:
        table.start(seed=1)
        table.act(Choose(0, "red", 1))
        remove(state)
    assert len(cards(found_in(state))) == 1


def test_write_that_succeeded_after_all_is_not_repeated(
    tmp_path: Path,
) -> None:
    class Liar(Journal):
        def commit(self, statements: object) -> None:
            super().commit(statements)  # type: ignore[arg-type]
            if "choose" in str(statements) and len(opened_again) < 1:
                opened_again.append(1)
                raise JournalError("the disk did not answer")

    opened_again: list[int] = []
    with sim_table(tmp_path, Liar) as table:
        table.start(seed=1)
        table.act(Choose(0, "red", 1))
        table.act(Choose(1, "blue", 2))
        table.clock.tick(PATIENCE_S[0])
        assert table.store.is_saved
    assert len(cards(found_in(tmp_path))) == 2


def test_only_a_journal_in_use_keeps_a_table_from_starting(state: Path) -> None:
    code = f"""
from pathlib import Path
from controller.storage.journal import Journal
journal = Journal(Path({str(state / JOURNAL)!r}))
print(flush=True)
input()
"""
    holder = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert holder.stdout
    holder.stdout.readline()
    try:
        with pytest.raises(InUse):
            SimTable(state)
    finally:
        holder.communicate(b"\n")
    with sim_table(state) as table:
        table.start(seed=1)
        assert table.store.is_saved
