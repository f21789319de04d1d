"""HAI NOON as one folder: rules, views, gestures, scene, page and rulings."""

from controller.games.hai_noon import (
    board,
    ending,
    gestures,
    layout,
    pieces,
    prompts,
    rules,
    scene,
    steps,
    views,
)
from controller.rules.deals import FIRST, TURN_CAP, Draw, Over
from controller.rules.game import Game, Option
from controller.tabletop.staging import Staging

GAME: Game[pieces.Position, pieces.Action] = Game(
    name="hai-noon",
    title="HAI NOON",
    seats=(2, 4),
    version="1",
    options=(
        Option("start", "normal", ("normal", "hungry", "full")),
        Option("last_diver", False, (False, True)),
        FIRST,
        TURN_CAP,
    ),
    never_automatic=frozenset({Draw, pieces.Play, pieces.Harpoon, pieces.Endure}),
    # Out and Over reveal hands, so nothing before them can be undone.
    reveals=frozenset({Draw, pieces.Out, Over}),
    steps=steps.STEPS,
    start=rules.start,
    apply=rules.apply,
    result=ending.result,
    state=views.state,
    event_view=views.event_view,
    teams=board.teams,
    tell=views.tell,
)

STAGING = Staging(
    script=gestures.script,
    picture=scene.picture,
    effect=scene.effect,
    decision=prompts.decision,
    standing=prompts.standing,
    minutes=(20, 35),
    effects=scene.EFFECTS,
    deck=lambda _house: gestures.DECK,
    card_script=gestures.card_script,
    supposed=gestures.supposed,
    menu=gestures.MENU,
    colours=layout.FOR_PAGE_COLOURS,
    layout=layout.FOR_PAGE,
    chart=views.chart,
)
