"""What differs between two simulations, and whether that is more than chance.

Each figure of one is compared with the other's: the difference of the means over its
standard error, against the normal distribution. Among many figures some differ by
chance alone; Holm's correction allows for that.
"""

from math import erfc, sqrt
from typing import NamedTuple

from controller.tools.simulate.figures import Sums, Tally

SURE = 0.05


class Difference(NamedTuple):
    name: str
    before: float
    after: float
    # The accepted probability that chance alone makes such a difference in any figure.
    p: float

    @property
    def is_significant(self) -> bool:
        return self.p < SURE


def differences(before: Tally, after: Tally) -> list[Difference]:
    """Return how two simulations differ, most significant first."""
    one, other = before.sums, after.sums
    found = []
    for name in dict.fromkeys((*one, *other)):
        a, b = one.get(name, Sums()), other.get(name, Sums())
        spread = a.variance(before.games) / before.games
        spread += b.variance(after.games) / after.games
        means = a.mean(before.games), b.mean(after.games)
        found.append(Difference(name, *means, _chance(*means, sqrt(spread))))
    return _holm(sorted(found, key=lambda difference: difference.p))


def _chance(one: float, other: float, error: float) -> float:
    apart = abs(one - other)
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
