"""Tree search with hidden information: one tree over many imagined positions.

The tree is *open-loop*: a node is a sequence of decisions, whatever chance did between
them; each pass draws chance by its weights. Nodes belong to an information set: each
pass uses another imagined position, and compares an action only with others that were
possible in it. Where several seats choose at once, each has its own statistics in the
node and none sees what another chose. Seats first try what common sense prefers
(`prefer`, as the prior of PUCT). Below the tree, play follows common sense; long play
is cut off and judged by `worth`.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import Any, NamedTuple, TypeAlias

from controller.bots.sense import Sense, shares
from controller.rules.game import AnyGame

# The weight of exploration, and the part of the prior that all actions share equally.
CURIOSITY, EVEN = 0.6, 0.25
# The number of decisions played by common sense before a pass is cut off. If no `worth`
# can judge the position, the most decisions until the game ends.
ROLLOUT, LONGEST = 12, 1_000
# The most positions to imagine for one decision.
WORLDS = 40


class _Figure:
    """The number of times an action was tried, and its results."""

    __slots__ = ("total", "tries")

    def __init__(self) -> None:
        self.tries = 0
        self.total = 0.0


class _Node:
    __slots__ = ("children", "figures")

    def __init__(self) -> None:
        # By seat and action.
        self.figures: dict[int, dict[Any, _Figure]] = {}
        self.children: dict[tuple[Any, ...], _Node] = {}


# The figures to update at the end of the pass, with their seats.
_Trace: TypeAlias = list[tuple[int, _Figure]]


class Tried(NamedTuple):
    action: Any
    tries: int
    mean: float


class Search:
    def __init__(self, game: AnyGame, sense: Sense, dice: Random) -> None:
        self._game = game
        self._prefer = sense.prefer or _even
        self._worth = sense.worth
        self._dice = dice
        self._root = _Node()

    def run(
        self, imagine: Callable[[Random], Any], passes: int, is_late: Callable[[], bool]
    ) -> None:
        """Make this many passes, or fewer if time runs out."""
        worlds: list[Any] = []
        for number in range(passes):
            if number and is_late():
                return
            if len(worlds) < WORLDS:
                worlds.append(imagine(self._dice))
            self._pass(worlds[number % len(worlds)])

    def tried(self, seat: int) -> list[Tried]:
        """Return the seat's possible actions, best first."""
        figures = self._root.figures.get(seat, {})
        found = [
            Tried(action, figure.tries, figure.total / max(1, figure.tries))
            for action, figure in figures.items()
        ]
        return sorted(found, key=lambda tried: (-tried.tries, -tried.mean))

    def _pass(self, position: Any) -> None:
        node, trace = self._root, list[tuple[int, _Figure]]()
        while node is not None:
            position, legal = self._to_decision(position)
            if not legal:
                break
            chosen = [
                self._select(node, position, own, trace) for own in by_seat(legal)
            ]
            for action in chosen:
                position, _ = self._game.apply(position, action)
            key = tuple(chosen)
            following = node.children.get(key)
            if following is None:
                node.children[key] = _Node()
                break
            node = following
        values = self._rollout(position)
        for seat, figure in trace:
            figure.tries += 1
            figure.total += values[seat] if values else 0.0

    def _to_decision(self, position: Any) -> tuple[Any, tuple[Any, ...]]:
        """Play on until a seat has a choice; return no actions if the game ends."""
        game = self._game
        while True:
            outcomes = game.chance(position)
            if outcomes:
                action = self._drawn(outcomes)
            else:
                legal = game.legal(position)
                if len(legal) != 1:
                    return position, legal
                action = legal[0]
            position, _ = game.apply(position, action)

    def _drawn(self, outcomes: Sequence[Any]) -> Any:
        if len(outcomes) == 1:
            return outcomes[0].action
        point = self._dice.random() * sum([outcome.weight for outcome in outcomes])
        for outcome in outcomes:
            point -= outcome.weight
            if point < 0:
                return outcome.action
        return outcomes[-1].action

    def _select(
        self, node: _Node, position: Any, legal: Sequence[Any], trace: _Trace
    ) -> Any:
        """Select an action by PUCT."""
        seat = legal[0].seat
        figures = node.figures.setdefault(seat, {})
        known = [figures.get(action) for action in legal]
        tries = sum([figure.tries for figure in known if figure])
        total = sum([figure.total for figure in known if figure])
        mean = total / tries if tries else 0.0
        weights = self._prefer(position, legal) if len(legal) > 1 else (1.0,)
        scale, even = (1 - EVEN) / sum(weights), EVEN / len(legal)
        drive = CURIOSITY * sqrt(tries + 1)
        best, most = 0, -1.0
        for at, figure in enumerate(known):
            value, n = (
                (figure.total / figure.tries, figure.tries)
                if figure and figure.tries
                else (mean, 0)
            )
            score = value + drive * (weights[at] * scale + even) / (1 + n)
            if score > most:
                best, most = at, score
        action = legal[best]
        trace.append((seat, figures.setdefault(action, _Figure())))
        return action

    def _rollout(self, position: Any) -> Sequence[float] | None:
        """Play by common sense; return each seat's share, None if nothing can judge."""
        game, dice, prefer = self._game, self._dice, self._prefer
        left = ROLLOUT if self._worth else LONGEST
        while left > 0:
            position, legal = self._to_decision(position)
            if not legal:
                break
            for own in by_seat(legal):
                left -= 1
                action = pick(own, prefer(position, own), dice)
                position, _ = game.apply(position, action)
        ended = shares(game, position)
        if ended is not None or self._worth is None:
            return ended
        return self._worth(position)


def by_seat(legal: Sequence[Any]) -> list[Sequence[Any]]:
    """Group the actions by the seat that is asked."""
    first = legal[0].seat
    if legal[-1].seat == first:
        return [legal]
    seats = dict.fromkeys(action.seat for action in legal)
    return [[action for action in legal if action.seat == seat] for seat in seats]


def pick(actions: Sequence[Any], weights: Sequence[float], dice: Random) -> Any:
    if len(actions) == 1:
        return actions[0]
    point = dice.random() * sum(weights)
    for action, weight in zip(actions, weights, strict=True):
        point -= weight
        if point < 0:
            return action
    return actions[-1]


def _even(_position: Any, legal: Sequence[Any]) -> Sequence[float]:
    return (1.0,) * len(legal)
