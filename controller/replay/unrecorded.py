"""What stands between the table and its parts where nobody records: nothing."""

from collections.abc import Callable
from pathlib import Path

from controller.journal import Journal, Saved
from controller.saved import new_seed
from controller.session.now import OnChange
from controller.watch import BeatingJournal
from hardware.backend import Backend, Clock
from hardware.boards.driver import Boards, MakeBoards
from hardware.turns import Turns


class Unrecorded:
    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.make_boards: MakeBoards = Boards
        self.journal: Callable[[Path], Journal] = BeatingJournal
        self.new_seed: Callable[[], int] = new_seed
        # Whom a page tells what it asks for; None: nobody but the table.
        self.turns: Turns | None = None

    def backend(self, backend: Backend) -> Backend:
        return backend

    def offers(self, unfinished: Saved | None) -> None:
        """The game that the journal holds."""

    def listeners(self) -> list[OnChange]:
        """Who is told of each change from the first one on."""
        return []

    def start(self) -> None:
        """The table is put together from now on."""

    def finish(self) -> None:
        """It stands."""

    def close(self) -> None: ...
