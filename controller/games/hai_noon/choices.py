"""HAI NOON: what chance and the seats can decide now."""

from collections.abc import Callable
from functools import cache
from operator import getitem

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
    KIND,
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
    Step,
    Swap,
    Swim,
)
from controller.rules.deals import Draw, First
from controller.rules.game import Outcome

SEATS = range(4)
FLIPS = tuple(tuple(Flip(seat, n) for n in range(SHARKS)) for seat in SEATS)
SWAPS = tuple(tuple(Swap(seat, n) for n in range(SHARKS)) for seat in SEATS)
PLAYS = tuple(
    {card: tuple(Play(seat, card, side) for side in SIDES) for card in CARDS}
    for seat in SEATS
)


def _drawn(seat: int, card: str, most: int) -> tuple[Outcome[Action] | None, ...]:
    draw: Action = Draw(seat, card)
    return None, *(Outcome(draw, n) for n in range(1, most + 1))


# By seat, card and how many of them the pile holds; None where it holds none.
DRAWS = tuple(
    tuple(_drawn(seat, card, most) for card, most in zip(CARDS, DECK, strict=True))
    for seat in SEATS
)


def chance(position: Position) -> tuple[Outcome[Action], ...]:
    step = position.step
    if step == "draw" or step == "deal":
        rows = DRAWS[drawing(position)]
        return tuple(filter(None, map(getitem, rows, position.deck)))
    if step == "first":  # HN-03
        return tuple(Outcome(First(s), 1) for s in range(position.variant.seats))
    return ()


def drawing(position: Position) -> int:
    """Whose hand is being filled: in the deal one after another, clockwise."""
    seat = position.active
    if position.step == "deal":
        while len(position.hands[seat]) == HAND:
            seat = (seat + 1) % position.variant.seats
    return seat


def legal(position: Position) -> tuple[Action, ...]:
    listed = LISTS.get(position.step)
    return listed(position) if listed else ()


def _enters(position: Position) -> tuple[Action, ...]:
    """HN-34: any free place."""
    diver = hidden(position, position.active)
    assert diver, "it is asked only where a diver is camouflaged"
    return tuple(
        Enter(position.active, diver, place)
        for place, there in zip(PLACES, position.places, strict=True)
        if there is None
    )


def _plays(position: Position) -> tuple[Action, ...]:
    seat = position.active
    rows = PLAYS[seat]
    where = sides_for(position, seat)
    return tuple([rows[card][side] for card in where for side in where[card]])


def _acts(position: Position) -> tuple[Action, ...]:
    seat = position.active
    match KIND[position.card]:
        case "flip":
            return FLIPS[seat]
        case "shark":
            return SWAPS[seat]
        case "diver":
            return _swims(seat, own(position, seat), position.places)
        case "cage":
            return tuple([Cage(seat, diver) for diver in cage_targets(position)])
    return tuple([Hide(seat, diver) for diver in own(position, seat)])


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


def _answers(position: Position) -> tuple[Action, ...]:
    """HN-44: one card, whichever diver it saves."""
    seat = position.asked[0]
    mine = [diver for diver in attacked(position) if diver in own(position, seat)]
    cards = harpoons(position, seat)
    shots: list[Action] = [Harpoon(seat, d, card) for d in mine for card in cards]
    return (*shots, Endure(seat))


LISTS: dict[Step, Callable[[Position], tuple[Action, ...]]] = {
    "enter": _enters,
    "play": _plays,
    "act": _acts,
    "answer": _answers,
}
