"""Files that hold hands, draws and codes: for nobody's eyes but their owner's.

The journal, its mark and copies, the decks and recordings are 0600 and their folder is
0700, whatever the umask. What a backup left open is closed at the
start.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

FILE = 0o600
FOLDER = 0o700
_OTHERS = 0o077
# Of what the table keeps in its folder; everything else there is somebody else's.
_SECRETS = ("journal.sqlite", "cards.toml")
_RECORDINGS = (".jsonl", ".jsonl.gz")


def make_folder(folder: Path) -> None:
    """Makes the folder of the journal, and closes it to others; raises OSError.

    A folder that holds more than the table's own files is left as open as it was.
    """
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    # A disk or an owner that forbids it: `undertow doctor` says so.
    with suppress(OSError):
        for path in open_to_others(folder):
            if path != folder or _is_our_own(folder):
                path.chmod(stat.S_IMODE(path.stat().st_mode) & ~_OTHERS)


def create(path: Path) -> None:
    """Makes an empty file where there is none, so that it is never open to others."""
    # Closing a file that was there would end SQLite's locks on it.
    with suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE))


def open_to_others(folder: Path) -> Iterator[Path]:
    """The folder and the secret files in it that others may read or write."""
    for path in (folder, *sorted(filter(_is_secret, folder.iterdir()))):
        if path.lstat().st_mode & _OTHERS and not path.is_symlink():
            yield path


def _is_secret(path: Path) -> bool:
    return path.name.startswith(_SECRETS) or path.name.endswith(_RECORDINGS)


def _is_our_own(folder: Path) -> bool:
    """Whether all in it is ours: closing `/tmp`, or a home, would lock others out."""
    return all(map(_is_secret, folder.iterdir()))
