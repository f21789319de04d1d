"""HOLD YOUR BREATH!: what chance decides: who starts, what is drawn or snatched."""

from controller.games.hold_your_breath.pieces import CARDS, Action, Position, Snatch
from controller.games.hold_your_breath.refusals import starters
from controller.rules.deals import Bag, Draw, First
from controller.rules.game import Outcome


def chance(position: Position) -> tuple[Outcome[Action], ...]:
    match position.step:
        case "deal":
            return _draws(position.queue[0], position.deck)
        case "draw" | "refill":
            return _draws(position.active or 0, position.deck)
        case "first":
            return tuple(Outcome(First(seat), 1) for seat in starters(position))
        case "snatch":
            victim = position.queue[0]
            hand = position.hands[victim]
            cards = dict.fromkeys(hand)
            return tuple(
                Outcome(Snatch(victim, card), hand.count(card)) for card in cards
            )
    return ()


# By seat, card and number of copies: a deck's outcomes are picked, not made.
_DRAWS = tuple(
    tuple(
        tuple(Outcome[Action](Draw(seat, card), copies) for copies in range(69))
        for card in CARDS
    )
    for seat in range(4)
)


def _draws(seat: int, deck: Bag) -> tuple[Outcome[Action], ...]:
    return tuple(
        [row[copies] for row, copies in zip(_DRAWS[seat], deck, strict=True) if copies]
    )
