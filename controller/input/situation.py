"""What is on the table now, as one value; each change makes another one."""

from typing import Any, Literal, NamedTuple, TypeAlias

from controller.basics.sentence import Says, Sentence, say
from controller.chance.dealer import Waiting
from controller.light.colour import Lamps
from controller.rules.game import Viewer
from controller.rules.match import Match
from controller.tabletop.gestures import Scripted
from controller.tabletop.staging import Staging, Stand, View
from controller.tabletop.teaching import Taught
from controller.words.notice import Notice

# A game is being chosen, an unfinished one is offered, one is played, one has ended.
Phase: TypeAlias = Literal["choose", "offer", "play", "over"]


class Undoable(NamedTuple):
    """What an undo would leave: so many actions, and whose choice goes.

    Without a seat only the table's own `undo` does it.
    """

    mark: int
    seat: int | None


class Situation(NamedTuple):
    phase: Phase
    # For asking: only the session moves a match on.
    match: Match
    position: Any
    # What may be played now; in a lesson only what it wants.
    legal: tuple[Any, ...]
    staging: Staging
    # What lies open on the table, and how the game paints it.
    view: View
    picture: Lamps
    # All that can be meant by hand now.
    scripts: tuple[Scripted, ...]
    # What chance waits to be told.
    waiting: Waiting | None
    # Real cards of this game can be laid on the reader.
    with_cards: bool
    # What can be undone, or why nothing can.
    undoable: Undoable | Says
    # What the lesson says now, if the game is one.
    taught: Taught | None = None
    # What can be begun besides, where only a hidden hand knows whether it can be done.
    bluffs: tuple[Scripted, ...] = ()

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats whose decision is missing."""
        if self.phase != "play":
            return ()
        return tuple(sorted({action.seat for action in self.legal}))

    @property
    def waits(self) -> Sentence | None:
        """What chance waits to be told, in a sentence."""
        return self.waiting.in_full if self.waiting else None

    def belongs(self) -> Stand:
        """Where the game wants each piece."""
        stands = self.staging.stands
        return stands(self.view) if stands and self.phase != "choose" else {}

    def can_undo(self, viewer: Viewer) -> bool:
        seat = viewer if isinstance(viewer, int) else None
        return self.phase == "play" and self.cannot_undo(seat) is None

    def cannot_undo(self, seat: int | None) -> Notice | None:
        """What stands against an undo; a seat's page may undo its own choice only."""
        undoable = self.undoable
        if isinstance(undoable, Undoable):
            if seat in (None, undoable.seat):
                return None
            undoable = _not_from_here(undoable.seat)
        return Notice(seat, False, self.match.game.choice_rule, undoable)


def _not_from_here(owner: int | None) -> Says:
    return say("undo.drawn") if owner is None else say("undo.others", owner=owner)
