"""The cables of parts with a driver of their own: each `[[part]]` of the map."""

from collections.abc import Iterator

from wiring.boardmap import BoardMap, Part
from wiring.harness import Wiring
from wiring.papers import header
from wiring.papers.cables import Connector, Drawing, cable
from wiring.papers.pi_side import SIGNAL_AWG, pi_header

_GROUND = "GND"


def drawings(board: BoardMap, wiring: Wiring) -> Iterator[Drawing]:
    """One for each part that is on pins of the Pi."""
    for number, part in enumerate(board.parts):
        if part.pins:
            yield _drawing(part, f"W{90 + number}", wiring)


def _drawing(part: Part, name: str, wiring: Wiring) -> Drawing:
    """All its pins, and the ground nearest to the first of them."""
    first, *_ = (header.position(gpio) for _, gpio in part.pins)
    ways = [(wiring.colours.ground, str(header.nearest("GND", first)), _GROUND)]
    pins = [(_GROUND, "ground")]
    for number, (key, gpio) in enumerate(part.pins):
        label = key.removesuffix("_gpio")
        ways.append((wiring.signal(number), str(header.position(gpio)), label))
        pins.append((label, f"GPIO{gpio}"))
    length_m = wiring.harness.control_m
    cables = (cable(name, length_m, SIGNAL_AWG, ways, ("J8", part.name)),)
    end = Connector(part.name, part.driver, tuple(pins))
    title = part.name.replace("-", " ").capitalize()
    return Drawing(f"part-{part.name}", title, (pi_header(cables), end), cables)
