"""Commands that see another file system than ours, where nothing of ours can change."""

import os
import shlex
from collections.abc import Sequence

# Root has its own mounts at once; others get them by being root among themselves.
_OWN_MOUNTS = ["unshare", "--mount"]
if os.geteuid() != 0:
    _OWN_MOUNTS += ["--user", "--map-root-user"]

# In a user namespace of its own a process has no right over anything outside it.
_NOBODY = ["unshare", "--user", "--map-user=1000", "--map-group=1000"]


def with_mounts(mounts: Sequence[str], command: Sequence[str]) -> list[str]:
    """The command, after these lines of shell have changed what it sees."""
    lines = ["set -e", *mounts, f"exec {shlex.join(command)}"]
    return [*_OWN_MOUNTS, "sh", "-c", "\n".join(lines)]


def unprivileged(command: Sequence[str]) -> list[str]:
    """The command as a user who is not root and has no capability."""
    return [*_NOBODY, *command]
