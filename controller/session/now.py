"""All that can be told of the table at one moment."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from controller.chance.dealer import Dealer
from controller.input.situation import Situation
from controller.pieces.tracker import Placement
from controller.rules.game import Event
from controller.storage.journal import Setup


class Now(NamedTuple):
    situation: Situation
    setup: Setup
    placement: Placement
    # What became of a journal, or of a game, that could not be read.
    notice: str | None
    # Who deals and rolls.
    dealer: Dealer


# Is told of each change, with what happened.
OnChange: TypeAlias = Callable[[Now, tuple[Event, ...]], object]
