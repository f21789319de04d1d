"""A damaged journal keeps its sound part and never yields anything else."""

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from controller.games.get_bit.pieces import Choose
from controller.storage.journal import Journal, JournalError, SavedGame
from controller.storage.repair import atomic_replacement
from controller.storage.sqlite_file import rescue
from tests.storage.test_journal import SETUP, reopened
from tests.support.journals import append, begin
from tests.support.power_cuts import FOLDER
from tests.support.simtable import SimTable, sim_table

LOST = " is damaged and has lost "


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a journal that was closed properly, with a game in it."""
    state = tmp_path_factory.mktemp("played")
    with sim_table(state) as table:
        play_some(table)
    return state


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a killed program, with the last writes in the log."""
    state = tmp_path_factory.mktemp("killed")
    running = tmp_path_factory.mktemp("running")
    with sim_table(running) as table:
        play_some(table)
        for file in running.iterdir():
            shutil.copy(file, state)
    assert (state / "journal.sqlite-wal").stat().st_size > 0
    return state


def play_some(table: SimTable) -> None:
    table.start(seed=1)
    for _ in range(3):
        for seat, name in enumerate(("red", "blue", "green", "yellow")):
            hand = table.position.robots[seat].hand
            table.act(Choose(seat, name, hand[seat % len(hand)]))
    table.act(Choose(0, "red", table.position.robots[0].hand[0]))
    table.table.undo(None)
    table.act(Choose(0, "red", table.position.robots[0].hand[1]))


def damaged(
    state: Path, name: str, damage: Callable[[bytes], bytes]
) -> tuple[SavedGame | None, str | None]:
    """Damage one file of a copy of this journal, and return what is found in it.

    Whatever that is, the table starts: with the old game or with a new one.
    """
    with TemporaryDirectory(dir=FOLDER) as folder:
        copy = Path(folder)
        for file in state.iterdir():
            shutil.copy(file, copy)
        target = copy / name
        target.write_bytes(damage(target.read_bytes()))
        saved, notice = reopened(copy / "journal.sqlite")
        with sim_table(copy) as table:
            table.start(seed=3)
            assert table.table.phase == ("offer" if saved else "play")
            if notice and LOST not in notice:
                kept = notice.split(" is kept as ")[1].split(", ")[0]
                assert (copy / kept).exists()
                assert "and a new journal was started" in notice
        return saved, notice


@cache
def whole(state: Path) -> SavedGame:
    saved, notice = damaged(state, "journal.sqlite", lambda data: data)
    assert saved
    assert notice is None
    return saved


def size(state: Path, name: str = "journal.sqlite") -> int:
    return (state / name).stat().st_size


@given(share=st.floats(0, 1, exclude_max=True))
@example(share=0.01)
@settings(max_examples=40)
def test_truncated_journal_keeps_its_sound_part(played: Path, share: float) -> None:
    length = max(2, int(share * size(played)))
    saved, notice = damaged(played, "journal.sqlite", lambda data: data[:length])
    assert is_earlier(saved, whole(played))
    # Cutting off zeros at the end of the last page loses nothing.
    assert notice is not None or not any(
        (played / "journal.sqlite").read_bytes()[length:]
    )
    assert notice is not None or saved == whole(played)


@pytest.mark.parametrize("length", [0, 1])
def test_empty_file_becomes_a_new_journal(played: Path, length: int) -> None:
    """SQLite takes a file of one byte for an empty one, too."""
    saved, notice = damaged(played, "journal.sqlite", lambda data: data[:length])
    assert saved is None
    assert notice
    assert notice.endswith(f"{LOST}its last game")


def flip(place: int, bits: int) -> Callable[[bytes], bytes]:
    def damage(data: bytes) -> bytes:
        return data[:place] + bytes([data[place] ^ bits]) + data[place + 1 :]

    return damage


@given(share=st.floats(0, 1, exclude_max=True), bits=st.integers(1, 255))
@settings(max_examples=150)
def test_journal_with_any_changed_byte_keeps_its_sound_part(
    played: Path, share: float, bits: int
) -> None:
    place = int(share * size(played))
    is_kept(played, *damaged(played, "journal.sqlite", flip(place, bits)))


def is_kept(state: Path, saved: SavedGame | None, notice: str | None) -> None:
    """Check for the whole game, or an earlier moment of it and a notice."""
    assert saved == whole(state) if notice is None else is_earlier(saved, whole(state))


