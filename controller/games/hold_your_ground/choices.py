"""HOLD YOUR GROUND: what chance and the seats can decide, besides moving and doom."""

from controller.games.hold_your_ground import cards, turn
from controller.games.hold_your_ground.layouts import next_holes
from controller.games.hold_your_ground.pieces import (
    DOOMS,
    FACES,
    Action,
    Doom,
    Hole,
    Position,
    Roll,
    Special,
)
from controller.games.hold_your_ground.squares import EVERYWHERE, NAMES
from controller.rules.deals import Draws, drawn_from
from controller.rules.game import Outcome

HOLES = tuple(Hole(name) for name in NAMES)


def holes(position: Position) -> tuple[Outcome[Action], ...]:
    holes = EVERYWHERE & ~position.tiles
    return tuple(Outcome(HOLES[at], number) for at, number in next_holes(holes))


def draws(position: Position) -> Draws:
    seat, house = turn.drawer(position), position.variant.house
    return drawn_from(house.cards, sum(house.deck))(seat, position.cards[seat].deck)


def rolls(position: Position) -> tuple[Outcome[Action], ...]:
    die = zip(FACES, position.variant.house.die, strict=True)
    return tuple(Outcome(Roll(face), sides) for face, sides in die if sides)


def plays(position: Position) -> tuple[Action, ...]:
    return cards.plays(position.active, position.cards[position.active].hand)


def orders(position: Position) -> tuple[Action, ...]:
    """HYG-28: two equal specials have one order."""
    both = dict.fromkeys(position.agenda[:2])
    return tuple(Special(position.active, action) for action in both)


def dooms(position: Position) -> tuple[Action, ...]:
    """HYG-49"""
    return tuple(Doom(position.active, action) for action in DOOMS)
