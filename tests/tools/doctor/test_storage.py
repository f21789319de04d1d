"""`undertow doctor` about what is kept: the disk and the journal."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from controller.storage.journal import Journal, Setup
from controller.tools.doctor import storage
from controller.tools.doctor.case import Case, Finding, remark, well, wrong
from tests.support.doctor_machines import a_laptop, a_pi, in_use, look_at, only, put

FREE_SOME = ("sudo apt-get clean", "sudo journalctl --vacuum-size=50M")
SETUP = Setup("get-bit", 2, {}, 7, "1", ("aa", "bb"))


def cannot_write(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def refuse(**_: Any) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)


def listing(folder: Path) -> list[tuple[str, int, int]]:
    return sorted(
        (str(path), path.stat().st_mtime_ns, path.stat().st_size)
        for path in folder.rglob("*")
    )


# Disk


@pytest.mark.parametrize(
    ("free_mb", "state", "says"),
    [
        (9000, "well", "9.0 GB free, can be written"),
        (200, "well", "200 MB free, can be written"),
        (199, "remark", "199 MB free, which is getting tight"),
        (20, "remark", "20 MB free, which is getting tight"),
        (19, "wrong", "19 MB free; the next move may find no room"),
        (0, "wrong", "0 MB free; the next move may find no room"),
    ],
)
def test_the_room_on_the_disk_is_told(
    tmp_path: Path, free_mb: int, state: str, says: str
) -> None:
    machine = a_pi(tmp_path, free_bytes=lambda folder: free_mb * 1_000_000)
    case = look_at(machine)
    found = only(storage.disk(case))
    mend = () if state == "well" else FREE_SOME
    assert found == ("disk", state, f"{case.state}: {says}", mend)


def test_a_disk_that_refuses_for_want_of_room_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = look_at(a_pi(tmp_path))
    cannot_write(monkeypatch, errno.ENOSPC)
    says = f"{case.state}: 9.0 GB free; the next move may find no room"
    assert only(storage.disk(case)) == wrong("disk", says, *FREE_SOME)


def test_a_disk_that_loses_what_it_took_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = look_at(a_pi(tmp_path))

    def fails(file: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr("os.fsync", fails)
    assert only(storage.disk(case)) == wrong(
        "disk",
        f"{case.state} cannot be written: Input/output error",
        "undertow play --state FOLDER",
    )


def test_a_read_only_disk_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = look_at(a_pi(tmp_path))
    cannot_write(monkeypatch, errno.EROFS)
    assert only(storage.disk(case)) == wrong(
        "disk",
        f"{case.state} cannot be written: Read-only file system; a card that fails is "
        "made read-only by the system",
        "sudo dmesg --level=err,warn | tail",
        "sudo mount -o remount,rw /",
    )


def test_a_folder_of_somebody_else_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = look_at(a_pi(tmp_path))
    cannot_write(monkeypatch, errno.EACCES)
    assert only(storage.disk(case)) == wrong(
        "disk",
        f"{case.state} cannot be written by ada: Permission denied",
        f"sudo /opt/undertow/.venv/bin/undertow doctor --state {case.state}",
        "undertow play --state FOLDER",
    )


def test_a_file_in_the_place_of_the_folder_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    case = look_at(a_laptop(tmp_path))._replace(state=tmp_path / "file" / "state")
    assert only(storage.disk(case)) == wrong(
        "disk",
        f"{case.state} cannot be written: Not a directory",
        "undertow play --state FOLDER",
    )


def test_a_folder_that_is_not_there_yet_is_not_made(tmp_path: Path) -> None:
    case = look_at(a_laptop(tmp_path))._replace(state=tmp_path / "deep" / "state")
    before = listing(tmp_path)
    assert only(storage.disk(case)).state == "well"
    assert only(storage.journal(case)).state == "well"
    assert listing(tmp_path) == before


@pytest.mark.parametrize("kind", ["overlay", "tmpfs"])
def test_games_that_are_kept_in_memory_are_remarked(tmp_path: Path, kind: str) -> None:
    case = look_at(a_pi(tmp_path))
    mounts = f"x {tmp_path} {kind} rw 0 0\n/dev/root / ext4 rw 0 0\n"
    put(tmp_path, "proc/mounts", mounts)
    assert only(storage.disk(case)) == remark(
        "disk",
        f"{case.state} is kept in memory; what is played is lost at power-off",
        "sudo raspi-config nonint do_overlayfs 1",
    )


def test_a_laptop_may_keep_its_games_where_it_likes(tmp_path: Path) -> None:
    case = look_at(a_laptop(tmp_path))
    put(tmp_path, "proc/mounts", "overlay / overlay rw 0 0\n")
    assert only(storage.disk(case)).state == "well"


def test_another_disk_in_memory_does_not_matter(tmp_path: Path) -> None:
    case = look_at(a_pi(tmp_path))
    put(tmp_path, "proc/mounts", "/dev/root / ext4 rw 0 0\nx /nowhere tmpfs rw 0 0")
    assert only(storage.disk(case)).state == "well"


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


def test_no_journal_is_well(case: Case) -> None:
    assert journal_of(case) == well("journal", "none yet; the first game starts it")


def test_an_unfinished_game_is_told(case: Case) -> None:
    played(case)
    assert journal_of(case) == well("journal", "sound; an unfinished get-bit waits")


def test_a_finished_game_is_nothing_to_tell(case: Case) -> None:
    played(case, over=True)
    assert journal_of(case) == well("journal", "sound; no unfinished game")


def test_what_a_killed_table_left_is_read_too(case: Case, tmp_path: Path) -> None:
    """The game is then in the write-ahead log only."""
    whole = tmp_path / "whole.sqlite"
    journal = Journal(whole)
    journal.begin(SETUP, [])
    for tail in ("", "-wal"):
        copy = case.state / f"journal.sqlite{tail}"
        copy.write_bytes(whole.with_name(f"whole.sqlite{tail}").read_bytes())
    journal.close()
    assert journal_of(case) == well("journal", "sound; an unfinished get-bit waits")


def test_looking_changes_nothing(case: Case) -> None:
    played(case)
    before = listing(case.state)
    journal_of(case)
    assert listing(case.state) == before


def test_a_journal_in_use_is_told_with_its_process_and_left_alone(case: Case) -> None:
    path = played(case)
    with in_use(path) as process:
        before = listing(case.state)
        assert journal_of(case) == well(
            "journal",
            f"in use by a running table (process {process}), not looked into",
        )
        assert listing(case.state) == before
    assert journal_of(case).says == "sound; an unfinished get-bit waits"


def test_a_table_can_start_while_the_doctor_looks(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = played(case)

    def meanwhile(copy: Path) -> None:
        with in_use(path):
            assert copy.parent != path.parent

    monkeypatch.setattr("controller.tools.doctor.storage.fault", meanwhile)
    assert journal_of(case).state == "well"


def test_a_damaged_journal_is_remarked_and_stays(case: Case) -> None:
    path = case.state / "journal.sqlite"
    path.write_text("my diary, and it is long enough to be looked at " * 20)
    assert journal_of(case) == remark(
        "journal",
        f"{path} cannot be read (file is not a database); the next start keeps it "
        "aside and begins a new one",
        f"cp {path} {path}.damaged",
    )
    assert [found.name for found in case.state.iterdir()] == ["journal.sqlite"]


def test_a_journal_that_may_not_be_read_is_remarked(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    path = played(case)
    monkeypatch.setattr("shutil.copyfile", refuse)
    assert journal_of(case) == remark(
        "journal",
        f"{path} cannot be read by ada",
        f"sudo /opt/undertow/.venv/bin/undertow doctor --state {case.state}",
    )
