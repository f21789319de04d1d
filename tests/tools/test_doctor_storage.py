"""`undertow doctor` about what is kept: the disk and the journal."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from controller.storage.journal import Setup
from controller.tools.doctor import storage
from tests.support.doctor_machines import a_laptop, a_pi, look_at, only, put

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
