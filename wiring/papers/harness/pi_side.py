"""The cables between the Pi, the supply, the chain of pixels, buttons and striker."""

from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise

from wiring.boardmap import BoardMap, Eliminator, Part
from wiring.harness import Wiring
from wiring.papers.harness import header
from wiring.papers.harness.cables import (
    Cable,
    Connector,
    Drawing,
    End,
    Wire,
    cable,
    pieces,
    used,
)
from wiring.papers.harness.power import FUSE_M, TRUNK_M, Feed, Power

SIGNAL_AWG = 24
AMPLIFIER_M = 0.15  # short, because its clocks are fast
# It keeps an input low while no Pi drives it: off, starting, or with a torn wire.
PULL_DOWN = "10 kΩ"
_PLUS, _MINUS = "+", "−"
_FUSE_PINS = (("1", "from the supply"), ("2", "to the parts"))
_SHIFTER_PINS = (
    ("14", "VCC"),
    ("2", "1A"),
    ("3", "1Y"),
    ("7", "GND"),
)


def drawings(board: BoardMap, wiring: Wiring, power: Power) -> Iterator[Drawing]:
    yield _power(wiring, power)
    yield _strip(board, wiring, power)
    if len(pieces(board)) > 1:
        yield _hops(board, wiring, power)
    if board.buttons:
        yield _buttons(board, wiring)
    if board.eliminator:
        yield _eliminator(board.eliminator, wiring, power)
    if board.speaker and board.speaker.pins:
        yield _speaker(wiring)
    for number, part in enumerate(board.parts):
        if part.pins:
            yield _own_part(part, f"W{90 + number}", wiring)


def pi_header(cables: Iterable[Cable]) -> Connector:
    """Return the Pi's header with the pins that these cables use."""
    pins = tuple((str(number), name) for number, name in header.pins())
    pi = Connector("J8", "the Pi's header", pins)
    return used(pi, cables)


def _rails(wiring: Wiring, notes: str = "") -> Connector:
    pins = ((_PLUS, "5 V"), (_MINUS, "ground"))
    return Connector("D1", wiring.harness.rails, pins, notes)


def _source(power: Power) -> tuple[str, str, str]:
    """Return where the 5 V comes from, and its two pins."""
    if power.strip_supply_a is None:
        return "J8", "2", str(header.nearest("GND", 2))
    return "PS1", _PLUS, _MINUS


def _sources(power: Power, cables: list[Cable]) -> tuple[Connector, ...]:
    """Return the Pi and the supply with the pins that these cables use."""
    pins = ((_PLUS, "5 V"), (_MINUS, "ground"))
    supply = Connector("PS1", f"5 V supply, {power.strip_supply_a or 0:g} A", pins)
    both = (pi_header(cables), used(supply, cables))
    return tuple(part for part in both if part.pins)


def _pair(
    wiring: Wiring, start: tuple[str, str], end: tuple[str, str]
) -> list[tuple[str, str, str]]:
    """Return plus and ground with their pins at both ends."""
    colours = wiring.colours
    both = zip((colours.plus, colours.ground), start, end, strict=True)
    return [(colour, here, there) for colour, here, there in both]


def _power(wiring: Wiring, power: Power) -> Drawing:
    """Draw the supply, and a fuse for each feed that its wire can carry."""
    line, plus = power.line("strip"), wiring.colours.plus
    source, *pins = _source(power)
    if power.strip_supply_a is None:  # one fuse, before everything
        cables = [
            cable("W1", FUSE_M, line.gauge.awg, [(plus, pins[0], "1")], (source, "F1")),
            cable("W3", TRUNK_M, line.gauge.awg, [(plus, "2", _PLUS)], ("F1", "D1")),
        ]
        trunk = [(wiring.colours.ground, pins[1], _MINUS)]
    else:
        cables, trunk = [], _pair(wiring, (pins[0], pins[1]), (_PLUS, _MINUS))
    awg = power.trunk.awg if power.strip_supply_a else line.gauge.awg
    cables.append(cable("W2", TRUNK_M, awg, trunk, (source, "D1")))
    parts: list[Connector] = []
    for number, feed in enumerate(power.feeds):
        cables += _feed(feed, 4 + 2 * number, wiring, power)
        pixel = (("5V", "5 V"), ("GND", "ground"))
        parts.append(Connector(feed.fuse, f"fuse {line.fuse_a:g} A", _FUSE_PINS))
        parts.append(Connector(f"Pixel {feed.pixel}", "fed here", pixel))
    rails = _rails(wiring, "C1: 1000 µF, 6.3 V or more, from + to −")
    ends = (*_sources(power, cables), rails, *parts)
    return Drawing("power", "Power", ends, tuple(cables))


