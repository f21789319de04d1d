"""HAI NOON as one folder: rules, views, gestures, scene, page and rulings."""

from typing import Any

from controller.games.hai_noon import (
    attempts,
    choices,
    ending,
    gestures,
    pieces,
    refusals,
    rules,
    scene,
    views,
)
from controller.rules.deals import Draw, First
from controller.rules.game import Game, Option
from controller.staging import Staging


def _is_seat_or_none(value: Any, seats: int) -> bool:
    return value is None or (type(value) is int and 0 <= value < seats)


def _is_cap_or_none(value: Any, seats: int) -> bool:
    return value is None or (type(value) is int and value >= 1)


GAME: Game[pieces.Position, pieces.Action] = Game(
    name="hai-noon",
    title="HAI NOON",
    seats=(2, 4),
    version="1",
    options=(
        Option(
            "start",
            "normal",
            ("normal", "hungry", "full"),
            "the sharks at first: corners hungry, or all of them, or none",
        ),
        Option("last_diver", False, (False, True), "play on until one diver is left"),
        Option(
            "first",
            None,
            (None, 0, 1, 2, 3),
            "the seat that starts; without it chance decides",
            _is_seat_or_none,
        ),
        Option(
            "turn_cap",
            None,
            "null or a whole number from 1",
            "the game ends after so many turns at the latest",
            _is_cap_or_none,
        ),
    ),
    actions=(
        First,
        Draw,
        pieces.Enter,
        pieces.Play,
        pieces.Swim,
        pieces.Cage,
        pieces.Swap,
        pieces.Flip,
        pieces.Hide,
        pieces.Harpoon,
        pieces.Endure,
    ),
    asked=frozenset({Draw, pieces.Play, pieces.Harpoon, pieces.Endure}),
    # A hand that is laid open, too: when its seat is out, and all of them at the end.
    reveals=frozenset({Draw, pieces.Out, pieces.Over}),
    choice_rule="HN-56",
    start=rules.start,
    chance=choices.chance,
    legal=choices.legal,
    refuse=refusals.refuse,
    apply=rules.apply,
    result=ending.result,
    state=views.state,
    veil=views.veil,
    conceivable=attempts.conceivable,
)

STAGING = Staging(script=gestures.script, picture=scene.picture, effect=scene.effect)
