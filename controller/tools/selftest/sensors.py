"""The sensors under the table: tile switches by a finger, Hall sensors by a magnet.

With crossed select lines every sensor of a multiplexer turns up at another one's, and
one fault looks like a dozen. It is told once: a multiplexer's select lines are in
another order if that order explains all that was heard of it.
"""

from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import NamedTuple

from controller.tools.selftest.bench import Bench, Spot
from controller.tools.selftest.report import Finding, Result, listed, set_aside
from controller.tools.selftest.rounds import (
    Names,
    Round,
    crossed,
    faults,
    rings_of,
    walk_round,
)
from wiring.boardmap import BoardMap
from wiring.sensor_boards import CHANNELS, SELECT_LINES

_RIGHT = tuple(range(SELECT_LINES))
# Fewer that are elsewhere are sensors' wires: two of them swapped, or one astray.
_ENOUGH = 3


class Crossing(NamedTuple):
    board: str
    multiplexers: tuple[int, ...]
    order: tuple[int, ...]  # line n of the board goes to the pin S of this number

    def finding(self) -> Finding:
        pins = [f"S{n}" for n in _RIGHT if self.order[n] != n]
        which = listed([f"M{number}" for number in self.multiplexers])
        says = (
            f"the select lines {listed(pins)} are crossed at {which} of sensor board "
            f"{self.board}"
        )
        return Finding(says, "put each on its own pin")


# By board and number of the multiplexer: each channel asked for, and the one heard.
Heard = Mapping[tuple[str, int], Mapping[int, int | None]]


def select_lines(heard: Heard) -> list[Crossing]:
    found: dict[tuple[str, tuple[int, ...]], list[int]] = {}
    for (board, number), channels in heard.items():
        order = _order(channels)
        if order is not None:
            found.setdefault((board, order), []).append(number)
    return [
        Crossing(board, tuple(numbers), order)
        for (board, order), numbers in found.items()
    ]


def _order(channels: Mapping[int, int | None]) -> tuple[int, ...] | None:
    """Return the one wrong order that explains it all, or None."""
    moved = {asked: came for asked, came in channels.items() if came != asked}
    if sum(came is not None for came in moved.values()) < _ENOUGH:
        return None
    fitting = [o for o in permutations(_RIGHT) if o != _RIGHT and _fits(o, channels)]
    return fitting[0] if len(fitting) == 1 else None


def _fits(order: tuple[int, ...], channels: Mapping[int, int | None]) -> bool:
    """Return whether this order explains the response of each channel."""
    return all(
        came == _seen(asked, order)
        or (came is None and _seen(asked, order) not in channels)
        for asked, came in channels.items()
    )


def _seen(channel: int, order: tuple[int, ...]) -> int:
    """Return the channel that the board takes for this one."""
    return sum((channel >> pin & 1) << line for line, pin in enumerate(order))


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
    """Walk the tile switches, which later answer for the lamps."""
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
    walked = await walk_round(bench, spots, _please)
    bench.spots |= rings_of(walked)
    names = _names(kind, wires)
    # No offer: the sensor board's own tables would have to change with the board map.
    lines = select_lines(_asked(walked, wires))
    rest = _unexplained(walked, wires, lines)
    found += [line.finding() for line in lines]
    found += [*faults(rest, names), *crossed(rest, names)]
    return Result(part, f"{walked.well} of {walked.all} heard", found)


def _asked(
    walked: Round, wires: dict[Spot, Wire]
) -> dict[tuple[str, int], dict[int, int | None]]:
    """Return by multiplexer, for each channel asked for, the one that responded."""
    found: dict[tuple[str, int], dict[int, int | None]] = {}
    for spot, heard in walked.heard.items():
        wire = wires[spot]
        if len(heard) > 1:
            continue
        other = wires.get(next(iter(heard))) if heard else None
        same_chip = other if other and other.chip == wire.chip else None
        channel = same_chip.bit % CHANNELS if same_chip else None
        if same_chip or not heard:
            found.setdefault(wire.chip, {})[wire.bit % CHANNELS] = channel
    return found


def _unexplained(
    walked: Round, wires: dict[Spot, Wire], lines: list[Crossing]
) -> Round:
    """Leave out sensors of multiplexers whose select lines are crossed."""
    chips = {(line.board, which) for line in lines for which in line.multiplexers}
    heard = {s: h for s, h in walked.heard.items() if wires[s].chip not in chips}
    return walked._replace(heard=heard)


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
    chosen |= {spot for spot, wire in wires.items() if _is_telling(wire)}
    chips = {wires[spot].chip for spot in chosen}
    for spot, wire in wires.items():
        if spot in chosen:
            yield spot
        elif wire.chip not in chips:
            chips.add(wire.chip)
            yield spot


def _is_telling(wire: Wire) -> bool:
    """Return whether one select line alone is high for this channel."""
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
