"""The board map's [harness] and [colours]: lengths, plugs, currents, wire colours.

The program runs without them. A missing key has mark 1's value; lengths follow from the
table's dimensions.
"""

from pathlib import Path
from typing import Annotated, NamedTuple

from controller.basics.sheet import LINE, Bounds, Sheet, choice, number, whole
from wiring import boardmap
from wiring.geometry import sizes as measures
from wiring.geometry.lengths import Lengths, lengths
from wiring.geometry.places import lay_out

# The colours in drawings.
COLOURS = {
    "black": "#222222",
    "white": "#e8e8e8",
    "grey": "#8a8a8a",
    "pink": "#f29ac0",
    "red": "#d3201f",
    "orange": "#ef8a17",
    "yellow": "#d8b400",
    "green": "#2e9b3f",
    "turquoise": "#2ab5b0",
    "blue": "#2f62c9",
    "violet": "#8b45b5",
    "brown": "#7a4a24",
}
_COLOUR = choice(*COLOURS)
_SIGNALS = Bounds(
    f"a list of colours without a repeat: {', '.join(COLOURS)}",
    lambda v: type(v) is list and 0 < len(v) == len(set(map(str, v))) and _known(v),
)
_METRES = number(0, 20)
_MA = whole(0, 20_000)


def _known(words: list[object]) -> bool:
    return all(_COLOUR.fits(word) for word in words)


class Harness(NamedTuple):
    # The source of the strip's 5 V: its own supply, or the Pi's pins.
    supply: Annotated[str, choice("own", "pi")] = "own"
    usb_m: Annotated[float, _METRES] = 1.0
    # The most pixels between two feeds.
    feed_every: Annotated[int, whole(1, 1024)] = 60
    # The largest drop of the 5 V up to the farthest lamp, there and back.
    drop_mv: Annotated[int, whole(10, 1000)] = 250
    # The largest current of each part.
    pi_ma: Annotated[int, _MA] = 1800  # a Pi 4
    servo_ma: Annotated[int, _MA] = 1200
    speaker_ma: Annotated[int, _MA] = 700
    board_ma: Annotated[int, _MA] = 60
    reader_ma: Annotated[int, _MA] = 120
    hall_ma: Annotated[float, number(0, 20)] = 0.1
    # An analogue servo is limp without pulses; many digital ones hold their angle.
    servo_part: Annotated[str, LINE] = "FEETECH FS90, an analogue servo"
    # The plugs of cables, and the distribution of the 5 V.
    rails: Annotated[str, LINE] = "5 V terminal block"
    strip_plug: Annotated[str, LINE] = "JST-SM 3"
    button_plug: Annotated[str, LINE] = "pair of receptacles 2.8 mm"
    servo_plug: Annotated[str, LINE] = "servo plug, 3 × 2.54 mm"
    row_plug: Annotated[str, LINE] = "box header, 2.54 mm"
    reader_plug: Annotated[str, LINE] = "JST-XH 4"


class Colours(NamedTuple):
    plus: Annotated[str, _COLOUR] = "red"
    ground: Annotated[str, _COLOUR] = "black"
    logic: Annotated[str, _COLOUR] = "orange"  # 3.3 V
    data: Annotated[str, _COLOUR] = "green"
    # Colours for buttons and sensors, in turn.
    signals: Annotated[tuple[str, ...], _SIGNALS] = (
        "brown",
        "yellow",
        "blue",
        "violet",
        "grey",
        "white",
        "pink",
        "turquoise",
    )


class Wiring(NamedTuple):
    harness: Harness
    colours: Colours
    lengths: Lengths

    def signal(self, number: int) -> str:
        """Return the colour of the n-th signal in a row."""
        return self.colours.signals[number % len(self.colours.signals)]


def load(path: Path) -> Wiring:
    """Read the wiring; raises SheetError: `PATH:LINE: what is wrong; what to do`."""
    sheet = Sheet(path, "the board map")
    colours = sheet.one("colours", Colours) or Colours()
    harness = sheet.one("harness", Harness) or Harness()
    board, sizes = boardmap.load(path), measures.load(sheet)
    has_supply, layout = harness.supply == "own", lay_out(board, sizes)
    ways = lengths(board, sizes, layout, harness.feed_every, has_supply)
    return Wiring(harness, colours._replace(signals=tuple(colours.signals)), ways)
