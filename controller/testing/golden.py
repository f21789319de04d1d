"""Writes a game's golden files: pictures, playthroughs, perft counts, a recording.

Existing files keep their own lines and are rewritten only if something has changed.
Review the difference before you commit it.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from controller import games
from controller.basics.errors import UndertowError
from controller.replay.file import BadRecording
from controller.service.log import silenced
from controller.testing import perft, pictures, playthroughs, recordings


class CannotWrite(UndertowError):
    """A golden file that cannot be written."""


class Made(NamedTuple):
    path: Path
    how: str  # "new", "changed", "as it was" or "removed"


def run(names: Sequence[str], *, regenerate: bool = False) -> int:
    """Write the golden files of these games.

    `regenerate` is for changed rules: playthroughs that are no longer legal continue at
    random, and the recording is made again.
    """
    for name in names:
        games.find(name)
    for name in names:
        for path, how in made(name, regenerate=regenerate):
            sys.stdout.write(f"{shown(path)}: {how}\n")
    return 0


def shown(path: Path) -> Path:
    """Return the path as somebody in this folder would write it."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def made(name: str, *, regenerate: bool = False) -> Iterator[Made]:
    """Write all files of a game, one by one; raise CannotWrite."""
    try:
        yield from _made(name, regenerate=regenerate)
    except OSError as error:
        where = error.filename or games.folder(name)
        raise CannotWrite(f"{where} cannot be written: {error.strerror}") from None


def _made(name: str, *, regenerate: bool) -> Iterator[Made]:
    for file, svg in pictures.drawings(name):
        yield _written(pictures.folder(name) / file, svg)
    for path, text in playthroughs.golden(name, regenerate=regenerate):
        yield _written(path, text)
    yield _written(perft.path(name), perft.golden(name, regenerate=regenerate))
    # A recorded table is broken on purpose, and would report that.
    with silenced("undertow"):
        recorded = _recorded(name, regenerate=regenerate)
    yield recorded


def _written(path: Path, text: str | None) -> Made:
    if text is None:
        path.unlink()
        return Made(path, "removed")
    before = path.read_bytes() if path.exists() else None
    if before == text.encode():
        return Made(path, "as it was")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return Made(path, "new" if before is None else "changed")


def _recorded(name: str, *, regenerate: bool) -> Made:
    path = recordings.path(name)
    is_there = path.exists()
    if is_there and not regenerate:
        try:
            changed = recordings.accept(path)
        except BadRecording:
            changed = True
            recordings.make(name, path)
        return Made(path, "changed" if changed else "as it was")
    path.parent.mkdir(parents=True, exist_ok=True)
    recordings.make(name, path)
    return Made(path, "changed" if is_there else "new")
