"""The real MicroPython, for tests of the sensor boards' firmware."""

import os
import shutil
import subprocess
from pathlib import Path

from tests.support import ROOT

FETCHED = ROOT / ".venv" / "micropython" / "micropython"


def interpreter() -> str:
    """Return its path; fail without one, because no test is skipped."""
    found = shutil.which("micropython")
    if found:
        return found
    assert FETCHED.exists(), "there is no MicroPython; `make test` fetches it"
    return str(FETCHED)


def environment(*folders: Path) -> dict[str, str]:
    """Return an environment in which MicroPython finds our packages."""
    path = ":".join(str(folder) for folder in (*folders, ROOT))
    return {**os.environ, "MICROPYPATH": path}


def run(*arguments: str) -> str:
    """Return what it prints; fail if the program fails."""
    done = subprocess.run(
        [interpreter(), *arguments],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
