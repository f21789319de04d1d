"""HOLD YOUR BREATH!: the current decision, as keys of `words/`."""

from controller.games.hold_your_breath.pieces import Position
from controller.tabletop.staging import Decision
from controller.tabletop.staging import decision as in_words


def decision(position: Position) -> Decision:
    # A seat that holds Air must breathe first, and no other seat may learn who does.
    breathless = position.step == "play" and not position.air
    return in_words("breathe" if breathless else position.step, is_held=True)
