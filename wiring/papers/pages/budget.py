"""The power budget on paper."""

from wiring.boardmap import BoardMap
from wiring.harness import Wiring
from wiring.papers.harness.power import (
    FUSE_MARGIN,
    GAUGES,
    SUPPLY_MARGIN,
    Power,
)
from wiring.papers.pages.text import amps, table

# What a Pico's regulator gives to others; its maker's figure.
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
        "What a wire may carry here is for good and in a bundle, well below what "
        "tables for free air allow.",
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
    heads = ("part", "fed by", "worst case", "budgeted", "which is")
    return ["## Who draws what, at 5 V", "", *table(heads, rows)]


def _supplies(power: Power) -> list[str]:
    more = f"{SUPPLY_MARGIN - 1:.0%}"
    lines = ["## Supplies", ""]
    if power.strip_supply_a is None:
        lines.append(
            "The strip and whatever moves are fed from the Pi's 5 V pins: there is "
            "one supply, at the Pi's USB socket. It has to give "
            f"**{power.pi_supply_a:g} A** (all of it as budgeted, and {more} more)."
        )
        return lines
    return [
        *lines,
        f"- Strip and servo: 5 V, **{power.strip_supply_a:g} A** (the strip as "
        f"budgeted, a stalled servo, and {more} more).",
        f"- Pi and sensor boards: 5 V, **{power.pi_supply_a:g} A** at the Pi's own USB "
        "socket.",
        "",
        "Both share their ground, and only that: never join the two 5 V.",
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
    heads = ("line", "fuse", "current", "length", "wire", "lost there and back")
    return [
        "## Fuses and wires",
        "",
        *table(heads, rows),
        "",
        f"A fuse is the next size above {FUSE_MARGIN:g} times what is budgeted. A wire "
        "stands all that its fuse lets through, and loses no more than "
        f"{wiring.harness.drop_mv} mV with the way through the fuse. Copper inside the "
        "strip is not counted: measure at its far end.",
    ]


def _servo(board: BoardMap) -> list[str]:
    if board.eliminator is None:
        return []
    return [
        "## The servo's 5 V goes through the key",
        "",
        "From the supply's plus by the shortest way into F2, from F2 to the second "
        "pole of the key `arm`, from there to the servo. Its ground comes straight "
        f"from the supply. The first pole joins GPIO{board.eliminator.arm} to ground "
        "and tells the Pi. So with the key off the servo has no power, whatever the "
        "Pi, its kernel or a program does.",
        "",
    ]


def _strip(board: BoardMap, power: Power) -> list[str]:
    strip = board.strip
    white = strip.pixels * (3 * strip.channel_ma + strip.idle_ma)
    capped = strip.pixels * (3 * strip.channel_ma * strip.brightness + strip.idle_ma)
    rows = [
        ("all dark", amps(strip.pixels * strip.idle_ma)),
        ("all white, as the pixels could", amps(white)),
        (f"all white under the cap of {strip.brightness:g}", amps(capped)),
        ("what the program lets through at most", amps(min(capped, strip.supply_ma))),
    ]
    feeds = [
        (f"pixel {f.first}", f"{f.first} to {f.last}", amps(f.current_ma))
        for f in power.feeds
    ]
    return [
        "## The strip",
        "",
        *table(("frame", "current"), rows),
        "",
        *table(("5 V comes in at", "for pixels", "at most"), feeds),
    ]


def _picos(board: BoardMap, power: Power, wiring: Wiring) -> list[str]:
    if not board.boards:
        return []
    loads = {load.name: load for load in power.loads}
    rows = []
    for one in board.boards:
        most_ma = loads[f"sensor board {one.name}"].worst_ma - wiring.harness.board_ma
        rows.append((one.name, f"{most_ma:.0f} mA", f"{most_ma / PICO_MA:.0%}"))
    heads = ("sensor board", "its 3.3 V feeds", f"of the {PICO_MA} mA it has")
    return ["## What hangs on each Pico's 3.3 V", "", *table(heads, rows), ""]
