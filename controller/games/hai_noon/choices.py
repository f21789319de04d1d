"""HAI NOON: what chance and the seats can decide now."""

from functools import cache

from controller.games.hai_noon.board import (
    attacked,
    cage_targets,
    harpoons,
    hidden,
    neighbours,
    own,
    sides_for,
)
from controller.games.hai_noon.pieces import (
    CARDS,
    DECK,
    HAND,
    PLACES,
    SHARKS,
    SIDES,
    Action,
    Cage,
    Endure,
    Enter,
    Flip,
    Harpoon,
    Hide,
    Play,
    Position,
    Swap,
    Swim,
)
from controller.rules.deals import Draws, drawn_from, short_of_cards

SEATS = range(4)
FLIPS = tuple(tuple(Flip(seat, n) for n in range(SHARKS)) for seat in SEATS)
SWAPS = tuple(tuple(Swap(seat, n) for n in range(SHARKS)) for seat in SEATS)
PLAYS = tuple(
    {card: tuple(Play(seat, card, side) for side in SIDES) for card in CARDS}
    for seat in SEATS
)


_drawn = drawn_from(CARDS, max(DECK))


def draws(position: Position) -> Draws:
    return _drawn(drawing(position), position.deck)


def drawing(position: Position) -> int:
    """Return the seat that draws: in the deal one after another, clockwise."""
    if position.step == "deal":
        return short_of_cards(position.hands, position.active, HAND)
    return position.active


def enters(position: Position) -> tuple[Action, ...]:
    """HN-34: any free place."""
    diver = hidden(position, position.active)
    assert diver, "it is asked only where a diver is camouflaged"
    return tuple(
        Enter(position.active, diver, place)
        for place, there in zip(PLACES, position.places, strict=True)
        if there is None
    )


def plays(position: Position) -> tuple[Action, ...]:
    seat = position.active
    rows = PLAYS[seat]
    where = sides_for(position, seat)
    return tuple([rows[card][side] for card in where for side in where[card]])


def flips(position: Position) -> tuple[Action, ...]:
    return FLIPS[position.active]


def swaps(position: Position) -> tuple[Action, ...]:
    return SWAPS[position.active]


def cages(position: Position) -> tuple[Action, ...]:
    seat = position.active
    return tuple([Cage(seat, diver) for diver in cage_targets(position)])


def hides(position: Position) -> tuple[Action, ...]:
    seat = position.active
    return tuple([Hide(seat, diver) for diver in own(position, seat)])


def swims(position: Position) -> tuple[Action, ...]:
    seat = position.active
    return _swims(seat, own(position, seat), position.places)


@cache
def _swims(
    seat: int, divers: tuple[str, ...], places: tuple[str | None, ...]
) -> tuple[Action, ...]:
    """HN-32"""
    return tuple(
        Swim(seat, diver, place)
        for diver in divers
        for place in neighbours(PLACES[places.index(diver)])
    )


def answers(position: Position) -> tuple[Action, ...]:
    """HN-44: one card, whichever diver it saves."""
    seat = position.asked[0]
    mine = [diver for diver in attacked(position) if diver in own(position, seat)]
    cards = harpoons(position, seat)
    shots: list[Action] = [Harpoon(seat, d, card) for d in mine for card in cards]
    return (*shots, Endure(seat))