@pytest.mark.parametrize("bits", [0x01, 0xFF])
def test_journal_opens_whatever_byte_of_its_header_changed(
    played: Path, bits: int
) -> None:
    for place in range(100):
        is_kept(played, *damaged(played, "journal.sqlite", flip(place, bits)))


def test_journal_opens_whatever_byte_of_its_schema_changed(played: Path) -> None:
    """SQLite's message quotes the table's name, which is not UTF-8 then."""
    text = (played / "journal.sqlite").read_bytes()
    first = text.index(b"tablegamegame")
    for place in range(first, first + 40):
        saved, notice = damaged(played, "journal.sqlite", flip(place, 0x80))
        assert saved is None, place
        assert notice is not None, place


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a journal of many pages, with an unfinished game."""
    state = tmp_path_factory.mktemp("long")
    with closing(Journal(state / "journal.sqlite")) as journal:
        for seed in (7, 8):
            begin(journal, SETUP._replace(seed=seed), [])
            for number in range(400):
                append(journal, [f"{number:050}"], False)
    assert size(state) > 20 * PAGE
    return state


PAGE = 4096


def read_after(
    state: Path, damage: Callable[[bytes], bytes]
) -> tuple[SavedGame | None, str | None]:
    """Read a damaged copy without a table, since these entries are not a game."""
    with TemporaryDirectory(dir=FOLDER) as folder:
        path = Path(folder) / "journal.sqlite"
        path.write_bytes(damage((state / "journal.sqlite").read_bytes()))
        found = reopened(path)
        assert reopened(path) == (found[0], None)
    return found


def test_damaged_page_never_yields_other_entries(
    long: Path,
) -> None:
    written, _ = read_after(long, lambda data: data)
    assert written
    kept = set()
    for page in range(size(long) // PAGE):
        for offset in (0, 1, 3, 5, 8, 20, 1000, 2000, PAGE - 2000, PAGE - 60):
            saved, notice = read_after(long, flip(page * PAGE + offset, 0x5A))
            assert saved == written if notice is None else is_earlier(saved, written)
            kept.add(len(saved.entries) if saved else None)
    # The entries before each page are there.
    assert len(kept) > 20


@pytest.mark.parametrize("rubbish", [bytes(PAGE), b"\xff" * PAGE, b"rubbish " * 512])
def test_entries_before_an_overwritten_page_are_kept(
    long: Path, rubbish: bytes
) -> None:
    written, _ = read_after(long, lambda data: data)
    assert written
    kept = []
    for page in range(1, size(long) // PAGE):

        def damage(data: bytes, page: int = page) -> bytes:
            return data[: page * PAGE] + rubbish + data[(page + 1) * PAGE :]

        saved, notice = read_after(long, damage)
        assert saved == written if notice is None else is_earlier(saved, written)
        kept.append(len(saved.entries) if saved else 0)
    assert max(kept) == len(written.entries)
    assert sum(0 < number < len(written.entries) for number in kept) > 5


# Opens the journal, and exits at the step of the given number.
CUT_OFF = """
import os, shutil, sys
from pathlib import Path
from controller.storage import repair
from controller.storage.journal import Journal

left = int(sys.argv[2])
# The test deletes this folder.
repair.IN_MEMORY = Path(sys.argv[1]).parent.parent

def counted(deed):
    def counting(*arguments, **named):
        global left
        left -= 1
        if left == 0:
            os._exit(9)
        return deed(*arguments, **named)
    return counting

