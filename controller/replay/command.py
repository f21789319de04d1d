"""`undertow replay FILE`: reports whether a replay is identical, or how it differs."""

import json
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from controller.basics.errors import UndertowError
from controller.replay.file import Recording, read
from controller.replay.playback import Verdict, replay_all
from controller.service.log import silenced


class Result(NamedTuple):
    verdict: Verdict
    notes: list[str]
    # A part of the file could not be played.
    is_damaged: bool

    @property
    def is_same(self) -> bool:
        return self.verdict.difference is None and not self.is_damaged


def replay(files: Sequence[Path], *, as_json: bool = False) -> int:
    """Replay all files; return 1 if any of them differs or is damaged."""
    status = 0
    for path in files:
        try:
            recorded = read(path)
            # The log would repeat the failures of the recording.
            with silenced("undertow"), TemporaryDirectory() as folder:
                result = _replay(recorded, Path(folder))
        except UndertowError as error:
            _print_error(path, str(error))
            status = 1
            continue
        sys.stdout.write(_as_json(path, result) if as_json else _as_text(path, result))
        status = status if result.is_same else 1
    return status


def _replay(recorded: Recording, folder: Path) -> Result:
    verdict = replay_all(recorded, folder).verdict()
    is_damaged = recorded.flaw is not None and not recorded.is_cut
    return Result(verdict, [*_notes(recorded)], is_damaged)


def _notes(recorded: Recording) -> Iterator[str]:
    header, here = recorded.header, version("undertow")
    if header.version != here:
        yield f"version {header.version} recorded it, and this is {here}"
    if recorded.flaw:
        yield f"{recorded.flaw}; everything before that was replayed"


# Output


def _as_text(path: Path, result: Result) -> str:
    _, actions, frames, difference = result.verdict
    lines = [f"{path}: {note}" for note in result.notes]
    if difference:
        lines += [
            f"{path}: differs at {difference.at_s:.6f} s, after {difference.input}",
            f"  recorded: {difference.recorded}",
            f"  now:      {difference.now}",
        ]
    else:
        lines.append(f"{path}: identical: {actions} actions, {frames} frames")
    return "".join(f"{line}\n" for line in lines)


def _as_json(path: Path, result: Result) -> str:
    turns, actions, frames, difference = result.verdict
    data = {
        "file": str(path),
        "same": result.is_same,
        "turns": turns,
        "actions": actions,
        "frames": frames,
        "difference": difference and difference._asdict(),
        "notes": result.notes,
    }
    return f"{json.dumps(data)}\n"


def _print_error(path: Path, sentence: str) -> None:
    named = sentence if str(path) in sentence else f"{path}: {sentence}"
    sys.stderr.write(f"undertow: {named}\n")
