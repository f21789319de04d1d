"""Electronics to buy: Pi, strip, supply, buttons, striker, speaker, sensor boards."""

from collections import Counter
from collections.abc import Iterable, Iterator
from math import ceil

from wiring.boardmap import BoardMap
from wiring.geometry.checks import strip_pitch_mm
from wiring.geometry.magnets import Disc
from wiring.geometry.sizes import Sensor
from wiring.geometry.table import Geometry
from wiring.harness import Wiring
from wiring.papers.harness.cables import Drawing
from wiring.papers.harness.pi_side import PULL_DOWN
from wiring.papers.harness.power import Power
from wiring.papers.harness.sensor_side import BREAKOUT
from wiring.papers.shopping.items import FUSES, SPARE, WARES, Item, item, supply

_CUT_LAMPS_A_METRE = 60
_PLUG_A = 5.0  # what a plug of 5.5 × 2.1 mm may carry
_LEVERS = 5  # wires that a lever connector holds


def computer(board: BoardMap, power: Power) -> Iterator[Item]:
    which = {"spi": "3, 4, 5 or Zero 2 W", "pwm": "3, 4 or Zero 2 W", "pio": "5"}
    yield item(1, f"Raspberry Pi {which[board.strip.driver]}", "the table", "pi")
    yield item(1, "microSD card, 16 GB or more", "its system", "card")
    supply = f"USB supply made for that Pi, 5 V, {power.pi_supply_a:g} A or more"
    why = "the Pi and everything on its USB; a Pi 5 needs 5 A"
    yield item(1, supply, why, "pi supply")


def lamps(
    geometry: Geometry, power: Power, wiring: Wiring, drawings: tuple[Drawing, ...]
) -> Iterator[Item]:
    line = power.line("strip")
    yield from _strips(geometry)
    if power.strip_supply_a is not None:
        part = f"5 V supply, {power.strip_supply_a:g} A, in a closed case"
        why = "strip and servo" if geometry.board.eliminator else "the strip"
        if power.strip_supply_a > _PLUG_A:
            why += f"; cut off its plug, which carries only {_PLUG_A:g} A"
        yield Item("1", part, why, *supply(power.strip_supply_a))
        if power.strip_supply_a <= _PLUG_A:
            jack = "socket 5.5 × 2.1 mm with screw terminals"
            yield item(1, jack, "for the supply's plug", "jack")
    yield from _fuse(line.fuse_a, "F1: the strip", len(power.feeds))
    rails = wiring.harness.rails
    if "breadboard" in rails:
        yield item(1, rails, "D1: distributes the 5 V", "breadboard")
    else:
        part = f"{rails}: lever connector, {_LEVERS} wires"
        yield item(_levers(drawings), part, "D1: distributes the 5 V", "rails")
    chip = "74AHCT125, DIP-14, with socket"
    yield item(1, chip, "U1: data from 3.3 V to 5 V", "shifter")
    yield item(1, "resistor 330 Ω", "R1: in the data wire", "330 Ω")
    why = "R2: from U1's input to ground"
    yield item(1, f"resistor {PULL_DOWN}", why, PULL_DOWN)
    big = "capacitor 1000 µF, 6.3 V or more"
    yield item(1, big, "C1: across the 5 V", "electrolytic")
    yield item(1, "capacitor 100 nF", "C2: across U1", "capacitor")


def _levers(drawings: Iterable[Drawing]) -> int:
    """Return how many lever connectors 5 V and ground need, chained."""
    ends = Counter(
        end.pin
        for drawing in drawings
        for cable in drawing.cables
        for wire in cable.wires
        for end in (wire.start, wire.end)
        if end.connector == "D1"
    )
    # C1 takes a place too.
    return sum(ceil((count + 1 - 2) / (_LEVERS - 2)) for count in ends.values())


def _strips(geometry: Geometry) -> Iterator[Item]:
    """Group strips by density; single pixels are cut off one of them."""
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
        yield item(f"{metres:g} m", part, f"{count} lamps", "strip")


def buttons(geometry: Geometry) -> Iterator[Item]:
    sizes = geometry.sizes.buttons
    seats = sum(b.control.startswith("seat:") for b in geometry.board.buttons)
    others = len(geometry.board.buttons) - seats
    fire = 1 if geometry.board.eliminator else 0
    if seats:
        part = f"push button, normally open, {sizes.seat_hole_mm:g} mm hole"
        yield item(seats, part, "seats", "seat")
    if others:
        part = f"push button, normally open, {sizes.control_hole_mm:g} mm hole"
        why = "controls" + (" and `fire`" if fire else "")
        ware = "control" if sizes.control_hole_mm > 16 else "push button"
        yield item(others + fire, part, why, ware)


