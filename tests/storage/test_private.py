"""Files with hands and codes are readable by their owner only, whatever the umask."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.chance.decks import EnrolledDecks, TaggedCard
from controller.storage import private
from controller.storage.journal import Journal, Setup
from controller.tools.doctor import storage
from tests.support.doctor_machines import a_laptop, look_at
from tests.support.journals import begin

SETUP = Setup("get-bit", 2, {}, 7, "1", ("aa", "bb"))


@pytest.fixture(autouse=True)
def careless() -> Iterator[None]:
    """Let everybody read and write new files, which is worse than on most machines."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {p.name: stat.S_IMODE(p.stat().st_mode) for p in folder.iterdir()}


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def a_journal(folder: Path) -> Journal:
    journal = Journal(folder / "journal.sqlite")
    begin(journal, SETUP, ['{"type": "line-up", "robot": "red"}'])
    journal.mark()
    return journal


def test_journal_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "state"
    journal = a_journal(folder)
    assert mode(folder) == 0o700
    assert modes(folder) == {
        "journal.sqlite": 0o600,
        "journal.sqlite-wal": 0o600,
        "journal.sqlite.mark": 0o600,
    }
    journal.close()


def test_copy_kept_aside_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    a_journal(folder).close()
    (folder / "journal.sqlite").write_bytes(b"no database at all" * 100)
    Journal(folder / "journal.sqlite").close()
    assert modes(folder)["journal.sqlite.aside-1"] == 0o600
    assert set(modes(folder).values()) == {0o600}


def test_decks_are_readable_by_their_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    EnrolledDecks(folder / "cards.toml").add("04a2b3c4", TaggedCard("hai-noon", "wild"))
    assert (mode(folder), modes(folder)) == (0o700, {"cards.toml": 0o600})


def test_open_files_are_closed_to_others(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    a_journal(folder).close()
    names = ("journal.sqlite.aside-1", "cards.toml", "evening.jsonl.gz")
    for name in names:
        (folder / name).touch()
    for path in folder.iterdir():
        path.chmod(0o644)
    folder.chmod(0o755)
    Journal(folder / "journal.sqlite").close()
    assert mode(folder) == 0o700
    assert modes(folder) == {
        **dict.fromkeys(names, 0o600),
        "journal.sqlite": 0o600,
        "journal.sqlite.mark": 0o600,
    }


def test_folder_with_other_files_keeps_its_mode(tmp_path: Path) -> None:
    """Somebody may keep the journal in `/tmp` or in a home folder."""
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o777)
    (folder / "letter.txt").touch()
    a_journal(folder).close()
    assert mode(folder) == 0o777
    assert modes(folder)["letter.txt"] == 0o666
    assert modes(folder)["journal.sqlite"] == 0o600


def test_read_only_folder_stays_read_only(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    private.make_folder(tmp_path)
    assert mode(tmp_path) == 0o500
    tmp_path.chmod(0o700)


def test_symbolic_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").touch()
    state = tmp_path / "state"
    state.mkdir()
    (state / "journal.sqlite.old").symlink_to(tmp_path / "mine.txt")
    private.make_folder(state)
    assert mode(tmp_path / "mine.txt") == 0o666


def test_doctor_names_files_that_others_can_read(tmp_path: Path) -> None:
    case = look_at(a_laptop(tmp_path))._replace(state=tmp_path / "my state")
    assert list(storage.secrets(case)) == []
    a_journal(case.state).close()
    assert list(storage.secrets(case)) == []
    journal = case.state / "journal.sqlite"
    journal.chmod(0o640)
    case.state.chmod(0o755)
    (finding,) = storage.secrets(case)
    assert finding.subject == "secrets"
    assert "journal.sqlite" in finding.says
    assert finding.fix == (f"chmod 700 '{case.state}'", f"chmod 600 '{journal}'")
    journal.chmod(0o600)
    (finding,) = storage.secrets(case)
    assert str(case.state) in finding.says
