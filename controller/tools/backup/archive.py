"""The backup file: a ZIP with a list of its files and their checksums.

    backup.json    {"undertow-backup": 1, "version": "0.1.0",
                    "files": {NAME: {"sha256": …, "mode": 384, "group": "pi"}}}
    NAME           each file, as it was

It is complete on disk before it gets its name, and checked as a whole before any of it
is used.
"""

import hashlib
import json
import zipfile
import zlib
from collections.abc import Mapping
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from controller.basics.errors import UndertowError
from controller.basics.files import beside, regular, write_new

FORMAT = 1
_LIST = "backup.json"
_KEY = "undertow-backup"
# More than years of games take, because a small file can unpack to far more.
MOST_BYTES = 1 << 30
_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    LookupError,
    TypeError,
    ValueError,
)


class BadBackup(UndertowError):
    """A file that is damaged or not a backup, or a restore that would replace files."""


class BackupFile(NamedTuple):
    """A file in a backup, and who may read it."""

    data: bytes
    mode: int
    group: str


def write(path: Path, files: Mapping[str, BackupFile]) -> None:
    """Write a backup that only its owner can read; raises OSError."""
    write_new(beside(path, ".making"), _packed(files)).replace(path)


def _packed(files: Mapping[str, BackupFile]) -> bytes:
    listed = {
        name: {"sha256": _sum(kept.data), "mode": kept.mode, "group": kept.group}
        for name, kept in files.items()
    }
    head = {_KEY: FORMAT, "version": version("undertow"), "files": listed}
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(_LIST, json.dumps(head, indent=2))
        for name, kept in files.items():
            archive.writestr(name, kept.data)
    return data.getvalue()


def _sum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def read(path: Path) -> dict[str, BackupFile]:
    """Return the files of a backup; raise BadBackup if any is not intact."""
    try:
        with zipfile.ZipFile(regular(path)) as archive:
            if sum(info.file_size for info in archive.infolist()) > MOST_BYTES:
                raise BadBackup(f"{path} is too large to be a backup of a table")
            if _LIST not in archive.namelist():
                raise BadBackup(f"{path} is not a backup of a table")
            head = json.loads(archive.read(_LIST))
            _check_format(path, head)
            return {
                name: _backup_file(archive.read(name), listed)
                for name, listed in head["files"].items()
            }
    except OSError as error:
        raise BadBackup(f"{path} cannot be read: {error.strerror or error}") from None
    except _DAMAGED:
        raise BadBackup(
            f"{path} is damaged or is not a backup of a table; nothing was restored"
        ) from None


def _check_format(path: Path, head: Any) -> None:
    if head[_KEY] != FORMAT:
        raise BadBackup(
            f"{path} is from another version of undertow ({head['version']}); "
            "update this one, and restore again"
        )


def _backup_file(data: bytes, listed: Any) -> BackupFile:
    if _sum(data) != listed["sha256"]:
        raise ValueError
    return BackupFile(data, int(listed["mode"]) & 0o777, str(listed["group"]))
