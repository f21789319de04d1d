"""Restores a backup: everything is checked and on disk before the first file changes.

Then each file is renamed into place, the journal last. After a power cut in between,
another restore finishes it.
"""

import grp
import os
import sqlite3
import tomllib
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from controller.basics.files import beside, sync, write_new
from controller.storage import private
from controller.storage.journal import Journal
from controller.storage.repair import TAILS
from controller.storage.sqlite_file import UnusableJournal, open_journal
from controller.tools.backup.archive import BackupFile, BadBackup
from controller.tools.backup.contents import GAMES, JOURNAL, MARK, SETTINGS, Folders

_JOURNAL, _MARK = f"{GAMES}/{JOURNAL}", f"{GAMES}/{MARK}"


def games_folder(files: Mapping[str, BackupFile], settings: Path, usual: Path) -> Path:
    """Return where the restored settings keep games; `usual` if they don't say."""
    kept = files.get(f"{SETTINGS}/{settings.name}")
    with suppress(ValueError):
        named = tomllib.loads(kept.data.decode()).get("state") if kept else None
        if isinstance(named, str):
            return settings.parent / named
    return usual


def restore(
    files: Mapping[str, BackupFile], here: Folders, *, replace: bool
) -> list[Path]:
    """Put all files in their places, and return them; raise BadBackup or InUse."""
    places = {name: here.path(name) for name in files}
    _check_journal(files)
    has_games = _has_games(here.games / JOURNAL)
    if not replace:
        _check_free(files, places, has_games)
    making = {name: _written(places[name], kept) for name, kept in files.items()}
    for name in sorted(files, key=lambda name: (name == _MARK, name == _JOURNAL)):
        if name == _JOURNAL:
            # Files of the old journal would be treated as the new one's.
            for tail in (".mark", *TAILS):
                beside(places[name], tail).unlink(missing_ok=True)
        making[name].replace(places[name])
        sync(places[name].parent)
    return [*places.values()]


def _check_journal(files: Mapping[str, BackupFile]) -> None:
    """Raise BadBackup if this program cannot continue the journal."""
    if _JOURNAL not in files:
        return
    with TemporaryDirectory() as folder:
        copy = Path(folder, JOURNAL)
        copy.write_bytes(files[_JOURNAL].data)
        try:
            open_journal(copy).close()
        except (UnusableJournal, sqlite3.Error) as reason:
            raise BadBackup(f"its journal {reason}; nothing was restored") from None


def _has_games(path: Path) -> bool:
    """Return whether this machine already has games; raise InUse if a table runs."""
    if not path.exists():
        return False
    with closing(Journal(path)) as journal:
        return journal.last.saved is not None


def _check_free(
    files: Mapping[str, BackupFile], places: Mapping[str, Path], has_games: bool
) -> None:
    """Raise BadBackup if a file with other contents would be replaced."""
    taken = [
        str(place)
        for name, place in places.items()
        if name not in (_JOURNAL, _MARK)
        and place.exists()
        and place.read_bytes() != files[name].data
    ]
    if _JOURNAL in files and has_games:
        taken.append(str(places[_JOURNAL]))
    if taken:
        raise BadBackup(
            f"this would replace {', '.join(taken)}; nothing was restored. "
            "To replace them, add --replace"
        )


def _written(place: Path, kept: BackupFile) -> Path:
    """Write a file beside its final place, with its owner and mode."""
    is_private = place.name in (JOURNAL, MARK)
    if not place.parent.exists():
        place.parent.mkdir(private.FOLDER if is_private else 0o755, parents=True)
    making = write_new(beside(place, ".restoring"), kept.data, kept.mode)
    # Under sudo, the service must still be able to read it.
    with suppress(OSError):
        os.chown(making, *_owner(place.parent, kept.group))
    sync(making)
    return making


def _owner(folder: Path, group: str) -> tuple[int, int]:
    """Return the folder's owner, and the file's group if this machine has it."""
    there = folder.stat()
    with suppress(KeyError):
        return there.st_uid, grp.getgrnam(group).gr_gid
    return there.st_uid, there.st_gid
