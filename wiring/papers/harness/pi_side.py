"""The cables between Pi, supply, pixels, buttons and striker."""

import tomllib
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from wiring.boardmap import BoardMap, Eliminator, Part
from wiring.geometry.mounted import has_ground_block
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
from wiring.papers.harness.power import FUSE_M, Feed, Power

SIGNAL_AWG = 24
AMPLIFIER_M = 0.15  # short, because its clocks are fast
BLOCK_M = 0.1  # from the Pi to the ground block beside it
# Keeps an input low while no Pi drives it: off, starting, or with a torn wire.
PULL_DOWN = "10 kΩ"
_PLUS, _MINUS = "+", "−"
_CONNECTORS = tomllib.loads(
    Path(__file__).with_name("connectors.toml").read_text("utf-8")
)


def drawings(board: BoardMap, wiring: Wiring, power: Power) -> Iterator[Drawing]:
    return _PiSide(board, wiring, power).drawings()


class _PiSide:
    """One table's drawings; each ground pin of the header takes one socket."""

    def __init__(self, board: BoardMap, wiring: Wiring, power: Power) -> None:
        self._board, self._power = board, power
        self._wiring, self._colours = wiring, wiring.colours
        self._lengths = wiring.lengths
        self._taken: set[int] = set()
        pins = tuple((str(number), pin) for number, pin in header.pins())
        self._known = {"J8": Connector("J8", "the Pi's header", pins)}
        self._has_block = has_ground_block(board)

    def drawings(self) -> Iterator[Drawing]:
        board = self._board
        yield self._drawn("power", "Power", self._supply())
        yield self._drawn("strip", "The strip's data", self._data())
        if hops := [*self._hops()]:
            yield self._drawn("chain", "From piece to piece of the chain", hops)
        if board.buttons:
            yield self._drawn("buttons", "Buttons", self._buttons())
        if row := board.eliminator:
            yield self._drawn("eliminator", "Eliminator", self._eliminator(row))
        if board.speaker and board.speaker.pins:
            yield self._drawn("speaker", "Speaker", self._speaker())
        for number, part in enumerate(board.parts):
            if part.pins:
                title = part.name.replace("-", " ").capitalize()
                cables = [self._part(part, f"W{90 + number}")]
                yield self._drawn(f"part-{part.name}", title, cables)

    def _drawn(self, name: str, title: str, cables: Iterable[Cable]) -> Drawing:
        cables = tuple(cables)
        wires = [wire for one in cables for wire in one.wires]
        ends = dict.fromkeys(end.connector for wire in wires for end in wire.ends)
        for end in ends:
            if end not in self._known:
                self._named(end, end)
        parts = (used(self._known[end], cables) for end in ends)
        return Drawing(name, title, tuple(parts), cables)

    def _named(self, name: str, section: str, **values: Any) -> str:
        """Fill in a section of connectors.toml for the connector with this name."""
        row, lines = _CONNECTORS[section], {x.name: x.fuse_a for x in self._power.lines}
        values |= {
            **self._wiring.harness._asdict(),
            "supply_a": self._power.strip_supply_a or 0,
            "strip_a": lines["strip"],
            "servo_a": lines.get("servo"),
            "pull_down": PULL_DOWN,
            "beside": "" if self._power.strip_supply_a is None else ", at the pixel",
        }
        self._known[name] = Connector(
            name,
            row["kind"].format(**values),
            tuple((pin, words.format(**values)) for pin, words in row["pins"].items()),
            row.get("notes", "").format(**values),
            values[row["plug"]] if "plug" in row else "",
        )
        return name

    def _ground(self, near: int) -> str:
        """Return the free ground pin of the header that is nearest to this pin."""
        pin = header.nearest("GND", near, self._taken)
        self._taken.add(pin)
        return str(pin)

    def _source(self) -> tuple[str, str, str]:
        """Return the 5 V source and its two pins."""
        if self._power.strip_supply_a is None:
            return "J8", "2", self._ground(2)
        return "PS1", _PLUS, _MINUS

    def _supply(self) -> Iterator[Cable]:
        """Yield the supply's cables; each feed has a fuse that protects its wire."""
        awg, trunk_m = self._power.line("strip").gauge.awg, self._lengths.trunk_m
        plus, ground = self._colours.plus, self._colours.ground
        source, *pins = self._source()
        if self._power.strip_supply_a is None:  # one fuse, before everything
            yield cable("W1", FUSE_M, awg, [(plus, pins[0], "1")], (source, "F1"))
            yield cable("W3", trunk_m, awg, [(plus, "2", _PLUS)], ("F1", "D1"))
            trunk = [(ground, pins[1], _MINUS)]
        else:
            awg = self._power.trunk.awg
            trunk = [(plus, pins[0], _PLUS), (ground, pins[1], _MINUS)]
        yield cable("W2", trunk_m, awg, trunk, (source, "D1"))
        for number, feed in enumerate(self._power.feeds):
            yield from self._feed(feed, 4 + 2 * number)

    def _feed(self, feed: Feed, number: int) -> Iterator[Cable]:
        line, colours = self._power.line("strip"), self._colours
        fuse, end = self._named(feed.fuse, "F1"), f"Pixel {feed.pixel}"
        start = End("D1", _PLUS)
        if self._power.strip_supply_a is not None:
            start, into = End(fuse, "2"), [(colours.plus, _PLUS, "1")]
            yield cable(f"W{number}", FUSE_M, line.gauge.awg, into, ("D1", fuse))
        wires = (
            Wire(colours.plus, start, End(self._named(end, "Pixel"), "5V")),
            Wire(colours.ground, End("D1", _MINUS), End(end, "GND")),
        )
        length_m = self._lengths.supply_m
        yield Cable(f"W{number + 1}", length_m, line.gauge.awg, wires)

    def _data(self) -> Iterator[Cable]:
        """Yield the cables from the Pi through the level shifter, including ground."""
        data = header.position(self._board.strip.gpio)
        green, black = self._colours.data, self._colours.ground
        long_m, awg = self._lengths.data_m, SIGNAL_AWG
        short_m = min(0.1, long_m)
        from_pi = [(green, str(data), "2"), (black, self._ground(data), "7")]
        # Take it behind a fuse, because a large supply's terminal block has none.
        is_fused = self._power.strip_supply_a is None
        fused = End("D1", _PLUS) if is_fused else End("F1a", "2")
        feed = (
            Wire(self._colours.plus, fused, End("U1", "14")),
            Wire(black, End("D1", _MINUS), End("U1", "7")),
        )
        yield cable("W20", self._lengths.chip_m, awg, from_pi, ("J8", "U1"))
        yield Cable("W21", short_m, awg, feed)
        # A long wire has it at the pixel's end; a short one begins on the breadboard.
        ends_m = (short_m, long_m) if is_fused else (long_m, short_m)
        yield cable("W22", ends_m[0], awg, [(green, "3", "1")], ("U1", "R1"))
        yield cable("W23", ends_m[1], awg, [(green, "2", "DIN")], ("R1", "P0"))
        if not is_fused:
            yield cable("W24", long_m, awg, [(black, "7", "GND")], ("U1", "P0"))

    def _hops(self) -> Iterator[Cable]:
        colours, awg = self._colours, self._power.line("strip").gauge.awg
        ways = [
            (colours.plus, "5V", "5V"),
            (colours.data, "DOUT", "DIN"),
            (colours.ground, "GND", "GND"),
        ]
        for number, (piece, after) in enumerate(pairwise(pieces(self._board))):
            here = self._named(f"{piece.last} out", "out", piece=piece.name)
            there = self._named(f"{after.first} in", "in", piece=after.name)
            length_m = self._lengths.hops_m.get(after.first, BLOCK_M)
            yield cable(f"W{30 + number}", length_m, awg, ways, (here, there))

    def _buttons(self) -> Iterator[Cable]:
        if self._has_block:
            ways = [(self._colours.ground, self._ground(14), _MINUS)]
            yield cable("W49", BLOCK_M, SIGNAL_AWG, ways, ("J8", "D2"))
        for number, button in enumerate(self._board.buttons):
            is_seat = button.control.startswith("seat:")
            length_m = self._lengths.seat_m if is_seat else self._lengths.control_m
            name = button.control.replace(":", " ")
            yield self._button(50 + number, name, button.gpio, number, length_m)

    def _button(
        self, name: int, to: str, gpio: int, number: int, length_m: float
    ) -> Cable:
        """Return the cable from a pin of the Pi and a nearby ground."""
        pin = header.position(gpio)
        self._named(to, "arm" if to == "arm" else "button", gpio=gpio)
        ground = End("D2", _MINUS) if self._has_block else End("J8", self._ground(pin))
        wires = (
            Wire(self._wiring.signal(number), End("J8", str(pin)), End(to, "1")),
            Wire(self._colours.ground, ground, End(to, "2")),
        )
        return Cable(f"W{name}", length_m, SIGNAL_AWG, wires)

    def _eliminator(self, row: Eliminator) -> Iterator[Cable]:
        """Yield the key's and the servo's cables.

        The servo's 5 V branches off before the strip's fuse, so that a stall spares the
        lamps. It runs through the key, because a servo without 5 V rests, whatever the
        Pi and its programs do.
        """
        awg, colours = self._power.line("servo").gauge.awg, self._colours
        key_m, servo_m = self._lengths.eliminator_m, self._lengths.key_m
        fused_m = self._lengths.fused_m
        yield self._button(70, "arm", row.arm, 0, key_m)
        yield self._button(71, "fire", row.fire, 1, key_m)
        ways = [(self._wiring.signal(2), str(header.position(row.servo)), "1")]
        yield cable("W72", key_m + servo_m, SIGNAL_AWG, ways, ("J8", "servo"))
        source, plus, minus = self._source()
        red, black = colours.plus, [(colours.ground, minus, "3")]
        yield cable("W74", FUSE_M, awg, [(red, plus, "1")], (source, "F2"))
        yield cable("W75", fused_m, awg, [(red, "2", "3")], ("F2", "arm"))
        yield cable("W76", servo_m, awg, [(red, "4", "2")], ("arm", "servo"))
        yield cable("W77", fused_m + servo_m, awg, black, (source, "servo"))

    def _speaker(self) -> Iterator[Cable]:
        """Yield the cables of the amplifier (three signals and 5 V) and its speaker."""
        clock, word, data = (header.position(gpio) for gpio in (18, 19, 21))
        ways = [
            (self._colours.plus, "4", "VIN"),
            (self._colours.ground, self._ground(clock), "GND"),
            (self._wiring.signal(0), str(clock), "BCLK"),
            (self._wiring.signal(1), str(word), "LRC"),
            (self._wiring.signal(2), str(data), "DIN"),
        ]
        yield cable("W80", AMPLIFIER_M, SIGNAL_AWG, ways, ("J8", "U3"))
        ways = [(self._wiring.signal(n), sign, sign) for n, sign in enumerate("+−", 3)]
        speaker_m = self._lengths.speaker_m
        yield cable("W81", speaker_m, SIGNAL_AWG, ways, ("U3", "LS1"))

    def _part(self, part: Part, name: str) -> Cable:
        """Return all pins of the part, and the ground nearest to the first."""
        first, *_ = (header.position(gpio) for _, gpio in part.pins)
        ways = [(self._colours.ground, self._ground(first), "GND")]
        pins = [("GND", "ground")]
        for number, (key, gpio) in enumerate(part.pins):
            label = key.removesuffix("_gpio")
            ways.append(
                (self._wiring.signal(number), str(header.position(gpio)), label)
            )
            pins.append((label, f"GPIO{gpio}"))
        self._known[part.name] = Connector(part.name, part.driver, tuple(pins))
        length_m = self._lengths.control_m
        return cable(name, length_m, SIGNAL_AWG, ways, ("J8", part.name))
