"""A map's sensor boards: the bit and cable of each sensor.

A board reads its bits through 16-channel multiplexers, whose pins are in the map.
"""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from controller.basics.locate import Where
from controller.basics.sheet import WORD, Bounds, Sheet, nearest, some_of, whole
from wiring.areas import Area
from wiring.claims import Claims

CHANNELS = 16  # of a multiplexer
SELECT_LINES = 4
# Send and receive of the first and second card reader.
READER_PINS = ((0, 1), (8, 9))
# The free pins of a Pico and Pico 2.
_FREE = range(23)
_TAKEN = {
    **dict.fromkeys((23, 24, 25, 29), "is used inside the Pico"),
    **dict.fromkeys((26, 27, 28), "is an analogue input, and left free for one"),
}
_SENSORS = {"hall": "Hall sensor", "switch": "switch"}
_PINS = Bounds(
    "a list of the Pico's GPIO numbers, such as [2, 3, 4, 5]",
    lambda v: type(v) is list and len(v) > 0 and all(map(whole(0, 29).fits, v)),
)


class Sensor(NamedTuple):
    kind: str  # "hall" or "switch"
    place: str


class Multiplexers(NamedTuple):
    """A board's multiplexers: bit n is channel n % 16 of number n // 16."""

    select: tuple[int, ...]  # GPIO of S0 to S3, which all of them share
    signals: tuple[int, ...]  # GPIO of each one's common pin
    settle_us: int  # from a change of a select line to the reading


class SensorBoard(NamedTuple):
    name: str
    usb_serial: str
    sensors: tuple[Sensor | None, ...]  # by bit
    readers: tuple[str, ...]
    multiplexers: Multiplexers | None = None  # None if it has only card readers


class _Board(NamedTuple):
    name: Annotated[str, WORD]
    usb_serial: Annotated[str, WORD]
    select: Annotated[Sequence[int], _PINS] = ()
    signals: Annotated[Sequence[int], _PINS] = ()
    settle_us: Annotated[int | None, whole(1, 1000)] = None
    readers: Annotated[tuple[str, ...], some_of("shoe", "play")] = ()


def sensor_boards(
    sheet: Sheet, areas: tuple[Area, ...], claims: Claims
) -> tuple[SensorBoard, ...]:
    boards = []
    for row, board in enumerate(sheet.rows("board", _Board)):
        _claim(claims, board, row)
        scanned = _multiplexers(sheet, claims, board, row)
        empty = (None,) * CHANNELS * len(board.signals)
        who = board.name, board.usb_serial
        boards.append(SensorBoard(*who, empty, tuple(board.readers), scanned))
    sensors = {board.name: list(board.sensors) for board in boards}
    for area in areas:
        _fill(sheet, area, sensors, claims)
    return tuple(b._replace(sensors=tuple(sensors[b.name])) for b in boards)


def _claim(claims: Claims, board: _Board, row: int) -> None:
    owner = f"sensor board {board.name}"
    claims.once(owner, ("board", row, "name"))
    serial = f"USB serial {board.usb_serial}"
    claims.take(serial, "serial", owner, ("board", row, "usb_serial"))
    for reader in board.readers:
        claims.take(f"reader {reader}", "reader", owner, ("board", row, "readers"))


def _multiplexers(
    sheet: Sheet, claims: Claims, board: _Board, row: int
) -> Multiplexers | None:
    given = {k: getattr(board, k) for k in ("select", "signals", "settle_us")}
    if not any(given.values()):
        return None
    for key, value in given.items():
        if not value:
            words = f"sensor board {board.name} scans multiplexers; add board.{key}"
            raise sheet.error(("board", row), words)
    if len(board.select) != SELECT_LINES:
        words = (
            f"board.select lists {len(board.select)} pins; a multiplexer has "
            f"{SELECT_LINES} select lines, S0 to S3"
        )
        raise sheet.error(("board", row, "select"), words)
    _claim_pins(sheet, claims, board, row)
    assert board.settle_us is not None
    return Multiplexers(tuple(board.select), tuple(board.signals), board.settle_us)


def _claim_pins(sheet: Sheet, claims: Claims, board: _Board, row: int) -> None:
    """Claim every used pin of the Pico, card readers first."""
    for number, reader in enumerate(board.readers):
        for pin in READER_PINS[number]:
            where: Where = ("board", row, "readers")
            _take_pin(claims, board, pin, f"reader {reader}", where)
    room = len(_FREE) - SELECT_LINES - 2 * len(board.readers)
    if len(board.signals) > room:
        words = (
            f"board.signals lists {len(board.signals)} multiplexers; the pins of one "
            f"Pico are enough for {room} here, so put the rest on another board"
        )
        raise sheet.error(("board", row, "signals"), words)
    for key, name in (("select", "select line S{}"), ("signals", "multiplexer M{}")):
        for number, pin in enumerate(getattr(board, key)):
            owner, where = name.format(number), ("board", row, key)
            if pin not in _FREE:
                words = f"GP{pin} {_TAKEN[pin]}; give {owner} one from GP0 to GP22"
                raise sheet.error(where, words)
            _take_pin(claims, board, pin, owner, where)


def _take_pin(
    claims: Claims, board: _Board, pin: int, owner: str, where: Where
) -> None:
    claims.take(f"GP{pin} of sensor board {board.name}", "pin", owner, where)


def _fill(
    sheet: Sheet,
    area: Area,
    sensors: dict[str, list[Sensor | None]],
    claims: Claims,
) -> None:
    """Assign an area's sensors to bits of the board that reads them."""
    section, board = area.section, area.wired.board
    if board is not None and board not in sensors:
        hint = nearest(board, sensors) if sensors else "; add one"
        words = f"{section}.board is {board!r}, but no [[board]] has that name{hint}"
        raise sheet.error((section, "board"), words)
    starts = [(kind, bit) for kind, bit in area.first_bits.items() if bit is not None]
    if board is not None and not starts:
        keys = " or ".join(f"first_{kind}_bit" for kind in area.first_bits)
        words = f"{section}.board is named, but none of its bits; add {keys}"
        raise sheet.error((section, "board"), words)
    for kind, first in starts:
        where = section, f"first_{kind}_bit"
        if board is None:
            words = f"{'.'.join(where)} needs a board; add {section}.board"
            raise sheet.error(where, words)
        for place, bit in area.bits(first):
            owner = f"{place}'s {_SENSORS[kind]}"
            claims.bit(bit, board, len(sensors[board]), owner, where)
            sensors[board][bit] = Sensor(kind, place)


class Row(NamedTuple):
    name: str
    sensors: tuple[tuple[int, Sensor], ...]  # with their bits

    @property
    def multiplexers(self) -> tuple[int, ...]:
        """The numbers of the multiplexers that have its bits."""
        return tuple(sorted({bit // CHANNELS for bit, _ in self.sensors}))

    def on(self, multiplexer: int) -> tuple[tuple[int, Sensor], ...]:
        """Return this multiplexer's channels with their sensors."""
        return tuple(
            (bit % CHANNELS, sensor)
            for bit, sensor in self.sensors
            if bit // CHANNELS == multiplexer
        )


def rows(board: SensorBoard) -> tuple[Row, ...]:
    found: dict[str, list[tuple[int, Sensor]]] = {}
    for bit, sensor in enumerate(board.sensors):
        if sensor:
            kind, _, rest = sensor.place.partition(":")
            number = rest.replace(",", ":").partition(":")[0]
            name = f"{'lane' if kind == 'depth' else 'row'} {number}"
            found.setdefault(name, []).append((bit, sensor))
    return tuple(Row(name, tuple(sensors)) for name, sensors in found.items())
