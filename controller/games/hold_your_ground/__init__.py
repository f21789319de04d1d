"""HOLD YOUR GROUND as one folder: rules, data, views, gestures, scene and rulings."""

from functools import partial
from typing import Any

from controller.games.hold_your_ground import (
    conceivable,
    data,
    ending,
    gestures,
    pieces,
    refusals,
    rules,
    scene,
    turn,
    views,
)
from controller.rules.deals import Draw, First
from controller.rules.game import Game, Option
from controller.staging import Staging


def _is_seat(value: Any, seats: int) -> bool:
    return value is None or (type(value) is int and 0 <= value < seats)


def _is_cap(value: Any, _seats: int) -> bool:
    return value is None or (type(value) is int and value > 0)


GAME: Game[pieces.Position, pieces.Action] = Game(
    name="hold-your-ground",
    title="HOLD YOUR GROUND",
    seats=(2, 4),
    version="1",
    options=(
        Option("first", None, (None, 0, 1, 2, 3), "the seat that starts", _is_seat),
        Option(
            "own_push_counts",
            True,
            (True, False),
            "an own battler pushed off the island counts as a tie-breaker",
        ),
        Option(
            "turn_cap",
            None,
            "null or a whole number from 1",
            "the game ends after so many turns",
            _is_cap,
        ),
    ),
    actions=(
        pieces.Hole,
        First,
        Draw,
        pieces.Play,
        pieces.Pick,
        pieces.Step,
        pieces.Push,
        pieces.Special,
        pieces.Roll,
        pieces.Doom,
        pieces.Take,
        pieces.Spare,
        pieces.Eliminator,
        pieces.Scatter,
    ),
    asked=frozenset({pieces.Play, Draw}),
    # The end opens every hand.
    reveals=frozenset({Draw, pieces.Over}),
    choice_rule="HYG-60",
    start=partial(turn.start, data.house()),
    chance=rules.chance,
    legal=rules.legal,
    refuse=refusals.refuse,
    apply=rules.apply,
    result=ending.result,
    state=views.state,
    veil=views.veil,
    conceivable=conceivable.conceivable,
)

STAGING = Staging(
    script=gestures.script,
    picture=scene.picture,
    effect=scene.effect,
    focus=scene.focus,
)
