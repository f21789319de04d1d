"""What to buy for the sensor boards: chips, switches, readers, magnets."""

from collections import Counter
from collections.abc import Iterator

from wiring.boardmap import BoardMap
from wiring.geometry.magnets import Disc
from wiring.geometry.table import Geometry
from wiring.harness import Wiring
from wiring.papers.cables import Drawing
from wiring.papers.catalogue import WARES
from wiring.papers.items import Item, item
from wiring.papers.multiplexed import BREAKOUT

# Cards of all games together, each with a tag.
STICKERS = 210
_HUB_FROM = 2  # so many sensor boards do not fit a Pi Zero's one socket


def boards(
    board: BoardMap, wiring: Wiring, drawings: tuple[Drawing, ...]
) -> Iterator[Item]:
    if not board.boards:
        return
    count = len(board.boards)
    names = ", ".join(one.name for one in board.boards)
    pico = "Raspberry Pi Pico or Pico 2"
    yield item(count, pico, f"sensor boards: {names}", "pico")
    cable = f"USB cable, micro-B, with data, {wiring.harness.usb_m:g} m"
    yield item(count, cable, "Pico to Pi", "usb")
    if count >= _HUB_FROM:
        hub = "USB hub with its own supply"
        yield item(1, hub, "only for a Pi Zero 2 W, which has one socket", "hub")
    yield from _multiplexers(board, drawings)
    kinds = Counter(s.kind for one in board.boards for s in one.sensors if s)
    if kinds["switch"]:
        push = "push switch 6 × 6 mm, normally open"
        yield item(kinds["switch"], push, "under tiles", "switch")
    readers = sum(len(one.readers) for one in board.boards)
    if readers:
        yield item(readers, "PN532 board with HSU", "card readers", "reader")
        sticker = "NTAG213 sticker, 25 mm"
        yield item(STICKERS, sticker, "one a card, all games together", "sticker")


def _multiplexers(board: BoardMap, drawings: tuple[Drawing, ...]) -> Iterator[Item]:
    scanned = [(one.name, one.multiplexers) for one in board.boards if one.multiplexers]
    if not scanned:
        return
    counts = [(name, len(scan.signals)) for name, scan in scanned]
    part = "CD74HC4067 breakout, 16 channels, pins soldered in"
    why = ", ".join(f"{count} for {name}" for name, count in counts)
    yield item(sum(n for _, n in counts), part, f"sensor bits: {why}", "multiplexer")
    part = "stripboard 50 × 100 mm"
    why = "carries a Pico and a box header for each row"
    yield item(len(scanned), part, why, "stripboard")
    part = "socket strip, 20 pins, 2.54 mm"
    yield item(2 * len(scanned), part, "holds a Pico", "socket strip")
    breakouts = {
        (drawing.name, connector.name)
        for drawing in drawings
        for connector in drawing.connectors
        if connector.kind == BREAKOUT
    }
    ends = sum(
        (drawing.name, end.connector) in breakouts
        for drawing in drawings
        for cable in drawing.cables
        for wire in cable.wires
        for end in (wire.start, wire.end)
    )
    part = "crimp contact, female, 2.54 mm, with a housing of one"
    yield item(ends, part, "wires on the multiplexers' pins", "contact")


def sensors_and_magnets(geometry: Geometry) -> Iterator[Item]:
    sizes, board = geometry.sizes, geometry.board
    halls = sum(bool(s and s.kind == "hall") for b in board.boards for s in b.sensors)
    if not halls:
        return
    part = f"Hall switch {sizes.sensor.part}, low at a magnet, for 3.3 V"
    limit = f"operates at {sizes.sensor.operate_most_mt:g} mT at the latest"
    why = f"places; {limit}, looks {sizes.sensor.rate_hz} times a second"
    yield item(halls, part, why, "hall" if "DRV5032AJ" in part else "other hall")
    if board.depth and board.depth.first_hall_bit is not None:
        seats = sum(b.control.startswith("seat:") for b in board.buttons)
        pieces = 2 * board.depth.lanes + seats
        why = "pieces: a pirate and an anchor a lane, a robot a seat"
        yield _magnet(pieces, sizes.piece.magnet, why)
    if board.eliminator:
        yield _magnet(1, sizes.puck.magnet, "the Eliminator's puck")


def _magnet(quantity: int, disc: Disc, used_for: str) -> Item:
    ware = f"magnet {disc.diameter_mm:g} × {disc.thickness_mm:g}"
    known = ware if ware in WARES else "other magnet"
    return item(quantity, f"disc magnet {disc}", used_for, known)
