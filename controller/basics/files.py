"""Refuses what is no regular file: a pipe never answers, and a device may never end."""

import errno
import stat
from pathlib import Path


def regular(path: Path) -> Path:
    """Return the path if it can be opened at once, or if nothing is there.

    Raises OSError for a pipe, a socket or a device. A folder is left to whoever opens
    it, since Python has a better word for that.
    """
    try:
        kind = path.stat().st_mode
    except FileNotFoundError:
        return path
    if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    return path
