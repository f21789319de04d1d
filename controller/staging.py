"""How a game meets the table: its gestures and its light.

The light is made from the table's own view of the position and from events filtered
for the table, so that no lamp can tell what the table may not know.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from controller.gestures import Script
from controller.rules.game import State

Colour: TypeAlias = tuple[int, int, int]
# By place; a place that is not named stays as the layer below has it.
Lamps: TypeAlias = Mapping[str, Colour]

# What lies open on the table: `state`, `pending` and `result` as the engine protocol
# has them for the viewer "table", and the game's `options`.
View: TypeAlias = Mapping[str, Any]

DARK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)


class Still(NamedTuple):
    """One picture of an effect, and how long it stays."""

    seconds: float
    lamps: Lamps


class Staging(NamedTuple):
    # How an action, legal or only conceivable, is meant on the bare table; None if
    # it cannot be meant there now.
    script: Callable[[Any, Any], Script | None]
    # The lamps of a position.
    picture: Callable[[View], Lamps]
    # What to play over the picture: the view before, and the events since.
    effect: Callable[[View, Sequence[State]], tuple[Still, ...]]
    # What changes in a picture while these places can be pressed; without it, places
    # that the picture leaves dark are lit.
    focus: Callable[[Lamps, frozenset[str]], Lamps] | None = None


def dim(colour: Colour, share: float) -> Colour:
    red, green, blue = colour
    return int(red * share), int(green * share), int(blue * share)
