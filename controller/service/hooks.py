"""The places where a recording hooks into a table; no-ops without one."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from controller.session.requests import Ask
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
        """Take the journal's unfinished game, if there is one."""

    def wrap_requests(self, ask: Ask, _now: Callable[[], Snapshot]) -> Ask:
        """Return the function through which pages and bots ask the table."""
        return ask

    def listeners(self) -> list[OnChange]:
        """Return listeners for every change of the table."""
        return []

    def start(self) -> None:
        """Run before the table is assembled."""

    def finish(self) -> None:
        """Run once the table is assembled."""

    def close(self) -> None: ...


# Makes the hooks of a table from the board map, the clock below everything, and the
# interval of watchdog beats.
MakeHooks: TypeAlias = Callable[[BoardMap, Clock, float | None], TableHooks]


def no_hooks(_board: BoardMap, clock: Clock, _beat_s: float | None) -> TableHooks:
    return TableHooks(clock)
