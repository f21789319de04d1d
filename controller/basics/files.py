"""Read only regular files, and write files durably to disk."""

import errno
import os
import stat
from pathlib import Path


def regular(path: Path) -> Path:
    """Return the path if it can be opened without waiting, or if it does not exist.

    Raises OSError for a socket, a device, or a pipe, which may never answer. Folders
    pass, because Python's own message for those is better.
    """
    try:
        kind = path.stat().st_mode
    except FileNotFoundError:
        return path
    if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    return path


def beside(path: Path, tail: str) -> Path:
    """Return the path with this suffix added to its name."""
    return path.with_name(path.name + tail)


def write_new(path: Path, data: bytes, mode: int = 0o600) -> Path:
    """Write a file to disk, without a moment in which its mode is too open.

    Replaces an old file. Raises OSError, and leaves no file then.
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
    """Flush a file, or a folder's entries, to disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
