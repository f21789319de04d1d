"""Finds swaps and rotations among wires."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

Thing = TypeVar("Thing")


def rings(moved: Mapping[Thing, Thing]) -> tuple[list[list[Thing]], list[Thing]]:
    """Rings in which each thing turns up at the next one's, and things in no ring."""
    closed: list[list[Thing]] = []
    strays: list[Thing] = []
    seen: set[Thing] = set()
    for first in moved:
        if first in seen:
            continue
        ring = _ring(first, moved)
        if ring is None:
            strays.append(first)
        elif len(ring) > 1:
            closed.append(ring)
            seen.update(ring)
    return closed, strays


def _ring(first: Thing, moved: Mapping[Thing, Thing]) -> list[Thing] | None:
    ring = [first]
    while (following := moved.get(ring[-1])) != first:
        if following is None or following in ring:
            return None
        ring.append(following)
    return ring


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)
