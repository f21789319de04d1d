"""Drawings that are too wide or too high for a sheet of A4, as several.

WireViz puts what is wired in a row from left to right: a supply, its fuse, a terminal
block, a pixel. Each picture gets one step of that row, and not too many cables.
"""

from collections.abc import Iterator, Sequence

from wiring.papers.cables import Cable, Drawing, used

_MOST_CABLES = 8
_MOST_WIRES = 40


def readable(drawings: Sequence[Drawing]) -> Iterator[Drawing]:
    for drawing in drawings:
        groups = [some for step in _steps(drawing.cables) for some in _handfuls(step)]
        if len(groups) == 1:
            yield drawing
            continue
        for number, cables in enumerate(groups, 1):
            parts = (used(one, cables) for one in drawing.connectors)
            yield Drawing(
                f"{drawing.name}-{number}",
                f"{drawing.title}, {number} of {len(groups)}",
                tuple(part for part in parts if part.pins),
                cables,
            )


def _steps(cables: Sequence[Cable]) -> Iterator[tuple[Cable, ...]]:
    """By how many cables there are between a cable and where its row begins."""
    depths = {cable.name: _depth(cable, cables) for cable in cables}
    for depth in range(max(depths.values()) + 1):
        yield tuple(cable for cable in cables if depths[cable.name] == depth)


def _depth(cable: Cable, cables: Sequence[Cable]) -> int:
    starts = {wire.start.connector for wire in cable.wires}
    before = [c for c in cables if starts & {wire.end.connector for wire in c.wires}]
    return 1 + max(_depth(c, cables) for c in before) if before else 0


def _handfuls(cables: tuple[Cable, ...]) -> Iterator[tuple[Cable, ...]]:
    """As even as can be."""
    wires = sum(len(cable.wires) for cable in cables)
    parts = max(-(-len(cables) // _MOST_CABLES), -(-wires // _MOST_WIRES))
    parts = min(parts, len(cables))
    size = -(-len(cables) // parts)
    for first in range(0, len(cables), size):
        yield cables[first : first + size]
