"""After a power cut at any instant, the game continues where it was.

`make power-cuts` runs the same tests on whole games, with more cuts.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from controller import games
from controller.storage.journal import Journal, Setup
from controller.storage.saved import SavedGame
from tests.support.journals import append, begin
from tests.support.power_cuts import (
    ABOUT,
    DONE,
    FOLDER,
    JOURNAL,
    begun,
    line,
    may_hold,
    step,
)
from tests.support.watched_disk import Deed, Disk, Image, watched

every_game = pytest.mark.parametrize("game", games.names())
THOROUGH = "UNDERTOW_POWER_CUTS" in os.environ
# The number of actions whose writes are tried, and of instants.
STEPS = 80 if THOROUGH else 8
CUTS = 300 if THOROUGH else 40
# About a whole game; HOLD YOUR GROUND does not have to end.
LONG = 300 if THOROUGH else 60


@pytest.fixture
def state() -> Iterator[Path]:
    with TemporaryDirectory(dir=FOLDER) as folder:
        yield Path(folder)


def killed(*arguments: str) -> str:
    """Run the cuts in another process, which has no threads and can fork."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.support.power_cuts", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


@every_game
def test_killed_table_loses_nothing_that_was_shown(
    game: str,
) -> None:
    said = killed(game, "--steps", str(LONG), "--cuts", str(CUTS))
    cuts, played = (int(word) for word in said.split() if word.isdigit())
    # Some games reached their end, so they continued after the cuts.
    assert (cuts, played > 0) == (CUTS, True)


# Lost writes


def opened_image(image: Image) -> SavedGame | None:
    """Return the game in these files, and check that nothing looks damaged."""
    with TemporaryDirectory(dir=FOLDER) as folder:
        for path, content in image.items():
            (Path(folder) / Path(path).name).write_bytes(content)
        with closing(Journal(Path(folder) / JOURNAL)) as journal:
            assert journal.notice is None
            return journal.newest().saved


def new_images(disk: Disk, seen: set[bytes]) -> Iterator[Image]:
    for image in disk.images():
        digest = blake2b()
        for path, content in sorted(image.items()):
            digest.update(f"{path} {len(content)} ".encode())
            digest.update(content)
        if digest.digest() not in seen:
            seen.add(digest.digest())
            yield image


@every_game
def test_disk_without_unsynced_writes_loses_nothing_that_was_shown(
    game: str, state: Path
) -> None:
    story: list[Deed | bytes] = []
    with watched(story.append), closing(begun(state, game, story.append)) as table:
        for _ in range(STEPS):
            if table.table.phase == "play":
                story.append(ABOUT)
                step(table)
                story.append(DONE)
    whole = line(game, STEPS)
    disk, words, seen = Disk(), b"", set[bytes]()
    for told in story:
        if isinstance(told, bytes):
            words += told
            continue
        disk.do(told)
        for image in new_images(disk, seen):
            assert whole.moment_of(opened_image(image)) in may_hold(-1, words)
    assert len(seen) > 100


SETUP = Setup("get-bit", 2, {"memory": False}, 7, "1", ("aaaa", "bbbb"))


def test_power_cut_during_a_checkpoint_loses_nothing(state: Path) -> None:
    """SQLite checkpoints after a thousand pages, in the middle of a game."""
    story: list[Deed | int] = []
    path = state / JOURNAL
    with watched(story.append), closing(Journal(path)) as journal:
        begin(journal, SETUP, [])
        story.append(0)
        begun = len(story)
        while not brought_in(story[begun:], path):
            number = journal.last.n + 1
            append(journal, [f"{number:060}"], False)
            story.append(number)
    late = range(begun, len(story))
    first = next(place for place in late if is_brought_in(story[place], path))
    disk, written, seen = Disk(), 0, set[bytes]()
    for place, told in enumerate(story):
        if isinstance(told, int):
            written = told
            continue
        disk.do(told)
        for image in new_images(disk, seen) if place >= first - 3 else ():
            saved = opened_image(image)
            assert saved
            numbers = [int(body) for _, body in saved.entries]
            assert numbers == list(range(1, len(numbers) + 1))
            assert len(numbers) in (written, written + 1)
    assert len(seen) > 100


def brought_in(story: list[Deed | int], path: Path) -> bool:
    """Return whether a checkpoint happened some actions ago."""
    return any(is_brought_in(told, path) for told in story[-60:-30])


def is_brought_in(told: Deed | int, path: Path) -> bool:
    """Return whether this writes the second page, as only a checkpoint does."""
    return isinstance(told, Deed) and told[:3] == ("write", str(path), 4096)
