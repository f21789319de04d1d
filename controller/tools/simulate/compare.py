"""What differs between two simulations, and whether it is more than chance.

Each figure of the one is set against that of the other: the difference of two means
over its standard error is compared with the normal distribution. Among many figures
some differ by chance alone; Holm's correction allows for that.
"""

from collections.abc import Iterator
from math import erfc, sqrt
from typing import NamedTuple

from controller.tools.simulate.figures import Sums, Tally

SURE = 0.05


class Difference(NamedTuple):
    name: str
    before: float
    after: float
    # How likely chance alone makes such a difference in any of the figures.
    p: float

    @property
    def is_significant(self) -> bool:
        return self.p < SURE


class Measured(NamedTuple):
    """The mean and the variance of a figure, and the number of games."""

    mean: float
    variance: float
    games: int


def differences(before: Tally, after: Tally) -> list[Difference]:
    """Return how two simulations differ, most significant first."""
    one, other = dict(_values(before)), dict(_values(after))
    found = []
    for name in dict.fromkeys((*one, *other)):
        a = one.get(name) or Measured(0.0, 0.0, before.games)
        b = other.get(name) or Measured(0.0, 0.0, after.games)
        found.append(Difference(name, a.mean, b.mean, _chance(a, b)))
    return _holm(sorted(found, key=lambda difference: difference.p))


def _values(tally: Tally) -> Iterator[tuple[str, Measured]]:
    def measured(sums: Sums, unit: int = 1) -> Measured:
        games = tally.games
        return Measured(sums.mean(games, unit), sums.variance(games, unit), games)

    levels = tally.bots if len(tally.bots) > 1 else []
    for sitting in (*tally.seats, *levels):
        yield f"share of {sitting.name}", measured(sitting.shares, sitting.unit)
    yield "decisions", measured(tally.decisions)
    yield "turns", measured(tally.turns)
    for kind, sums in sorted(tally.events.items()):
        yield kind, measured(sums)


def _chance(a: Measured, b: Measured) -> float:
    error = sqrt(a.variance / a.games + b.variance / b.games)
    apart = abs(a.mean - b.mean)
    if not error:
        return 0.0 if apart else 1.0
    return erfc(apart / error / sqrt(2))


def _holm(found: list[Difference]) -> list[Difference]:
    corrected, least = [], 0.0
    for rank, difference in enumerate(found):
        least = max(least, min(1.0, difference.p * (len(found) - rank)))
        corrected.append(difference._replace(p=least))
    return corrected


def report(names: tuple[str, str], found: list[Difference]) -> str:
    """Return what changes, in words and figures."""
    sure = [difference for difference in found if difference.is_significant]
    if not sure:
        return f"No significant differences between {names[0]} and {names[1]}."
    lines = [f"Significant differences from {names[0]} to {names[1]} (p < {SURE}):"]
    width = max(len(difference.name) for difference in sure)
    lines += [
        f"  {d.name.ljust(width)}  {d.before:.3f} -> {d.after:.3f}  (p {d.p:.2g})"
        for d in sure
    ]
    return "\n".join(lines)
