"""The sensors under the table: tile switches by finger, Hall sensors by magnet."""

from collections.abc import Iterator
from typing import NamedTuple

from controller.tools.selftest.bench import Bench, Spot
from controller.tools.selftest.report import Finding, Result, set_aside
from controller.tools.selftest.rounds import (
    Names,
    crossed,
    faults,
    rewired_spots,
    touch_all,
)
from wiring.boardmap import BoardMap
from wiring.sensor_boards import CHANNELS


class Wire(NamedTuple):
    board: str
    bit: int

    @property
    def chip(self) -> tuple[str, int]:
        """The multiplexer of this wire."""
        return self.board, self.bit // CHANNELS

    def __str__(self) -> str:
        which, channel = divmod(self.bit, CHANNELS)
        return f"C{channel} of multiplexer M{which} of sensor board {self.board}"


async def switches(bench: Bench) -> Result:
    """Walk the tile switches, which later identify the lamps."""
    return await _walk(bench, "switch", "tile switches", quick=False)


async def halls(bench: Bench) -> Result:
    """Walk every Hall sensor, or the corners and three of each multiplexer."""
    wires = _wires(bench.board, "hall")
    few = len(list(_quick(bench.board, wires)))
    if few == len(wires):
        return await _walk(bench, "hall", "Hall sensors", quick=False)
    answer = await bench.ask(
        "Hall sensors, with a magnet.",
        ok=f"a quick walk over {few} of them",
        next=f"every one of the {len(wires)}",
    )
    return await _walk(bench, "hall", "Hall sensors", quick=answer == "ok")


async def _walk(bench: Bench, kind: str, part: str, *, quick: bool) -> Result:
    wires = _wires(bench.board, kind)
    if not wires:
        return Result(part, "the board map has none")
    # This also gives the sensor boards time to be found.
    request = f"{part[0].upper()}{part[1:]}: take everything off the table."
    await bench.ask(request, ok="it is empty")
    missing = dict(_missing(bench, _names(kind, wires).nouns, wires))
    found = list(missing.values())
    wires = {spot: wire for spot, wire in wires.items() if wire.board not in missing}
    if not wires:
        return Result(part, "none could be tested", found)
    spots = list(_quick(bench.board, wires)) if quick else list(wires)
    walked = await touch_all(bench, spots, _please)
    bench.spots |= rewired_spots(walked)
    names = _names(kind, wires)
    # No offer, because the sensor board's own tables would have to change too.
    found += [*faults(walked, names), *crossed(walked, names)]
    return Result(part, f"{walked.well} of {walked.all} heard", found)


def _wires(board: BoardMap, kind: str) -> dict[Spot, Wire]:
    return {
        Spot(kind, sensor.place): Wire(of.name, bit)
        for of in board.boards
        for bit, sensor in enumerate(of.sensors)
        if sensor and sensor.kind == kind
    }


def _missing(
    bench: Bench, nouns: str, wires: dict[Spot, Wire]
) -> Iterator[tuple[str, Finding]]:
    for board in dict.fromkeys(wire.board for wire in wires.values()):
        trouble = bench.silent(board)
        if trouble:
            count = sum(wire.board == board for wire in wires.values())
            so = f", so {count} {nouns} are not tested"
            yield board, set_aside(f"sensor board {board}", trouble, so)


def _quick(board: BoardMap, wires: dict[Spot, Wire]) -> Iterator[Spot]:
    """Yield the corners of each field, and places that distinguish select lines."""
    chosen = {spot for spot in wires if spot.place in _corners(board)}
    chosen |= {spot for spot, wire in wires.items() if _tests_select_line(wire)}
    chips = {wires[spot].chip for spot in chosen}
    for spot, wire in wires.items():
        if spot in chosen:
            yield spot
        elif wire.chip not in chips:
            chips.add(wire.chip)
            yield spot


def _tests_select_line(wire: Wire) -> bool:
    """Return whether exactly one select line is high for this channel."""
    return wire.bit % CHANNELS in (1, 2, 4)


def _corners(board: BoardMap) -> set[str]:
    corners = set()
    if board.depth:
        lanes, ends = (0, board.depth.lanes - 1), (0, board.depth.positions - 1)
        corners |= {f"depth:{lane}:{end}" for lane in lanes for end in ends}
    if board.grid:
        rows, columns = (0, board.grid.rows - 1), (0, board.grid.columns - 1)
        corners |= {f"tile:{row},{column}" for row in rows for column in columns}
    return corners


def _please(spot: Spot) -> str:
    numbers = spot.place.partition(":")[2]
    if spot.place.startswith("depth:"):
        lane, position = numbers.split(":")
        where = f"lane {lane}, position {position}"
    else:
        row, column = numbers.split(",")
        where = f"row {row}, column {column}"
    if spot.kind == "switch":
        return f"Touch {spot.place} ({where})."
    return f"Hold a magnet to {spot.place} ({where}), and take it away."


def _names(kind: str, wires: dict[Spot, Wire]) -> Names:
    def wire(spot: Spot) -> str:
        return str(wires[spot])

    if kind == "switch":
        return Names(
            "switch",
            "switches",
            wire,
            stuck="is its wire on ground, or the tile jammed?",
            dead="check its wire and its ground",
            coupled="their wires touch, or the tiles do",
        )
    return Names(
        "Hall sensor",
        "Hall sensors",
        wire,
        stuck="is a magnet left there, or its wire on ground?",
        dead="check its wire, its 3.3 V, and which side of it faces up",
        coupled="the magnet is too strong, or their wires touch",
    )
