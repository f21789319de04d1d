"""HOLD YOUR BREATH! on the table: its light, pieces and effects."""

from controller.games.hold_your_breath.scene.board import focus, picture, stands
from controller.games.hold_your_breath.scene.effects import EFFECTS, effect

__all__ = ["EFFECTS", "effect", "focus", "picture", "stands"]
