"""The steps of building a table, with the new parts and the checks of each."""

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from wiring.boardmap import BoardMap
from wiring.geometry.table import Geometry
from wiring.papers.harness.power import Power

_TEXTS = tomllib.loads(Path(__file__).with_name("steps.toml").read_text("utf-8"))
_WHOLE = "Cut and drill the layers."
_SPLIT = "Cut and drill the layers, and glue battens along their seams."
_LIT = "One pixel for each button that has one."
_SPEAKER = "Connect amplifier and speaker as in the drawing “Speaker”."


class Step(NamedTuple):
    name: str  # of its picture
    title: str
    parts: tuple[str, ...]  # new parts, as `scenery` names them
    do: tuple[str, ...]  # one box to tick each
    checks: tuple[str, ...]  # one more box each
    tools: tuple[str, ...]  # and screws


def steps(geometry: Geometry, power: Power) -> tuple[Step, ...]:
    board = geometry.board
    return (
        _step("pi"),
        *_power(board, power),
        *_lamps(geometry),
        *([_step("buttons", buttons=len(board.buttons))] if board.buttons else []),
        *_boards(board),
        *([_step("eliminator")] if board.eliminator else []),
        _step("all", speaker=_SPEAKER if board.speaker and board.speaker.pins else ""),
    )


def _step(section: str, name: str = "", **values: Any) -> Step:
    """Return a step of `steps.toml`; its picture has the section's name by default."""
    row = _TEXTS[section]

    def filled(key: str) -> tuple[str, ...]:
        return tuple(filter(None, (words.format(**values) for words in row[key])))

    title = row["title"].format(**values)
    keys = ("new", "do", "checks", "tools")
    return Step(name or section, title, *map(filled, keys))


def _power(board: BoardMap, power: Power) -> Iterator[Step]:
    """Begin with the supply; a table on the Pi's pins begins with the chip."""
    line, chip = power.line("strip"), _step("chip", gpio=board.strip.gpio)
    if power.strip_supply_a is None:
        yield chip
        yield _step("pi-power", "power", fuse_a=line.fuse_a)
        return
    feeds = ", ".join(str(feed.pixel) for feed in power.feeds)
    supply_a, awg = power.strip_supply_a, line.gauge.awg
    yield _step("power", supply_a=supply_a, fuse_a=line.fuse_a, awg=awg, feeds=feeds)
    yield chip


def _lamps(geometry: Geometry) -> Iterator[Step]:
    board = geometry.board
    is_whole = all(len(sheets) == 1 for sheets in geometry.sheets.values())
    wood = _WHOLE if is_whole else _SPLIT
    if area := board.depth:
        lamps = area.lanes * area.positions
        yield _step("depth-strip", wood=wood, lamps=lamps, rows=area.lanes)
        wood = ""
    if grid := board.grid:
        lit = any(button.pixel is not None for button in board.buttons)
        lamps, buttons = grid.rows * grid.columns, _LIT if lit else ""
        yield _step(
            "tile-strip", wood=wood, lamps=lamps, rows=grid.rows, buttons=buttons
        )


def _boards(board: BoardMap) -> Iterator[Step]:
    """Begin with the tiles' board, the smaller one to learn on."""
    grid = board.grid.board if board.grid else None
    for one in sorted(board.boards, key=lambda b: b.name != grid):
        wired = sum(sensor is not None for sensor in one.sensors)
        sensors = f"{wired} sensors" if wired else f"{len(one.readers)} card readers"
        yield _step("board", f"board-{one.name}", board=one.name, sensors=sensors)


def checklist(steps: Sequence[Step]) -> list[str]:
    lines = [
        "Print this page and continue only when every check of a step is good: two "
        "steps later a fault is ten times as hard to find. `my-table.toml` is your "
        "copy of the map. [BUILDING.md](../../BUILDING.md) has the reasons.",
    ]
    for number, step in enumerate(steps, 1):
        lines += [
            "",
            f"## {number}. {step.title}",
            "",
            f"![{step.title}](steps/{number}-{step.name}.svg)",
            "",
            *(f"- [ ] {words}" for words in step.do),
            *(f"- [ ] *Check:* {words}" for words in step.checks),
        ]
    return lines
