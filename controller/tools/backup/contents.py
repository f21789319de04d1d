"""The files of a table: games and decks in one folder, settings and maps in another.

A backup names each file by its folder and its path in it, so that it also fits a
machine with other folder names.
"""

import grp
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import wiring
from controller.basics.files import regular
from controller.chance.decks import FILE as DECKS
from controller.service.settings import HOST_FILE, Settings
from controller.storage.journal import Journal
from controller.tools.backup.archive import BackupFile, BadBackup

GAMES, SETTINGS = "games", "settings"
JOURNAL = "journal.sqlite"
MARK = f"{JOURNAL}.mark"
_IN_GAMES = (JOURNAL, MARK, DECKS, HOST_FILE)
# The settings that name files of the owner.
_NAMED = ("board", "house", "tls_certificate", "tls_key", "broker_ca")


class Folders(NamedTuple):
    games: Path
    settings: Path

    def path(self, name: str) -> Path:
        """Return where a file of a backup belongs; raise BadBackup if nowhere."""
        folder, *parts = PurePosixPath(name).parts
        is_plain = "\\" not in name and "\0" not in name and ".." not in parts
        if parts and is_plain:
            if folder == GAMES and len(parts) == 1 and parts[0] in _IN_GAMES:
                return self.games / parts[0]
            if folder == SETTINGS:
                return self.settings.joinpath(*parts)
        raise BadBackup(f"{name!r} is not a file of a table; nothing was restored")


class BackupContents(NamedTuple):
    files: dict[str, BackupFile]  # by their name in a backup
    outside: list[str]  # files named in the settings that lie elsewhere


def find(settings: Settings) -> BackupContents:
    """Return the files of this table; raise InUse while the table runs."""
    files = dict(_journal(settings.state))
    for own in (DECKS, HOST_FILE):
        if (settings.state / own).is_file():
            files[f"{GAMES}/{own}"] = _backup_file(settings.state / own)
    home = settings.file.absolute().parent
    outside = []
    owned = [settings.file, *sorted(home.glob("*.toml"))]
    for key, path in _named(settings):
        if not path.is_relative_to(home):
            outside.append(f"{path} ({key})")
        else:
            owned += sorted(path.glob("*.toml")) if path.is_dir() else [path]
    for path in filter(Path.is_file, (path.absolute() for path in owned)):
        name = f"{SETTINGS}/{path.relative_to(home).as_posix()}"
        files[name] = _backup_file(path)
    return BackupContents(files, outside)


def _named(settings: Settings) -> Iterator[tuple[str, Path]]:
    for key in _NAMED:
        value = getattr(settings, key)
        if value is not None:
            path = Path(value).absolute()
            # Our own maps come with the program.
            if not path.is_relative_to(wiring.MAPS):
                yield key, path


def _backup_file(path: Path, data: bytes | None = None) -> BackupFile:
    found = regular(path).stat()
    try:
        group = grp.getgrgid(found.st_gid).gr_name
    except KeyError:
        group = ""
    if data is None:
        data = path.read_bytes()
    return BackupFile(data, stat.S_IMODE(found.st_mode), group)


def _journal(games: Path) -> Iterator[tuple[str, BackupFile]]:
    path = games / JOURNAL
    # Opening a missing journal would create it.
    if not path.exists():
        return
    with closing(Journal(path)) as journal:
        journal.mark()
        # Not read as a file, because closing that would release SQLite's locks.
        yield f"{GAMES}/{JOURNAL}", _backup_file(path, journal.db.serialize())
    if (games / MARK).is_file():
        yield f"{GAMES}/{MARK}", _backup_file(games / MARK)
