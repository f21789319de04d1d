"""HOLD YOUR GROUND: what a player could think of doing, legal or not.

All of the kind that is asked for now, by the seat that is asked, and a few by other
seats and of other kinds.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

from controller.games.hold_your_ground.pieces import (
    DOOMS,
    FACES,
    TEAMS,
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
from controller.games.hold_your_ground.refusals import asked
from controller.games.hold_your_ground.squares import NAMES
from controller.rules.deals import Draw, First

_PLACES = (*NAMES, "5,5")
_TEAMS = (*TEAMS, "yellow")
_DOOMS = (*DOOMS, "choice", "nap")
_FACES = (*FACES, "nap")
_PHASES: dict[Any, tuple[Phase, ...]] = {
    Hole: ("hole",),
    First: ("first",),
    Draw: ("deal", "draw"),
    Play: ("play",),
    Pick: ("pick",),
    Step: ("step",),
    Push: ("push",),
    Special: ("special",),
    Roll: ("roll",),
    Doom: ("doom",),
    Take: ("royale",),
    Spare: ("royale",),
    Eliminator: ("eliminator",),
    Scatter: ("scatter",),
}


def conceivable(position: Position) -> Iterator[Action]:
    seats, cards = position.variant.seats, position.variant.house.cards
    seat = asked(position)
    for kind, phases in _PHASES.items():
        is_now = position.phase in phases
        yield from _likely(kind, seats, cards, seat if is_now else None)


@cache
def _likely(
    kind: Any, seats: int, cards: tuple[str, ...], seat: int | None
) -> tuple[Action, ...]:
    """All that this seat could mean, or chance, and now and then something else."""
    every = _every(kind, seats, cards)
    if seat is None:
        return every[:: len(every) // 3]
    return tuple(
        action
        for number, action in enumerate(every)
        if kind is First or getattr(action, "seat", seat) == seat or number % 9 == 0
    )


def _every(kind: Any, seats: int, cards: tuple[str, ...]) -> tuple[Action, ...]:
    who, names = range(seats + 1), (*cards, "n9")
    fields: dict[type[Any], tuple[Any, ...]] = {
        Hole: (_PLACES,),
        First: (who,),
        Draw: (who, names),
        Play: (who, names, names),
        Pick: (who, _PLACES),
        Step: (who, _PLACES),
        Push: (who, _PLACES, _TEAMS),
        Special: (who, _DOOMS),
        Roll: (_FACES,),
        Doom: (who, _DOOMS),
        Take: (who, _PLACES, _TEAMS),
        Spare: (who, _PLACES),
        Eliminator: (who, _PLACES),
        Scatter: (_TEAMS, (*_PLACES, None)),
    }
    return tuple(kind(*values) for values in product(*fields[kind]))
