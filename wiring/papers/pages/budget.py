"""The power budget as a page."""

from collections.abc import Iterator

from wiring.boardmap import BoardMap
from wiring.harness import Wiring
from wiring.papers.harness.power import (
    FUSE_MARGIN,
    GAUGES,
    SUPPLY_MARGIN,
    Line,
    Power,
)
from wiring.papers.pages.text import amps, filled, table

# What a Pico's regulator can supply to other parts, by the maker's figure.
PICO_MA = 300


def budget(board: BoardMap, wiring: Wiring, power: Power) -> Iterator[str]:
    yield _loads(power)
    section = "one-supply" if power.strip_supply_a is None else "supplies"
    yield filled("power", section, power=power, more=SUPPLY_MARGIN - 1)
    heads = "line", "fuse", "current", "length", "wire", "voltage drop"
    yield filled(
        "power",
        "lines",
        table=table(heads, map(_line, power.lines)),
        margin=FUSE_MARGIN,
        drop_mv=wiring.harness.drop_mv,
    )
    if board.eliminator:
        yield filled("power", "servo", row=board.eliminator)
    yield _strip(board, power)
    if board.boards:
        yield _picos(board, power, wiring)
    gauges = [(g.awg, g.mm2, f"{g.amps:g} A") for g in GAUGES]
    yield filled("power", "wires", table=table(("AWG", "mm²", "at most"), gauges))


def _loads(power: Power) -> str:
    where = {"strip": "the strip's supply", "pi": "the Pi's supply"}
    rows = [
        (name, where[supply], amps(worst_ma), amps(budget_ma), why)
        for name, supply, worst_ma, budget_ma, why in power.loads
    ]
    heads = "part", "supplied by", "worst case", "budget", "notes"
    return filled("power", "loads", table=table(heads, rows))


def _line(line: Line) -> tuple[str, ...]:
    return (
        line.name,
        f"{line.fuse_a:g} A",
        amps(line.current_ma),
        f"{line.length_m:g} m",
        f"AWG {line.gauge.awg} ({line.gauge.mm2} mm²)",
        f"{line.drop_mv:.0f} mV ({line.drop_mv / 5000:.1%})",
    )


def _strip(board: BoardMap, power: Power) -> str:
    strip = board.strip
    white = strip.pixels * (3 * strip.channel_ma + strip.idle_ma)
    capped = strip.pixels * (3 * strip.channel_ma * strip.brightness + strip.idle_ma)
    feeds = [(f"pixel {f.pixel}", f.fuse, amps(f.current_ma)) for f in power.feeds]
    return filled(
        "power",
        "strip",
        strip=strip,
        dark=amps(strip.pixels * strip.idle_ma),
        white=amps(white),
        capped=amps(capped),
        limit=amps(min(capped, strip.supply_ma)),
        feeds=table(("5 V feed at", "fuse", "at most"), feeds),
    )


def _picos(board: BoardMap, power: Power, wiring: Wiring) -> str:
    loads = {load.name: load for load in power.loads}
    rows = []
    for one in board.boards:
        most_ma = loads[f"sensor board {one.name}"].worst_ma - wiring.harness.board_ma
        rows.append((one.name, f"{most_ma:.0f} mA", f"{most_ma / PICO_MA:.0%}"))
    heads = "sensor board", "load on its 3.3 V", f"share of its {PICO_MA} mA"
    return filled("power", "picos", table=table(heads, rows))
