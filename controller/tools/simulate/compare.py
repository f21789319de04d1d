"""What differs between two simulations, and whether it is more than chance.

Each figure of the one is set against that of the other: the difference of two means
over its standard error is compared with the normal distribution. So many figures at
once would make some differ by chance alone; Holm's correction allows for that.
"""

from collections.abc import Iterator, Sequence
from math import erfc, sqrt
from statistics import fmean, pvariance
from typing import NamedTuple

from controller.tools.simulate.one import Played
from controller.tools.simulate.plan import Plan

SURE = 0.05


class Difference(NamedTuple):
    name: str
    before: float
    after: float
    # How likely chance alone makes such a difference in any of the figures.
    p: float

    @property
    def is_more_than_chance(self) -> bool:
        return self.p < SURE


def differences(
    plan: Plan, before: Sequence[Played], after: Sequence[Played]
) -> list[Difference]:
    """The surest first."""
    one, other = dict(_values(plan, before)), dict(_values(plan, after))
    found = []
    for name in dict.fromkeys((*one, *other)):
        a = one.get(name) or [0.0] * len(before)
        b = other.get(name) or [0.0] * len(after)
        found.append(Difference(name, fmean(a), fmean(b), _chance(a, b)))
    return _holm(sorted(found, key=lambda difference: difference.p))


def _values(plan: Plan, games: Sequence[Played]) -> Iterator[tuple[str, list[float]]]:
    for seat in range(plan.seats):
        yield f"share of seat {seat + 1}", [game.shares[seat] for game in games]
    levels = dict.fromkeys(plan.bots)
    for level in levels if len(levels) > 1 else ():
        yield f"share of {level}", [_share(plan, game, level) for game in games]
    yield "decisions", [float(game.decisions) for game in games]
    yield "turns", [float(game.turns) for game in games]
    for kind in sorted({kind for game in games for kind in game.events}):
        yield kind, [float(game.events.get(kind, 0)) for game in games]


def _share(plan: Plan, game: Played, level: str) -> float:
    """What a bot of this level won, on average over those who sat there."""
    seats = enumerate(plan.seating(game.number))
    return fmean([game.shares[seat] for seat, bot in seats if bot == level])


def _chance(a: Sequence[float], b: Sequence[float]) -> float:
    error = sqrt(pvariance(a) / len(a) + pvariance(b) / len(b))
    apart = abs(fmean(a) - fmean(b))
    if not error:
        return 0.0 if apart else 1.0
    return erfc(apart / error / sqrt(2))


def _holm(found: list[Difference]) -> list[Difference]:
    corrected, least = [], 0.0
    for rank, difference in enumerate(found):
        least = max(least, min(1.0, difference.p * (len(found) - rank)))
        corrected.append(difference._replace(p=least))
    return corrected


def told(names: tuple[str, str], found: list[Difference]) -> str:
    """What changes, in words and figures."""
    sure = [difference for difference in found if difference.is_more_than_chance]
    if not sure:
        return f"Between {names[0]} and {names[1]} nothing differs by more than chance."
    lines = [f"From {names[0]} to {names[1]}, more than chance (p below {SURE}):"]
    width = max(len(difference.name) for difference in sure)
    lines += [
        f"  {d.name.ljust(width)}  {d.before:.3f} -> {d.after:.3f}  (p {d.p:.2g})"
        for d in sure
    ]
    return "\n".join(lines)
