"""The figures of simulated games: win shares with intervals, lengths, events.

Games are counted as they end and not kept, so a simulation may have any length. All
counts are integers, so no figure depends on the order of games.
"""

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

from controller.tools.simulate.plan import Plan, Played

# 95 %.
Z = 1.959964
# Shares of the win are written with six digits, and counted in this unit.
MILLION = 1_000_000


class Figure(NamedTuple):
    """A mean with its 95 % confidence interval."""

    mean: float
    low: float
    high: float


class Sums:
    """The sums for a mean and its interval: integers, added in any order."""

    def __init__(self, unit: int = 1) -> None:
        """Set up; `unit` is the unit of a mean."""
        self.total = self.squares = 0
        self._unit = unit

    def add(self, value: int) -> None:
        self.total += value
        self.squares += value * value

    def mean(self, games: int) -> float:
        return self.total / (games * self._unit) if games else 0.0

    def variance(self, games: int) -> float:
        spread = games * self.squares - self.total**2
        return spread / (games * self._unit) ** 2 if games else 0.0

    def figure(self, games: int) -> Figure:
        """Return the mean of a count or a share; its interval does not go below 0."""
        mean = self.mean(games)
        half = Z * sqrt(self.variance(games) / max(1, games))
        return Figure(mean, max(0.0, mean - half), mean + half)


class Tally:
    """The counts of a plan's games, which are not kept."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.games = 0
        # By bot, then by seat: its share of the win; the winners of a game split it.
        seats = [f"seat {seat + 1}" for seat in range(plan.seats)]
        self._shares: dict[str, Sums] = {
            **{bot: Sums(MILLION * plan.bots.count(bot)) for bot in plan.bots},
            **{seat: Sums(MILLION) for seat in seats},
        }
        self._counts: dict[str, Sums] = {}

    def add(self, game: Played) -> None:
        self.games += 1
        earned = dict.fromkeys(self._shares, 0)
        for seat, bot in enumerate(self._plan.seating(game.number)):
            share = round(MILLION * game.shares[seat])
            earned[bot] += share
            earned[f"seat {seat + 1}"] += share
        for name, share in earned.items():
            self._shares[name].add(share)
        counted = {**game.events, "decisions": game.decisions, "turns": game.turns}
        for name, count in counted.items():
            self._counts.setdefault(name, Sums()).add(count)

    @property
    def sums(self) -> dict[str, Sums]:
        """Everything that was counted, under the names that people read."""
        shares = {f"share of {name}": sums for name, sums in self._shares.items()}
        return shares | dict(sorted(self._counts.items()))

    def shares(self) -> dict[str, Figure]:
        """Return each bot's and each seat's share of the win."""
        found = {name: s.figure(self.games) for name, s in self._shares.items()}
        return {n: f._replace(high=min(1.0, f.high)) for n, f in found.items()}

    def per_game(self) -> dict[str, Figure]:
        """Return how many decisions, turns, actions and events a game has."""
        return {n: s.figure(self.games) for n, s in sorted(self._counts.items())}


def tally(plan: Plan, games: Iterable[Played]) -> Tally:
    counted = Tally(plan)
    for game in games:
        counted.add(game)
    return counted
