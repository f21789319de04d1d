"""GET BIT! for bots: chosen cards, safe cards, and who is ahead."""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import TypeAlias

from controller.basics.sentence import Sentence, say
from controller.bots.sense import Shown
from controller.games.get_bit.pieces import INDEX, Choose, LineUp, Position
from controller.games.get_bit.rules import apply
from controller.rules.game import State

# Another robot's possible cards, and whether it swims behind.
Other: TypeAlias = tuple[tuple[int, ...], bool]


class Reveals:
    """A memory of this round's cards only, because all earlier ones were revealed."""

    def __init__(self, start: Position, seat: int) -> None:
        self._position = start
        self._seat = seat
        # Robots whose card of this round the seat has not seen.
        self._secret: set[str] = set()

    def note(self, shown: Shown) -> None:
        told = shown[0]
        if told["type"] == "line-up":
            self._position, _ = apply(self._position, LineUp(told["robot"]))
            return
        reveal = next((event for event in shown if event["type"] == "reveal"), None)
        if reveal:
            self._uncover(reveal["cards"])
        self._choose(told, (reveal or {"cards": {}})["cards"])

    def _choose(self, told: State, cards: dict[str, int]) -> None:
        name, card = told["robot"], told["card"]
        if card is None:
            hand = self._position.robots[INDEX[name]].hand
            card = cards.get(name, hand[0])
            self._secret.add(name)
        choice = Choose(told["seat"], name, card)
        self._position, _ = apply(self._position, choice)
        if cards:
            self._secret.clear()

    def _uncover(self, cards: dict[str, int]) -> None:
        choices = list(self._position.choices)
        for name in self._secret:
            choices[INDEX[name]] = cards[name]
        self._position = self._position._replace(choices=tuple(choices))

    def imagine(self, dice: Random) -> Position:
        choices = list(self._position.choices)
        for name in sorted(self._secret):
            choices[INDEX[name]] = dice.choice(self._position.robots[INDEX[name]].hand)
        return self._position._replace(choices=tuple(choices))


def imagine(start: Position, seat: int) -> Reveals:
    return Reveals(start, seat)


def prefer(position: Position, legal: Sequence[Choose]) -> list[float]:
    """Prefer cards that are unlikely to leave the robot at the back, low ones first."""
    around: dict[str, tuple[Other, ...]] = {}
    weights = []
    for _, name, card in legal:
        if name not in around:
            around[name] = _others(position, name)
        weights.append(_weight(card, around[name]))
    return weights


def _others(position: Position, name: str) -> tuple[Other, ...]:
    """Return the other robots in the order of the line."""
    robots, is_behind, found = position.robots, False, []
    for other in position.line:
        if other == name:
            is_behind = True
        else:
            found.append((robots[INDEX[other]].hand, is_behind))
    return tuple(found)


@lru_cache(maxsize=100_000)
def _weight(card: int, others: tuple[Other, ...]) -> float:
    """Weigh a card by how likely it avoids the bite, and a little by its number."""
    bitten = _bitten(card, others)
    return float((1 - bitten) ** 4 * (1.0 - 0.05 * card) + 0.001)


def _bitten(card: int, others: tuple[Other, ...]) -> float:
    """Estimate how likely the robot is bitten if the others choose at random."""
    all_higher, untied, untied_behind = 1.0, 1.0, 1.0
    for hand, is_behind in others:
        same = (card in hand) / len(hand)
        all_higher *= sum(other > card for other in hand) / len(hand)
        untied *= 1 - same
        if is_behind:
            untied_behind *= 1 - same
    # A tied robot is bitten unless another that stays is behind it.
    bitten = untied * all_higher / max(untied, 0.01) + (1 - untied) * untied_behind
    return min(1.0, bitten)


# Up to which chance of a bite a card counts as safe, and as likely safe.
_SAFE, _LIKELY = 0.1, 0.3


def reason(position: Position, action: Choose) -> Sentence:
    bitten = _bitten(action.card, _others(position, action.robot))
    if bitten > _LIKELY:
        return say("reason.risk")
    is_low = action.card < max(position.robots[INDEX[action.robot]].hand)
    if bitten <= _SAFE:
        return say("reason.safe-low" if is_low else "reason.safe")
    return say("reason.likely-low" if is_low else "reason.likely")


def worth(position: Position) -> list[float]:
    """Value each seat by its limbs and, a little, by its place in line."""
    scores = [0.0] * position.variant.seats
    number = len(position.line)
    for place, name in enumerate(position.line):
        robot = position.robots[INDEX[name]]
        scores[robot.seat] += (robot.limbs + 0.2 * (number - place) / number) ** 2
    total = sum(scores)
    return [score / total for score in scores]
