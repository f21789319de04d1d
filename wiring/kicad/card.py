"""The register card: what is on it, where, and which copper joins what.

Four 74HC165 side by side, each between two sockets for four sensors; 32 inputs. Cards
hang on one another: the next one's J1 on this one's J2, pin by pin. Everything lies on
a grid of 2.54 mm, x to the right, y down, the first chip's pin 1 at (4, 0):

    x      0      2        4 … 7        9      11
         sensors pull-ups   chip    pull-ups sensors

Along the front run the buses: ground, 3.3 V, clock and load above the chips, data and
ground below them. What goes up or down runs along the back, so nothing crosses.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

REGISTERS = 4
GRID_MM = 2.54
CELL = 13  # from one chip to the next
FRONT, BACK = "F.Cu", "B.Cu"
GROUND, POWER, CLOCK, LOAD = "GND", "3V3", "CLK", "LD"
_BUSES = {GROUND: -4, POWER: -3, CLOCK: -2, LOAD: -1}
_DATA_Y, _GROUND_Y = 8, 9
# The pins of a 74HC165, from its notch down on the left, and on the right.
_LEFT = ("LD", "CLK", "E", "F", "G", "H", "QH_N", "GND")
_RIGHT = ("VCC", "INH", "D", "C", "B", "A", "SER", "QH")
_SIZES = {"U": (1.6, 0.8), "RN": (1.6, 0.8), "C": (1.6, 0.8), "R": (1.6, 0.8)}
_SOCKET = (1.7, 1.0)


class Pad(NamedTuple):
    number: str
    name: str
    at: tuple[float, float]  # on the grid
    net: str | None  # None: joined to nothing


class Part(NamedTuple):
    name: str  # "U1"
    kind: str  # which symbol and footprint
    value: str
    pads: tuple[Pad, ...]

    @property
    def pad_mm(self) -> tuple[float, float]:
        """Diameter, and of its hole."""
        return _SIZES.get(self.name.rstrip("0123456789"), _SOCKET)


class Track(NamedTuple):
    net: str
    layer: str
    start: tuple[float, float]
    end: tuple[float, float]


class Via(NamedTuple):
    net: str
    at: tuple[float, float]


class Card(NamedTuple):
    parts: tuple[Part, ...]
    tracks: tuple[Track, ...]
    vias: tuple[Via, ...]
    outline: tuple[float, float, float, float]  # left, top, right, bottom
    holes: tuple[tuple[float, float], ...]


def card(registers: int = REGISTERS) -> Card:
    parts = [part for number in range(registers) for part in _cell_parts(number)]
    right = CELL * registers + 1
    first, last = _data(0), _data(registers)
    parts.append(_socket("J1", -3, -4, (*_BUSES, first)))
    parts.append(_socket("J2", right, -4, (*_BUSES, last)))
    ends = (
        Pad("1", "1", (right - 1, _DATA_Y), last),
        Pad("2", "2", (right - 1, _GROUND_Y), GROUND),
    )
    parts.append(Part("R1", "Resistor", "10k", ends))
    copper = [*_buses(registers)]
    for number in range(registers):
        copper += _cell_copper(number, is_last=number == registers - 1)
    tracks = tuple(one for one in copper if isinstance(one, Track))
    vias = tuple(one for one in copper if isinstance(one, Via))
    box = -6.5, -6.5, right + 3.5, 11.5
    holes = ((-5, -5), (-5, 10), (right + 2, -5), (right + 2, 10))
    return Card(tuple(parts), tracks, vias, box, holes)


def _data(number: int) -> str:
    """What this register gives to the one before it, and the first to the Pico."""
    return f"QH{number}"


def _cell_parts(number: int) -> Iterator[Part]:
    x = CELL * number
    nets = {
        **{name: f"{name}{number}" for name in "ABCDEFGH"},
        "VCC": POWER,
        "GND": GROUND,
        "INH": GROUND,  # never stopped
        "LD": LOAD,
        "CLK": CLOCK,
        "QH": _data(number),
        "SER": _data(number + 1),
    }
    left = [(name, (x + 4, y)) for y, name in enumerate(_LEFT)]
    right = [(name, (x + 7, y)) for y, name in enumerate(_RIGHT)]
    pins = enumerate([*left, *right[::-1]], 1)
    pads = tuple(Pad(str(n), name, at, nets.get(name)) for n, (name, at) in pins)
    yield Part(f"U{number + 1}", "74HC165", "74HC165", pads)
    for side, at, names in ((1, x + 2, _LEFT[2:6]), (2, x + 9, _RIGHT[2:6])):
        found = [POWER, *(nets[name] for name in names)]
        array = _socket(f"RN{2 * number + side}", at, 1, found)
        yield array._replace(kind="Pull-ups", value="4 x 10k")
    for side, at, names in ((1, x, _LEFT[2:6]), (2, x + 11, _RIGHT[2:6])):
        found = [POWER, *(nets[name] for name in names), GROUND]
        yield _socket(f"J{2 * number + side + 2}", at, 1, found)
    ends = Pad("1", "1", (x + 8, -3), POWER), Pad("2", "2", (x + 8, -4), GROUND)
    yield Part(f"C{number + 1}", "Capacitor", "100n", ends)


def _socket(name: str, x: int, y: int, nets: Iterable[str]) -> Part:
    """Pins in a column."""
    pads = tuple(
        Pad(str(n + 1), str(n + 1), (x, y + n), net) for n, net in enumerate(nets)
    )
    return Part(name, f"Socket {len(pads)}", f"{len(pads)} pins", pads)


def _buses(registers: int) -> Iterator[Track | Via]:
    right = CELL * registers + 1
    for net, y in _BUSES.items():
        yield Track(net, FRONT, (-3, y), (right, y))
    yield Track(GROUND, FRONT, (0, _GROUND_Y), (right - 1, _GROUND_Y))
    first, last = _data(0), _data(registers)
    yield from _line(first, BACK, (-3, 0), (-3, _DATA_Y))
    yield Via(first, (-3, _DATA_Y))
    yield Track(first, FRONT, (-3, _DATA_Y), (7, _DATA_Y))
    yield from _line(last, BACK, (right, 0), (right, _DATA_Y))
    yield Via(last, (right, _DATA_Y))


def _cell_copper(number: int, *, is_last: bool) -> Iterator[Track | Via]:
    x = CELL * number
    for y, (left, right) in enumerate(zip(_LEFT[2:6], _RIGHT[2:6], strict=True), 2):
        yield Track(f"{left}{number}", FRONT, (x, y), (x + 4, y))
        yield Track(f"{right}{number}", FRONT, (x + 7, y), (x + 11, y))
    yield Track(POWER, FRONT, (x, 1), (x + 2, 1))
    yield Track(POWER, FRONT, (x + 9, 1), (x + 11, 1))
    for net, *way in (
        (LOAD, (4, 0), (4, -1)),
        (CLOCK, (4, 1), (3, 1), (3, -2)),
        (POWER, (7, 0), (7, -3)),
        (POWER, (2, 1), (2, -3)),
        (POWER, (9, 1), (9, -3)),
        (GROUND, (7, 1), (6, 1), (6, -4)),
        (GROUND, (6, 1), (6, _GROUND_Y)),
        (GROUND, (4, 7), (4, _GROUND_Y)),
        (GROUND, (0, 6), (0, _GROUND_Y)),
        (GROUND, (11, 6), (11, _GROUND_Y)),
    ):
        points = [(x + at, y) for at, y in way]
        yield from _line(net, BACK, *points)
        yield Via(net, points[-1])
    yield from _chain(number, is_last=is_last)


def _chain(number: int, *, is_last: bool) -> Iterator[Track | Via]:
    """From the data out of this register's pin 9, and to its pin 10 from the next."""
    x = CELL * number
    yield Track(_data(number), FRONT, (x + 7, 7), (x + 7, _DATA_Y))
    following, at = _data(number + 1), (x + 8, _DATA_Y)
    yield from _line(following, BACK, (x + 7, 6), (x + 8, 6), at)
    yield Via(following, at)
    end = x + CELL + (1 if is_last else 7)  # J2, or the next chip's pin 9
    yield Track(following, FRONT, at, (end, _DATA_Y))


def _line(net: str, layer: str, *points: tuple[float, float]) -> Iterator[Track]:
    for start, end in pairwise(points):
        yield Track(net, layer, start, end)
