"""HOLD YOUR GROUND: who may see what. Secrets are filtered here and nowhere else."""

from controller.games.hold_your_ground.ground import named
from controller.games.hold_your_ground.pieces import NOBODY, TEAMS, Position
from controller.games.hold_your_ground.squares import NAMES, members
from controller.rules.deals import Draw
from controller.rules.game import Event, State, Viewer
from controller.rules.records import to_json


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
        "hands": [
            list(cards.hand) if _sees(position, seat, viewer) else len(cards.hand)
            for seat, cards in enumerate(position.cards)
        ],
        "decks": [sum(cards.deck) for cards in position.cards],
        "discards": [list(cards.discard) for cards in position.cards],
        "captured": dict(zip(names, map(named, position.captured), strict=True)),
        "lost": dict(zip(names, position.lost, strict=True)),
        "out": [TEAMS[team] for group in position.out for team in group],
        "turn": position.turn,
    }


def _sees(position: Position, seat: int, viewer: Viewer) -> bool:
    """HYG-51: hands are hidden, until it is over."""
    return viewer is None or viewer == seat or position.phase == "over"


def veil(position: Position, event: Event, viewer: Viewer) -> State:
    told = to_json(event)
    if isinstance(event, Draw) and not _sees(position, event.seat, viewer):
        told["card"] = None
    return told
