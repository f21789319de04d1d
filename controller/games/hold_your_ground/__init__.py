"""HOLD YOUR GROUND as one folder: rules, data, views, gestures, scene and rulings."""

from controller.games.hold_your_ground import (
    data,
    ending,
    gestures,
    layout,
    pieces,
    prompts,
    scene,
    steps,
    turn,
    views,
)
from controller.rules.deals import FIRST, TURN_CAP, Draw, Over
from controller.rules.game import Game, Option
from controller.tabletop.staging import Staging

GAME: Game[pieces.Position, pieces.Action] = Game(
    name="hold-your-ground",
    title="HOLD YOUR GROUND",
    seats=(2, 4),
    version="1",
    options=(
        FIRST,
        Option("own_push_counts", True, (True, False)),
        TURN_CAP,
    ),
    never_automatic=frozenset({pieces.Play, Draw}),
    # The end of the game reveals every hand.
    reveals=frozenset({Draw, Over}),
    steps=steps.STEPS,
    start=turn.start,
    apply=steps.apply,
    result=ending.result,
    state=views.state,
    event_view=views.event_view,
    tell=views.tell,
    house=data.HOUSE,
    teams=lambda seats: tuple((team,) for team in pieces.TEAMS[:seats]),
)

STAGING = Staging(
    script=gestures.script,
    picture=scene.picture,
    effect=scene.effect,
    decision=prompts.decision,
    standing=prompts.standing,
    minutes=(30, 60),
    effects=scene.EFFECTS,
    focus=scene.focus,
    strike=scene.strike,
    chance_prompts=scene.CHANCE_PROMPTS,
    deck=gestures.deck,
    card_script=gestures.card_script,
    stands=scene.stands,
    carry=gestures.carry,
    on_phones=gestures.BY_SEAT,
    colours=layout.FOR_PAGE_COLOURS,
    layout=layout.FOR_PAGE,
    chart=views.chart,
)
