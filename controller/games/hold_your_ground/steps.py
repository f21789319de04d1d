"""HOLD YOUR GROUND: the table of its steps, and of the kinds of action."""

from operator import attrgetter
from typing import Any

from controller.games.hold_your_ground import choices, doom, moving, refusals, turn
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
from controller.games.hold_your_ground.squares import NAMES
from controller.rules import steps
from controller.rules.deals import SEAT, Draw, First, firsts
from controller.rules.kinds import Field, Kind, one_of
from controller.rules.steps import by_chance


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
    "hole": by_chance(Hole, choices.holes, "waits.hole"),
    "first": by_chance(First, firsts, "waits.first"),
    "deal": by_chance(Draw, choices.draws, "waits.deal", turn.drawer),
    "play": _Step((Play,), choices.plays, "waits.play", _active),
    "pick": _Step((Pick,), moving.picks, "waits.pick", _active),
    "step": _Step((Step,), moving.steps, "waits.step", _active),
    "push": _Step((Push,), moving.pushes, "waits.push", _active),
    "special": _Step((Special,), choices.orders, "waits.special", _active),
    "draw": by_chance(Draw, choices.draws, "waits.draw", _active),
    "roll": by_chance(Roll, choices.rolls, "waits.roll"),
    "doom": _Step((Doom,), choices.dooms, "waits.doom", _active),
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
