"""The state of the table as one value; each change makes another one."""

from typing import Any, Literal, NamedTuple, TypeAlias

from controller.basics.sentence import Says, Sentence, say
from controller.chance.dealer import Waiting
from controller.light.colour import Lamps
from controller.rules.game import Viewer
from controller.rules.match import Match
from controller.tabletop.gestures import Scripted
from controller.tabletop.lesson import Taught
from controller.tabletop.staging import Staging, Stand, View
from controller.words.notice import Notice

# A game is being chosen, an unfinished one is offered, one is played, one has ended.
Phase: TypeAlias = Literal["choose", "offer", "play", "over"]


class Undoable(NamedTuple):
    """A possible undo: how many actions stay, and whose choice goes.

    Without a seat, only the table's own `undo` does it.
    """

    mark: int
    seat: int | None


class Situation(NamedTuple):
    phase: Phase
    # Others only read it: the session alone changes a match.
    match: Match
    position: Any
    # The legal actions; in a lesson only those that it wants.
    legal: tuple[Any, ...]
    staging: Staging
    # The open side of the position, and the game's picture of it.
    view: View
    picture: Lamps
    # All ways to mean an action by hand.
    scripts: tuple[Scripted, ...]
    # The outcome that chance waits for.
    waiting: Waiting | None
    # Whether real cards of this game can be laid on the reader.
    with_cards: bool
    # The undo that is possible, or why none is.
    undoable: Undoable | Says
    # The lesson's words, if the game is one.
    taught: Taught | None = None
    # Further scripts that can be begun, so that no hidden hand is given away.
    bluffs: tuple[Scripted, ...] = ()

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that still have to decide."""
        if self.phase != "play":
            return ()
        return tuple(sorted({action.seat for action in self.legal}))

    @property
    def waits(self) -> Sentence | None:
        """The sentence about the outcome that the table waits for."""
        return self.waiting.sentence if self.waiting else None

    def belongs(self) -> Stand:
        """Return the place where the game wants each piece."""
        stands = self.staging.stands
        return stands(self.view) if stands and self.phase != "choose" else {}

    def can_undo(self, viewer: Viewer) -> bool:
        seat = viewer if isinstance(viewer, int) else None
        return self.phase == "play" and self.cannot_undo(seat) is None

    def cannot_undo(self, seat: int | None) -> Notice | None:
        """Return why there is no undo; a seat's page may undo only its own choice."""
        undoable = self.undoable
        if isinstance(undoable, Undoable):
            if seat in (None, undoable.seat):
                return None
            undoable = _not_from_here(undoable.seat)
        return Notice(seat, False, self.match.game.choice_rule, undoable)


def _not_from_here(owner: int | None) -> Says:
    return say("undo.drawn") if owner is None else say("undo.others", owner=owner)
