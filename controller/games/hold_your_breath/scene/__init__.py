"""HOLD YOUR BREATH! on the table: its light, its pieces, what just happened."""

from controller.games.hold_your_breath.scene.board import focus, picture, stands
from controller.games.hold_your_breath.scene.effects import EFFECTS, effect

__all__ = ["EFFECTS", "effect", "focus", "picture", "stands"]
