"""Cables and connectors, the basis of drawings, pin-out and parts list."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from math import ceil
from typing import NamedTuple

from wiring.boardmap import BoardMap

_BLOCKS = ("PS1", "D1", "D2")
_LEVERS = 5  # wires that a lever connector holds
_AREAS = {"depth": "the Depth Board", "tile": "the tile grid"}


class End(NamedTuple):
    connector: str
    pin: str


class Wire(NamedTuple):
    colour: str
    start: End
    end: End

    @property
    def ends(self) -> tuple[End, End]:
        return self.start, self.end


class Connector(NamedTuple):
    name: str
    kind: str  # its description
    pins: tuple[tuple[str, str], ...]  # number and label, in drawing order
    notes: str = ""
    # The plug to buy for its cable.
    plug: str = ""


class Cable(NamedTuple):
    name: str
    length_m: float
    awg: int
    wires: tuple[Wire, ...]
    kind: str = ""


class Drawing(NamedTuple):
    """One sheet of the harness."""

    name: str
    title: str
    connectors: tuple[Connector, ...]
    cables: tuple[Cable, ...]

    @property
    def wires(self) -> Iterator[tuple[Cable, Wire]]:
        """All wires, each with its cable."""
        return ((cable, wire) for cable in self.cables for wire in cable.wires)


def levers(drawings: Iterable[Drawing]) -> dict[str, int]:
    """Return how many chained lever connectors each block of 5 V and ground needs."""
    ends: Counter[End] = Counter()
    for drawing in drawings:
        blocks = {c.name for c in drawing.connectors if "breadboard" not in c.kind}
        found = (end for _, wire in drawing.wires for end in wire.ends)
        ends.update(e for e in found if e.connector in blocks.intersection(_BLOCKS))
    counts: dict[str, int] = {}
    for (name, _), count in ends.items():
        # C1, or the supply's own cable, also takes a place.
        chained = ceil((count + 1 - 2) / (_LEVERS - 2))
        counts[name] = counts.get(name, 0) + chained
    return counts


def used(connector: Connector, cables: Iterable[Cable]) -> Connector:
    """Return the connector without unused pins."""
    ends = {end for cable in cables for wire in cable.wires for end in wire.ends}
    pins = tuple(
        (number, label)
        for number, label in connector.pins
        if End(connector.name, number) in ends
    )
    return connector._replace(pins=pins)


def cable(
    name: str,
    length_m: float,
    awg: int,
    ways: Iterable[tuple[str, str, str]],
    between: tuple[str, str],
    kind: str = "",
) -> Cable:
    """Return a cable; each of `ways` has a colour, a start pin and an end pin."""
    start, end = between
    wires = [
        Wire(colour, End(start, here), End(end, there)) for colour, here, there in ways
    ]
    # Round to the millimetre, because sums of floats are inexact.
    return Cable(name, round(length_m, 3), awg, tuple(wires), kind)


class Piece(NamedTuple):
    """A piece of uncut strip; a cable leads to the next one."""

    name: str
    first: int
    last: int


def pieces(board: BoardMap) -> tuple[Piece, ...]:
    """Return the pieces in order from the Pi, including unused pixels."""
    owners = {pixel: _owner(place) for place, pixel in board.pixels.items()}
    names = [owners.get(pixel, "spare pixels") for pixel in range(board.strip.pixels)]
    found = []
    first = 0
    for name, run in groupby(names):
        last = first + len(list(run)) - 1
        found.append(Piece(name, first, last))
        first = last + 1
    return tuple(found)


def _owner(place: str) -> str:
    kind = place.partition(":")[0]
    if kind == "seat":
        return place.replace(":", " ")
    return _AREAS.get(kind, place)
