"""HOLD YOUR GROUND: views. Secrets are filtered here and nowhere else."""

from collections.abc import Mapping

from controller.basics.sentence import Says, Sentence, say
from controller.games.hold_your_ground.cards import can_pair, face
from controller.games.hold_your_ground.ending import named
from controller.games.hold_your_ground.pieces import NOBODY, TEAMS, Position
from controller.games.hold_your_ground.squares import NAMES, members
from controller.rules.game import Event, Options, State, Viewer, plain_tale
from controller.rules.views import shown_draw, shown_hands


def state(position: Position, viewer: Viewer) -> State:
    tiles = members(position.tiles)
    names = TEAMS[: position.variant.seats]
    return {
        "active": None if position.active == NOBODY else position.active,
        "cap": position.variant.cap,
        "tiles": [NAMES[square] for square in tiles],
        "board": {}
        if position.phase == "hole"
        else {NAMES[square]: named(position.board[square]) for square in tiles},
        "air": named(position.air),
        "eliminator": NAMES[position.eliminator],
        "hands": shown_hands(
            (cards.hand for cards in position.cards),
            viewer,
            over=position.phase == "over",  # HYG-51: hands are hidden until then
        ),
        "decks": [sum(cards.deck) for cards in position.cards],
        "discards": [list(cards.discard) for cards in position.cards],
        "captured": dict(zip(names, map(named, position.captured), strict=True)),
        "lost": dict(zip(names, position.lost, strict=True)),
        "out": [TEAMS[team] for group in position.out for team in group],
        "turn": position.turn,
    }


def event_view(position: Position, event: Event, viewer: Viewer) -> State:
    return shown_draw(event, viewer, over=position.phase == "over")


def chart(position: Position) -> tuple[int, ...]:
    """Return each seat's remaining battlers, including those in the air."""
    squares = (position.air, *position.board)
    return tuple(map(sum, zip(*squares, strict=True)))[: position.variant.seats]


def tell(event: State, options: Options) -> Says:
    """Return the sentence for an event as this viewer saw it."""
    match event:
        case {"type": "draw", "card": None}:
            return say("tell.drawn", seat=event["seat"])
        case {"type": "play", "battlers": battlers, "tiles": tiles}:
            key = "tell.play" if can_pair(battlers, tiles) else "tell.play-idle"
            many, far = face(battlers).number, face(tiles).number
            return Sentence(key, {**event, "many": many, "far": far})
        case {"type": "shoved" | "scatter" as kind, "to": None}:
            return Sentence(f"tell.{kind}-lost", event)
        case {"type": "blast" | "collapse" as kind, "battlers": battlers}:
            return Sentence(f"tell.{kind}", {**event, "battlers": _some(battlers)})
    return plain_tale(event, options)


def _some(battlers: Mapping[str, int]) -> tuple[Says, ...]:
    """Return battlers by team, in words: "Red (2) and Green (1)"."""
    each = (say("some.each", number=n, team=team) for team, n in battlers.items())
    return tuple(each) or (say("some.none"),)
