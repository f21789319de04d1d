"""The power budget as a page."""

from wiring.boardmap import BoardMap
from wiring.harness import Wiring
from wiring.papers.harness.power import (
    FUSE_MARGIN,
    GAUGES,
    SUPPLY_MARGIN,
    Power,
)
from wiring.papers.pages.text import amps, table

# What a Pico's regulator supplies to others, by its maker's figure.
PICO_MA = 300


def budget(board: BoardMap, wiring: Wiring, power: Power) -> list[str]:
    return [
        *_loads(power),
        "",
        *_supplies(power),
        "",
        *_lines(wiring, power),
        "",
        *_servo(board),
        *_strip(board, power),
        "",
        *_picos(board, power, wiring),
        "## Wires",
        "",
        "These limits are for continuous current in a bundle, well below the values "
        "for free air.",
        "",
        *table(
            ("AWG", "mm²", "at most"), [(g.awg, g.mm2, f"{g.amps:g} A") for g in GAUGES]
        ),
    ]


def _loads(power: Power) -> list[str]:
    where = {"strip": "the strip's supply", "pi": "the Pi's supply"}
    rows = [
        (
            load.name,
            where[load.supply],
            amps(load.worst_ma),
            amps(load.budget_ma),
            load.why,
        )
        for load in power.loads
    ]
    heads = ("part", "supplied by", "worst case", "budget", "notes")
    return ["## Current at 5 V", "", *table(heads, rows)]


def _supplies(power: Power) -> list[str]:
    more = f"{SUPPLY_MARGIN - 1:.0%}"
    lines = ["## Supplies", ""]
    if power.strip_supply_a is None:
        lines.append(
            "The Pi's 5 V pins feed the strip and everything else. The only supply is "
            f"at the Pi's USB socket and needs **{power.pi_supply_a:g} A** (the whole "
            f"budget and {more} more)."
        )
        return lines
    return [
        *lines,
        f"- Strip and servo: 5 V, **{power.strip_supply_a:g} A** (the "
        f"strip's budget, a stalled servo, and {more} more).",
        f"- Pi and sensor boards: 5 V, **{power.pi_supply_a:g} A** at the Pi's own USB "
        "socket.",
        "",
        "Connect the grounds of both supplies, and never their 5 V.",
    ]


def _lines(wiring: Wiring, power: Power) -> list[str]:
    rows = []
    for line in power.lines:
        share = line.drop_mv / 5000
        rows.append(
            (
                line.name,
                f"{line.fuse_a:g} A",
                amps(line.current_ma),
                f"{line.length_m:g} m",
                f"AWG {line.gauge.awg} ({line.gauge.mm2} mm²)",
                f"{line.drop_mv:.0f} mV ({share:.1%})",
            )
        )
    heads = ("line", "fuse", "current", "length", "wire", "voltage drop")
    return [
        "## Fuses and wires",
        "",
        *table(heads, rows),
        "",
        f"A fuse is the next size on sale above {FUSE_MARGIN:g} times the current. "
        "It is for short circuits and does not notice a strip that draws a little too "
        "much. A wire carries the full current of its fuse. Up to the farthest lamp "
        f"{wiring.harness.drop_mv} mV are lost at most, both ways and in the strip.",
    ]


def _servo(board: BoardMap) -> list[str]:
    if board.eliminator is None:
        return []
    return [
        "## The servo's 5 V goes through the key",
        "",
        "Run the shortest wire from the supply's plus to F2, then to the second pole "
        "of the key `arm`, then to the servo. The servo's ground comes straight from "
        f"the supply. The first pole connects GPIO{board.eliminator.arm} to ground, "
        "for the Pi. So with the key off the servo has no power, whatever the Pi or "
        "its software does.",
        "",
    ]


def _strip(board: BoardMap, power: Power) -> list[str]:
    strip = board.strip
    white = strip.pixels * (3 * strip.channel_ma + strip.idle_ma)
    capped = strip.pixels * (3 * strip.channel_ma * strip.brightness + strip.idle_ma)
    rows = [
        ("all dark", amps(strip.pixels * strip.idle_ma)),
        ("all white, unlimited", amps(white)),
        (f"all white at brightness {strip.brightness:g}", amps(capped)),
        ("limit of the program", amps(min(capped, strip.supply_ma))),
    ]
    feeds = [(f"pixel {f.pixel}", f.fuse, amps(f.current_ma)) for f in power.feeds]
    return [
        "## The strip",
        "",
        *table(("frame", "current"), rows),
        "",
        *table(("5 V feed at", "fuse", "at most"), feeds),
    ]


def _picos(board: BoardMap, power: Power, wiring: Wiring) -> list[str]:
    if not board.boards:
        return []
    loads = {load.name: load for load in power.loads}
    rows = []
    for one in board.boards:
        most_ma = loads[f"sensor board {one.name}"].worst_ma - wiring.harness.board_ma
        rows.append((one.name, f"{most_ma:.0f} mA", f"{most_ma / PICO_MA:.0%}"))
    heads = ("sensor board", "load on its 3.3 V", f"share of its {PICO_MA} mA")
    return ["## Load on each Pico's 3.3 V", "", *table(heads, rows), ""]
