"""Where games are kept: room on the disk, the journal, and who may look into it."""

import errno
import fcntl
import os
import shlex
import shutil
import struct
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from controller.basics.files import regular
from controller.storage.journal import Journal, fault
from controller.storage.private import FILE, FOLDER, open_to_others
from controller.tools.doctor.case import Case, Finding, fail, ok, warn

JOURNAL = "journal.sqlite"

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
    elif case.pi and _kind(case, folder) in _IN_MEMORY:
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
        # The service's folder is not for its user's neighbours; look as root.
        user = case.machine.user
        says = f"{case.state} cannot be written by {user}: {trouble.strerror}"
        return fail("disk", says, _as_root(case), elsewhere)
    return fail("disk", says, elsewhere)


def _as_root(case: Case) -> str:
    command = Path(case.machine.python.executable).with_name("undertow")
    return f"sudo {command} doctor --state {shlex.quote(str(case.state))}"


def _nearest(folder: Path) -> Path:
    """Return the folder, or the nearest one above it that exists."""
    # os.path, since a folder that may not be looked into is no error there.
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


def _kind(case: Case, folder: Path) -> str:
    return _mount(case, folder)[1]


def _mount(case: Case, folder: Path) -> tuple[Path, str]:
    """Return where the disk of this folder is mounted, and its kind."""
    found = Path("/"), "unknown"
    for line in (case.machine.text("proc/mounts") or "").splitlines():
        _, where, kind, *_ = line.split()
        mount = Path(where.replace("\\040", " "))
        # A later line lies over an earlier one.
        deeper = len(mount.parts) >= len(found[0].parts)
        if deeper and folder.resolve().is_relative_to(mount):
            found = mount, kind
    return found


def journal(case: Case) -> Iterator[Finding]:
    path = case.state / JOURNAL
    try:
        says, damage = _looked_into(path)
        process = holder(path)
    except FileNotFoundError:
        yield ok("journal", "none yet; the first game creates it")
    except PermissionError:
        says = f"{path} cannot be read by {case.machine.user}"
        yield warn("journal", says, _as_root(case))
    except OSError as error:
        fix = f"ls -l {shlex.quote(str(path))}"
        yield warn("journal", f"{path} cannot be read: {error.strerror}", fix)
    else:
        if process is not None:
            # It is written meanwhile, so that a copy proves nothing.
            says = f"in use by a running table (process {process}), not checked"
            yield ok("journal", says)
        elif damage:
            kept = shlex.quote(str(path))
            yield warn(
                "journal",
                f"{path} {damage}; the next start sets it aside and begins a new one",
                f"cp {kept} {kept}.damaged",
            )
        else:
            yield ok("journal", says)


def secrets(case: Case) -> Iterator[Finding]:
    """Check whether others can read the journal, and so every hand and code."""
    try:
        found = list(open_to_others(case.state))
    except OSError:
        return  # the checks of the disk and the journal say why
    if not found:
        return
    names = ", ".join(path.name for path in found if path != case.state)
    says = f"every user of this machine can read {names or case.state}"
    modes = [(FOLDER if path == case.state else FILE, path) for path in found]
    fix = [f"chmod {mode:o} {shlex.quote(str(path))}" for mode, path in modes]
    yield warn("secrets", f"{says}, and so every hand and code", *fix)


def _looked_into(path: Path) -> tuple[str, str | None]:
    """Return what a copy of the journal holds, and what is wrong with it."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        shutil.copyfile(regular(path), copy)
        unwritten = path.with_name(path.name + "-wal")
        if unwritten.exists():
            shutil.copyfile(unwritten, copy.with_name(unwritten.name))
        if damage := fault(copy):
            return "", damage
        opened = Journal(copy)
        saved = opened.unfinished()
        opened.close()
    if saved is None:
        return "undamaged; no unfinished game", None
    return f"undamaged; has an unfinished game of {saved.setup.game}", None


def holder(path: Path) -> int | None:
    """Return the process that has locked the journal, without locking it."""
    if sys.platform != "linux":
        return None
    layout = "hhqqi"  # struct flock: kind, whence, start, length, process
    question = struct.pack(layout, fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
    with regular(path).open("rb") as file:
        answer = fcntl.fcntl(file, fcntl.F_GETLK, question)
    kind, _, _, _, process = struct.unpack(layout, answer)
    return None if kind == fcntl.F_UNLCK else int(process)
