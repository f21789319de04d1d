"""GET BIT! as one folder: rules, views, gestures, scene, page and rulings."""

from controller.games.get_bit import (
    gestures,
    layout,
    pieces,
    prompts,
    rules,
    scene,
    views,
)
from controller.rules.game import Game, Option
from controller.tabletop.staging import Staging

GAME: Game[pieces.Position, pieces.Action] = Game(
    name="get-bit",
    title="GET BIT!",
    seats=(2, 6),
    version="1",
    options=(
        Option("longer", False, (False, True)),
        Option("memory", False, (False, True)),
        Option("refresh_at", 2, (1, 2)),
    ),
    never_automatic=frozenset({pieces.Choose}),
    reveals=frozenset({pieces.Reveal}),
    steps=rules.STEPS,
    start=rules.start,
    apply=rules.apply,
    result=rules.result,
    state=views.state,
    event_view=views.event_view,
    teams=rules.teams,
    tell=views.tell,
    fleeting=views.fleeting,
)

STAGING = Staging(
    script=gestures.script,
    picture=scene.picture,
    effect=scene.effect,
    decision=prompts.decision,
    standing=prompts.standing,
    minutes=(15, 25),
    effects=scene.EFFECTS,
    deck=lambda _house: gestures.DECK,
    card_script=gestures.card_script,
    card_owner=gestures.card_owner,
    stands=scene.stands,
    colours=layout.FOR_PAGE_COLOURS,
    layout=layout.FOR_PAGE,
    chart=views.chart,
)
