"""The board map's [harness] and [colours]: lengths, plugs, currents, wire colours.

The program runs without them. Missing keys are as on mark 1; missing lengths are
calculated from the table's dimensions.
"""

from pathlib import Path
from typing import Annotated, NamedTuple

from controller.basics.sheet import LINE, Bounds, Sheet, choice, number, whole
from wiring import boardmap
from wiring.geometry import sizes as measures
from wiring.geometry.lengths import lengths
from wiring.geometry.places import lay_out

# By the two letters that WireViz knows each colour by.
COLOURS = {
    "black": "BK",
    "white": "WH",
    "grey": "GY",
    "pink": "PK",
    "red": "RD",
    "orange": "OG",
    "yellow": "YE",
    "green": "GN",
    "turquoise": "TQ",
    "blue": "BU",
    "violet": "VT",
    "brown": "BN",
}
_COLOUR = choice(*COLOURS)
_SIGNALS = Bounds(
    f"a list of colours without a repeat: {', '.join(COLOURS)}",
    lambda v: type(v) is list and 0 < len(v) == len(set(map(str, v))) and _known(v),
)
_METRES = number(0, 20)
AS_FAR = 0.0  # a length that the map does not give; it is calculated
_MA = whole(0, 20_000)


def _known(words: list[object]) -> bool:
    return all(_COLOUR.fits(word) for word in words)


class Harness(NamedTuple):
    # The source of the strip's 5 V: its own supply, or the Pi's pins.
    supply: Annotated[str, choice("own", "pi")] = "own"
    # Lengths of wires to the furthest end of each kind.
    supply_m: Annotated[float, _METRES] = AS_FAR
    data_m: Annotated[float, _METRES] = AS_FAR
    hop_m: Annotated[float, _METRES] = AS_FAR  # from one piece of the chain to the next
    seat_m: Annotated[float, _METRES] = AS_FAR
    control_m: Annotated[float, _METRES] = AS_FAR
    eliminator_m: Annotated[float, _METRES] = AS_FAR  # to the key, and to `fire`
    key_m: Annotated[float, _METRES] = AS_FAR  # from the key on to the servo
    row_m: Annotated[float, _METRES] = AS_FAR
    along_m: Annotated[float, _METRES] = AS_FAR  # from there to the last multiplexer
    lead_m: Annotated[float, _METRES] = AS_FAR  # from a multiplexer to its sensors
    reader_m: Annotated[float, _METRES] = AS_FAR
    usb_m: Annotated[float, _METRES] = 1.0
    # How many pixels are fed from one place.
    feed_every: Annotated[int, whole(1, 1024)] = 53
    # How much of the 5 V may be lost on the way there and back.
    drop_mv: Annotated[int, whole(10, 1000)] = 250
    # The most that each part draws.
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
    button_plug: Annotated[str, LINE] = "JST-XH 2"
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

    def signal(self, number: int) -> str:
        """Return the colour of the n-th of several signals side by side."""
        return self.colours.signals[number % len(self.colours.signals)]


def load(path: Path) -> Wiring:
    """Read the wiring; raises SheetError: `PATH:LINE: what is wrong; what to do`."""
    sheet = Sheet(path, "the board map")
    colours = sheet.one("colours", Colours) or Colours()
    given = sheet.one("harness", Harness) or Harness()
    return Wiring(
        _measured(sheet, path, given),
        colours._replace(signals=tuple(colours.signals)),
    )


def _measured(sheet: Sheet, path: Path, given: Harness) -> Harness:
    """Fill in the lengths that the map does not give."""
    board, sizes = boardmap.load(path), measures.load(sheet)
    ways = lengths(board, sizes, lay_out(board, sizes), given.feed_every)
    missing = {k: v for k, v in ways._asdict().items() if getattr(given, k) == AS_FAR}
    return given._replace(**missing)
