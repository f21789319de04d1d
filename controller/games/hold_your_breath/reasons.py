"""HOLD YOUR BREATH!: why a seat would play a card, in a sentence for its player."""

from typing import Any

from controller.games.hold_your_breath.pieces import (
    AMOUNTS,
    Done,
    Drop,
    End,
    Play,
    Position,
    SelfPanic,
    Toss,
)

_EFFECTS = {
    "calm": "It takes away what hinders you, so that you can swim again.",
    "panic": "That pirate is the one to slow down.",
    "shark": "That pirate is the one to slow down.",
    "kraken": "It costs the others the most.",
    "draw": "You need more cards than you have.",
    "discard": "That pirate is the one to rob of a card.",
}


def reason(position: Position, action: Any) -> str | None:
    match action:
        case Play(as_=use) if use in AMOUNTS:
            return _of_amount(position, use)
        case Play(as_=use):
            return _EFFECTS[use]
        case Done():
            return "What you still hold is worth more in your next turn."
        case Toss():
            return "You will not need this card, and a better one may come."
        case End():
            return "Everything that you hold is worth keeping."
        case Drop() | SelfPanic():
            return "Of all your cards you will miss this one least."
    return None


def _of_amount(position: Position, use: str) -> str:
    amount = AMOUNTS[use]
    if use.startswith("swim"):
        way = "towards the surface" if position.phase == "ascent" else "deeper"
        return f"It takes you {amount} ft {way}."
    if position.air:
        return f"With {amount} more air you can swim further in this turn."
    return "You have to breathe before you can swim."