def _feed(feed: Feed, number: int, wiring: Wiring, power: Power) -> Iterator[Cable]:
    line, end, colours = power.line("strip"), f"Pixel {feed.pixel}", wiring.colours
    start = End("D1", _PLUS)
    if power.strip_supply_a is not None:
        start, into = End(feed.fuse, "2"), [(colours.plus, _PLUS, "1")]
        yield cable(f"W{number}", FUSE_M, line.gauge.awg, into, ("D1", feed.fuse))
    wires = (
        Wire(colours.plus, start, End(end, "5V")),
        Wire(colours.ground, End("D1", _MINUS), End(end, "GND")),
    )
    yield Cable(f"W{number + 1}", line.length_m, line.gauge.awg, wires)


def _strip(board: BoardMap, wiring: Wiring, power: Power) -> Drawing:
    cables = _data_cables(board, wiring, power)
    notes = (
        "1 (enable), 4, 5, 9, 10, 12, 13 to 7; C2: 100 nF from 14 to 7; "
        f"R2: {PULL_DOWN} from 2 to 7"
    )
    shifter = Connector("U1", "74AHCT125", _SHIFTER_PINS, notes)
    resistor = Connector("R1", "330 Ω, at the pixel", (("1", "in"), ("2", "out")))
    pins = (("DIN", "data in"), ("GND", "ground"))
    first = Connector("P0", "pixel 0", pins, plug=wiring.harness.strip_plug)
    fuse = Connector("F1a", f"fuse {power.line('strip').fuse_a:g} A", _FUSE_PINS)
    others = (used(part, cables) for part in (fuse, _rails(wiring)))
    parts = (pi_header(cables), *filter(_has_pins, others), shifter, resistor, first)
    return Drawing("strip", "The strip's data", parts, tuple(cables))


def _has_pins(part: Connector) -> bool:
    return bool(part.pins)


def _data_cables(board: BoardMap, wiring: Wiring, power: Power) -> list[Cable]:
    """Return the cables from the Pi through the level shifter, ground included."""
    data = header.position(board.strip.gpio)
    ground = str(header.nearest("GND", data))
    green, black = wiring.colours.data, wiring.colours.ground
    long_m, awg = wiring.lengths.data_m, SIGNAL_AWG
    short_m = min(0.1, long_m)
    from_pi = [(green, str(data), "2"), (black, ground, "7")]
    # Behind a fuse: the terminal block of a large supply has none.
    fused = End("D1", _PLUS) if power.strip_supply_a is None else End("F1a", "2")
    feed = (
        Wire(wiring.colours.plus, fused, End("U1", "14")),
        Wire(black, End("D1", _MINUS), End("U1", "7")),
    )
    return [
        cable("W20", long_m, awg, from_pi, ("J8", "U1")),
        Cable("W21", short_m, awg, feed),
        cable("W22", long_m, awg, [(green, "3", "1")], ("U1", "R1")),
        cable("W23", short_m, awg, [(green, "2", "DIN")], ("R1", "P0")),
        cable("W24", long_m, awg, [(black, "7", "GND")], ("U1", "P0")),
    ]


