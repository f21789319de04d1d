"""What one frame costs: from the layers of a busy picture to the wire's bytes."""

from collections.abc import Callable
from time import process_time

from controller import games
from controller.bench.figures import Figure, median
from controller.lights import Lights
from controller.rules.match import Match
from controller.rules.views import show
from controller.staging import Still
from hardware.sim.clock import VirtualClock
from hardware.sim.pixels import MemoryPixels
from hardware.strip import Strip
from wiring import boardmap
from wiring.boardmap import BoardMap

FRAMES = 200


def measure(*, quick: bool) -> list[Figure]:
    board = boardmap.load()
    ours, loops = [], []
    for _ in range(3 if quick else 11):
        ours.append(_timed(_our_frames(board)))
        loops.append(_timed(_loop_frames(board)))
    cost, loop = median(ours), median(loops)
    return [
        Figure(
            "one frame, layers to wire",
            cost * 1e6,
            "us",
            "a plain loop over the pixels",
            loop * 1e6,
            cost / loop,
        )
    ]


def _timed(make: Callable[[int], None]) -> float:
    begun = process_time()
    for number in range(FRAMES):
        make(number)
    return (process_time() - begun) / FRAMES


def _our_frames(board: BoardMap) -> Callable[[int], None]:
    game = games.find("get-bit")
    match = Match(game, 6, {}, lambda outcomes, ply: outcomes[0].action)
    match.accept(match.opening())
    view = {**show(game, match.position, "table", ()), "options": match.options}
    picture = games.staging(game).picture(view)
    strip = Strip(board.strip, MemoryPixels())
    lights = Lights(strip, board.pixels, VirtualClock())
    effect = (Still(1e9, dict.fromkeys(board.pixels, (9, 99, 199))),)
    lights.paint(picture, {}, effect)

    def make(number: int) -> None:
        lights.guide({"ok": (number % 256, 0, 0), "next": (0, number % 256, 0)})

    return make


def _loop_frames(board: BoardMap) -> Callable[[int], None]:
    """What a first try would do: pixel by pixel, channel by channel."""
    row = board.strip
    light = [round(row.brightness * 255 * (v / 255) ** row.gamma) for v in range(256)]
    wire = bytearray(3 * row.pixels)

    def make(number: int) -> None:
        for pixel in range(row.pixels):
            for channel, value in enumerate((number % 256, 99, 199)):
                wire[3 * pixel + channel] = light[value]

    return make
