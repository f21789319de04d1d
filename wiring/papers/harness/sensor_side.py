"""The cables of the sensor boards: Pico, multiplexers, sensors and card readers.

The Pico is on a stripboard with a box header for each lane or row of tiles. A flat
cable leads from each header to the row's multiplexers, which are on stripboards with
their own headers. So no pin has two plugs. In the cable, a ground beside each signal
shields it from the select lines. `pictures/rows.py` draws the wires beyond the
multiplexers.
"""

from collections.abc import Iterator
from itertools import count, product
from typing import NamedTuple

from wiring.boardmap import BoardMap, SensorBoard
from wiring.harness import Wiring
from wiring.papers.harness.cables import (
    Cable,
    Connector,
    Drawing,
    End,
    Wire,
    cable,
    used,
)
from wiring.sensor_boards import READER_PINS, Row, rows

# GP0 to GP22; every fifth pin between them is ground.
RIM = dict(enumerate(place for place in range(1, 30) if place % 5 != 3))
POWER, GROUND = "36", "38"  # 3.3 V output, and a nearby ground
RIM_PINS = (
    *((str(place), f"GP{gpio}") for gpio, place in RIM.items()),
    (POWER, "3V3 out"),
    (GROUND, "GND"),
)
SIGNAL_AWG = 24
RIBBON_AWG = 28
LEAD_AWG = 26  # from a multiplexer to its sensors
_STRIPBOARD_M = 0.1
_BREAKOUT = "CD74HC4067 on its stripboard"
LEAST_WAYS = 10  # the smallest common flat cable and box header
_SELECT = ("S0", "S1", "S2", "S3")
_READER_PINS = (("VCC", "3.3 V"), ("RX", "RX"), ("TX", "TX"), ("GND", "ground"))


def drawings(board: BoardMap, wiring: Wiring) -> Iterator[Drawing]:
    for number, one in enumerate(board.boards, 1):
        # Each board has its own hundred, so that every name on the table is unique.
        names = (f"W{name}" for name in count(100 * number))
        yield _named(_pico(one, wiring), names)
        for row in rows(one):
            yield _named(row_drawing(one, row, wiring), names)


def _named(drawing: Drawing, names: Iterator[str]) -> Drawing:
    cables = (c._replace(name=next(names)) for c in drawing.cables)
    return drawing._replace(cables=tuple(cables))


def _pico(board: SensorBoard, wiring: Wiring) -> Drawing:
    cables: list[Cable] = []
    parts: list[Connector] = []
    if board.multiplexers:
        cables, parts = headers(board, wiring)
    for number, reader in enumerate(board.readers):
        cables.append(_to_reader(number, reader, wiring))
        kind, plug = "PN532, switches at HSU", wiring.harness.reader_plug
        parts.append(Connector(reader, kind, _READER_PINS, plug=plug))
    note = f"USB cable to the Pi; serial number {board.usb_serial}"
    pico = used(Connector("Pico", f"sensor board {board.name}", RIM_PINS, note), cables)
    title = f"Sensor board {board.name}"
    return Drawing(f"{board.name}-board", title, (pico, *parts), tuple(cables))


def _to_reader(number: int, reader: str, wiring: Wiring) -> Cable:
    send, receive = READER_PINS[number]
    ways = [
        (wiring.colours.logic, POWER, "VCC"),
        (wiring.signal(0), str(RIM[send]), "RX"),
        (wiring.signal(1), str(RIM[receive]), "TX"),
        (wiring.colours.ground, GROUND, "GND"),
    ]
    length_m = wiring.lengths.reader_m
    return cable("", length_m, SIGNAL_AWG, ways, ("Pico", reader))


class _Way(NamedTuple):
    """One wire of the flat cable: its meaning and its end."""

    label: str
    rim: str  # of the Pico
    colour: str
    end: End


