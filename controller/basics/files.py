"""Files that are surely read, and files that are surely on disk."""

import errno
import os
import stat
from pathlib import Path


def regular(path: Path) -> Path:
    """Return the path if it can be opened at once, or if nothing is there.

    Raises OSError for a pipe, which may never answer, a socket or a device. A folder
    passes, since Python refuses it with a better message.
    """
    try:
        kind = path.stat().st_mode
    except FileNotFoundError:
        return path
    if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    return path


def beside(path: Path, tail: str) -> Path:
    """Return the path with this behind its name."""
    return path.with_name(path.name + tail)


def write_new(path: Path, data: bytes, mode: int = 0o600) -> Path:
    """Write a file that nobody else can read before it has its mode, onto the disk.

    An old one is replaced. Raises OSError, and then there is no file.
    """
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fchmod(file.fileno(), mode)
            os.fsync(file.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return path


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
