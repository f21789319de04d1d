"""The cables of the sensor boards: Pico, rows of sensors, card readers."""

from collections.abc import Iterator

from wiring.boardmap import BoardMap, SensorBoard
from wiring.harness import Wiring
from wiring.papers import multiplexed
from wiring.papers.cables import Cable, Connector, Drawing, cable, used
from wiring.papers.pico import GROUND as _GROUND
from wiring.papers.pico import POWER as _POWER
from wiring.papers.pico import RIM, RIM_PINS
from wiring.rows import rows
from wiring.sensor_boards import READER_PINS

SIGNAL_AWG = 24
_READER_PINS = (("VCC", "3.3 V"), ("RX", "RX"), ("TX", "TX"), ("GND", "ground"))


def drawings(board: BoardMap, wiring: Wiring) -> Iterator[Drawing]:
    for one in board.boards:
        yield _pico(one, wiring)
        for row in rows(one):
            yield from multiplexed.row_drawings(one, row, wiring)


def _pico(board: SensorBoard, wiring: Wiring) -> Drawing:
    cables: list[Cable] = []
    parts: list[Connector] = []
    if board.multiplexers:
        cables, parts = multiplexed.headers(board, wiring)
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
        (wiring.colours.logic, _POWER, "VCC"),
        (wiring.signal(0), str(RIM[send]), "RX"),
        (wiring.signal(1), str(RIM[receive]), "TX"),
        (wiring.colours.ground, _GROUND, "GND"),
    ]
    length_m = wiring.harness.reader_m
    return cable(f"W{81 + number}", length_m, SIGNAL_AWG, ways, ("Pico", reader))