Path.replace, Path.unlink = counted(Path.replace), counted(Path.unlink)
shutil.copyfile, os.fsync = counted(shutil.copyfile), counted(os.fsync)
Journal(Path(sys.argv[1])).close()
"""


@pytest.fixture
def torn(tmp_path: Path) -> Path:
    """Return a folder whose third entry is damaged, with the second in the log."""
    path = tmp_path / "torn" / "journal.sqlite"
    with closing(Journal(path)) as journal:
        begin(journal, SETUP, ["one"])
    with closing(Journal(path)) as journal:
        append(journal, ["two", "three"], False)
        journal.db.execute("UPDATE entry SET body = 'uno' WHERE n = 3")
        shutil.copytree(path.parent, tmp_path / "kept")
    return tmp_path / "kept"


def aside(folder: Path, number: int) -> list[bytes]:
    files = sorted(folder.glob(f"journal.sqlite.aside-{number}*"))
    return [file.read_bytes() for file in files]


def test_power_cut_during_the_repair_loses_nothing(torn: Path, tmp_path: Path) -> None:
    """The power is cut at each step in turn, and the next start continues."""
    files = [(torn / f"journal.sqlite{tail}").read_bytes() for tail in ("", "-wal")]
    cuts, status = 0, 9
    while status:
        cuts += 1
        folder = shutil.copytree(torn, tmp_path / str(cuts))
        path = folder / "journal.sqlite"
        command = [sys.executable, "-c", CUT_OFF, str(path), str(cuts)]
        status = subprocess.run(command, check=False).returncode
        assert status in (0, 9)
        saved, _ = reopened(path)
        assert saved == SavedGame(SETUP, (("action", "one"), ("action", "two")))
        assert reopened(path) == (saved, None)
        assert files in (aside(folder, 1), aside(folder, 2))
    assert cuts > 10
    assert {file.name for file in folder.iterdir()} == {
        "journal.sqlite",
        "journal.sqlite.aside-1",
        "journal.sqlite.aside-1-wal",
    }


def test_old_log_does_not_get_into_the_new_file(torn: Path) -> None:
    """SQLite deletes the log itself, unless the disk fails."""
    path = torn / "journal.sqlite"
    with atomic_replacement(path) as fresh:
        Journal(fresh).close()
    assert not path.with_name("journal.sqlite-wal").exists()
    saved, _ = reopened(path)
    assert saved is None


def test_new_file_with_an_open_log_replaces_nothing(torn: Path) -> None:
    path = torn / "journal.sqlite"
    before = path.read_bytes()

    def replace() -> None:
        with atomic_replacement(path) as fresh:
            fresh.write_bytes(b"new")
            fresh.with_name(f"{fresh.name}-wal").touch()

    with pytest.raises(OSError, match="could not be closed"):
        replace()
    assert path.read_bytes() == before
    saved, _ = reopened(path)
    assert saved == SavedGame(SETUP, (("action", "one"), ("action", "two")))


def test_repair_on_a_full_disk_leaves_no_copies(
    torn: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The damaged file stays until there is room, and its sound part can be played."""
    path = torn / "journal.sqlite"
    real = shutil.copyfile

    def full(source: Path, target: Path) -> object:
        if "aside" not in target.name:
            return real(source, target)
        target.write_bytes(source.read_bytes()[:512])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("shutil.copyfile", full)
    for _ in range(3):
        with pytest.raises(JournalError) as failed:
            Journal(path)
        assert str(failed.value) == f"{path}: No space left on device"
    assert aside(torn, 1) == []
    assert rescue(path) == SavedGame(SETUP, (("action", "one"), ("action", "two")))
    monkeypatch.undo()
    assert reopened(path)[0] == rescue(path)


def test_killed_program_loses_nothing(played: Path, killed: Path) -> None:
    left, kept = whole(killed), whole(played)
    assert left.entries == kept.entries
    assert left.setup._replace(codes=()) == kept.setup._replace(codes=())


def is_earlier(found: SavedGame | None, written: SavedGame) -> bool:
    """Return whether this is the beginning of what was written, or nothing."""
    if found is None:
        return True
    return found == SavedGame(written.setup, written.entries[: len(found.entries)])


def assert_told(
    found: SavedGame | None, notice: str | None, written: SavedGame
) -> None:
    """Check that the notice counts the missing entries."""
    if found == written:
        assert notice is None
    elif found is None:
        assert notice
        assert notice.endswith(f"{LOST}its last game")
    else:
        missing = len(written.entries) - len(found.entries)
        rows = f"{missing} entries" if missing > 1 else "entry"
        assert notice
        assert notice.endswith(f"{LOST}the last {rows} of its last game")


@given(share=st.floats(0, 1))
@settings(max_examples=30)
def test_truncated_log_gives_an_earlier_moment(killed: Path, share: float) -> None:
    name = "journal.sqlite-wal"
    length = int(share * size(killed, name))
    saved, notice = damaged(killed, name, lambda data: data[:length])
    assert is_earlier(saved, whole(killed))
    assert_told(saved, notice, whole(killed))
