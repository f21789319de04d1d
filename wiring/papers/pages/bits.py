"""The channel of each sensor, and the wiring of multiplexers."""

from collections.abc import Iterator

from wiring import settling
from wiring.boardmap import BoardMap, Sensor, SensorBoard
from wiring.geometry.lengths import Lengths
from wiring.harness import Wiring
from wiring.papers.pages.text import filled, table
from wiring.sensor_boards import CHANNELS


def bits(board: BoardMap, wiring: Wiring) -> Iterator[str]:
    sensing = [one for one in board.boards if one.sensors]
    if not sensing:
        yield filled("bits", "none")
        return
    yield filled("bits", "first")
    for one in sensing:
        yield filled("bits", "board", name=one.name, table=_channels(one))
    yield filled("bits", "pins")
    yield _settling(sensing, wiring.lengths)


def _channels(board: SensorBoard) -> str:
    assert board.multiplexers
    signals = board.multiplexers.signals
    heads = ["", *(f"M{n} (GP{pin})" for n, pin in enumerate(signals))]
    rows = [
        [f"C{channel}", *map(_named, board.sensors[channel::CHANNELS])]
        for channel in range(CHANNELS)
    ]
    return table(heads, rows)


def _settling(boards: list[SensorBoard], lengths: Lengths) -> str:
    far_m = settling.length_m(lengths)
    least_us = settling.settle_us(far_m)
    rows = []
    for one in boards:
        assert one.multiplexers
        waits_us = one.multiplexers.settle_us
        scan_ms = CHANNELS * waits_us / 1000
        share = f"{waits_us / least_us:.1f} times"
        rows.append((one.name, f"{waits_us} µs", share, f"{scan_ms:.2f} ms"))
    return filled(
        "bits",
        "settling",
        charge_pf=settling.capacitance_pf(far_m),
        far_m=far_m,
        least_us=least_us,
        margin=settling.MARGIN,
        table=table(("sensor board", "wait", "margin", "total wait in a scan"), rows),
    )


def _named(sensor: Sensor | None) -> str:
    return f"{sensor.kind} {sensor.place}" if sensor else "unused"
