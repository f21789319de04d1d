"""What may be undone on the table."""

from controller.basics.sentence import Says, say
from controller.chance.dealer import Dealer, Waiting
from controller.input.situation import Undoable
from controller.rules.match import CannotUndo, Match


def undoable(match: Match, dealer: Dealer, waiting: Waiting | None) -> Undoable | Says:
    """What an undo would take, or the sentence that says why it takes nothing."""
    if waiting and waiting.asks:
        return say("undo.telling")
    misdealt = dealer.misdealt(match)
    try:
        mark = match.undo_mark() if misdealt is None else misdealt
    except CannotUndo as error:
        return str(error)
    # A card goes back before all eyes, and from no page.
    return Undoable(mark, match.actions[mark].seat if misdealt is None else None)
