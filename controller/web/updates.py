"""Updates of the program, as the host's page requests and reports them.

The table only writes a file. `undertow-update.service` waits for that; it checks,
installs and tries the package as root, and writes its last outcome to a file. Neither
is loaded before somebody needs it.
"""

import json
import os
from pathlib import Path
from time import time
from typing import Any

from controller.basics.sentence import Sentence, say

# The same as in `controller/tools/update/updater.py`.
OUTCOME = Path("/var/lib/undertow-update/last")
REQUEST = "update-request"
# How long after an update a newly opened page reports it.
NEWS_S = 600.0


def ask() -> Sentence:
    """Ask for the package on a USB stick, or in the owner's repository."""
    folder = os.environ.get("STATE_DIRECTORY")
    if folder is None:
        return say("update.not-here")
    try:
        Path(folder, REQUEST).touch()
    except OSError as error:
        return say("update.not-asked", why=error.strerror or str(error))
    return say("update.asked")


def outcome(path: Path = OUTCOME) -> Sentence | None:
    """Return how the last update ended, or None if there was none."""
    try:
        said: dict[str, Any] = json.loads(path.read_text())
    except (OSError, ValueError):
        return None
    return say(f"update.{said.pop('outcome')}", **said)


def news(path: Path = OUTCOME) -> Sentence | None:
    """Return the outcome of an update that has just ended."""
    try:
        is_new = 0 <= time() - path.stat().st_mtime < NEWS_S
    except OSError:
        return None
    return outcome(path) if is_new else None
