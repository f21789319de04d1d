"""Power cuts: a table that plays the same game is killed again and again.

    python -m tests.support.power_cuts get-bit --cuts 300

The table runs in its own process and reports over a pipe what it is about to do, and
when it has shown something. After each cut the journal must hold the game before or
after the current action; if anything was shown, after it.
"""

import argparse
import os
import select
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, NamedTuple, TypeAlias

from controller.session.restore import restored
from controller.storage.saved import SavedGame
from controller.storage.sqlite_file import last, open_journal
from tests.support.ours import so_many
from tests.support.simtable import SimTable

SEATS = 4
SEED = 11
JOURNAL = "journal.sqlite"
# The reports of a table, one byte each.
ABOUT, SHOWN, DONE = b"a", b"s", b"d"
# In memory, if possible, because only the order of the writes is tested.
FOLDER = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None

Tell: TypeAlias = Callable[[bytes], None]


class Line(NamedTuple):
    """The game as it is played without power cuts."""

    game: str
    entries: tuple[tuple[str, str], ...]
    # How many entries there are between the actions, and where the game stands then.
    moments: list[int]
    positions: list[Any]

    @property
    def end(self) -> int:
        return len(self.moments) - 1

    def moment_of(self, saved: SavedGame | None) -> int:
        """Return which moment this is; -1 is before the game."""
        if saved is None:
            return -1
        number = len(saved.entries)
        assert saved.entries == self.entries[:number], "other entries were written"
        assert number in self.moments, f"{number} entries are half an action"
        index = self.moments.index(number)
        match = restored(saved)
        assert match.position == self.positions[index]
        assert saved.over == (match.result is not None)
        return index


def step(table: SimTable) -> None:
    """Play the next step, which depends only on the log, so all lives are alike."""
    played = table.store.unfinished()
    assert played
    rng = Random(f"{SEED}/{len(played.entries)}")
    if table.table.can_undo("table") and rng.random() < 0.2:
        table.table.undo(None)
    else:
        table.act(rng.choice(table.table.match.game.legal(table.position)))
    table.clock.tick(1)


def begun(state: Path, game: str, tell: Tell) -> SimTable:
    """Start or resume this game on a table that reports what it shows."""
    table = SimTable(state)
    table.strip.watch(lambda _: tell(SHOWN))
    table.table.on_change.append(lambda *_: tell(SHOWN))
    table.table.on_notice.append(lambda _: tell(SHOWN))
    tell(ABOUT)
    table.start(so_many(game, SEATS), game=game, seed=SEED)
    table.table.resume()
    tell(DONE)
    return table


def line(game: str, steps: int) -> Line:
    """Play this many actions, or all there are."""
    with TemporaryDirectory(dir=FOLDER) as folder:
        state = Path(folder)
        table = begun(state, game, lambda _: None)
        moments, positions = [], []
        while True:
            found = found_in(state)
            assert found
            moments.append(len(found.entries))
            positions.append(table.position)
            if found.over or len(moments) > steps:
                break
            step(table)
        table.close()
    return Line(game, found.entries, moments, positions)


# One life


def live(state: Path, game: str, steps: int, tell: Tell) -> None:
    table = begun(state, game, tell)
    while steps and table.table.phase == "play":
        tell(ABOUT)
        step(table)
        tell(DONE)
        steps -= 1


class Life:
    """A process of its own; `tell` writes into a pipe that outlives it."""

    def __init__(self, body: Callable[[Tell], None]) -> None:
        self._pipe, theirs = os.pipe()
        self._process = os.fork()
        if self._process == 0:
            try:
                body(lambda word: _send(theirs, word))
            except BaseException as error:  # noqa: BLE001
                sys.stderr.write(f"{type(error).__name__}: {error}\n")
                os._exit(1)
            # It never exits normally, because a power cut leaves no time for that.
            os.kill(os.getpid(), signal.SIGKILL)
        os.close(theirs)
        self.words = b""

    def end(self, within_s: float | None = None) -> None:
        """Wait until it is dead; kill it after that time."""
        deadline = None if within_s is None else monotonic() + within_s
        while True:
            left = None if deadline is None else max(0.0, deadline - monotonic())
            if not select.select([self._pipe], [], [], left)[0]:
                os.kill(self._process, signal.SIGKILL)
                deadline = None
            elif more := os.read(self._pipe, 65536):
                self.words += more
            else:
                break
        os.close(self._pipe)
        _, status = os.waitpid(self._process, 0)
        assert status == signal.SIGKILL, f"it ended by itself, with status {status}"


def _send(pipe: int, word: bytes) -> None:
    os.write(pipe, word)


def check(state: Path, before: int, words: bytes, whole: Line) -> int:
    """Return the moment that the journal holds; fail if that is not allowed."""
    found, allowed = whole.moment_of(found_in(state)), may_hold(before, words)
    assert found in allowed, f"{whole.game}: it is at {found}, not {allowed}: {words!r}"
    return found


def may_hold(before: int, words: bytes) -> set[int]:
    """Return the moments that the journal may hold after a life that reported this."""
    at, allowed = before, {before}
    for number, told in enumerate(words.split(ABOUT)[1:]):
        # The first is the start, which plays something only if the game is new.
        after = at if number == 0 and at >= 0 else at + 1
        # Whatever was shown is on disk.
        allowed = {after} if told else {at, after}
        at = after
    return allowed


def found_in(state: Path) -> SavedGame | None:
    """Return what a copy of the journal holds, and leave the original alone."""
    with TemporaryDirectory(dir=FOLDER) as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(state, copy)
        if not (copy / JOURNAL).exists():
            return None
        db = open_journal(copy / JOURNAL)
        try:
            return last(db).saved
        finally:
            db.close()


# All lives


def cut_at_random(whole: Line, cuts: int) -> int:
    """Cut at this many instants; each life resumes where the last one ended."""
    rng = Random(SEED)
    usual_s = 0.0
    games = 0
    with TemporaryDirectory(dir=FOLDER) as folder:
        state, at = Path(folder) / "0", -1
        state.mkdir()
        for number in range(cuts):
            begun_at = monotonic()

            def body(
                tell: Tell, state: Path = state, left: int = whole.end - max(at, 0)
            ) -> None:
                live(state, whole.game, left, tell)

            life = Life(body)
            # The first life tells how long a few actions take on this machine.
            life.end(rng.uniform(0, usual_s) if number else None)
            usual_s = usual_s or (monotonic() - begun_at) / 3
            at = check(state, at, life.words, whole)
            if at == whole.end:
                games += 1
                state, at = Path(folder) / str(games), -1
                state.mkdir()
    return games


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.support.power_cuts")
    parser.add_argument("game")
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--cuts", type=int, default=300)
    wish = parser.parse_args()
    whole = line(wish.game, wish.steps)
    games = cut_at_random(whole, wish.cuts)
    sys.stdout.write(f"{wish.cuts} cuts in {games} games of {whole.game}\n")


if __name__ == "__main__":
    main()
