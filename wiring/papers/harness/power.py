"""Currents, and the right fuses and wires for them.

A fuse allows a quarter more than the budget. A wire can carry its fuse's full current,
and drops no more of the 5 V than the board map allows.
"""

from collections.abc import Iterator
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import NamedTuple

from controller.basics.locate import Where
from controller.basics.sheet import Sheet, SheetError
from wiring.boardmap import BoardMap
from wiring.geometry.lengths import feed_points
from wiring.harness import Harness, Wiring

# The 5 × 20 mm slow fuses on the market.
FUSES_A = (0.5, 0.63, 0.8, 1.0, 1.25, 1.6, 2.0, 2.5, 3.15, 4.0, 5.0, 6.3, 8.0, 10.0)
SUPPLIES_A = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 15.0, 20.0, 25.0, 30.0)
FUSE_MARGIN = 1.25
SUPPLY_MARGIN = 1.2
FUSE_M = 0.1  # from the supply to a fuse; this part is unprotected
SPOKEN_MA = 150  # an amplifier's average while it plays
_PULL_UP_MA = 0.066  # through the Pico's own 50 kΩ pull-up, one for each multiplexer
_OHM_MM2_A_METRE = 0.0172  # copper at 20 °C
_LAMPS_M = 60  # each rail of a strip
STRIP_OHM_M = 0.25  # assumed for one rail of a strip


class Gauge(NamedTuple):
    awg: int
    mm2: float
    amps: float  # continuous, in a bundle; far below the ratings in free air


GAUGES = (
    Gauge(28, 0.08, 0.5),
    Gauge(26, 0.13, 1.0),
    Gauge(24, 0.2, 2.0),
    Gauge(22, 0.33, 3.0),
    Gauge(20, 0.52, 5.0),
    Gauge(18, 0.82, 7.5),
    Gauge(16, 1.31, 10.0),
    Gauge(14, 2.08, 15.0),
    Gauge(12, 3.31, 20.0),
)
MM2 = {gauge.awg: gauge.mm2 for gauge in GAUGES}


class Load(NamedTuple):
    name: str
    supply: str  # "strip" or "pi"
    worst_ma: float
    budget_ma: float
    why: str


class Line(NamedTuple):
    """A pair of wires with a fuse at its start."""

    name: str
    fuse_a: float
    current_ma: float
    length_m: float
    gauge: Gauge
    strip_mv: float = 0.0  # drop in the strip, up to its farthest lamp
    trunk_mv: float = 0.0  # drop before its fuse

    @property
    def drop_mv(self) -> float:
        """The voltage drop, there and back."""
        wire_mv = _lost_mv(self.current_ma, self.length_m, self.gauge)
        return wire_mv + self.strip_mv + self.trunk_mv


def _lost_mv(current_ma: float, length_m: float, gauge: Gauge) -> float:
    return current_ma * length_m * 2 * _OHM_MM2_A_METRE / gauge.mm2


class Feed(NamedTuple):
    """A pixel that feeds power into the chain."""

    pixel: int
    fuse: str  # "F1a"
    current_ma: float


class Power(NamedTuple):
    loads: tuple[Load, ...]
    feeds: tuple[Feed, ...]
    lines: tuple[Line, ...]  # the strip's feeds, then the servo's if there is one
    strip_supply_a: float | None
    pi_supply_a: float
    trunk: Gauge  # carries the supply's full current

    def line(self, name: str) -> Line:
        return next(line for line in self.lines if line.name == name)


def power(board: BoardMap, wiring: Wiring) -> Power:
    """Return the budget; raise SheetError if no fuse or wire is strong enough."""
    harness = wiring.harness
    loads = tuple(_loads(board, harness))
    total = {"strip": 0.0, "pi": 0.0}
    for load in loads:
        # A servo may stall at any moment, however rarely it is driven.
        most = load.worst_ma if load.name == "servo" else load.budget_ma
        total[load.supply] += most * SUPPLY_MARGIN / 1000
    feeds = tuple(_feeds(board, harness))
    supply_a = _supply(total["strip"]) if harness.supply == "own" else None
    trunk = _trunk(board, wiring, supply_a or 0)
    lines = tuple(_lines(board, wiring, feeds, trunk))
    return Power(loads, feeds, lines, supply_a, _supply(total["pi"]), trunk)


def _loads(board: BoardMap, harness: Harness) -> list[Load]:
    strip, own = board.strip, "strip" if harness.supply == "own" else "pi"
    white_ma = strip.pixels * (3 * strip.channel_ma + strip.idle_ma)
    loads = [
        Load(
            "strip",
            own,
            white_ma,
            strip_ma(board, strip.pixels),
            "all pixels white; the program stays within its budget",
        )
    ]
    if board.eliminator:
        average_ma = harness.servo_ma * board.eliminator.duty_percent / 100
        why = f"stalled; driven at most {board.eliminator.duty_percent} % of the time"
        loads.append(Load("servo", own, harness.servo_ma, average_ma, why))
    if board.speaker and board.speaker.driver == "i2s":
        why = "as loud as it goes; short sounds and speech"
        loads.append(Load("speaker", "pi", harness.speaker_ma, SPOKEN_MA, why))
    loads.append(Load("Pi", "pi", harness.pi_ma, harness.pi_ma, "busy"))
    for one in board.boards:
        halls = sum(bool(s and s.kind == "hall") for s in one.sensors)
        readers_ma = len(one.readers) * harness.reader_ma
        asleep_ma = harness.board_ma + readers_ma + halls * harness.hall_ma
        signals = one.multiplexers.signals if one.multiplexers else ()
        awake_ma = asleep_ma + len(signals) * _PULL_UP_MA
        name = f"sensor board {one.name}"
        loads.append(Load(name, "pi", awake_ma, asleep_ma, "every sensor on; none on"))
    return loads