def _hops(board: BoardMap, wiring: Wiring, power: Power) -> Drawing:
    colours, awg = wiring.colours, power.line("strip").gauge.awg
    ways = [
        (colours.plus, "5V", "5V"),
        (colours.data, "DOUT", "DIN"),
        (colours.ground, "GND", "GND"),
    ]
    ends: list[Connector] = []
    cables = []
    chain = pieces(board)
    for number, (piece, after) in enumerate(pairwise(chain)):
        here, there = f"{piece.last} out", f"{after.first} in"
        left = (("5V", "5 V"), ("DOUT", "data out"), ("GND", "ground"))
        right = (("5V", "5 V"), ("DIN", "data in"), ("GND", "ground"))
        ends.append(Connector(here, f"end of {piece.name}", left))
        ends.append(Connector(there, f"start of {after.name}", right))
        name = f"W{30 + number}"
        cables.append(cable(name, wiring.lengths.hop_m, awg, ways, (here, there)))
    return Drawing(
        "chain", "From piece to piece of the chain", tuple(ends), tuple(cables)
    )


def _buttons(board: BoardMap, wiring: Wiring) -> Drawing:
    cables, ends = [], []
    harness, lengths = wiring.harness, wiring.lengths
    data = header.position(board.strip.gpio)
    taken = {header.nearest("GND", 2), header.nearest("GND", data)}
    for number, button in enumerate(board.buttons):
        is_seat = button.control.startswith("seat:")
        length_m = lengths.seat_m if is_seat else lengths.control_m
        name = button.control.replace(":", " ")
        cables.append(
            _button(
                f"W{50 + number}", name, button.gpio, number, length_m, wiring, taken
            )
        )
        taken.add(int(cables[-1].wires[1].start.pin))
        pins = (("1", f"GPIO{button.gpio}"), ("2", "ground"))
        ends.append(Connector(name, "button", pins, plug=harness.button_plug))
    return Drawing("buttons", "Buttons", (pi_header(cables), *ends), tuple(cables))


def _button(
    name: str,
    to: str,
    gpio: int,
    number: int,
    length_m: float,
    wiring: Wiring,
    taken: Collection[int] = (),
) -> Cable:
    """Return the cable from a pin of the Pi and its nearest ground."""
    pin = header.position(gpio)
    ways = [
        (wiring.signal(number), str(pin), "1"),
        (wiring.colours.ground, str(header.nearest("GND", pin, taken)), "2"),
    ]
    return cable(name, length_m, SIGNAL_AWG, ways, ("J8", to))


def _eliminator(row: Eliminator, wiring: Wiring, power: Power) -> Drawing:
    harness = wiring.harness
    cables = [
        _button(
            f"W{70 + number}", name, gpio, number, wiring.lengths.eliminator_m, wiring
        )
        for number, (name, gpio) in enumerate((("arm", row.arm), ("fire", row.fire)))
    ]
    cables += [*_servo_signal(row, wiring), *_servo_power(wiring, power)]
    pins = (("1", f"GPIO{row.fire}"), ("2", "ground"))
    fire = Connector("fire", "push button", pins, plug=harness.button_plug)
    servo = Connector(
        "servo",
        harness.servo_part,
        (("1", "pulses"), ("2", "5 V, through the key"), ("3", "ground")),
        f"R3: {PULL_DOWN} from 1 to 3; C3: 470 µF from 2 to 3, its stripe at 3",
        plug=harness.servo_plug,
    )
    fuse_kind = f"fuse {power.line('servo').fuse_a:g} A, at the supply"
    fuse = Connector("F2", fuse_kind, _FUSE_PINS)
    driver = (_PCA9685,) if row.driver == "pca9685" else ()
    parts = (*_sources(power, cables), *driver, fuse, _key(row.arm), fire, servo)
    return Drawing("eliminator", "Eliminator", parts, tuple(cables))


def _key(gpio: int) -> Connector:
    """Return the key: one pole informs the Pi, the other switches the servo's 5 V."""
    pins = (
        ("1", f"first pole: GPIO{gpio}"),
        ("2", "first pole: ground"),
        ("3", "second pole: 5 V from F2"),
        ("4", "second pole: 5 V to the servo"),
    )
    notes = "with the key off both are open: 1 from 2, and 3 from 4"
    return Connector("arm", "key switch, two poles", pins, notes)


