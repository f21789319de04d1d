"""The cables of the sensor boards: Pico, register card, rows of sensors, readers.

The registers sit on one card beside the Pico. What joins them to each other does not
change with the board map and is listed with the sensor bits. `multiplexed` has the
cables of boards with multiplexers.
"""

from collections.abc import Iterator

from wiring.boardmap import BoardMap, SensorBoard
from wiring.harness import Wiring
from wiring.papers import multiplexed
from wiring.papers.cables import Cable, Connector, Drawing, cable, used
from wiring.papers.pico import GROUND as _GROUND
from wiring.papers.pico import POWER as _POWER
from wiring.papers.pico import RIM, RIM_PINS
from wiring.rows import Row, rows
from wiring.sensor_boards import READER_PINS

SIGNAL_AWG = 24
RIBBON_AWG = 28
# The Pico's pins as `firmware/chip.py` uses them, by GPIO.
CLOCK, DATA, LOAD = 2, 4, 5
# The pins of a 74HC165's inputs A to H.
INPUTS = tuple(zip("ABCDEFGH", (11, 12, 13, 14, 3, 4, 5, 6), strict=True))
_REGISTER_PINS = (
    ("3V3", "3.3 V"),
    ("CLK", "CLK of all"),
    ("QH", "QH of R0"),
    ("LD", "SH/LD of all"),
    ("GND", "ground"),
)
_READER_PINS = (("VCC", "3.3 V"), ("RX", "RX"), ("TX", "TX"), ("GND", "ground"))


def drawings(board: BoardMap, wiring: Wiring) -> Iterator[Drawing]:
    for one in board.boards:
        yield _pico(one, wiring)
        for row in rows(one):
            if one.multiplexers:
                yield from multiplexed.row_drawings(one, row, wiring)
            else:
                yield _row(one, row, wiring)


def registers(board: SensorBoard) -> int:
    """How many it has."""
    return 0 if board.multiplexers else -(-len(board.sensors) // 8)


def even(ways: int) -> int:
    """Ribbon cables and their headers come in pairs of ways."""
    return ways + ways % 2


def input_name(bit: int) -> str:
    """`R3 H (6)`: register, input and that input's pin."""
    letter, pin = INPUTS[bit % 8]
    return f"R{bit // 8} {letter} ({pin})"


def _pico(board: SensorBoard, wiring: Wiring) -> Drawing:
    cables: list[Cable] = []
    parts: list[Connector] = []
    if board.multiplexers:
        cables, parts = multiplexed.headers(board, wiring)
    elif board.sensors:
        cables.append(_to_registers(wiring))
        count = registers(board)
        kind = f"register card, {count} × 74HC165"
        parts.append(Connector("Registers", kind, _REGISTER_PINS))
    for number, reader in enumerate(board.readers):
        cables.append(_to_reader(number, reader, wiring))
        kind, plug = "PN532, switches at HSU", wiring.harness.reader_plug
        parts.append(Connector(reader, kind, _READER_PINS, plug=plug))
    note = f"USB cable to the Pi; serial number {board.usb_serial}"
    pico = used(Connector("Pico", f"sensor board {board.name}", RIM_PINS, note), cables)
    title = f"Sensor board {board.name}"
    return Drawing(f"{board.name}-board", title, (pico, *parts), tuple(cables))


def _to_registers(wiring: Wiring) -> Cable:
    ways = [
        (wiring.colours.logic, _POWER, "3V3"),
        (wiring.signal(0), str(RIM[CLOCK]), "CLK"),
        (wiring.signal(1), str(RIM[DATA]), "QH"),
        (wiring.signal(2), str(RIM[LOAD]), "LD"),
        (wiring.colours.ground, _GROUND, "GND"),
    ]
    return cable("W80", 0.1, SIGNAL_AWG, ways, ("Pico", "Registers"))


def _to_reader(number: int, reader: str, wiring: Wiring) -> Cable:
    send, receive = READER_PINS[number]
    ways = [
        (wiring.colours.logic, _POWER, "VCC"),
        (wiring.signal(0), str(RIM[send]), "RX"),
        (wiring.signal(1), str(RIM[receive]), "TX"),
        (wiring.colours.ground, _GROUND, "GND"),
    ]
    length_m = wiring.harness.reader_m
    return cable(f"W{81 + number}", length_m, SIGNAL_AWG, ways, ("Pico", reader))


def _row(board: SensorBoard, row: Row, wiring: Wiring) -> Drawing:
    last = len(row.sensors)
    power, ground = str(last + 1), str(last + 2)
    ways = [
        (wiring.signal(number), input_name(bit), str(number + 1))
        for number, (bit, _) in enumerate(row.sensors)
    ]
    ways.append((wiring.colours.logic, "3V3", power))
    ways.append((wiring.colours.ground, "GND", ground))
    places = tuple(
        (str(number), f"{sensor.kind} {sensor.place}")
        for number, (_, sensor) in enumerate(row.sensors, 1)
    )
    plug = f"{wiring.harness.row_plug}, {even(last + 2)} pins"
    pins = (*places, (power, "3.3 V"), (ground, "ground"))
    end = Connector(row.name, "sensors", pins, plug=plug)
    name = f"W{100 + int(row.name.split()[1])}"
    length_m, between = wiring.harness.row_m, ("Registers", row.name)
    one = cable(name, length_m, RIBBON_AWG, ways, between, "ribbon")
    title = f"Sensor board {board.name}, {row.name}"
    drawn = f"{board.name}-{row.name.replace(' ', '-')}"
    return Drawing(drawn, title, (_card(board, row), end), (one,))


def _card(board: SensorBoard, row: Row) -> Connector:
    inputs = tuple((input_name(bit), f"bit {bit}") for bit, _ in row.sensors)
    pins = (*inputs, ("3V3", "3.3 V"), ("GND", "ground"))
    return Connector("Registers", f"register card of {board.name}", pins)
