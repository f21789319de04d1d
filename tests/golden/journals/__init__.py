"""A journal of each version that there has been, each made by the program of its day.

One game is over, one was put away, and HOLD YOUR BREATH! is being played; the program
was ended without a word, so that its log is beside it. When the tables change,
`python -m tests.golden.journals.make` adds one of the new version; the others stay.
"""

import shutil
from pathlib import Path

FOLDER = Path(__file__).parent
NAME = "journal.sqlite"


def folder(version: int) -> Path:
    return FOLDER / f"version-{version}"


def versions() -> list[int]:
    return sorted(
        int(p.name.removeprefix("version-")) for p in FOLDER.glob("version-*")
    )


def journal_of(version: int, state: Path) -> Path:
    """A copy of it in this folder."""
    shutil.copytree(folder(version), state, dirs_exist_ok=True)
    return state / NAME
