"""The whole table on the simulated backend: real drivers and a real journal file.

Time is virtual, so that a test is the same each time. `frames` are the plain colours
that the strip was given, `wires` the bytes that it sent.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from controller import games
from controller.journal import Journal
from controller.lights import Lights
from controller.table import Table, Told
from hardware.parts import Parts
from hardware.rig import Rig
from hardware.sim.backend import SimBackend
from hardware.sim.clock import VirtualClock
from hardware.strip import Strip
from wiring import boardmap

BOARD = boardmap.load()
# Longer than any effect of any game.
EFFECT_S = 60.0

Colour = tuple[int, int, int]


class RecordingStrip(Strip):
    """Keeps each frame that was sent, before gamma and budget."""

    def __init__(self, row: boardmap.Strip, sink: Any) -> None:
        super().__init__(row, sink)
        self.frames: list[bytes] = []

    def show(self, frame: bytes) -> bool:
        sent = super().show(frame)
        if sent:
            self.frames.append(frame)
        return sent


class SimTable:
    def __init__(self, state: Path, journal: type[Journal] = Journal) -> None:
        """Nothing is on the table yet: `start` comes next."""
        self.clock = VirtualClock()
        self.parts = Parts()
        self.backend = SimBackend(BOARD, self.clock, self.parts)
        self.rig = Rig(BOARD, self.backend, self.parts, RecordingStrip)
        assert isinstance(self.rig.strip, RecordingStrip)
        self.strip = self.rig.strip
        self.journal = journal(state / "journal.sqlite")
        self.table = Table(Lights(self.strip, BOARD.pixels, self.clock), self.journal)
        self.told: list[Told] = []
        self.wires: list[bytes] = []
        self.table.on_told.append(self.told.append)
        self.strip.watch(self.wires.append)
        self.rig.listen(self.table.reading)

    def start(
        self,
        seats: int = 4,
        options: Mapping[str, Any] | None = None,
        *,
        game: str = "get-bit",
        seed: int = 1,
    ) -> None:
        self.table.start(games.find(game), seats, options or {}, seed)
        self.settle()

    def close(self) -> None:
        self.journal.close()
        self.rig.close()

    @property
    def frames(self) -> list[bytes]:
        return self.strip.frames

    @property
    def position(self) -> Any:
        return self.table.match.position

    def lamp(self, place: str) -> Colour:
        """What this lamp shows now, before gamma and budget."""
        offset = 3 * BOARD.pixels[place]
        red, green, blue = self.frames[-1][offset : offset + 3]
        return red, green, blue

    def lamps(self, *places: str) -> list[Colour]:
        return [self.lamp(place) for place in places]

    def settle(self) -> None:
        """Lets everything happen that needs no time to pass."""
        self.clock.run_calls()

    def press(self, control: str) -> None:
        self.backend.touch.press(control)
        self.settle()

    def release(self, control: str) -> None:
        self.backend.touch.release(control)
        self.settle()

    def tap(self, control: str) -> None:
        self.press(control)
        self.clock.tick(0.05)
        self.release(control)
        self.clock.tick(0.05)

    def count(self, seat: int, times: int) -> None:
        """Holds the seat's button and presses `next` so often, and no `ok` yet."""
        self.press(f"seat:{seat}")
        self.clock.tick(0.05)
        for _ in range(times):
            self.tap("next")

    def choose(self, seat: int, card: int) -> None:
        """A card, chosen on the bare table."""
        self.count(seat, card)
        self.tap("ok")
        self.release(f"seat:{seat}")
        self.clock.tick(0.05)

    def act(self, action: Any, seat: int | None = None) -> None:
        """As a seat's page does it."""
        self.table.act(action, seat)
        self.settle()

    def end_effects(self) -> None:
        self.clock.tick(EFFECT_S)


@contextmanager
def sim_table(state: Path, journal: type[Journal] = Journal) -> Iterator[SimTable]:
    """A table that is put away in good order, whatever happens."""
    table = SimTable(state, journal)
    try:
        yield table
    finally:
        table.close()