def strip_ma(board: BoardMap, pixels: int) -> float:
    """Return the largest current that this many pixels ever draw together."""
    strip = board.strip
    capped = pixels * (3 * strip.channel_ma * strip.brightness + strip.idle_ma)
    return min(capped, strip.supply_ma)


def _feeds(board: BoardMap, harness: Harness) -> Iterator[Feed]:
    """Feed the ends of each field, and points in between on long stretches."""
    points = feed_points(board, harness.feed_every)
    if harness.supply == "pi":
        yield Feed(0, "F1", strip_ma(board, board.strip.pixels))
        return
    for number, pixel in enumerate(points):
        before = pixel - points[number - 1] if number else 0
        after = points[number + 1] - pixel if number + 1 < len(points) else 1
        # Each stretch gets half its current from either end.
        current_ma = strip_ma(board, ceil((before + after) / 2))
        yield Feed(pixel, f"F1{'abcdefghijklmnop'[number]}", current_ma)


def _lines(
    board: BoardMap, wiring: Wiring, feeds: tuple[Feed, ...], trunk: Gauge
) -> list[Line]:
    harness, lengths = wiring.harness, wiring.lengths
    most_ma = max(feed.current_ma for feed in feeds)
    fuse_a = _fuse(board, most_ma, ("harness", "feed_every"))
    trunk_mv = _lost_mv(board.strip.supply_ma, lengths.trunk_m, trunk)
    length_m = lengths.supply_m
    if harness.supply == "pi":  # one wire, fused at its start
        trunk_mv, length_m = 0.0, length_m + lengths.trunk_m
    lost = _strip_mv(board, feeds), trunk_mv
    thin = Line("strip", fuse_a, most_ma, length_m, GAUGES[0], *lost)
    lines = [_thick_enough(board, thin, harness)]
    if board.eliminator:
        servo_ma = float(harness.servo_ma)
        fuse_a = _fuse(board, servo_ma, ("harness", "servo_ma"))
        # The cable leads through the key.
        length_m = lengths.fused_m + lengths.key_m
        thin = Line("servo", fuse_a, servo_ma, length_m, GAUGES[0])
        lines.append(_thick_enough(board, thin, harness))
    return lines


def _trunk(board: BoardMap, wiring: Wiring, supply_a: float) -> Gauge:
    """Return a wire that carries the supply's full current with a small drop."""
    most_mv, length_m = wiring.harness.drop_mv / 2, wiring.lengths.trunk_m
    enough = (
        gauge
        for gauge in GAUGES
        if gauge.amps >= supply_a
        and _lost_mv(board.strip.supply_ma, length_m, gauge) <= most_mv
    )
    return next(enough, GAUGES[-1])


def _strip_mv(board: BoardMap, feeds: tuple[Feed, ...]) -> float:
    """Return both rails' drop up to the lamp that is farthest from a feed."""
    ends = [feed.pixel for feed in feeds]
    both = max((b - a for a, b in pairwise(ends)), default=0)
    one = board.strip.pixels - ends[-1] - 1
    # A stretch fed from both ends counts as two stretches of half the length.
    far = max(both / 2, one)
    length_m = far / _LAMPS_M
    return strip_ma(board, ceil(far)) * length_m * STRIP_OHM_M


def _thick_enough(board: BoardMap, thin: Line, harness: Harness) -> Line:
    for gauge in GAUGES:
        line = thin._replace(gauge=gauge)
        if gauge.amps >= line.fuse_a and line.drop_mv <= harness.drop_mv:
            return line
    words = (
        f"{line.current_ma / 1000:.1f} A over {line.length_m:g} m lose "
        f" {line.drop_mv:.0f} mV even in AWG {gauge.awg}, more than "
        f"harness.drop_mv = {harness.drop_mv}; lower table.slack_mm or "
        "harness.feed_every"
    )
    raise _error(board, ("table", "slack_mm"), words)


def _fuse(board: BoardMap, current_ma: float, where: Where) -> float:
    needed_a = current_ma * FUSE_MARGIN / 1000
    for fuse_a in FUSES_A:
        if fuse_a >= needed_a:
            return fuse_a
    key = ".".join(map(str, where))
    words = (
        f"{current_ma / 1000:.1f} A need a fuse of {needed_a:.0f} A, but no wire "
        f"here carries more than {FUSES_A[-1]:g} A; lower {key}"
    )
    raise _error(board, where, words)


def _supply(amps: float) -> float:
    return next((a for a in SUPPLIES_A if a >= amps), float(ceil(amps)))


def _error(board: BoardMap, where: Where, words: str) -> SheetError:
    return Sheet(Path(board.path), "the board map").error(where, words)
