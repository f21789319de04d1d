"""The cost of one frame, from the layers of a busy picture to the wire's bytes.

The yardstick sets and shows as many pixels with CircuitPython's own PixelBuf, in pure
Python as on a Pi; it knows brightness and colour order, but no gamma and no budget.
"""

from collections.abc import Callable
from time import process_time

from controller import games
from controller.light.colour import Colour, Keyframe, Lamps
from controller.light.lights import Lights
from controller.rules.match import Match
from controller.rules.views import show
from hardware.backends.sim.clock import VirtualClock
from hardware.backends.sim.memory import MemoryPixels
from hardware.parts.strip import Strip
from tests.bench.figures import Figure, median
from wiring import boardmap
from wiring.boardmap import BoardMap

FRAMES = 200
FOREVER_S = 1e9
COLOUR: Colour = (9, 99, 199)


def measure(*, quick: bool) -> list[Figure]:
    board = boardmap.load()
    ours, yard = [], []
    # In turns, so that a busy machine slows both alike.
    for _ in range(1 if quick else 11):
        ours.append(_timed(_changes(board)))
        yard.append(_timed(_pixelbuf(board)))
    cost, other = median(ours), median(yard)
    return [
        Figure(
            "one frame, layers to wire",
            cost * 1e6,
            "us",
            "PixelBuf, set and shown",
            other * 1e6,
            cost / other,
            at_most=0.5,
        )
    ]


def _timed(make: Callable[[int], None]) -> float:
    begun = process_time()
    for number in range(FRAMES):
        make(number)
    return (process_time() - begun) / FRAMES


def _changes(board: BoardMap) -> Callable[[int], None]:
    """Return a change of two lamps under an effect on all tiles."""
    lights = Lights(Strip(board.strip, MemoryPixels()), board.pixels, VirtualClock())
    tiles = [place for place in board.pixels if place.startswith("tile:")]
    effect = (Keyframe(FOREVER_S, dict.fromkeys(tiles, COLOUR)),)
    lights.paint(_busy_picture(), {}, effect)

    def make(number: int) -> None:
        lights.guide({"ok": (number % 256, 0, 0), "next": (0, number % 256, 0)})

    return make


def _busy_picture() -> Lamps:
    game = games.find("get-bit")
    match = Match(game, 6, {}, lambda outcomes, ply: outcomes[0].action)
    match.accept(match.opening())
    view = {**show(game, match.position, "table", ()), "options": match.options}
    return games.staging(game).picture(view)


def _pixelbuf(board: BoardMap) -> Callable[[int], None]:
    from adafruit_pixelbuf import PixelBuf

    class Buf(PixelBuf):  # type: ignore[misc]  # the library has no types
        def _transmit(self, buffer: bytearray) -> None:
            self.sent = bytes(buffer)

    row = board.strip
    buf = Buf(
        row.pixels, byteorder=row.order, brightness=row.brightness, auto_write=False
    )
    colours = [COLOUR] * row.pixels

    def make(number: int) -> None:
        colours[0] = (number % 256, 0, 0)
        buf[:] = colours
        buf.show()

    return make
