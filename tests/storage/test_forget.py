"""Forgetting a name removes it from every game and file, and nothing else."""

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from controller.storage.forget import forget, forget_in, mentions
from controller.storage.history import PlayerHistory, Score
from controller.storage.journal import Journal, JournalError
from controller.storage.store import GameStore
from hardware.backends.sim.clock import VirtualClock
from hardware.parts.registry import Parts
from tests.storage.test_history import play, setup
from tests.support.journals import append, begin

NAMES = ["Anna", "ana maría", "🦈🏽‍♀️", "A\\u0061"]


def holding(folder: Path, name: str) -> list[str]:
    """Return the files of a folder that contain this name, however it is written."""
    raw = {name.encode(), name.casefold().encode(), name.upper().encode()}
    return [
        path.name
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and (mentions(path, name) or any(r in path.read_bytes() for r in raw))
    ]


@pytest.mark.parametrize("name", NAMES)
def test_no_file_contains_the_name_and_all_else_stays(
    tmp_path: Path, name: str
) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(Journal(path)) as journal:
        # Debian's SQLite overwrites deleted text; others leave it in the file.
        journal.db.execute("PRAGMA secure_delete = OFF")
        for _ in range(120):
            play(journal, "get-bit", [name, "Ben"], 0)
        play(journal, "get-bit", ["Ben", name.upper()], over=False)
        assert holding(tmp_path, name)
        assert forget(journal, name)
        assert holding(tmp_path, name) == []
        append(journal, ["two"], False)
    with closing(Journal(path)) as journal:
        assert journal.notice is None
        saved = journal.unfinished()
        assert saved
        assert saved.setup == setup("get-bit", "Ben", "")
        assert saved.entries == (("action", "one"), ("action", "two"))
        assert journal.history(["Ben"], "get-bit") == [
            PlayerHistory("Ben", Score(120, 0), Score(120, 0), 1)
        ]
    assert holding(tmp_path, name) == []


def test_copy_kept_aside_is_deleted_if_it_contains_the_name(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(Journal(path)) as journal:
        play(journal, "get-bit", ["Anna", "Ben"], 0)
        # As after a power cut, the name is in the log only.
        for tail in ("", "-wal"):
            shutil.copy(f"{path}{tail}", f"{path}.aside-1{tail}")
        (tmp_path / "journal.sqlite.aside-2").write_text('["Hannah", "Annabel"]')
        assert forget(journal, "anna")
    assert holding(tmp_path, '"Anna"') == []
    names = {each.name for each in tmp_path.iterdir()}
    assert names == {"journal.sqlite", "journal.sqlite.mark", "journal.sqlite.aside-2"}


def test_unknown_name_changes_nothing(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        play(journal, "get-bit", ["Anna", "Ben"], 0)
        assert not forget(journal, "Ann")
        assert journal.history(["Anna"], "get-bit")[0].all == Score(1, 1)


def test_damaged_older_game_stays_damaged(
    tmp_path: Path,
) -> None:
    path = tmp_path / "journal.sqlite"
    sums = "SELECT sum FROM entry WHERE game = 1 ORDER BY n"
    with closing(Journal(path)) as journal:
        begin(journal, setup("get-bit", "Anna", "Ben"), ["one", "two", "three"])
        play(journal, "get-bit", ["Ben", "Carla"], 0)
        journal.db.execute("UPDATE entry SET body = 'other' WHERE game = 1 AND n = 2")
        before = [total for (total,) in journal.db.execute(sums)]
        assert forget(journal, "Anna")
        after = [total for (total,) in journal.db.execute(sums)]
    assert before[0] != after[0]
    assert before[1:] == after[1:]


def test_store_forgets_the_name_in_memory_too(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "journal.sqlite", Parts(), VirtualClock())
    store.begin(setup("get-bit", "Anna", "Ben"), ["one"])
    assert forget_in(store, "Anna")
    assert store.players == ("", "Ben")
    assert store.journal
    assert store.unfinished() == store.journal.unfinished()
    store.close()


def test_forgetting_fails_while_the_journal_is_out(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    path.mkdir()
    store = GameStore(path, Parts(), VirtualClock())
    with pytest.raises(JournalError):
        forget_in(store, "Anna")
    store.close()
