"""What one frame costs: from the layers of a busy picture to the wire's bytes.

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
WITHIN: Colour = (9, 99, 199)
OVER: Colour = (255, 255, 255)  # of every lamp: more than the supply gives
CHANGING = ("ok", "next")


def measure(*, quick: bool) -> list[Figure]:
    board = boardmap.load()
    names = ("one frame, layers to wire", "the same, over the budget")
    costs: dict[str, list[float]] = {name: [] for name in names}
    whole, yard = [], []
    # In turns, so that a busy machine slows all alike.
    for _ in range(1 if quick else 11):
        for name, colour in zip(names, (WITHIN, OVER), strict=True):
            costs[name].append(_timed(_changes(board, colour)))
        whole.append(_timed(_pictures(board)))
        yard.append(_timed(_pixelbuf(board)))
    return [
        _figure(names[0], costs[names[0]], yard, 0.5),
        _figure(names[1], costs[names[1]], yard, None),
        _figure("a whole new picture, lamps to wire", whole, yard, None),
    ]


def _figure(
    name: str, costs: list[float], yard: list[float], at_most: float | None
) -> Figure:
    cost, other = median(costs), median(yard)
    buf = "PixelBuf, set and shown"
    return Figure(
        name, cost * 1e6, "us", buf, other * 1e6, cost / other, at_most=at_most
    )


def _timed(make: Callable[[int], None]) -> float:
    begun = process_time()
    for number in range(FRAMES):
        make(number)
    return (process_time() - begun) / FRAMES


def _lights(board: BoardMap) -> Lights:
    strip = Strip(board.strip, MemoryPixels())
    return Lights(strip, board.pixels, VirtualClock())


def _changes(board: BoardMap, colour: Colour) -> Callable[[int], None]:
    """Return a change of two lamps under an effect on all tiles or all lamps."""
    lights = _lights(board)
    tiles = [p for p in board.pixels if colour is OVER or p.startswith("tile:")]
    lit = dict.fromkeys(tiles, colour)
    effect = (Keyframe(FOREVER_S, {p: c for p, c in lit.items() if p not in CHANGING}),)
    lights.paint(_busy_picture(), {}, effect)

    def make(number: int) -> None:
        lights.guide({"ok": (number % 256, 0, 0), "next": (0, number % 256, 0)})

    return make


def _pictures(board: BoardMap) -> Callable[[int], None]:
    lights, busy = _lights(board), _busy_picture()

    def make(number: int) -> None:
        lights.paint({**busy, "tile:0,0": (number % 256, 0, 0)}, {}, ())

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
    colours = [WITHIN] * row.pixels

    def make(number: int) -> None:
        colours[0] = (number % 256, 0, 0)
        buf[:] = colours
        buf.show()

    return make
