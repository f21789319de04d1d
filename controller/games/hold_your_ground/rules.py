"""HOLD YOUR GROUND: teams crowd an island that is blown away under their feet.

A turn: two cards say how many battlers move how far (`Play`); they walk and push
(`moving`); special actions of the cards follow (`doom`); the seat draws up to four
cards; the Doom Die is rolled and obeyed. `turn` keeps the order of it all, `ending`
says who is out and who has won.

The rulings (HYG-..) are in `rulings.md` beside this file.
"""

from collections.abc import Callable
from typing import Any

from controller.games.hold_your_ground import doom, moving, turn
from controller.games.hold_your_ground.cards import plays
from controller.games.hold_your_ground.layouts import next_holes
from controller.games.hold_your_ground.pieces import (
    DOOMS,
    FACES,
    Action,
    Doom,
    Eliminator,
    Hole,
    Phase,
    Pick,
    Play,
    Position,
    Push,
    Roll,
    Scatter,
    Spare,
    Special,
    Step,
    Take,
)
from controller.games.hold_your_ground.squares import EVERYWHERE, NAMES
from controller.rules.deals import Draw, First
from controller.rules.game import Event, Outcome

HOLES = tuple(Hole(name) for name in NAMES)


def chance(position: Position) -> tuple[Outcome[Action], ...]:
    outcomes = _CHANCE.get(position.phase)
    return outcomes(position) if outcomes else ()


def _holes(position: Position) -> tuple[Outcome[Action], ...]:
    holes = EVERYWHERE & ~position.tiles
    return tuple(Outcome(HOLES[at], number) for at, number in next_holes(holes))


def _firsts(position: Position) -> tuple[Outcome[Action], ...]:
    """HYG-07"""
    return tuple(Outcome(First(seat), 1) for seat in range(position.variant.seats))


def _draws(position: Position) -> tuple[Outcome[Action], ...]:
    seat = turn.drawer(position)
    names, deck = position.variant.house.cards, position.cards[seat].deck
    return tuple(
        Outcome(Draw(seat, card), number)
        for card, number in zip(names, deck, strict=True)
        if number
    )


def _rolls(position: Position) -> tuple[Outcome[Action], ...]:
    die = zip(FACES, position.variant.house.die, strict=True)
    return tuple(Outcome(Roll(face), sides) for face, sides in die if sides)


_CHANCE: dict[Phase, Callable[[Position], tuple[Outcome[Action], ...]]] = {
    "hole": _holes,
    "first": _firsts,
    "deal": _draws,
    "draw": _draws,
    "roll": _rolls,
    "scatter": doom.landings,
}


def legal(position: Position) -> tuple[Action, ...]:
    actions = _LEGAL.get(position.phase)
    return actions(position) if actions else ()


def _plays(position: Position) -> tuple[Action, ...]:
    return plays(position.active, position.cards[position.active].hand)


def _orders(position: Position) -> tuple[Action, ...]:
    """HYG-28: two equal specials have one order."""
    both = dict.fromkeys(position.agenda[:2])
    return tuple(Special(position.active, action) for action in both)


def _dooms(position: Position) -> tuple[Action, ...]:
    """HYG-49"""
    return tuple(Doom(position.active, action) for action in DOOMS)


_LEGAL: dict[Phase, Callable[[Position], tuple[Action, ...]]] = {
    "play": _plays,
    "pick": moving.picks,
    "step": moving.steps,
    "push": moving.pushes,
    "special": _orders,
    "doom": _dooms,
    "royale": doom.answers,
    "eliminator": doom.ways,
}


def apply(position: Position, action: Action) -> tuple[Position, tuple[Event, ...]]:
    events: list[Event] = []
    does = _QUIET.get(type(action))
    if does:
        position = does(position, action)
    else:
        position = _LOUD[type(action)](position, action, events)
    while position.phase == "next":
        position = turn.go_on(position, events)
    return position, tuple(events)


_QUIET: dict[type[Any], Callable[[Position, Any], Position]] = {
    Hole: turn.hole,
    First: turn.first,
    Draw: turn.draw,
    Play: turn.play,
    Pick: moving.pick,
    Step: moving.step,
    Special: turn.special,
    Roll: turn.roll,
    Doom: turn.choose,
    Eliminator: doom.move_eliminator,
}
# These have consequences to tell of by themselves.
_LOUD: dict[type[Any], Callable[[Position, Any, list[Event]], Position]] = {
    Push: moving.push,
    Take: doom.answer,
    Spare: doom.answer,
    Scatter: doom.scatter,
}