def _servo_power(wiring: Wiring, power: Power) -> list[Cable]:
    """Take the 5 V from before the strip's fuse, so that a stall spares the lamps.

    The key is in it. Whatever the Pi and its programs do, a servo without 5 V rests.
    """
    line, colours, lengths = power.line("servo"), wiring.colours, wiring.lengths
    awg, key_m, servo_m = line.gauge.awg, lengths.eliminator_m, lengths.key_m
    source, plus, minus = _source(power)
    ground = [(colours.ground, minus, "3")]
    return [
        cable("W74", FUSE_M, awg, [(colours.plus, plus, "1")], (source, "F2")),
        cable("W75", key_m, awg, [(colours.plus, "2", "3")], ("F2", "arm")),
        cable("W76", servo_m, awg, [(colours.plus, "4", "2")], ("arm", "servo")),
        cable("W77", key_m + servo_m, awg, ground, (source, "servo")),
    ]


_AMPLIFIER = Connector(
    "U3",
    "MAX98357A board",
    (
        ("VIN", "5 V"),
        ("GND", "ground"),
        ("BCLK", "bit clock"),
        ("LRC", "word clock"),
        ("DIN", "data"),
    ),
    "GAIN to GND through 100 kΩ: 15 dB; SD stays open: both channels; the speaker, "
    "4 to 8 Ω and 3 W, goes to + and −",
)


def _speaker(wiring: Wiring) -> Drawing:
    """Draw the amplifier's three signals, and 5 V from the Pi beside it."""
    colours = wiring.colours
    clock, word, data = (header.position(gpio) for gpio in (18, 19, 21))
    ways = [
        (colours.plus, "4", "VIN"),
        (colours.ground, str(header.nearest("GND", clock)), "GND"),
        (wiring.signal(0), str(clock), "BCLK"),
        (wiring.signal(1), str(word), "LRC"),
        (wiring.signal(2), str(data), "DIN"),
    ]
    cables = [cable("W80", AMPLIFIER_M, SIGNAL_AWG, ways, ("J8", "U3"))]
    return Drawing("speaker", "Speaker", (pi_header(cables), _AMPLIFIER), tuple(cables))


_PCA9685 = Connector(
    "U2",
    "PCA9685 board",
    (
        ("VCC", "3.3 V"),
        ("SDA", "SDA"),
        ("SCL", "SCL"),
        ("GND", "ground"),
        ("PWM", "PWM"),
    ),
    "V+ stays empty: the servo's 5 V comes through the key",
)


def _servo_signal(row: Eliminator, wiring: Wiring) -> list[Cable]:
    colours, lengths = wiring.colours, wiring.lengths
    far_m = lengths.eliminator_m + lengths.key_m
    colour = wiring.signal(2)
    if row.servo is not None:
        pin = str(header.position(row.servo))
        return [cable("W72", far_m, SIGNAL_AWG, [(colour, pin, "1")], ("J8", "servo"))]
    sda = header.position(2)
    ways = [
        (colours.logic, str(header.nearest("3V3", sda)), "VCC"),
        (wiring.signal(3), str(sda), "SDA"),
        (wiring.signal(4), str(header.position(3)), "SCL"),
        (colours.ground, str(header.nearest("GND", sda)), "GND"),
    ]
    return [
        cable("W72", 0.2, SIGNAL_AWG, ways, ("J8", "U2")),
        cable("W73", far_m, SIGNAL_AWG, [(colour, "PWM", "1")], ("U2", "servo")),
    ]


def _own_part(part: Part, name: str, wiring: Wiring) -> Drawing:
    """Draw all pins of the part, and the ground nearest to the first."""
    first, *_ = (header.position(gpio) for _, gpio in part.pins)
    ways = [(wiring.colours.ground, str(header.nearest("GND", first)), "GND")]
    pins = [("GND", "ground")]
    for number, (key, gpio) in enumerate(part.pins):
        label = key.removesuffix("_gpio")
        ways.append((wiring.signal(number), str(header.position(gpio)), label))
        pins.append((label, f"GPIO{gpio}"))
    length_m = wiring.lengths.control_m
    cables = (cable(name, length_m, SIGNAL_AWG, ways, ("J8", part.name)),)
    end = Connector(part.name, part.driver, tuple(pins))
    title = part.name.replace("-", " ").capitalize()
    return Drawing(f"part-{part.name}", title, (pi_header(cables), end), cables)
