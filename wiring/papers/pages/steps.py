"""The steps of building a table, with the new parts and the checks of each."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from wiring.boardmap import BoardMap
from wiring.geometry.table import Geometry
from wiring.papers.harness.power import Power

_TEXTS = tomllib.loads(Path(__file__).with_name("steps.toml").read_text("utf-8"))
_BATTENS = "Glue the pieces of each layer together, with a batten along every seam."
_WALLS = "Glue the walls onto the floor; the far one has the inlet's hole."
_INLET = (
    "Lead the supply's cable through the gland in the far wall, and each of its two "
    "wires into a lever connector."
)
_SCREWED = "Screw the Pi onto the floor, and lay out where the other boards go."
_JOINED = "Cut the strip into rows; three wires or clips go from each row to the next."
_LIT = "One pixel for each button that has one."
_MULTIPLEXED = (
    "Solder two socket strips for the Pico and a box header for each row onto a whole "
    "stripboard, and each multiplexer with a box header onto a third of one. Flat "
    "cables lead from header to header."
)
_WHOLE = "Solder sockets for the Pico and the wires of the readers onto a stripboard."
_SPEAKER = "Connect amplifier and speaker as in the drawing “Speaker”."


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
    has_tiles = any(place.switch for place in geometry.layout.places.values())
    on_board = power.strip_supply_a is None
    plugs = "soldering iron" if on_board else "crimping pliers; receptacles"
    buttons = len(board.buttons)
    return (
        _wood(geometry, has_floor),
        _step(
            "pi",
            screws="; screws M2.5 × 12 and nuts: 4" if has_floor else "",
            screwed=_SCREWED if has_floor else "",
        ),
        *_power(board, power, has_floor),
        *_lamps(geometry, on_board),
        *([_step("buttons", buttons=buttons, plugs=plugs)] if buttons else []),
        *_boards(board),
        *([_step("eliminator")] if board.eliminator else []),
        _step(
            "all",
            speaker=_SPEAKER if board.speaker and board.speaker.pins else "",
            tiles=" and tiles" if has_tiles else "",
        ),
    )


def _step(section: str, name: str = "", **values: Any) -> Step:
    """Return a step of `steps.toml`; its picture has the section's name by default."""
    row = _TEXTS[section]

    def filled(key: str) -> tuple[str, ...]:
        return tuple(filter(None, (words.format(**values) for words in row[key])))

    title = row["title"].format(**values)
    keys = ("new", "do", "checks", "tools", "see")
    return Step(name or section, title, *map(filled, keys))


def _power(board: BoardMap, power: Power, has_floor: bool) -> Iterator[Step]:
    """Begin with the supply; a table on the Pi's pins begins with the chip."""
    on_board, line = power.strip_supply_a is None, power.line("strip")
    chip = _step("chip", gpio=board.strip.gpio, iron=_iron(on_board))
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
        inlet=_INLET if has_floor else "",
    )
    yield chip


def _iron(on_board: bool) -> str:
    """Return the tool that wires on a breadboard and clips do without."""
    return "" if on_board else "soldering iron, "


def _wood(geometry: Geometry, has_floor: bool) -> Step:
    is_split = any(len(sheets) > 1 for sheets in geometry.sheets.values())
    return _step(
        "wood",
        glue="; glue, clamps" if is_split else "",
        battens=_BATTENS if is_split else "",
        walls=_WALLS if has_floor else "",
    )


def _lamps(geometry: Geometry, on_board: bool) -> Iterator[Step]:
    board = geometry.board
    if area := board.depth:
        lamps = area.lanes * area.positions
        yield _step("depth-strip", lamps=lamps, rows=area.lanes)
    if grid := board.grid:
        lit = any(button.pixel is not None for button in board.buttons)
        lamps, buttons = grid.rows * grid.columns, _LIT if lit else ""
        joined = _JOINED if geometry.sizes.tiles.lamps == "strip" else ""
        yield _step(
            "tile-strip",
            lamps=lamps,
            rows=grid.rows,
            buttons=buttons,
            joined=joined,
            iron=_iron(on_board),
        )


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
            stripboards=_MULTIPLEXED if one.multiplexers else _WHOLE,
        )
