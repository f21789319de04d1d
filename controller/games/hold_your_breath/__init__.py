"""HOLD YOUR BREATH! as one folder: rules, deck, views, gestures, scene and rulings."""

from controller.games.hold_your_breath import (
    data,
    gestures,
    layout,
    pieces,
    prompts,
    rules,
    scene,
    steps,
    turns,
    views,
)
from controller.rules.deals import FIRST, Draw, Over
from controller.rules.game import Game, Option
from controller.tabletop.staging import Staging

GAME: Game[pieces.Position, pieces.Action] = Game(
    name="hold-your-breath",
    title="HOLD YOUR BREATH!",
    seats=(2, 4),  # HYB-01
    version="2",
    options=(
        Option("edition", "published", ("published", "draft")),
        FIRST,
        Option("panic_on_sharked", True, (True, False)),
        Option("dolphin_must_be_air", True, (True, False)),
    ),
    never_automatic=frozenset({Draw, pieces.Play, pieces.Done, pieces.End}),
    # The end of the game reveals all hands.
    reveals=frozenset({Draw, pieces.Snatch, pieces.Uncover, Over}),
    steps=steps.STEPS,
    start=rules.start,
    apply=rules.apply,
    result=turns.result,
    state=views.state,
    event_view=views.event_view,
    tells=views.tells,
    house=data.HOUSE,
    tell=views.tell,
    teams=lambda seats: tuple((name,) for name in layout.NAMES[:seats]),
)

STAGING = Staging(
    script=gestures.script,
    picture=scene.picture,
    effect=scene.effect,
    decision=prompts.decision,
    standing=prompts.standing,
    minutes=(20, 40),
    effects=scene.EFFECTS,
    focus=scene.focus,
    deck=gestures.deck,
    card_script=gestures.card_script,
    guarded=frozenset({pieces.Done, pieces.End}),
    supposed=gestures.supposed,
    menu=layout.MENU,
    stands=scene.stands,
    carry=gestures.carry,
    colours=layout.FOR_PAGE_COLOURS,
    layout=layout.FOR_PAGE,
    chart=views.chart,
)
