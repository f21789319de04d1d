"""The building guide: its figures, commands and links are true."""

import re
from pathlib import Path

import wiring
from controller.cli.run import parser
from wiring import boardmap, harness
from wiring.geometry.striker import stroke
from wiring.geometry.table import load
from wiring.papers.harness.header import position
from wiring.papers.harness.power import power

WIRING = boardmap.DEFAULT.parents[1]
GUIDE = (WIRING / "BUILDING.md").read_text()
MINI = Path(wiring.find("mini"))


def test_the_guides_figures_are_those_of_the_budget() -> None:
    mark_1 = power(boardmap.load(), harness.load(boardmap.DEFAULT))
    mini_map = boardmap.load(MINI)
    mini = power(mini_map, harness.load(MINI))
    line, servo = mark_1.lines
    row = boardmap.load().eliminator
    assert row
    sizes = load(boardmap.DEFAULT).sizes
    us_a_degree = (row.pulse_max_us - row.pulse_min_us) / 180
    (small,) = mini.lines
    figures = [
        f"through a fuse F1 ({line.fuse_a:g} A) of its own",
        f"F2 ({servo.fuse_a:g} A) does the same",
        f"its plunger comes with {stroke(sizes).speed_m_s:.1f} m/s",
        f"through the {small.fuse_a:g} A fuse",
        f"The {mark_1.strip_supply_a:g} A supply",
        f"AWG {line.gauge.awg} ({line.gauge.mm2} mm²)",
        f"limits the current to {mark_1.loads[0].budget_ma / 1000:.2f} A",
        f"full white would draw {mark_1.loads[0].worst_ma / 1000:.2f} A",
        f"limits the current to {mini.loads[0].budget_ma / 1000:.2f} A",
        f"the pixels could draw {mini.loads[0].worst_ma / 1000:.2f} A",
        f"A supply of {mini.pi_supply_a:g} A",
        f"The farthest lamp loses {line.drop_mv:.0f} mV",
        f"F2 and its wires are rated for {servo.current_ma / 1000:.1f} A",
        f"{row.speed_deg_s}° a second at 5 V",
        f"the {us_a_degree:g} µs a degree of the map",
        f"GPIO{mini_map.strip.gpio}, header pin {position(mini_map.strip.gpio)}",
    ]
    words = " ".join(GUIDE.split())
    assert [figure for figure in figures if figure not in words] == []


def test_the_guides_commands_are_commands() -> None:
    text = " ".join(GUIDE.split())
    commands = set(
        re.findall(r"undertow ((?:play|selftest|doctor|wiring|flash)[^`]*)", text)
    )
    assert len(commands) > 8
    for command in commands:
        words = command.split()
        if words[0] == "flash" and len(words) == 1:
            continue  # a command is only named there
        parser(words).parse_args(words)
