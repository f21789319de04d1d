"""The parts list: what to buy for a table, how much of it, and under which number."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from math import ceil
from typing import NamedTuple

from wiring.boardmap import BoardMap
from wiring.geometry.checks import strip_pitch_mm
from wiring.geometry.features import SCREW, SHORT_SCREW
from wiring.geometry.lengths import joints
from wiring.geometry.magnets import Disc
from wiring.geometry.table import Geometry
from wiring.harness import Wiring
from wiring.papers.battens import BATTEN_MM, battens, thick_mm
from wiring.papers.board_side import even, registers
from wiring.papers.cables import Drawing
from wiring.papers.catalogue import FUSES, PRICED, WARES, WIRES, supply
from wiring.papers.multiplexed import BREAKOUT
from wiring.papers.pi_side import PULL_DOWN
from wiring.papers.plan import tiles as tile_plans
from wiring.papers.power import MM2, Power
from wiring.papers.text import table

SPARE = 1.1  # a tenth more wire than the drawings have
# Cards of all games together, each with a tag.
STICKERS = 210
_REGISTERS_A_BOARD = 8
_CUT_LAMPS_A_METRE = 60
# What a plug is, by a word of its name in the map.
_PLUGS = (
    *("JST-SM 3", "JST-XH 2", "JST-XH 4", "JST"),
    *("box header", "servo plug", "jumper", "plug of the strip"),
)
_GRIP_MM = 100  # so far the puck's handle sticks out when it is farthest in
_PLUG_A = 5.0  # what a plug of 5.5 × 2.1 mm may carry
_LEVERS = 5  # wires that a lever connector holds
_HUB_FROM = 2  # so many sensor boards do not fit a Pi Zero's one socket


class Item(NamedTuple):
    quantity: str
    part: str
    used_for: str
    number: str
    instead: str
    price: str


HEADS = ("quantity", "part", "for", "maker's number", "or", f"each, about ({PRICED})")


def parts(
    geometry: Geometry, wiring: Wiring, power: Power, drawings: Iterable[Drawing]
) -> tuple[Item, ...]:
    board, drawings = geometry.board, tuple(drawings)
    return (
        *_pi(board, power),
        *_chain(geometry, power, wiring, drawings),
        *_hands(geometry),
        *_striker(board, power, wiring),
        *_speaker(board),
        *(_item(1, part.driver, part.name, "part") for part in board.parts),
        *_boards(board, wiring, drawings),
        *_magnets(geometry),
        *_sheets(geometry),
        *_plugs(drawings),
        *_wire(drawings),
        *_joints(geometry),
    )


def as_csv(items: Iterable[Item]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADS)
    writer.writerows(items)
    return text.getvalue()


def as_table(items: Iterable[Item]) -> list[str]:
    return [
        "All that one basket needs; [the same as CSV](parts.csv) for a spreadsheet. "
        "Prices are classes and estimates, not offers.",
        "",
        *table(HEADS, items),
    ]


def _item(
    quantity: object, part: str, used_for: str, ware: str, number: str = ""
) -> Item:
    """`number`, where one ware comes in several sizes."""
    row = WARES[ware]
    return Item(
        str(quantity), part, used_for, number or row.number, row.instead, row.price
    )


def _pi(board: BoardMap, power: Power) -> Iterator[Item]:
    which = {"spi": "3, 4, 5 or Zero 2 W", "pwm": "3, 4 or Zero 2 W", "pio": "5"}
    yield _item(1, f"Raspberry Pi {which[board.strip.driver]}", "the table", "pi")
    yield _item(1, "microSD card, 16 GB or more", "its system", "card")
    supply = f"USB supply made for that Pi, 5 V, {power.pi_supply_a:g} A or more"
    why = "the Pi and all that it feeds; a Pi 5 wants 5 A"
    yield _item(1, supply, why, "pi supply")


def _fuse(amps: float, used_for: str) -> Iterator[Item]:
    number = FUSES.get(amps, "")
    yield _item(1, f"fuse {amps:g} A, slow, 5 × 20 mm", used_for, "fuse", number)
    name = used_for.partition(":")[0]
    yield _item(1, "fuse holder, in the wire", f"holds {name}", "fuse holder")


def _levers(drawings: Iterable[Drawing]) -> int:
    """So many for 5 V and for ground; each after the first takes a wire from it."""
    ends = Counter(
        end.pin
        for drawing in drawings
        for cable in drawing.cables
        for wire in cable.wires
        for end in (wire.start, wire.end)
        if end.connector == "D1"
    )
    # And a leg of C1.
    return sum(ceil((count + 1 - 2) / (_LEVERS - 2)) for count in ends.values())


def _chain(
    geometry: Geometry, power: Power, wiring: Wiring, drawings: tuple[Drawing, ...]
) -> Iterator[Item]:
    line = power.line("strip")
    yield from _strips(geometry)
    if power.strip_supply_a is not None:
        part = f"5 V supply, {power.strip_supply_a:g} A, in a closed case"
        why = "strip and servo" if geometry.board.eliminator else "the strip"
        if power.strip_supply_a > _PLUG_A:
            why += f"; cut its plug off, which is good for {_PLUG_A:g} A"
        yield Item("1", part, why, *supply(power.strip_supply_a))
        if power.strip_supply_a <= _PLUG_A:
            jack = "socket 5.5 × 2.1 mm with screw terminals"
            yield _item(1, jack, "where the supply's plug goes in", "jack")
    yield from _fuse(line.fuse_a, "F1: the strip")
    rails = wiring.harness.rails
    if "breadboard" in rails:
        yield _item(1, rails, "D1: shares out the 5 V", "breadboard")
    else:
        part = f"{rails}: lever connector, {_LEVERS} wires"
        yield _item(_levers(drawings), part, "D1: shares out the 5 V", "rails")
    chip = "74AHCT125, DIP-14, with socket"
    yield _item(1, chip, "U1: data from 3.3 V to 5 V", "shifter")
    yield _item(1, "resistor 330 Ω", "R1: in the data wire", "330 Ω")
    why = "R2: from U1's input to ground"
    yield _item(1, f"resistor {PULL_DOWN}", why, PULL_DOWN)
    big = "capacitor 1000 µF, 6.3 V or more"
    yield _item(1, big, "C1: across the 5 V", "electrolytic")
    yield _item(1, "capacitor 100 nF", "C2: across U1", "capacitor")


def _strips(geometry: Geometry) -> Iterator[Item]:
    """By how close their lamps are; single pixels are cut off the one that is there."""
    lamps: Counter[int] = Counter()
    cut = geometry.board.strip.pixels
    for field, row in (("depth", geometry.sizes.lanes), ("tile", geometry.sizes.tiles)):
        count = sum(p.startswith(f"{field}:") for p in geometry.board.pixels)
        if count and row.lamps == "strip":
            lamps[round(1000 / strip_pitch_mm(row.pitch_mm))] += count
            cut -= count
    lamps[max(lamps, default=_CUT_LAMPS_A_METRE)] += cut
    for density, count in sorted(lamps.items()):
        part = f"WS2812B strip, 5 V, {density} lamps a metre, 10 mm wide"
        metres = ceil(count / density * 10) / 10
        yield _item(f"{metres:g} m", part, f"{count} lamps", "strip")


def _hands(geometry: Geometry) -> Iterator[Item]:
    sizes = geometry.sizes.buttons
    seats = sum(b.control.startswith("seat:") for b in geometry.board.buttons)
    others = len(geometry.board.buttons) - seats
    fire = 1 if geometry.board.eliminator else 0
    if seats:
        part = f"push button, normally open, {sizes.seat_hole_mm:g} mm hole"
        yield _item(seats, part, "seats; a pixel beside each lit one", "seat")
    if others:
        part = f"push button, normally open, {sizes.control_hole_mm:g} mm hole"
        why = "controls; a pixel beside each lit one" + (", and `fire`" if fire else "")
        ware = "control" if sizes.control_hole_mm > 16 else "push button"
        yield _item(others + fire, part, why, ware)


def _striker(board: BoardMap, power: Power, wiring: Wiring) -> Iterator[Item]:
    row = board.eliminator
    if row is None:
        return
    line = power.line("servo")
    stall = f"5 V, stalls at {line.current_ma / 1000:.1f} A or less"
    servo = f"{wiring.harness.servo_part}, {stall}"
    yield _item(1, servo, "the striker; BUILDING.md says why an analogue one", "servo")
    why = "R3: from the servo's pulses to ground"
    yield _item(1, f"resistor {PULL_DOWN}", why, PULL_DOWN)
    yield from _fuse(line.fuse_a, "F2: the servo; at the supply")
    key = f"key switch, two poles (DPST), both closed when on, {line.fuse_a:g} A at 5 V"
    yield _item(1, key, "`arm`: tells the Pi, and is in the servo's 5 V", "key")
    if row.driver == "pca9685":
        yield _item(1, "PCA9685 board", "U2: the servo's pulses", "pca9685")


def _speaker(board: BoardMap) -> Iterator[Item]:
    match board.speaker and board.speaker.driver:
        case "i2s":
            yield _item(1, "MAX98357A board", "U3: amplifier on I2S", "amplifier")
            speaker = "speaker 4 to 8 Ω, 3 W, about 50 mm"
            yield _item(1, speaker, "behind holes in the rim", "speaker")
        case "usb":
            yield _item(1, "USB speaker", "sound; in a socket of the Pi", "usb speaker")
        case "headphones":
            cable = "active speaker with a 3.5 mm plug"
            yield _item(1, cable, "sound; not on a Pi 5 or Zero 2 W", "active speaker")


def _boards(
    board: BoardMap, wiring: Wiring, drawings: tuple[Drawing, ...]
) -> Iterator[Item]:
    if not board.boards:
        return
    count = len(board.boards)
    names = ", ".join(one.name for one in board.boards)
    pico = "Raspberry Pi Pico or Pico 2"
    yield _item(count, pico, f"sensor boards: {names}", "pico")
    cable = f"USB cable, micro-B, with data, {wiring.harness.usb_m:g} m"
    yield _item(count, cable, "Pico to Pi", "usb")
    if count >= _HUB_FROM:
        hub = "USB hub with its own supply"
        yield _item(1, hub, "only for a Pi Zero 2 W, which has one socket", "hub")
    yield from _registers(board)
    yield from _multiplexers(board, drawings)
    kinds = Counter(s.kind for one in board.boards for s in one.sensors if s)
    if kinds["switch"]:
        push = "push switch 6 × 6 mm, normally open"
        yield _item(kinds["switch"], push, "under tiles", "switch")
    readers = sum(len(one.readers) for one in board.boards)
    if readers:
        yield _item(readers, "PN532 board with HSU", "card readers", "reader")
        sticker = "NTAG213 sticker, 25 mm"
        yield _item(STICKERS, sticker, "one a card, all games together", "sticker")


def _registers(board: BoardMap) -> Iterator[Item]:
    chips = sum(registers(one) for one in board.boards)
    if not chips:
        return
    yield _item(chips, "74HC165, DIP-16, with socket", "sensor bits", "register")
    yield _item(chips, "capacitor 100 nF", "across each 74HC165", "capacitor")
    array = "resistor array 8 × 10 kΩ, 9 pins, one common"
    yield _item(chips, array, "pull-ups of a 74HC165's inputs", "array")
    boards = sum(ceil(registers(one) / _REGISTERS_A_BOARD) for one in board.boards)
    why = f"register cards, {_REGISTERS_A_BOARD} chips on each"
    yield _item(boards, "stripboard 100 × 160 mm", why, "stripboard")


def _multiplexers(board: BoardMap, drawings: tuple[Drawing, ...]) -> Iterator[Item]:
    scanned = [(one.name, one.multiplexers) for one in board.boards if one.multiplexers]
    if not scanned:
        return
    counts = [(name, len(scan.signals)) for name, scan in scanned]
    part = "CD74HC4067 breakout, 16 channels, pins soldered in"
    why = ", ".join(f"{count} for {name}" for name, count in counts)
    yield _item(sum(n for _, n in counts), part, f"sensor bits: {why}", "multiplexer")
    part = "stripboard 50 × 100 mm"
    why = "carries a Pico and a box header for each row"
    yield _item(len(scanned), part, why, "small stripboard")
    part = "socket strip, 20 pins, 2.54 mm"
    yield _item(2 * len(scanned), part, "holds a Pico", "socket strip")
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
    yield _item(ends, part, "wires on the multiplexers' pins", "contact")


def _magnets(geometry: Geometry) -> Iterator[Item]:
    sizes, board = geometry.sizes, geometry.board
    halls = sum(bool(s and s.kind == "hall") for b in board.boards for s in b.sensors)
    if not halls:
        return
    part = f"Hall switch {sizes.sensor.part}, low at a magnet, for 3.3 V"
    limit = f"operates at {sizes.sensor.operate_most_mt:g} mT at the latest"
    why = f"places; {limit}, looks {sizes.sensor.rate_hz} times a second"
    yield _item(halls, part, why, "hall" if "DRV5032AJ" in part else "other hall")
    if board.depth and board.depth.first_hall_bit is not None:
        seats = sum(b.control.startswith("seat:") for b in board.buttons)
        pieces = 2 * board.depth.lanes + seats
        why = "pieces: a pirate and an anchor a lane, a robot a seat"
        yield _magnet(pieces, sizes.piece.magnet, why)
    if board.eliminator:
        yield _magnet(1, sizes.puck.magnet, "the Eliminator's puck")
        yield from _puck(geometry)


def _magnet(quantity: int, disc: Disc, used_for: str) -> Item:
    ware = f"magnet {disc.diameter_mm:g} × {disc.thickness_mm:g}"
    known = ware if ware in WARES else "other magnet"
    return _item(quantity, f"disc magnet {disc}", used_for, known)


def _puck(geometry: Geometry) -> Iterator[Item]:
    """What holds its printed parts together, and what it is moved by."""
    sizes, layout = geometry.sizes, geometry.layout
    screw = f"screw M{sizes.table.screw_mm:g} × {ceil(2 * sizes.printer.wall_mm):g} mm"
    yield _item(2, screw, "holds the bracket on the puck", "short screw")
    tiles = [place.tile[1] for place in layout.places.values() if place.tile]
    if tiles:
        long = ceil((layout.height - min(tiles) + _GRIP_MM) / 10) * 10
        dowel = f"dowel {sizes.puck.handle_mm:g} mm, {long} mm long"
        yield _item(1, dowel, "moves the puck from the front", "dowel")


def _sheets(geometry: Geometry) -> Iterator[Item]:
    sizes, bed = geometry.sizes, geometry.sizes.table.bed_mm
    thick = {
        "top": sizes.layers.top_mm,
        "carrier": sizes.layers.carrier_mm,
        "floor": sizes.layers.floor_mm,
    }
    size = f"{bed[0]:g} × {bed[1]:g} mm"
    for high in sorted({thick[layer] for layer in geometry.sheets}):
        counts = {n: len(s) for n, s in geometry.sheets.items() if thick[n] == high}
        why = ", ".join(f"{count} for the {layer}" for layer, count in counts.items())
        yield _item(sum(counts.values()), f"plywood {high:g} mm, {size}", why, "wood")
    yield from _battens(geometry)
    tiles = sum(bool(p.switch) for p in geometry.layout.places.values())
    if tiles:
        side, high = sizes.tiles.tile_mm, sizes.tiles.thick_mm
        part, why = f"opal acrylic {high:g} mm, {size}", f"{tiles} tiles of {side:g} mm"
        yield _item(len(list(tile_plans(geometry))), part, why, "acrylic")
        part = f"dot of soft foam, {sizes.tiles.switch_mm:g} mm thick, 8 mm wide"
        yield _item(4 * tiles, part, "under the corners of the tiles", "foam")
    layers = sizes.layers
    short = layers.top_mm + layers.gap_mm + layers.carrier_mm
    long = sum(mm for mm in layers if mm) - layers.overlay_mm
    for owner, high, why in (
        (SCREW, long, "holds the layers together"),
        (SHORT_SCREW, short, "holds top and carrier where the puck's handle passes"),
    ):
        screws = sum(f.owner == owner for f in geometry.cuts("top"))
        if screws:
            size = f"M{sizes.table.screw_mm:g}"
            part = f"screw {size} with spacers, {high:g} mm between the nuts"
            yield _item(screws, part, why, "screw")


def _battens(geometry: Geometry) -> Iterator[Item]:
    metres: Counter[float] = Counter()
    for layer in geometry.sheets:
        for batten in battens(geometry, layer):
            metres[thick_mm(geometry, layer)] += round(max(batten.size))
    for high, millimetres in sorted(metres.items()):
        part = f"plywood {high:g} mm, strips {BATTEN_MM:g} mm wide"
        yield _item(_metres(millimetres), part, "battens along the seams", "batten")


def _plugs(drawings: Iterable[Drawing]) -> Iterator[Item]:
    plugs = Counter(c.plug for d in drawings for c in d.connectors if c.plug)
    for plug, count in sorted(plugs.items()):
        ware = next((word for word in _PLUGS if word in plug), "other plug")
        number = ""
        if ware == "box header":
            pins = int(plug.split()[-2])
            number = WARES[ware].number.format(pins=pins)
        yield _item(count, plug, "where cables end; both halves of each", ware, number)


def _wire(drawings: Iterable[Drawing]) -> Iterator[Item]:
    metres: Counter[tuple[int, str]] = Counter()
    ribbons: Counter[int] = Counter()
    for drawing in drawings:
        for cable in drawing.cables:
            millimetres = round(1000 * cable.length_m)
            if cable.kind == "ribbon":
                ribbons[even(len(cable.wires))] += millimetres
                continue
            for wire in cable.wires:
                metres[cable.awg, wire.colour] += millimetres
    for (awg, colour), millimetres in sorted(metres.items()):
        size = f"AWG {awg} ({MM2[awg]} mm²)"
        part, number = f"wire {size}, {colour}", WIRES.get(awg, "")
        yield _item(_metres(millimetres), part, "cables", "wire", number)
    for ways, millimetres in sorted(ribbons.items()):
        part = f"ribbon cable, {ways} ways"
        number = WARES["ribbon"].number.format(ways=ways)
        yield _item(_metres(millimetres), part, "sensor rows", "ribbon", number)


def _joints(geometry: Geometry) -> Iterator[Item]:
    """Three wires wherever the strip is cut inside a field."""
    found = list(joints(geometry.board, geometry.sizes, geometry.layout))
    if found:
        millimetres = round(3 * sum(joint.length_mm for joint in found))
        part = f"wire AWG 24 ({MM2[24]} mm²), three colours together"
        why = f"between pixels, where the strip is cut: {len(found)} joints"
        yield _item(_metres(millimetres), part, why, "wire", WIRES[24])


def _metres(millimetres: int) -> str:
    return f"{ceil(millimetres * SPARE / 100) / 10:g} m"
