"""Files that hold hands, draws and codes, which only their owner may read.

The journal, its mark and copies, the decks and recordings have mode 0600, and their
folder 0700, whatever the umask. Files that a backup restored with other modes are
closed at the start.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

FILE = 0o600
FOLDER = 0o700
_OTHERS = 0o077
# The names of the table's own files; all others in the folder belong to somebody else.
_SECRETS = ("journal.sqlite", "cards.toml", "host.toml")
_RECORDINGS = (".jsonl", ".jsonl.gz")


def make_folder(folder: Path) -> None:
    """Create the journal's folder, and close it to others; raises OSError.

    A folder that also holds other files keeps its mode.
    """
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    # Some file systems and owners forbid it; `undertow doctor` reports that.
    with suppress(OSError):
        for path in exposed_files(folder):
            if path != folder or _holds_only_ours(folder):
                path.chmod(stat.S_IMODE(path.stat().st_mode) & ~_OTHERS)


def create(path: Path) -> None:
    """Create an empty file, unless one exists, so that others can never read it."""
    # Opening and closing an existing file would release SQLite's locks on it.
    with suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE))


def exposed_files(folder: Path) -> Iterator[Path]:
    """Yield the folder, and the secret files in it, that others may read or write."""
    for path in (folder, *sorted(filter(_is_secret, folder.iterdir()))):
        if path.lstat().st_mode & _OTHERS and not path.is_symlink():
            yield path


def _is_secret(path: Path) -> bool:
    return path.name.startswith(_SECRETS) or path.name.endswith(_RECORDINGS)


def _holds_only_ours(folder: Path) -> bool:
    """Return whether the folder holds only our files, unlike `/tmp` or a home."""
    return all(map(_is_secret, folder.iterdir()))
