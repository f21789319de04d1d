"""The building steps, each with its new parts and checks."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

from wiring.boardmap import BoardMap
from wiring.geometry.lengths import joints
from wiring.geometry.table import Geometry
from wiring.papers.harness.power import Power

_TEXTS = tomllib.loads(Path(__file__).with_name("steps.toml").read_text("utf-8"))


class Step(NamedTuple):
    name: str  # its picture's name
    title: str
    parts: tuple[str, ...]  # new parts, by their names in `scenery`
    do: tuple[str, ...]  # with a box to tick for each
    checks: tuple[str, ...]  # one more box for each
    tools: tuple[str, ...]  # and screws
    see: tuple[str, ...]  # drawings, by the first words of their names


def steps(geometry: Geometry, power: Power) -> tuple[Step, ...]:
    usual = _values(geometry, power)
    repeated = {
        "depth-strip": _strips(geometry, "depth"),
        "tile-strip": _strips(geometry, "tile"),
        "board": _boards(geometry.board),
    }
    return tuple(
        _step(section, row, usual | more)
        for section, row in _TEXTS["steps"].items()
        for more in repeated.get(section, [{}])
        if _all(row.get("if", ()), usual)
    )


def _step(section: str, row: Mapping[str, Any], values: dict[str, Any]) -> Step:
    for name, words in _TEXTS["words"].items():
        is_said = _all(words["if"], values)
        values |= {name: words["say"].format(**values) if is_said else ""}

    def filled(key: str) -> tuple[str, ...]:
        return tuple(filter(None, (words.format(**values) for words in row[key])))

    name, title = (row.get(key, section).format(**values) for key in ("name", "title"))
    return Step(name, title, *map(filled, ("new", "do", "checks", "tools", "see")))


def _all(conditions: Iterable[str], values: Mapping[str, Any]) -> bool:
    return all(values.get(condition) for condition in conditions)


def _values(geometry: Geometry, power: Power) -> dict[str, Any]:
    """Return the conditions and figures that the steps' words depend on."""
    board, line = geometry.board, power.line("strip")
    has_floor = "floor" in geometry.sheets
    return {
        "split": any(len(sheets) > 1 for sheets in geometry.sheets.values()),
        "floor": has_floor,
        "feet": not has_floor,
        "feet_mm": geometry.sizes.layers.space_mm,
        "supply": power.strip_supply_a is not None,
        "breadboard": power.strip_supply_a is None,
        "supply_a": power.strip_supply_a,
        "fuse_a": line.fuse_a,
        "awg": line.gauge.awg,
        "feeds": ", ".join(str(feed.pixel) for feed in power.feeds),
        "gpio": board.strip.gpio,
        "buttons": len(board.buttons),
        "lit": any(button.pixel is not None for button in board.buttons),
        "eliminator": board.eliminator,
        "rest": -board.eliminator.rest_deg if board.eliminator else None,
        "amplifier": board.speaker and board.speaker.pins,
        "tiles": any(place.switch for place in geometry.layout.places.values()),
    }


def _strips(geometry: Geometry, field: str) -> Iterator[dict[str, Any]]:
    """Yield how to join a field's rows or single pixels, with the longest wire."""
    board, sizes = geometry.board, geometry.sizes
    if field == "depth" and board.depth:
        count, cut = (board.depth.lanes, board.depth.positions), sizes.lanes.lamps
    elif field == "tile" and board.grid:
        count, cut = (board.grid.rows, board.grid.columns), sizes.tiles.lamps
    else:
        return
    found = joints(board, sizes, geometry.layout)
    long = [joint.length_mm for joint in found if joint.first.startswith(field)]
    yield {
        "lamps": count[0] * count[1],
        "rows": count[0],
        "in_rows": long and cut == "strip",
        "in_pixels": long and cut == "cut",
        "cm": ceil(max(long, default=0) / 10),
        "first": field == "depth" or not board.depth,
    }


def _boards(board: BoardMap) -> Iterator[dict[str, Any]]:
    """Return the boards, the tiles' first, because it is smaller and easier."""
    grid = board.grid.board if board.grid else None
    for one in sorted(board.boards, key=lambda b: b.name != grid):
        sensors = sum(sensor is not None for sensor in one.sensors)
        readers = 0 if sensors else len(one.readers)
        yield {"board": one.name, "sensors": sensors, "readers": readers}
