"""HOLD YOUR BREATH!: a bot's reasons to play a card, in sentences for players."""

from typing import Any

from controller.basics.sentence import Sentence, say
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


def reason(position: Position, action: Any) -> Sentence | None:
    match action:
        case Play(as_=use) if use in AMOUNTS:
            return _of_amount(position, use)
        case Play(as_=use):
            return say(f"reason.{use}")
        case Done():
            return say("reason.done")
        case Toss():
            return say("reason.toss")
        case End():
            return say("reason.end")
        case Drop() | SelfPanic():
            return say("reason.drop")
    return None


def _of_amount(position: Position, use: str) -> Sentence:
    amount = AMOUNTS[use]
    if use.startswith("swim"):
        return say(f"reason.{position.phase}", feet=amount)
    if position.air:
        return say("reason.more-air", air=amount)
    return say("reason.breathe")
