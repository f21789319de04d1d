"""HOLD YOUR BREATH! on the table: its light, its pieces, what just happened."""

from controller.games.hold_your_breath.scene.board import focus, picture
from controller.games.hold_your_breath.scene.effects import effect
from controller.games.hold_your_breath.scene.lanes import carry, stands

__all__ = ["carry", "effect", "focus", "picture", "stands"]
