"""HOLD YOUR GROUND: teams crowd an island that is blown away under their feet.

In a turn, two cards say how many battlers move how far (`Play`); the battlers walk and
push (`moving`); the cards' special actions follow (`doom`); the seat draws up to four
cards, rolls the Doom Die and obeys it. `turn` keeps the order of a turn, `ending` says
who is out and who has won. This file has the table of steps, the decisions in each, and
the effect of each action.

The rulings (HYG-..) are in `rulings.md` beside this file.
"""

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from controller.games.hold_your_ground import cards, doom, moving, refusals, turn
from controller.games.hold_your_ground.pieces import (
    DOOMS,
    FACES,
    TEAMS,
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
from controller.games.hold_your_ground.squares import EVERYWHERE, NAMES, next_holes
from controller.rules import steps
from controller.rules.deals import SEAT, Draw, Draws, First, drawn_from, firsts
from controller.rules.game import Event, Outcome
from controller.rules.kinds import Field, Kind, one_of
from controller.rules.steps import by_chance

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
    """HYG-28: list the orders of two specials; equal ones have only one."""
    both = dict.fromkeys(position.agenda[:2])
    return tuple(Special(position.active, action) for action in both)


def dooms(position: Position) -> tuple[Action, ...]:
    """HYG-49"""
    return tuple(Doom(position.active, action) for action in DOOMS)


def _faces(position: Position) -> tuple[str, ...]:
    die = zip(FACES, position.variant.house.die, strict=True)
    return tuple(face for face, sides in die if sides)


TILE = one_of("tile", NAMES, "5,5").by("HYG-17")
LANDING = one_of("tile", (*NAMES, None), "5,5").by("HYG-40")
TEAM = Field(
    "team", lambda position: TEAMS[: position.variant.seats], (*TEAMS, "yellow")
).by("HYG-04")
CARD = Field("card", lambda position: position.variant.house.cards, ("n9",), "HYG-03")
DOOM = one_of("doom", DOOMS, "choice", "nap")
FACE = Field("face", _faces, (*FACES, "nap"), "HYG-03")

KINDS: dict[type[Any], Kind] = {
    Hole: Kind((TILE,), refusals.hole),
    First: Kind((SEAT._replace(strays=(4,), rule="HYG-07"),)),
    Draw: Kind((SEAT, CARD), refusals.draw),
    Play: Kind((SEAT, CARD, CARD), refusals.play),
    Pick: Kind((SEAT, TILE), refusals.pick),
    Step: Kind((SEAT, TILE), refusals.step),
    Push: Kind((SEAT, TILE, TEAM), refusals.push),
    Special: Kind((SEAT, DOOM), refusals.special),
    Roll: Kind((FACE,)),
    Doom: Kind((SEAT, DOOM.by("HYG-49"))),
    Take: Kind((SEAT, TILE, TEAM), refusals.take),
    Spare: Kind((SEAT, TILE), refusals.spare),
    Eliminator: Kind((SEAT, TILE.by("HYG-37")), refusals.eliminator),
    Scatter: Kind((TEAM, LANDING), refusals.scatter),
}

_active = attrgetter("active")
_Step = steps.Step
_TABLE: dict[str, _Step] = {
    "hole": by_chance(Hole, holes, "waits.hole"),
    "first": by_chance(First, firsts, "waits.first"),
    "deal": by_chance(Draw, draws, "waits.deal", turn.drawer),
    "play": _Step((Play,), plays, "waits.play", _active),
    "pick": _Step((Pick,), moving.picks, "waits.pick", _active),
    "step": _Step((Step,), moving.steps, "waits.step", _active),
    "push": _Step((Push,), moving.pushes, "waits.push", _active),
    "special": _Step((Special,), orders, "waits.special", _active),
    "draw": by_chance(Draw, draws, "waits.draw", _active),
    "roll": by_chance(Roll, rolls, "waits.roll"),
    "doom": _Step((Doom,), dooms, "waits.doom", _active),
    "royale": _Step(
        (Take, Spare),
        doom.answers,
        "waits.royale",
        lambda position: doom.fighting(position).holders[0],
        seat_rule="HYG-32",
    ),
    "eliminator": _Step((Eliminator,), doom.ways, "waits.eliminator", _active),
    "scatter": by_chance(Scatter, doom.landings, "waits.scatter"),
}

STEPS: steps.Steps[Position, Action] = steps.Steps(
    attrgetter("phase"),
    _TABLE,
    KINDS,
    choice_rule="HYG-60",
    end_rule=lambda _position: "HYG-43",
)


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
# These actions report their own consequences.
_LOUD: dict[type[Any], Callable[[Position, Any, list[Event]], Position]] = {
    Push: moving.push,
    Take: doom.answer,
    Spare: doom.answer,
    Scatter: doom.scatter,
}
