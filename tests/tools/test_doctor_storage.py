"""`undertow doctor` about what is kept: the disk and the journal."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from controller.storage.journal import Journal, Setup
from controller.tools.doctor import storage
from controller.tools.doctor.case import Case, Finding
from tests.support.doctor_machines import a_laptop, a_pi, in_use, look_at, only, put

FREE_SOME = ("sudo apt-get clean", "sudo journalctl --vacuum-size=50M")
SETUP = Setup("get-bit", 2, {}, 7, "1", ("aa", "bb"))


def listing(folder: Path) -> list[tuple[str, int, int]]:
    return sorted(
        (str(path), path.stat().st_mtime_ns, path.stat().st_size)
        for path in folder.rglob("*")
    )


# Disk


@pytest.mark.parametrize(
    ("free_mb", "state"),
    [(9000, "ok"), (200, "ok"), (199, "warning"), (20, "warning"), (19, "error")],
)
def test_the_room_on_the_disk_is_told(tmp_path: Path, free_mb: int, state: str) -> None:
    machine = a_pi(tmp_path, free_bytes=lambda folder: free_mb * 1_000_000)
    found = only(storage.disk(look_at(machine)))
    assert (found.state, found.fix) == (state, () if state == "ok" else FREE_SOME)


@pytest.mark.parametrize(
    ("number", "fix"),
    [
        (errno.ENOSPC, FREE_SOME[0]),
        (errno.EIO, "undertow play --state FOLDER"),
        (errno.EROFS, "sudo dmesg --level=err,warn | tail"),
        (errno.EACCES, "sudo /opt/undertow/.venv/bin/undertow doctor --state {}"),
    ],
)
@pytest.mark.parametrize("call", ["tempfile.TemporaryFile", "os.fsync"])
def test_a_disk_that_cannot_be_written_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int, fix: str
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise OSError(number, os.strerror(number))

    case = look_at(a_pi(tmp_path))
    monkeypatch.setattr(call, refuse)
    found = only(storage.disk(case))
    assert (found.state, found.fix[0]) == ("error", fix.format(case.state))


def test_a_folder_that_is_not_there_yet_is_not_made(tmp_path: Path) -> None:
    case = look_at(a_laptop(tmp_path))._replace(state=tmp_path / "deep" / "state")
    before = listing(tmp_path)
    assert only(storage.disk(case)).state == "ok"
    assert only(storage.journal(case)).state == "ok"
    assert listing(tmp_path) == before


@pytest.mark.parametrize(
    ("mounts", "state"),
    [
        ("x {} overlay rw 0 0\n/dev/root / ext4 rw 0 0\n", "warning"),
        ("x {} tmpfs rw 0 0\n/dev/root / ext4 rw 0 0\n", "warning"),
        ("/dev/root / ext4 rw 0 0\nx /nowhere tmpfs rw 0 0", "ok"),
    ],
)
def test_games_that_a_pi_keeps_in_memory_are_remarked(
    tmp_path: Path, mounts: str, state: str
) -> None:
    case = look_at(a_pi(tmp_path))
    put(tmp_path, "proc/mounts", mounts.format(tmp_path))
    assert only(storage.disk(case)).state == state
    laptop = case._replace(pi=None)
    assert only(storage.disk(laptop)).state == "ok"


# Journal


@pytest.fixture
def case(tmp_path: Path) -> Case:
    return look_at(a_laptop(tmp_path / "machine"))


def played(case: Case, over: bool = False) -> Path:
    path = case.state / "journal.sqlite"
    journal = Journal(path)
    journal.begin(SETUP, ['{"type": "choose"}'])
    journal.append(['{"type": "choose"}'], over)
    journal.close()
    return path


def journal_of(case: Case) -> Finding:
    return only(storage.journal(case))


def test_an_unfinished_game_is_told(case: Case) -> None:
    assert journal_of(case).state == "ok", "none yet"
    played(case)
    before = listing(case.state)
    assert "game of get-bit" in journal_of(case).says
    assert listing(case.state) == before


def test_what_a_killed_table_left_is_read_too(case: Case, tmp_path: Path) -> None:
    """The game is then in the write-ahead log only."""
    whole = tmp_path / "whole.sqlite"
    journal = Journal(whole)
    journal.begin(SETUP, [])
    for tail in ("", "-wal"):
        copy = case.state / f"journal.sqlite{tail}"
        copy.write_bytes(whole.with_name(f"whole.sqlite{tail}").read_bytes())
    journal.close()
    assert "game of get-bit" in journal_of(case).says


def test_a_journal_in_use_is_told_with_its_process_and_left_alone(case: Case) -> None:
    path = played(case)
    with in_use(path) as process:
        before = listing(case.state)
        found = journal_of(case)
        assert (found.state, f"(process {process})" in found.says) == ("ok", True)
        assert listing(case.state) == before
    assert "game of get-bit" in journal_of(case).says


def test_a_table_can_start_while_the_doctor_looks(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = played(case)

    def meanwhile(copy: Path) -> None:
        with in_use(path):
            assert copy.parent != path.parent

    monkeypatch.setattr("controller.tools.doctor.storage.fault", meanwhile)
    assert journal_of(case).state == "ok"


def test_a_damaged_journal_is_remarked_and_stays(case: Case) -> None:
    path = case.state / "journal.sqlite"
    path.write_text("my diary, and it is long enough to be looked at " * 20)
    found = journal_of(case)
    assert (found.state, found.fix) == ("warning", (f"cp {path} {path}.damaged",))
    assert [found.name for found in case.state.iterdir()] == ["journal.sqlite"]
