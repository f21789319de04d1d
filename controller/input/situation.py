"""The state of the table as one immutable value."""

from typing import Any, Literal, NamedTuple, TypeAlias

from controller import games
from controller.basics.sentence import Says, Sentence, say
from controller.chance.dealer import Dealer, PendingChance
from controller.input.scripts import bluffs, scripts
from controller.light.colour import Lamps
from controller.rules.game import Event, Refusal, Viewer
from controller.rules.match import CannotUndo, Match
from controller.rules.views import table_view
from controller.tabletop.gestures import Scripted
from controller.tabletop.lesson import Lesson, Taught, teach
from controller.tabletop.staging import Staging, Stand, View
from controller.words.notice import Notice

# Choosing a game, offering an unfinished one, playing one, or after its end.
Phase: TypeAlias = Literal["choose", "offer", "play", "over"]


class Undoable(NamedTuple):
    """A possible undo: how many actions stay, and whose choice is undone.

    Without a seat, only the table's own `undo` can do it.
    """

    mark: int
    seat: int | None


class Situation(NamedTuple):
    phase: Phase
    # Read-only: the session alone changes a match.
    match: Match
    position: Any
    # The legal actions; in a lesson only those that it wants.
    legal: tuple[Any, ...]
    staging: Staging
    # The open side of the position, and the game's picture of it.
    view: View
    picture: Lamps
    # All scripts that mean an action.
    scripts: tuple[Scripted, ...]
    # The outcome of chance that the table waits for.
    waiting: PendingChance | None
    # Whether real cards of this game can be laid on the reader.
    with_cards: bool
    # The possible undo, or why there is none.
    undoable: Undoable | Says
    # The lesson's words, if the game is a lesson.
    taught: Taught | None = None
    # More scripts that can be begun, so that nothing reveals a hidden hand.
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

    def between_games(self) -> Refusal | None:
        """Refuse playing and undoing while a game is still being chosen or offered."""
        if self.phase in ("play", "over"):
            return None
        key = "game.answer-first" if self.phase == "offer" else "game.choose-first"
        return Refusal(self.match.game.choice_rule, say(key))

    def not_in_lesson(self, action: Any, seat: int | None) -> Notice | None:
        """Answer a legal action that the lesson does not want; nothing is played."""
        taught = self.taught
        if taught is None or taught.wanted is None or action in taught.wanted:
            return None
        task = (seat is not None and taught.own.get(seat)) or taught.task or taught.says
        return Notice(seat, False, "", say("teach.instead", task=task))


def _not_from_here(owner: int | None) -> Says:
    return say("undo.drawn") if owner is None else say("undo.others", owner=owner)


def situation_of(
    match: Match,
    phase: Phase,
    dealer: Dealer,
    events: tuple[Event, ...],
    lesson: Lesson | None = None,
) -> Situation:
    """Return the state of the game after these events."""
    position, staging = match.position, games.staging(match.game)
    taught = teach(lesson, match) if lesson and phase == "play" else None
    wanted = taught.wanted if taught else None
    view = table_view(match, events, wanted)
    with_cards = dealer.plays_cards(match.game)
    # A lesson keeps no hand secret.
    begun = bluffs(match, staging) if phase == "play" and wanted is None else ()
    meant = scripts(match, staging, position, with_cards=with_cards, legal=wanted)
    waiting = dealer.waiting(match, view) if phase == "play" else None
    return Situation(
        phase=phase,
        match=match,
        position=position,
        legal=match.game.legal(position) if wanted is None else wanted,
        staging=staging,
        view=view,
        picture=staging.picture(view),
        scripts=meant,
        bluffs=begun,
        waiting=waiting,
        with_cards=with_cards,
        undoable=undoable(match, dealer, waiting),
        taught=taught,
    )


def undoable(
    match: Match, dealer: Dealer, waiting: PendingChance | None
) -> Undoable | Says:
    """Return the possible undo, or the sentence why there is none."""
    if waiting and waiting.prompt:
        return say("undo.telling")
    misdeal_mark = dealer.misdeal_mark(match)
    try:
        mark = match.undo_mark() if misdeal_mark is None else misdeal_mark
    except CannotUndo as error:
        return str(error)
    # A drawn card goes back in front of everyone, so no page may undo it.
    return Undoable(mark, match.actions[mark].seat if misdeal_mark is None else None)
