"""HOLD YOUR GROUND as one folder: rules, data, views, gestures, scene and rulings."""

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
from controller.rules.deals import FIRST, TURN_CAP, Draw, First
from controller.rules.game import Game, Option
from controller.staging import Staging

GAME: Game[pieces.Position, pieces.Action] = Game(
    name="hold-your-ground",
    title="HOLD YOUR GROUND",
    seats=(2, 4),
    version="1",
    options=(
        FIRST,
        Option(
            "own_push_counts",
            True,
            (True, False),
            "an own battler pushed off the island counts as a tie-breaker",
        ),
        TURN_CAP,
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
    by_chance=frozenset({pieces.Hole, First, Draw, pieces.Roll, pieces.Scatter}),
    asked=frozenset({pieces.Play, Draw}),
    # The end opens every hand.
    reveals=frozenset({Draw, pieces.Over}),
    choice_rule="HYG-60",
    start=turn.start,
    chance=rules.chance,
    legal=rules.legal,
    refuse=refusals.refuse,
    apply=rules.apply,
    result=ending.result,
    state=views.state,
    veil=views.veil,
    conceivable=conceivable.conceivable,
    house=data.HOUSE,
)

STAGING = Staging(
    script=gestures.script,
    picture=scene.picture,
    effect=scene.effect,
    focus=scene.focus,
    strike=scene.strike,
    asks=scene.ASKS,
    deck=gestures.deck,
    card_script=gestures.card_script,
    stands=scene.stands,
    carry=gestures.carry,
)
