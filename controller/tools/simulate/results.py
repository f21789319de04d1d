"""Games that were simulated, on disk: a file that can be gone on with after a kill.

The first line says what was asked for and by which version of the rules, each further
one is a game. A last line that was cut off in the middle is left out, and its game is
played again.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from controller import games
from controller.basics.errors import UndertowError
from controller.basics.files import regular
from controller.tools.simulate.one import Played
from controller.tools.simulate.plan import Plan


class BadResults(UndertowError):
    """A file of a simulation cannot be read, gone on with or written."""


class Task(NamedTuple):
    """A game of one of the plans."""

    plan: int
    number: int


class Results:
    def __init__(self, plans: list[Plan], file: Path | None) -> None:
        """Raises BadResults if the file is about something else."""
        self._game = plans[0].game
        self._rules = games.find(self._game).version
        asked = {"rules": self._rules, "plans": [plan._asdict() for plan in plans]}
        self._header = json.dumps(asked)
        self._file = file
        self.played: dict[Task, Played] = {}
        if file is not None:
            self._open(file)

    def _open(self, file: Path) -> None:
        try:
            text = regular(file).read_text(errors="replace") if file.exists() else ""
            lines = text.splitlines(keepends=True)
            whole = [line for line in lines if line.endswith("\n")]
            if not f"{self._header}\n".startswith("".join(lines[:1])):
                what = self._difference(lines[0])
                raise BadResults(
                    f"{file} {what}; give another file, or delete this one"
                )
            self.played = dict(_read(whole[1:], file))
            kept = "".join(whole) or f"{self._header}\n"
            if kept != text:
                file.write_text(kept)
        except OSError as error:
            raise BadResults(f"{file}: {error.strerror}; give another file") from None

    def _difference(self, header: str) -> str:
        """How a file that begins like this is not about these plans and rules."""
        try:
            held = json.loads(header)
            is_same = held["plans"] == json.loads(self._header)["plans"]
        except (ValueError, KeyError, TypeError, RecursionError):
            is_same = False
        if not is_same:
            return "holds results of another simulation"
        version = (
            f"version {held['rules']}" if "rules" in held else "an unknown version"
        )
        return (
            f"was played by {version} of {self._game}'s rules, and these are version "
            f"{self._rules}"
        )

    def add(self, task: Task, played: Played) -> None:
        self.played[task] = played
        if self._file is not None:
            line = json.dumps({"plan": task.plan, **played._asdict()})
            try:
                with self._file.open("a") as out:
                    out.write(f"{line}\n")
            except OSError as error:
                raise BadResults(f"{self._file}: {error.strerror}") from None


def _read(lines: list[str], file: Path) -> Iterator[tuple[Task, Played]]:
    for number, line in enumerate(lines, start=2):
        try:
            data: dict[str, Any] = json.loads(line)
            yield Task(data.pop("plan"), data["number"]), Played(**data)
        except (ValueError, KeyError, TypeError):
            raise BadResults(
                f"{file}:{number}: this line is no game; delete it or the file"
            ) from None
