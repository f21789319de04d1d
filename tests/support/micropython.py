"""The real MicroPython, for the tests of what runs on the sensor boards."""

import os
import shutil
import subprocess
from pathlib import Path

from tests.support import ROOT

FETCHED = ROOT / ".venv" / "micropython" / "micropython"


def interpreter() -> str:
    """Its path; without one the tests fail, since none of them is skipped."""
    found = shutil.which("micropython")
    if found:
        return found
    assert FETCHED.exists(), "there is no MicroPython; `make test` fetches it"
    return str(FETCHED)


def environment(*folders: Path) -> dict[str, str]:
    """In it MicroPython finds our packages, after these folders."""
    path = ":".join(str(folder) for folder in (*folders, ROOT))
    return {**os.environ, "MICROPYPATH": path}


def run(*arguments: str) -> str:
    """What it prints; a program that fails fails the test with what it said."""
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
