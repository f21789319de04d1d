"""The places where a recording hooks into a table; without one they do nothing."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from controller.session.inlet import Ask
from controller.session.restore import new_seed
from controller.session.snapshot import OnChange, Snapshot
from controller.storage.journal import Journal, SavedGame
from hardware.backend import Backend, Clock
from wiring.boardmap import BoardMap


class TableHooks:
    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.journal: Callable[[Path], Journal] = Journal
        self.new_seed: Callable[[], int] = new_seed

    def backend(self, backend: Backend) -> Backend:
        return backend

    def offers(self, unfinished: SavedGame | None) -> None:
        """Take the unfinished game of the journal, if there is one."""

    def inlet(self, ask: Ask, _now: Callable[[], Snapshot]) -> Ask:
        """Return what pages and bots ask the table by."""
        return ask

    def listeners(self) -> list[OnChange]:
        """Return listeners for every change of the table."""
        return []

    def start(self) -> None:
        """Begin before the table is put together."""

    def finish(self) -> None:
        """End the start, once the table is put together."""

    def close(self) -> None: ...


# Makes the hooks of a table, given the board map, the clock below it all and how often
# the watchdog is fed.
MakeHooks: TypeAlias = Callable[[BoardMap, Clock, float | None], TableHooks]


def no_hooks(_board: BoardMap, clock: Clock, _beat_s: float | None) -> TableHooks:
    return TableHooks(clock)
