"""HAI NOON: what a player could think of doing, legal or not."""

from collections.abc import Iterator

from controller.games.hai_noon.pieces import (
    CARDS,
    DIVERS,
    HARPOONS,
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
from controller.rules.deals import Draw, First


def conceivable(position: Position) -> Iterator[Action]:
    """Of what is asked now, everything; of the rest, an attempt by each seat."""
    for seat in range(position.variant.seats + 1):
        yield First(seat)
        yield Endure(seat)
        yield from _plays(position, seat)
        yield from _draws(position, seat)
        yield from _harpoons(position, seat)
        yield from _moves(position, seat)


def _plays(position: Position, seat: int) -> Iterator[Action]:
    held = position.hands[seat] if seat < len(position.hands) else ()
    yield Play(seat, "red-anchor", "N")
    for card in dict.fromkeys((*held, "red-cage", "wild")):
        for side in (*SIDES, "centre"):
            yield Play(seat, card, side)


def _draws(position: Position, seat: int) -> Iterator[Action]:
    drawn = position.step in ("draw", "deal")
    for card in (*CARDS, "red-anchor") if drawn else CARDS[:1]:
        yield Draw(seat, card)


def _harpoons(position: Position, seat: int) -> Iterator[Action]:
    shot = position.step == "answer"
    for diver in (*DIVERS, "red") if shot else DIVERS[:1]:
        for card in (*HARPOONS, "wild", "red-anchor") if shot else HARPOONS[:1]:
            yield Harpoon(seat, diver, card)


def _moves(position: Position, seat: int) -> Iterator[Action]:
    asked = position.step in ("enter", "act")
    for diver in (*DIVERS, "red") if asked else DIVERS[:1]:
        yield Cage(seat, diver)
        yield Hide(seat, diver)
        for place in (*PLACES, "centre") if asked else PLACES[:1]:
            yield Enter(seat, diver, place)
            yield Swim(seat, diver, place)
    for shark in range(-1, SHARKS + 1) if asked else range(1):
        yield Swap(seat, shark)
        yield Flip(seat, shark)
