"""A NEW GAME: its invariants and secrets."""

from collections.abc import Iterator, Mapping
from typing import Any

from controller.games.api import (
    Draw,
    Viewer,
    less_one,
    more_one,
    put,
    with_card,
    without,
)

from . import CARDS, DECK, HAND, Position

SECRETS = {Draw: ("card",)}


def longest(_seats: int, _options: Mapping[str, Any]) -> int:
    return 2 * sum(DECK)


def broken(position: Position) -> Iterator[str]:
    if any(len(hand) > HAND for hand in position.hands):
        yield f"a hand is too long: {position.hands}"
    if min(position.deck) < 0:
        yield f"the deck owes cards: {position.deck}"


def lookalikes(position: Position, viewer: Viewer) -> Iterator[Position]:
    """Swap a card in another seat's hand for one in the deck."""
    for seat, hand in enumerate(position.hands):
        for at, number in enumerate(position.deck):
            if seat != viewer and hand and number and CARDS[at] != hand[0]:
                other = with_card(without(hand, hand[0]), CARDS[at])
                deck = more_one(less_one(position.deck, at), CARDS.index(hand[0]))
                hands = put(position.hands, seat, other)
                yield position._replace(hands=hands, deck=deck)
                break