def striker(board: BoardMap, power: Power, wiring: Wiring) -> Iterator[Item]:
    row = board.eliminator
    if row is None:
        return
    line = power.line("servo")
    stall = f"5 V, stall current {line.current_ma / 1000:.1f} A or less"
    servo = f"{wiring.harness.servo_part}, {stall}"
    yield item(1, servo, "the striker; see BUILDING.md", "servo")
    why = "R3: from the servo's pulses to ground"
    yield item(1, f"resistor {PULL_DOWN}", why, PULL_DOWN)
    yield item(1, "capacitor 470 µF, 6.3 V or more", "C3: at the servo", "electrolytic")
    yield from _fuse(line.fuse_a, "F2: the servo; at the supply")
    key = f"key switch, two poles (DPST), both closed when on, {line.fuse_a:g} A at 5 V"
    yield item(1, key, "`arm`: informs the Pi and switches the servo's 5 V", "key")
    if row.driver == "pca9685":
        yield item(1, "PCA9685 board", "U2: the servo's pulses", "pca9685")


def _fuse(amps: float, used_for: str, count: int = 1) -> Iterator[Item]:
    number, part = FUSES.get(amps, ""), f"fuse {amps:g} A, slow, 5 × 20 mm"
    why = f"{used_for}; {count} and as many to spare"
    yield item(2 * count, part, why, "fuse", number)
    name = used_for.partition(":")[0]
    yield item(count, "fuse holder, in the wire", f"holds {name}", "fuse holder")


def speaker(board: BoardMap) -> Iterator[Item]:
    match board.speaker and board.speaker.driver:
        case "i2s":
            yield item(1, "MAX98357A board", "U3: amplifier on I2S", "amplifier")
            yield item(1, "resistor 100 kΩ", "R4: from U3's GAIN to ground", "100 kΩ")
            speaker = "speaker 4 to 8 Ω, 3 W, about 50 mm"
            yield item(1, speaker, "below the holes in the rim", "speaker")
        case "usb":
            yield item(1, "USB speaker", "sound; in a socket of the Pi", "usb speaker")
        case "headphones":
            cable = "active speaker with a 3.5 mm plug"
            yield item(1, cable, "sound; not on a Pi 5 or Zero 2 W", "active speaker")


# Cards of all games together; each has a tag.
STICKERS = 210
_HUB_FROM = 2  # from this many boards on, a Pi Zero's one socket is not enough


def boards(
    board: BoardMap, wiring: Wiring, drawings: tuple[Drawing, ...]
) -> Iterator[Item]:
    if not board.boards:
        return
    count = len(board.boards)
    names = ", ".join(one.name for one in board.boards)
    pico = "Raspberry Pi Pico or Pico 2"
    yield item(count, pico, f"sensor boards: {names}", "pico")
    cable = f"USB data cable, micro-B, {wiring.harness.usb_m:g} m"
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
        yield item(STICKERS, sticker, "one per card of all games", "sticker")


def _multiplexers(board: BoardMap, drawings: tuple[Drawing, ...]) -> Iterator[Item]:
    scanned = [(one.name, one.multiplexers) for one in board.boards if one.multiplexers]
    if not scanned:
        return
    counts = [(name, len(scan.signals)) for name, scan in scanned]
    part = "CD74HC4067 breakout, 16 channels, pins soldered in"
    why = ", ".join(f"{count} for {name}" for name, count in counts)
    yield item(sum(n for _, n in counts), part, f"sensor bits: {why}", "multiplexer")
    part = "stripboard 50 × 100 mm"
    why = "for a Pico and a box header per row"
    yield item(len(scanned), part, why, "stripboard")
    part = "socket strip, 20 pins, 2.54 mm"
    yield item(2 * len(scanned), part, "socket for a Pico", "socket strip")
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
    part = "crimp contact, female, 2.54 mm, with a single housing"
    yield item(ends, part, "wires to the multiplexers' pins", "contact")


def sensors_and_magnets(geometry: Geometry) -> Iterator[Item]:
    sizes, board = geometry.sizes, geometry.board
    places = [
        s.place for b in board.boards for s in b.sensors if s and s.kind == "hall"
    ]
    for field, sensor in (("depth", sizes.sensor), ("tile", sizes.tile_sensor)):
        halls = sum(place.startswith(field) for place in places)
        if halls:
            yield _hall(halls, sensor)
    if board.depth and board.depth.first_hall_bit is not None:
        seats = sum(b.control.startswith("seat:") for b in board.buttons)
        pieces = 2 * board.depth.lanes + seats
        why = "pieces: a pirate and an anchor per lane, a robot per seat"
        yield _magnet(pieces, sizes.piece.magnet, why)
    if board.eliminator:
        yield _magnet(1, sizes.puck.magnet, "the Eliminator's puck")


def _hall(count: int, sensor: Sensor) -> Item:
    """Return the line for one kind; some are spare, because heat kills a sensor."""
    part = f"Hall switch {sensor.part}, active low, open drain, 3.3 V"
    why = (
        f"{count} places, and spares; operates at {sensor.operate_most_mt:g} mT or less"
    )
    known = (ware for ware in WARES if ware.startswith("hall ") and ware[5:] in part)
    return item(ceil(count * SPARE), part, why, next(known, "other hall"))


def _magnet(quantity: int, disc: Disc, used_for: str) -> Item:
    ware = f"magnet {disc.diameter_mm:g} × {disc.thickness_mm:g}"
    known = ware if ware in WARES else "other magnet"
    return item(quantity, f"disc magnet {disc}", used_for, known)
