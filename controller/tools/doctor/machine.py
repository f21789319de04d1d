"""What checks can see of a machine; they only read, and change nothing."""

import os
import pwd
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from controller import games
from controller.games.packages import Fault
from controller.service.log import silenced
from controller.tools.flash.plugs import Plug, plugged_in
from hardware.pi_model import Pi, this_pi

_PATIENCE_S = 5.0


class Result(NamedTuple):
    """A command's exit status and output; 127 means that the command does not exist."""

    status: int
    out: str


class Python(NamedTuple):
    executable: str
    version: str
    has_own_environment: bool
    bits: int  # 32 or 64


class Games(NamedTuple):
    whose: Mapping[str, str]  # the package of each game: "undertow-pearl 1.2"
    faults: list[Fault]


class Machine(NamedTuple):
    root: Path  # where the file system begins
    run: Callable[[list[str]], Result]
    ports: Callable[[], tuple[Plug, ...]]
    free_bytes: Callable[[Path], int]
    user: str
    python: Python
    command: str  # the shell command that starts undertow here
    games: Callable[[], Games]  # from installed packages

    @property
    def pi(self) -> Pi | None:
        return this_pi(self.root)

    def text(self, path: str) -> str | None:
        """Return the text of a file below the root, or None if it cannot be read."""
        try:
            return (self.root / path).read_text(errors="replace").strip("\0\n ")
        except OSError:
            return None

    def texts(self, pattern: str) -> Iterator[tuple[Path, str]]:
        """Yield each readable file that matches the pattern, with its text."""
        for path in sorted(self.root.glob(pattern)):
            text = self.text(str(path.relative_to(self.root)))
            if text is not None:
                yield path, text


def this_machine() -> Machine:
    return Machine(
        root=Path("/"),
        run=_run,
        ports=lambda: plugged_in().ports,
        free_bytes=lambda folder: shutil.disk_usage(folder).free,
        user=_user(),
        python=Python(
            executable=sys.executable,
            version=".".join(map(str, sys.version_info[:3])),
            has_own_environment=sys.prefix != sys.base_prefix,
            bits=8 * struct.calcsize("P"),
        ),
        command=_command(),
        games=_games,
    )


def _run(command: list[str]) -> Result:
    try:
        # Translated output could not be parsed.
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_PATIENCE_S,
            env=os.environ | {"LC_ALL": "C"},
            check=False,
        )
    except OSError:
        return Result(127, "")
    except subprocess.TimeoutExpired:
        return Result(124, "")
    return Result(done.returncode, done.stdout.strip())


def _user() -> str:
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def _command() -> str:
    if shutil.which("undertow"):
        return "undertow"
    return str(Path(sys.executable).with_name("undertow"))


def _games() -> Games:
    # What would be logged is a finding here.
    with silenced("undertow.games"):
        return Games(games.packaged(), games.faults())
