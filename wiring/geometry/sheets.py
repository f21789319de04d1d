"""Splits a layer that is larger than the machine's bed into sheets that fit.

A seam runs straight across the layer, or across one band of it, and keeps clear of
every cut.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from wiring.geometry.shapes import Shape, edges

_MOST_BANDS = 4


class Sheet(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


def split(
    width: float,
    height: float,
    bed: tuple[float, float],
    cuts: Sequence[Shape],
    web: float,
) -> tuple[Sheet, ...] | None:
    """Return as few sheets as possible, in either orientation; None if no seams fit."""
    boxes = [edges(shape) for shape in cuts]
    free = _free(height, [(top, bottom) for _, top, _, bottom in boxes], web)
    best: tuple[Sheet, ...] | None = None
    for bands in range(_MOST_BANDS):
        for seams in combinations(_candidates(free), bands):
            found = _banded(width, [0.0, *seams, height], bed, boxes, web)
            if found and (best is None or _rank(found) < _rank(best)):
                best = found
        if best:
            return best
    return None


def _rank(sheets: tuple[Sheet, ...]) -> tuple[int, float]:
    """Prefer few sheets, then no slivers."""
    return len(sheets), -min(min(s.width, s.height) for s in sheets)


def _banded(
    width: float,
    seams: list[float],
    bed: tuple[float, float],
    boxes: list[tuple[float, float, float, float]],
    web: float,
) -> tuple[Sheet, ...] | None:
    sheets: list[Sheet] = []
    for top, bottom in pairwise(seams):
        # A sheet fits the bed either way round.
        longest = max(
            (a for a, b in (bed, bed[::-1]) if bottom - top <= b), default=0.0
        )
        inside = [
            (left, right)
            for left, above, right, below in boxes
            if below > top and above < bottom
        ]
        ends = _reach(width, longest, _free(width, inside, web))
        if ends is None:
            return None
        sheets += [Sheet(left, top, right, bottom) for left, right in pairwise(ends)]
    return tuple(sheets)


def _reach(
    width: float, longest: float, free: list[tuple[float, float]]
) -> list[float] | None:
    """Step from seam to seam as far as the bed allows, then even them out."""
    ends = [0.0]
    while width - ends[-1] > longest:
        most = ends[-1] + longest
        reachable = [min(end, most) for start, end in free if start <= most]
        seam = max(reachable, default=0.0)
        if seam <= ends[-1]:
            return None
        ends.append(seam)
    return _evened([*ends, width], longest, free)


def _evened(
    ends: list[float], longest: float, free: list[tuple[float, float]]
) -> list[float]:
    """Move the seams so that the last sheet is not a mere leftover, if possible."""
    wanted = [ends[-1] * n / (len(ends) - 1) for n in range(len(ends))]
    even = [_nearest(seam, free) for seam in wanted[1:-1]]
    even = [0.0, *even, ends[-1]]
    fits = all(0 < b - a <= longest for a, b in pairwise(even))
    return even if fits else ends


def _nearest(seam: float, free: list[tuple[float, float]]) -> float:
    return min(
        (min(max(seam, start), end) for start, end in free),
        key=lambda at: abs(at - seam),
        default=-1.0,
    )


def _candidates(free: list[tuple[float, float]]) -> list[float]:
    """Return a few seams in each free stretch."""
    points = (p for start, end in free for p in (start, (start + end) / 2, end))
    return sorted({round(p, 3) for p in points})


def _free(
    length: float, taken: Iterable[tuple[float, float]], web: float
) -> list[tuple[float, float]]:
    """Return the stretches for seams, `web` away from every cut and both ends."""
    found = []
    start = web
    for low, high in sorted(taken):
        if low - web > start:
            found.append((start, low - web))
        start = max(start, high + web)
    if length - web > start:
        found.append((start, length - web))
    return found
