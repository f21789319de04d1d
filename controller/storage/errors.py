"""Disk and SQLite errors as sentences for people."""

from pathlib import Path

from controller.basics.errors import UndertowError
from controller.storage.repair import is_writable


class JournalError(UndertowError):
    """A failure to read or write the journal."""


class InUse(JournalError):
    """Another program has this journal open."""


def journal_error(path: Path, error: Exception) -> JournalError:
    """Return a disk or SQLite error as a JournalError."""
    if "locked" in str(error):
        return InUse(
            f"{path} is in use: another undertow is running; "
            "stop it, or give this one a folder of its own with --state"
        )
    why: object = error
    if isinstance(error, OSError):
        why = error.strerror or error
    elif not is_writable(path):
        why = "it is read-only"  # SQLite words that in several ways
    return JournalError(f"{path}: {why}")
