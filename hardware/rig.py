"""Builds all parts of one table from its board map and a backend."""

from collections.abc import Callable
from time import perf_counter

from hardware.backend import Backend
from hardware.boards.driver import Boards
from hardware.parts.buttons import Buttons
from hardware.parts.eliminator import Eliminator, Interlock
from hardware.parts.fitting import Fittings, part_specs
from hardware.parts.registry import DriverContext, Parts, Retrying
from hardware.parts.speaker import Speaker
from hardware.parts.strip import Strip, Upkeep
from hardware.readings import Reading
from wiring.boardmap import BoardMap, Button


class Rig:
    def __init__(
        self,
        board: BoardMap,
        backend: Backend,
        parts: Parts,
        strip: type[Strip] = Strip,
    ) -> None:
        """Build the parts; the strip works at once, the rest after `listen`."""
        self.board = board
        self.backend = backend
        self.parts = parts
        self.boards = Boards(
            board.boards, backend.ports, backend.clock, parts, backend.nonce()
        )
        self._pixels = RetryingPixels(backend, parts)
        self.strip = strip(board.strip, self._pixels)
        self._upkeep = Upkeep(self.strip, backend.clock, backend.power, parts)
        self.eliminator = _eliminator(board, backend, parts)
        self.speaker = Speaker(board.speaker, backend, parts) if board.speaker else None
        self._buttons: Buttons | None = None
        self._wanted = part_specs(board)
        self._fittings: Fittings | None = None
        # Called with each reading, after the table.
        self.on_reading: list[Callable[[Reading], object]] = []
        # Called with each reading and how many seconds the table took to handle it.
        self.on_handled: list[Callable[[Reading, float], object]] = []

    def listen(self, post: Callable[[Reading], None]) -> None:
        """Pass each reading to `post` from now on, on the table's own thread."""

        def heard(reading: Reading) -> None:
            # The Eliminator comes first, because it must stop without waiting for the
            # game.
            if self.eliminator:
                self.eliminator.reading(reading)
            began = perf_counter()
            post(reading)
            for listener in self.on_reading:
                listener(reading)
            for measure in self.on_handled:
                measure(reading, perf_counter() - began)

        self.boards.listen(heard)
        backend, bounce_s = self.backend, self.board.bounce_ms / 1000
        context = DriverContext(
            backend.pins, backend.clock, heard, self.parts, bounce_s
        )
        rows = (*self.board.buttons, *_interlock(self.board))
        self._buttons = Buttons(rows, context, stays=("arm",))
        self._fittings = Fittings(self._wanted, context)

    def sound(self, names: tuple[str, ...]) -> None:
        """Pass these sounds to the parts that can play them."""
        if self._fittings:
            self._fittings.sound(names)

    def ask(self, tile: str | None) -> None:
        """Request an explosion under this tile, or withdraw the request with None."""
        if self.eliminator and tile:
            self.eliminator.ask(tile)
        elif self.eliminator:
            self.eliminator.withdraw()

    def interlock(self) -> Interlock | None:
        """Return the Eliminator's state, or None if the table has none."""
        return self.eliminator.interlock if self.eliminator else None

    def close(self) -> None:
        # Close moving parts first, and the rest even if that raises.
        try:
            if self.eliminator:
                self.eliminator.close()
        finally:
            if self._buttons:
                self._buttons.close()
            if self._fittings:
                self._fittings.close()
            if self.speaker:
                self.speaker.close()
            self._upkeep.close()
            self._pixels.close()
            self.boards.close()
            self.backend.close()


def _eliminator(board: BoardMap, backend: Backend, parts: Parts) -> Eliminator | None:
    if board.eliminator is None:
        return None
    return Eliminator(
        board.eliminator,
        backend.open_servo,
        backend.clock,
        parts,
        board.grid.board if board.grid else None,
        steady_s=backend.steady_s,
    )


def _interlock(board: BoardMap) -> tuple[Button, ...]:
    """Return the Eliminator's key switch and push button, which have no lamps."""
    row = board.eliminator
    return (Button("arm", row.arm, None), Button("fire", row.fire, None)) if row else ()


class RetryingPixels:
    """The backend's pixels, with retries of a failed frame until it arrives.

    Meanwhile the frame counts as sent, so that pages show what the lamps should show.
    """

    def __init__(self, backend: Backend, parts: Parts) -> None:
        self._sink = backend.pixels
        self._wire = b""
        self._retrying = Retrying("strip", parts, backend.clock, self._send)

    def show(self, wire: bytes) -> None:
        self._wire = wire
        self._retrying.run(self._send)

    def close(self) -> None:
        self._retrying.close()

    def _send(self) -> None:
        self._sink.show(self._wire)
