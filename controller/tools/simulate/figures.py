"""The figures of simulated games: win shares with intervals, lengths, events.

Games are counted as they end and not kept, so a simulation may be of any length. All
is counted in whole numbers: no figure depends on who finished first.
"""

from collections.abc import Callable, Iterable
from math import sqrt
from typing import NamedTuple, TypeAlias

from controller.tools.simulate.plan import Plan, Played

# 95 %.
Z = 1.959964
# Shares of the win are written with six digits, and counted in these.
MILLION = 1_000_000
# By the number of a game.
Seats: TypeAlias = Callable[[int], list[int]]


class Figure(NamedTuple):
    """A mean with its 95 % confidence interval."""

    mean: float
    low: float
    high: float


class Standing(NamedTuple):
    """How a bot or a seat did."""

    name: str
    games: int
    # The winners of a game split it.
    share: Figure


class Figures(NamedTuple):
    games: int
    fair: float
    bots: list[Standing]
    seats: list[Standing]
    decisions: Figure
    turns: Figure
    events: dict[str, Figure]


class Sums:
    """The sums for a mean and its interval; as integers, in any order."""

    def __init__(self) -> None:
        self.total = self.squares = 0

    def add(self, value: int) -> None:
        self.total += value
        self.squares += value * value

    def mean(self, games: int, unit: int = 1) -> float:
        return self.total / (games * unit) if games else 0.0

    def variance(self, games: int, unit: int = 1) -> float:
        spread = games * self.squares - self.total**2
        return spread / (games * unit) ** 2 if games else 0.0


def average(sums: Sums, games: int, unit: int = 1) -> Figure:
    """Return a mean of counts or shares; its interval does not go below 0."""
    mean = sums.mean(games, unit)
    half = Z * sqrt(sums.variance(games, unit) / max(1, games))
    return Figure(mean, max(0.0, mean - half), mean + half)


class Sitting:
    """The count of how a bot or a seat did."""

    def __init__(self, name: str, seats: Seats) -> None:
        """`seats` are theirs in the game of a number: in each as many."""
        self.name = name
        self._seats = seats
        self.unit = MILLION * len(seats(0))
        self.shares = Sums()

    def add(self, game: Played) -> None:
        own = self._seats(game.number)
        self.shares.add(sum(round(MILLION * game.shares[seat]) for seat in own))

    def standing(self, games: int) -> Standing:
        share = average(self.shares, games, self.unit)
        return Standing(self.name, games, share._replace(high=min(1.0, share.high)))


class Tally:
    """The count of a plan's games, none of which are kept."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.games = 0
        levels = dict.fromkeys(plan.bots)
        self.bots = [Sitting(level, _played_by(plan, level)) for level in levels]
        self.seats = [
            Sitting(f"seat {seat + 1}", _at(seat)) for seat in range(plan.seats)
        ]
        self.decisions, self.turns = Sums(), Sums()
        self.events: dict[str, Sums] = {}

    def add(self, game: Played) -> None:
        self.games += 1
        for sitting in (*self.bots, *self.seats):
            sitting.add(game)
        self.decisions.add(game.decisions)
        self.turns.add(game.turns)
        for kind, count in game.events.items():
            self.events.setdefault(kind, Sums()).add(count)

    def figures(self) -> Figures:
        return Figures(
            games=self.games,
            fair=1 / self._plan.seats,
            bots=[bot.standing(self.games) for bot in self.bots],
            seats=[seat.standing(self.games) for seat in self.seats],
            decisions=average(self.decisions, self.games),
            turns=average(self.turns, self.games),
            events={
                kind: average(sums, self.games)
                for kind, sums in sorted(self.events.items())
            },
        )


def tally(plan: Plan, games: Iterable[Played]) -> Tally:
    counted = Tally(plan)
    for game in games:
        counted.add(game)
    return counted


def _at(seat: int) -> Seats:
    return lambda _number: [seat]


def _played_by(plan: Plan, level: str) -> Seats:
    return lambda number: [
        seat for seat, bot in enumerate(plan.seating(number)) if bot == level
    ]
