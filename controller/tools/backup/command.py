"""Both commands: their output and their errors."""

from pathlib import Path

from controller.service.settings import Settings
from controller.storage.errors import InUse
from controller.tools.backup import archive, contents, restore
from controller.tools.backup.archive import BadBackup
from controller.tools.terminal import tell


def backup(path: Path, settings: Settings, *, replace: bool) -> int:
    """Write the backup; raise BadBackup if there is nothing, or the file exists."""
    if path.exists() and not replace:
        raise BadBackup(f"{path} exists; name another file, or add --replace")
    try:
        found = contents.find(settings)
    except InUse:
        raise _running(settings.state) from None
    if not found.files:
        folders = f"{settings.state} and {settings.file.parent}"
        raise BadBackup(f"there is nothing to back up in {folders}")
    archive.write(path, found.files)
    tell(f"Wrote {path} with {', '.join(found.files)}.")
    tell("Keep it private: it holds every game's cards, and the codes of its pages.")
    for outside in found.outside:
        tell(f"Not in it, because it is outside {settings.file.parent}: {outside}")
    return 0


def restore_backup(
    path: Path, file: Path, games: Path | None, usual: Path, replace: bool
) -> int:
    """Restore a backup beside this settings file; `games` is their folder, if given."""
    files = archive.read(path)
    folder = games or restore.games_folder(files, file, usual)
    here = contents.Folders(folder, file.parent)
    try:
        restored = restore.restore(files, here, replace=replace)
    except InUse:
        raise _running(folder) from None
    for place in restored:
        tell(f"Restored {place}.")
    return 0


def _running(games: Path) -> BadBackup:
    return BadBackup(
        f"a table is running and holds {games / contents.JOURNAL}; stop it first "
        "(the service: sudo systemctl stop undertow)"
    )