def headers(board: SensorBoard, wiring: Wiring) -> tuple[list[Cable], list[Connector]]:
    """Connect the Pico's pins to each row's header on the stripboard."""
    cables, parts = [], []
    for row in rows(board):
        header = _header(row)
        ways = _ways(board, row, wiring)
        wires = [(way.colour, way.rim, str(n)) for n, way in enumerate(ways, 1)]
        between = "Pico", header
        cables.append(cable("", _STRIPBOARD_M, SIGNAL_AWG, wires, between))
        # The parts list has the plug once, with the cable.
        parts.append(_socket(row, ways, wiring)._replace(plug=""))
    return cables, parts


def row_drawing(board: SensorBoard, row: Row, wiring: Wiring) -> Drawing:
    """Draw a row's flat cable."""
    ways = _ways(board, row, wiring)
    flat = [
        Wire(way.colour, End(_header(row), str(n)), way.end)
        for n, way in enumerate(ways, 1)
    ]
    length_m = round(wiring.lengths.row_m + wiring.lengths.along_m, 3)
    flat += _onward(row, wiring)
    cables = (Cable("", length_m, RIBBON_AWG, tuple(flat), "ribbon"),)
    plug = _plug(ways, wiring)
    breakouts = (
        used(_breakout(which), cables)._replace(plug=plug) for which in row.multiplexers
    )
    title = f"Sensor board {board.name}, {row.name}"
    drawn = f"{board.name}-{row.name.replace(' ', '-')}"
    return Drawing(drawn, title, (_socket(row, ways, wiring), *breakouts), cables)


def _header(row: Row) -> str:
    """Return `L0` for lane 0, `T0` for row 0 of the tiles."""
    return f"{'L' if row.name.startswith('lane') else 'T'}{row.name.split()[1]}"


def _ways(board: SensorBoard, row: Row, wiring: Wiring) -> list[_Way]:
    assert board.multiplexers
    first, *_ = row.multiplexers
    ground = wiring.colours.ground
    ways = []
    for at, which in enumerate(row.multiplexers):
        pin = str(RIM[board.multiplexers.signals[which]])
        end = End(f"M{which}", "SIG")
        ways.append(_Way(f"SIG of M{which}", pin, wiring.signal(4 + at), end))
        ways.append(_Way("ground", GROUND, ground, End(f"M{which}", "GND")))
    for line, label in enumerate(_SELECT):
        pin = str(RIM[board.multiplexers.select[line]])
        ways.append(_Way(label, pin, wiring.signal(line), End(f"M{first}", label)))
    ways.append(_Way("3.3 V", POWER, wiring.colours.logic, End(f"M{first}", "VCC")))
    while len(ways) < LEAST_WAYS or len(ways) % 2:
        ways.append(_Way("ground", GROUND, ground, End(f"M{first}", "GND")))
    return ways


def _socket(row: Row, ways: list[_Way], wiring: Wiring) -> Connector:
    pins = tuple((str(n), way.label) for n, way in enumerate(ways, 1))
    plug = _plug(ways, wiring)
    return Connector(_header(row), f"header of {row.name}", pins, plug=plug)


def _plug(ways: list[_Way], wiring: Wiring) -> str:
    return f"{wiring.harness.row_plug}, {len(ways)} pins"


def _onward(row: Row, wiring: Wiring) -> Iterator[Wire]:
    """Yield the wires that continue to the row's further multiplexers."""
    shared = [(wiring.signal(n), label) for n, label in enumerate(_SELECT)]
    shared.append((wiring.colours.logic, "VCC"))
    first, *others = row.multiplexers
    for which, (colour, label) in product(others, shared):
        yield Wire(colour, End(f"M{first}", label), End(f"M{which}", label))


def _breakout(which: int) -> Connector:
    pins = tuple((pin, pin) for pin in ("SIG", *_SELECT, "VCC", "GND"))
    note = "join EN to GND; the box header takes the flat cable"
    return Connector(f"M{which}", _BREAKOUT, pins, note)
