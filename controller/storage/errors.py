"""What goes wrong with a journal, in a sentence that says what to do."""

from pathlib import Path

from controller.basics.errors import UndertowError
from controller.storage.repair import is_writable


class JournalError(UndertowError):
    """The journal could not be read or written."""


class InUse(JournalError):
    """Another table has this journal."""


def explained(path: Path, error: Exception) -> JournalError:
    """An error of the disk or of SQLite as a sentence for people."""
    if "locked" in str(error):
        return InUse(
            f"{path} is in use: another undertow is running; "
            "stop it, or give this one a folder of its own with --state"
        )
    why: object = error
    if isinstance(error, OSError):
        why = error.strerror or error
    elif not is_writable(path):
        why = "it is read-only"  # SQLite has several words for that
    return JournalError(f"{path}: {why}")
