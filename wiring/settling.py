"""The settling time of a multiplexer's signal after a select line has changed.

A sensor at rest releases the line, so only the Pico's pull-up R charges the capacitance
C. In the worst case, after a channel with a magnet, it starts at 0 V:

    t = R · C · ln(V / (V - VIH))

In the other direction, a sensor pulls the line down in a thousandth of that time.
"""

from collections.abc import Mapping
from math import log
from pathlib import Path

from controller.basics.sheet import Sheet
from wiring.boardmap import BoardMap
from wiring.geometry.lengths import Lengths
from wiring.sensor_boards import SensorBoard, rows

SUPPLY_V = 3.3
HIGH_V = 2.0  # the lowest voltage that an RP2040 is sure to read as 1
PULL_UP_OHM = 80_000  # the weakest that the maker allows; the strongest is 50 kΩ
COMMON_PF = 50  # of a CD74HC4067's common pin
CHANNEL_PF = 5  # of the selected channel
PIN_PF = 10  # of the Pico's pin and pad, rounded up
CABLE_PF_M = 60  # of a flat cable's wire between two others
MARGIN = 1.5  # safety factor on the calculated time


def capacitance_pf(length_m: float) -> float:
    """Return a signal's capacitance with this much wire."""
    return CABLE_PF_M * length_m + COMMON_PF + CHANNEL_PF + PIN_PF


def settle_us(length_m: float) -> float:
    rise = log(SUPPLY_V / (SUPPLY_V - HIGH_V))
    return PULL_UP_OHM * capacitance_pf(length_m) * 1e-6 * rise


def length_m(lengths: Lengths) -> float:
    """Return a signal's longest path: to the row, along it, to the sensor."""
    return round(lengths.row_m + lengths.along_m + lengths.lead_m, 3)


def check(board: BoardMap, lengths: Lengths) -> None:
    """Refuse boards whose wait is too short, and cables that serve two rows."""
    sheet = Sheet(Path(board.path), "the board map")
    least_us = MARGIN * settle_us(length_m(lengths))
    for row, one in enumerate(board.boards):
        if one.multiplexers is None:
            continue
        for number, names in _shared(one).items():
            words = (
                f"multiplexer M{number} of sensor board {one.name} has sensors of "
                f"{' and '.join(names)}, which have separate cables; raise lane_bits "
                "or row_bits so that each begins with its own multiplexer"
            )
            raise sheet.error(("board", row, "signals"), words)
        if one.multiplexers.settle_us < least_us:
            words = (
                f"sensor board {one.name} waits {one.multiplexers.settle_us} µs for a "
                f"signal, but {length_m(lengths):g} m of wire need {least_us:.0f} µs; "
                "raise board.settle_us or shorten the cables"
            )
            raise sheet.error(("board", row, "settle_us"), words)


def _shared(board: SensorBoard) -> Mapping[int, list[str]]:
    """Return multiplexers with sensors of several rows."""
    owners: dict[int, list[str]] = {}
    for row in rows(board):
        for number in row.multiplexers:
            owners.setdefault(number, []).append(row.name)
    return {number: names for number, names in owners.items() if len(names) > 1}
