"""HOLD YOUR BREATH!: what is asked of people, in words."""

from controller.games.hold_your_breath.layout import NAMES
from controller.games.hold_your_breath.pieces import Position
from controller.stage.decisions import PLAIN, Decision

ABOUT = (
    "Dive deeper than the other pirates, and be back at the Surface before the "
    "cards run out."
)
_IN_SECRET = (
    "hold your seat, press next as often as the card's place in your hand says, then ok"
)
DECISIONS = {
    "play": Decision(
        "play a card, or say that you are done",
        "Press the tile of what the card is for, and whom it is for if it lights; then "
        f"{_IN_SECRET}. Done is the last tile of row 4.",
        "Tap half a card, and whom it is for if that glows, then Play; or Done.",
        is_held=True,
    ),
    "drop": Decision(
        "discard a card",
        f"{_IN_SECRET[:1].upper()}{_IN_SECRET[1:]}.",
        "Tap a card, then Play.",
        is_held=True,
    ),
    "panic": Decision(
        "lay down a card as your Panic, because you did not breathe",
        f"{_IN_SECRET[:1].upper()}{_IN_SECRET[1:]}.",
        "Tap a card, then Play.",
        is_held=True,
    ),
    "toss": Decision(
        "discard cards if you like, then end your turn",
        f"To discard, press the last tile of row 2, then {_IN_SECRET}. The last tile "
        "of row 4 ends your turn.",
        "Tap a card, then Play, or End turn.",
        is_held=True,
    ),
}


def decision(position: Position) -> Decision:
    return DECISIONS.get(position.step, PLAIN)


def seat_names(seats: int) -> tuple[str, ...]:
    return tuple(name.capitalize() for name in NAMES[:seats])
