"""What simulated games say: shares of the win with intervals, lengths, events.

Every figure is made of the games in the order of their numbers, so that it does not
depend on who finished first.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean, pvariance
from typing import NamedTuple

from controller.tools.simulate.one import Played
from controller.tools.simulate.plan import Plan

# 95 %.
Z = 1.959964


class Figure(NamedTuple):
    """A mean and the interval in which it lies, 19 times of 20."""

    mean: float
    low: float
    high: float


class Standing(NamedTuple):
    """How somebody did: a bot, or a seat."""

    name: str
    games: int
    # Those who did best split the win.
    share: Figure
    # How often it was among the best, and alone or with others the last.
    first: Figure
    last: Figure


class Figures(NamedTuple):
    games: int
    fair: float
    bots: list[Standing]
    seats: list[Standing]
    decisions: Figure
    turns: Figure
    events: dict[str, Figure]


def wilson(hits: int, trials: int) -> Figure:
    """The interval of Wilson, which is right near 0 and 1 too."""
    if not trials:
        return Figure(0.0, 0.0, 1.0)
    rate, square = hits / trials, Z * Z
    middle = (rate + square / (2 * trials)) / (1 + square / trials)
    spread = sqrt(rate * (1 - rate) / trials + square / (4 * trials**2))
    half = Z * spread / (1 + square / trials)
    return Figure(rate, max(0.0, middle - half), min(1.0, middle + half))


def average(values: Sequence[float]) -> Figure:
    """Of counts and shares: no interval goes below nothing."""
    if not values:
        return Figure(0.0, 0.0, 0.0)
    mean = fmean(values)
    half = Z * sqrt(pvariance(values, mean) / len(values))
    return Figure(mean, max(0.0, mean - half), mean + half)


def share_of(values: Sequence[float]) -> Figure:
    """An average of shares: no interval goes beyond everything either."""
    mean, low, high = average(values)
    return Figure(mean, low, min(1.0, high))


def figures(plan: Plan, games: Sequence[Played]) -> Figures:
    games = sorted(games, key=lambda game: game.number)
    levels = list(dict.fromkeys(plan.bots))
    kinds = sorted({kind for game in games for kind in game.events})
    return Figures(
        games=len(games),
        fair=1 / plan.seats,
        bots=[_standing(level, games, _played_by(plan, level)) for level in levels],
        seats=[
            _standing(f"seat {seat + 1}", games, _at(seat))
            for seat in range(plan.seats)
        ],
        decisions=average([game.decisions for game in games]),
        turns=average([game.turns for game in games]),
        events={
            kind: average([game.events.get(kind, 0) for game in games])
            for kind in kinds
        },
    )


Seats = Callable[[int], list[int]]


def _at(seat: int) -> Seats:
    return lambda _number: [seat]


def _played_by(plan: Plan, level: str) -> Seats:
    return lambda number: [
        seat for seat, bot in enumerate(plan.seating(number)) if bot == level
    ]


def _standing(name: str, games: Sequence[Played], seats: Seats) -> Standing:
    shares, first, last, sat = [], 0, 0, 0
    for game in games:
        own = seats(game.number)
        sat += len(own)
        shares.append(fmean([game.shares[seat] for seat in own]))
        worst = max(game.ranks)
        first += sum(game.ranks[seat] == 1 for seat in own)
        last += sum(game.ranks[seat] == worst > 1 for seat in own)
    return Standing(
        name, len(games), share_of(shares), wilson(first, sat), wilson(last, sat)
    )
