"""HOLD YOUR BREATH! in light: the board, and what just happened on it."""

from controller.games.hold_your_breath.scene.board import focus, picture
from controller.games.hold_your_breath.scene.effects import effect

__all__ = ["effect", "focus", "picture"]
