"""All parts of one table, put together from its board map and a backend."""

from collections.abc import Callable

from hardware.backend import Backend
from hardware.buttons import Buttons
from hardware.parts import Mended, Parts
from hardware.readings import Reading
from hardware.strip import Strip
from wiring.boardmap import BoardMap


class Rig:
    def __init__(
        self,
        board: BoardMap,
        backend: Backend,
        parts: Parts,
        strip: type[Strip] = Strip,
    ) -> None:
        """The strip works from now on, the rest once somebody listens."""
        self.board = board
        self.backend = backend
        self.parts = parts
        self._pixels = MendedPixels(backend, parts)
        self.strip = strip(board.strip, self._pixels)
        self._buttons: Buttons | None = None

    def listen(self, post: Callable[[Reading], None]) -> None:
        """From now on each reading goes to `post`, on the table's own thread."""
        self.backend.boards.listen(post)
        self._buttons = Buttons(
            self.board.buttons,
            self.board.bounce_ms / 1000,
            self.backend.pins,
            self.backend.clock,
            post,
        )

    def close(self) -> None:
        if self._buttons:
            self._buttons.close()
        self._pixels.close()
        self.backend.close()


class MendedPixels:
    """The backend's pixels; if they fail, the last frame is sent again until it goes.

    The frame counts as sent meanwhile, so that pages show what the lamps should.
    """

    def __init__(self, backend: Backend, parts: Parts) -> None:
        self._sink = backend.pixels
        self._wire = b""
        self._mended = Mended("strip", parts, backend.clock, self._send)

    def show(self, wire: bytes) -> None:
        self._wire = wire
        self._mended.run(self._send)

    def close(self) -> None:
        self._mended.close()

    def _send(self) -> None:
        self._sink.show(self._wire)
