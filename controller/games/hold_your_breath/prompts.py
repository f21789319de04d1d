"""HOLD YOUR BREATH!: which decision is asked for, in words of `words/`."""

from controller.games.hold_your_breath.pieces import Position
from controller.stage.decisions import Decision
from controller.stage.decisions import decision as in_words


def decision(position: Position) -> Decision:
    return in_words(position.step, is_held=True)
