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
from controller.games.hold_your_ground.pieces import (
    Action,
    Doom,
    Eliminator,
    Hole,
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
from controller.rules.deals import Draw, First
from controller.rules.game import Event


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
