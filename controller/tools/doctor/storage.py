"""Where games are stored: room on the disk, and who may read the folder."""

import errno
import os
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path

from controller.storage.private import FILE, FOLDER, exposed_files
from controller.tools.doctor.case import Case, Finding, fail, ok, warn

_MB = 1_000_000
_FULL_MB = 20
_TIGHT_MB = 200
_IN_MEMORY = ("overlay", "tmpfs", "ramfs")
_FREE_SOME = ("sudo apt-get clean", "sudo journalctl --vacuum-size=50M")


def disk(case: Case) -> Iterator[Finding]:
    folder = _nearest(case.state)
    free_mb = case.machine.free_bytes(folder) // _MB
    room = f"{case.state}: {_size(free_mb)} free"
    trouble = _write_trouble(folder)
    if trouble is not None and trouble.errno != errno.ENOSPC:
        yield _cannot_write(case, folder, trouble)
    elif trouble is not None or free_mb < _FULL_MB:
        yield fail(
            "disk",
            f"{room}; the disk is full, and games will not be saved",
            *_FREE_SOME,
        )
    elif free_mb < _TIGHT_MB:
        yield warn("disk", f"{room}; the disk is almost full", *_FREE_SOME)
    elif case.pi and _mount(case, folder)[1] in _IN_MEMORY:
        says = f"{case.state} is in memory; games are lost at power-off"
        yield warn("disk", says, "sudo raspi-config nonint do_overlayfs 1")
    else:
        yield ok("disk", f"{room}, writable")


def _size(mb: int) -> str:
    return f"{mb} MB" if mb < 1000 else f"{mb / 1000:.1f} GB"


def _cannot_write(case: Case, folder: Path, trouble: OSError) -> Finding:
    says = f"{case.state} cannot be written: {trouble.strerror}"
    elsewhere = f"{case.machine.command} play --state FOLDER"
    if trouble.errno == errno.EROFS:
        return fail(
            "disk",
            f"{says}; the system does this when an SD card fails",
            "sudo dmesg --level=err,warn | tail",
            f"sudo mount -o remount,rw {shlex.quote(str(_mount(case, folder)[0]))}",
        )
    if trouble.errno in (errno.EACCES, errno.EPERM):
        # The service's folder is closed to other users; look as root.
        user = case.machine.user
        says = f"{case.state} cannot be written by {user}: {trouble.strerror}"
        return fail("disk", says, _as_root(case), elsewhere)
    return fail("disk", says, elsewhere)


def _as_root(case: Case) -> str:
    command = Path(case.machine.python.executable).with_name("undertow")
    return f"sudo {command} doctor --state {shlex.quote(str(case.state))}"


def _nearest(folder: Path) -> Path:
    """Return the folder, or the nearest one above it that exists."""
    # os.path, because a folder that may not be read is not an error there.
    while not os.path.exists(folder) and folder != folder.parent:  # noqa: PTH110
        folder = folder.parent
    return folder


def _write_trouble(folder: Path) -> OSError | None:
    """Write through to the disk, into a file without a name; return the error."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return error
    return None


def _mount(case: Case, folder: Path) -> tuple[Path, str]:
    """Return the mount point of this folder's disk, and its kind."""
    found = Path("/"), "unknown"
    for line in (case.machine.text("proc/mounts") or "").splitlines():
        _, where, kind, *_ = line.split()
        mount = Path(where.replace("\\040", " "))
        # A later line hides an earlier one.
        deeper = len(mount.parts) >= len(found[0].parts)
        if deeper and folder.resolve().is_relative_to(mount):
            found = mount, kind
    return found


def secrets(case: Case) -> Iterator[Finding]:
    """Check whether others can read the journal, and so every hand and code."""
    try:
        found = list(exposed_files(case.state))
    except OSError:
        return  # the check of the disk says why
    if not found:
        return
    names = ", ".join(path.name for path in found if path != case.state)
    says = f"every user of this machine can read {names or case.state}"
    modes = [(FOLDER if path == case.state else FILE, path) for path in found]
    fix = [f"chmod {mode:o} {shlex.quote(str(path))}" for mode, path in modes]
    yield warn("secrets", f"{says}, and so every hand and code", *fix)
