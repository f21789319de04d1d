"""The channel of each sensor, and the wiring of multiplexers."""

from wiring import settling
from wiring.boardmap import BoardMap, Sensor, SensorBoard
from wiring.geometry.lengths import Lengths
from wiring.harness import Wiring
from wiring.papers.pages.text import table
from wiring.sensor_boards import CHANNELS

_BREAKOUT = (
    ("VCC", "3.3 V, from the flat cable"),
    ("GND, EN", "ground; connect EN to it, or no channel is ever read"),
    ("S0 to S3", "the select lines, shared by all multiplexers of a board"),
    ("SIG", "its own pin of the Pico, which pulls it up; no resistor is needed"),
    (
        "C0 to C15",
        "one sensor or switch each, which pulls it to ground; others stay open",
    ),
)
_PINS = (
    ("Hall sensor, TO-92, seen from its flat side: left", "3.3 V"),
    ("middle", "ground"),
    ("right", "its channel"),
    ("tile switch: either leg of one long side", "its channel"),
    ("either leg of the other long side", "ground"),
    ("button: either tab", "its pin of the header; the other one to ground"),
)


def bits(board: BoardMap, wiring: Wiring) -> list[str]:
    sensing = [one for one in board.boards if one.sensors]
    if not sensing:
        return ["This table has no sensors."]
    return [*_multiplexed(sensing), "", *_settling(sensing, wiring.lengths)]


def _multiplexed(boards: list[SensorBoard]) -> list[str]:
    lines = ["Bit n is channel n mod 16 of multiplexer n / 16, counted from M0."]
    for one in boards:
        lines += ["", f"## Sensor board {one.name}", "", *_channels(one)]
    heads = "pin", "goes to"
    lines += ["", "## Every multiplexer", "", *table(heads, _BREAKOUT)]
    return [*lines, "", "## Pins of the small parts", "", *table(heads, _PINS)]


def _channels(board: SensorBoard) -> list[str]:
    assert board.multiplexers
    signals = board.multiplexers.signals
    heads = ["", *(f"M{n} (GP{pin})" for n, pin in enumerate(signals))]
    rows = []
    for channel in range(CHANNELS):
        on = board.sensors[channel::CHANNELS]
        rows.append([f"C{channel}", *map(_named, on)])
    return table(heads, rows)


def _settling(boards: list[SensorBoard], lengths: Lengths) -> list[str]:
    far_m = settling.length_m(lengths)
    least_us = settling.settle_us(far_m)
    rows = []
    for one in boards:
        assert one.multiplexers
        waits_us = one.multiplexers.settle_us
        scan_ms = CHANNELS * waits_us / 1000
        share = f"{waits_us / least_us:.1f} times"
        rows.append((one.name, f"{waits_us} µs", share, f"{scan_ms:.2f} ms"))
    heads = ("sensor board", "wait", "margin", "total wait in a scan")
    return [
        "## How long a signal takes",
        "",
        "A sensor at rest releases its line, and the Pico's pull-up charges "
        f"{settling.capacitance_pf(far_m):.0f} pF ({far_m:g} m of wire). That takes "
        f"**{least_us:.1f} µs** at most; a board waits at least {settling.MARGIN:g} "
        "times as long.",
        "",
        *table(heads, rows),
    ]


def _named(sensor: Sensor | None) -> str:
    return f"{sensor.kind} {sensor.place}" if sensor else "unused"
