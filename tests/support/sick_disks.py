"""A table on a full or read-only disk, in its own process.

    python -m tests.support.sick_disks full-disk FOLDER

It prints a line for each event. If the system does not allow mounting a disk, it uses a
limit on file sizes, or a folder's permissions.
"""

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from controller.games.get_bit.pieces import Choose
from controller.session.restore import restored
from controller.storage.sqlite_file import last, open_journal
from tests.support.simtable import SimTable

NAMES = ("red", "blue", "green", "yellow")
# Longer than the longest pause between retries.
PATIENCE_S = 60.0


def say(table: SimTable) -> None:
    """Print what was chosen, whether it is saved, and what is wrong."""
    cards = "".join(map(str, table.position.choices))
    saved = "saved" if table.store.is_saved else "not saved"
    lines = [f"{table.table.phase} {cards} {saved}", *table.parts.troubles(), ""]
    sys.stdout.write("\n".join(lines))


def say_written(table: SimTable, state: Path) -> None:
    """Print what another program finds in the file."""
    table.close()
    db = open_journal(state / "journal.sqlite")
    saved = last(db).saved
    db.close()
    assert saved
    kinds = [kind for kind, _ in saved.entries]
    cards = "".join(map(str, restored(saved).position.choices))
    sys.stdout.write(f"written {cards}, {kinds.count('undo')} undone\n")


def choose(table: SimTable, *seats: int) -> None:
    for seat in seats:
        table.act(Choose(seat, NAMES[seat], seat + 1))


def mounted(folder: Path, size: str) -> bool:
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(folder)]
    return (
        subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0
    )


def remounted(folder: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(folder)], check=True)


def full_disk(folder: Path) -> None:
    if not mounted(folder, "256k"):
        size_limit(folder)
        return
    filler = folder / "filler"

    def fill() -> None:
        # Until it says that it is full.
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(1024))

    try:
        filled_up(folder, fill, filler.unlink)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def size_limit(folder: Path) -> None:
    def limit(size: int) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    # No file can grow, but its present bytes can be changed.
    filled_up(folder, lambda: limit(0), lambda: limit(resource.RLIM_INFINITY))


def filled_up(
    folder: Path, fill: Callable[[], None], empty: Callable[[], None]
) -> None:
    fill()
    table = SimTable(folder)
    table.start(seed=1)
    choose(table, 0)
    say(table)
    empty()
    table.clock.tick(PATIENCE_S)
    choose(table, 1)
    say(table)
    fill()
    choose(table, 2)
    table.table.undo(None)
    table.settle()
    choose(table, 2)
    say(table)
    empty()
    table.clock.tick(PATIENCE_S)
    say(table)
    say_written(table, folder)


def read_only(folder: Path) -> None:
    is_mounted = mounted(folder, "1m")
    state = folder / "state"
    state.mkdir()
    killed = os.fork()
    if killed == 0:
        table = SimTable(state)
        table.start(seed=1)
        choose(table, 0, 1)
        os._exit(0)
    os.waitpid(killed, 0)
    if is_mounted:
        remounted(folder, "ro")
        played_on(state, lambda: remounted(folder, "rw"))
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
    else:
        not_permitted(state)


def permissions(folder: Path, folder_too: bool = True) -> None:
    state = folder / "state"
    state.mkdir()
    table = SimTable(state)
    table.start(seed=1)
    choose(table, 0, 1)
    table.close()
    not_permitted(state, folder_too)


def file_permissions(folder: Path) -> None:
    permissions(folder, folder_too=False)


def not_permitted(state: Path, folder_too: bool = True) -> None:
    """Play without permission to write; run this as a user who is not root."""
    files = list(state.iterdir())
    for path in files:
        path.chmod(0o444)
    if folder_too:
        state.chmod(0o555)

    def permit() -> None:
        state.chmod(0o755)
        for path in files:
            path.chmod(0o644)

    played_on(state, permit)


def played_on(state: Path, mend: Callable[[], None]) -> None:
    table = SimTable(state)
    table.start()
    say(table)
    table.table.resume()
    choose(table, 2)
    say(table)
    mend()
    table.clock.tick(PATIENCE_S)
    say(table)
    say_written(table, state)


WAYS = {
    "full-disk": full_disk,
    "size-limit": size_limit,
    "read-only": read_only,
    "permissions": permissions,
    "file-permissions": file_permissions,
}

if __name__ == "__main__":
    WAYS[sys.argv[1]](Path(sys.argv[2]))
