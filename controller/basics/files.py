"""Regular files only: a pipe may never answer, and a device may never end."""

import errno
import stat
from pathlib import Path


def regular(path: Path) -> Path:
    """Return the path if it can be opened at once, or if nothing is there.

    Raises OSError for a pipe, a socket or a device. A folder passes, since Python
    refuses it with a better message.
    """
    try:
        kind = path.stat().st_mode
    except FileNotFoundError:
        return path
    if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    return path
