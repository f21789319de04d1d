"""Makes the situation: the game as a value, for input and display."""

from controller import games
from controller.basics.sentence import Says, say
from controller.chance.dealer import Dealer, Waiting
from controller.input.scripts import bluffs, scripts
from controller.input.situation import Phase, Situation, Undoable
from controller.rules.game import Event
from controller.rules.match import CannotUndo, Match
from controller.rules.views import show
from controller.tabletop.lesson import Lesson, teach


def situation_of(
    match: Match,
    phase: Phase,
    dealer: Dealer,
    events: tuple[Event, ...],
    lesson: Lesson | None = None,
) -> Situation:
    """Return the state of the game after these events, as one value."""
    position, staging = match.position, games.staging(match.game)
    taught = teach(lesson, match) if lesson and phase == "play" else None
    wanted = taught.wanted if taught else None
    seen = show(match.game, position, "table", events, wanted)
    view = {**seen, "options": match.options, "seats": match.seats}
    with_cards = dealer.plays_cards(match.game)
    # In a lesson the hands are no secret.
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


def undoable(match: Match, dealer: Dealer, waiting: Waiting | None) -> Undoable | Says:
    """Return the undo that is possible, or the sentence why there is none."""
    if waiting and waiting.prompt:
        return say("undo.telling")
    misdeal_mark = dealer.misdeal_mark(match)
    try:
        mark = match.undo_mark() if misdeal_mark is None else misdeal_mark
    except CannotUndo as error:
        return str(error)
    # A drawn card goes back before all eyes, so no page may undo it.
    return Undoable(mark, match.actions[mark].seat if misdeal_mark is None else None)
