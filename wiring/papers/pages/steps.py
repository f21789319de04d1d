"""The steps of building a table, with the new parts and the checks of each."""

import tomllib
from collections.abc import Iterator
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

from wiring.boardmap import BoardMap
from wiring.geometry.lengths import joints
from wiring.geometry.table import Geometry
from wiring.papers.harness.power import Power

_TEXTS = tomllib.loads(Path(__file__).with_name("steps.toml").read_text("utf-8"))


class Step(NamedTuple):
    name: str  # of its picture
    title: str
    parts: tuple[str, ...]  # new parts, as `scenery` names them
    do: tuple[str, ...]  # one box to tick each
    checks: tuple[str, ...]  # one more box each
    tools: tuple[str, ...]  # and screws
    see: tuple[str, ...]  # drawings, by the first words of their names


def steps(geometry: Geometry, power: Power) -> tuple[Step, ...]:
    board = geometry.board
    has_floor = "floor" in geometry.sheets
    on_board = power.strip_supply_a is None
    plugs = "soldering iron" if on_board else "crimping pliers; receptacles"
    buttons = len(board.buttons)
    screws = _said("screws", if_=has_floor)
    return (
        _wood(geometry, has_floor),
        _step("pi", screws=screws, screwed=_said("screwed", if_=has_floor)),
        *_power(board, power, has_floor),
        *_lamps(geometry, on_board),
        *([_step("buttons", buttons=buttons, plugs=plugs)] if buttons else []),
        *_boards(board),
        *_eliminator(board),
        _all(geometry, has_floor),
    )


def _step(section: str, name: str = "", **values: Any) -> Step:
    """Return a step of `steps.toml`; its picture has the section's name by default."""
    row = _TEXTS[section]

    def filled(key: str) -> tuple[str, ...]:
        return tuple(filter(None, (words.format(**values) for words in row[key])))

    title = row["title"].format(**values)
    keys = ("new", "do", "checks", "tools", "see")
    return Step(name or section, title, *map(filled, keys))


def _said(words: str, *, if_: object, **values: Any) -> str:
    """Return a line that only some tables have."""
    return _TEXTS["words"][words].format(**values) if if_ else ""


def _power(board: BoardMap, power: Power, has_floor: bool) -> Iterator[Step]:
    """Begin with the supply; a table on the Pi's pins begins with the chip."""
    on_board, line = power.strip_supply_a is None, power.line("strip")
    amplifier = _said("amplifier", if_=board.speaker and board.speaker.pins)
    words = _said("plugged" if on_board else "soldered", if_=True, amplifier=amplifier)
    chip = _step("chip", gpio=board.strip.gpio, iron=_iron(on_board), chip=words)
    if on_board:
        yield chip
        yield _step("pi-power", "power", fuse_a=line.fuse_a)
        return
    feeds = ", ".join(str(feed.pixel) for feed in power.feeds)
    yield _step(
        "power",
        supply_a=power.strip_supply_a,
        fuse_a=line.fuse_a,
        awg=line.gauge.awg,
        feeds=feeds,
        inlet=_said("inlet", if_=has_floor),
    )
    yield chip


def _iron(on_board: bool) -> str:
    """Return the tool that wires on a breadboard and clips do without."""
    return "" if on_board else "soldering iron, "


def _wood(geometry: Geometry, has_floor: bool) -> Step:
    is_split = any(len(sheets) > 1 for sheets in geometry.sheets.values())
    opening = _said("opening", if_=geometry.board.eliminator)
    return _step(
        "wood",
        glue="; glue, clamps" if is_split else "",
        battens=_said("battens", if_=is_split),
        walls=_said("walls", if_=has_floor, opening=opening),
    )


def _lamps(geometry: Geometry, on_board: bool) -> Iterator[Step]:
    board, fed = geometry.board, _said("fed", if_=not on_board)
    if area := board.depth:
        yield _step(
            "depth-strip",
            lamps=area.lanes * area.positions,
            rows=area.lanes,
            joined=_joined(geometry, "depth", on_board),
            fed=fed,
        )
    if grid := board.grid:
        lit = any(button.pixel is not None for button in board.buttons)
        yield _step(
            "tile-strip",
            lamps=grid.rows * grid.columns,
            rows=grid.rows,
            buttons=_said("lit", if_=lit),
            joined=_joined(geometry, "tile", on_board),
            fed="" if board.depth else fed,
            iron=_iron(on_board),
        )


def _joined(geometry: Geometry, field: str, on_board: bool) -> str:
    """Return how a field's rows or single pixels are joined, with the longest wire."""
    sizes = geometry.sizes
    cuts = [
        joint.length_mm
        for joint in joints(geometry.board, sizes, geometry.layout)
        if joint.first.startswith(field)
    ]
    area = sizes.lanes if field == "depth" else sizes.tiles
    words = "of-pixels" if area.lamps == "cut" else "of-rows"
    centimetres = ceil(max(cuts, default=0) / 10)
    clips = _said("clips", if_=on_board)
    return _said(words, if_=cuts, cm=centimetres, clips=clips)


def _boards(board: BoardMap) -> Iterator[Step]:
    """Begin with the tiles' board, the smaller one to learn on."""
    grid = board.grid.board if board.grid else None
    for one in sorted(board.boards, key=lambda b: b.name != grid):
        wired = sum(sensor is not None for sensor in one.sensors)
        yield _step(
            "board",
            f"board-{one.name}",
            board=one.name,
            sensors=f"{wired} sensors" if wired else f"{len(one.readers)} card readers",
            one="one row" if wired else "one",
            check=_said("sensed" if wired else "read", if_=True),
            stripboards=_said("multiplexed" if one.multiplexers else "whole", if_=True),
            wires=_said("wires", if_=wired),
        )


def _eliminator(board: BoardMap) -> Iterator[Step]:
    if row := board.eliminator:
        yield _step("eliminator", rest=-row.rest_deg)


def _all(geometry: Geometry, has_floor: bool) -> Step:
    speaker = geometry.board.speaker
    tiles = any(place.switch for place in geometry.layout.places.values())
    return _step(
        "all",
        speaker=_said("speaker", if_=speaker and speaker.pins),
        foam=_said("foam", if_=tiles),
        tiles=" and tiles" if tiles else "",
        feet=_said("feet", if_=not has_floor, mm=geometry.sizes.layers.space_mm),
    )
