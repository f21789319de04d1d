"""What the table may take back, and who may ask for it."""

from controller.dealer import Dealer, Waiting
from controller.rules.match import CannotUndo, Match


def undo_mark(
    match: Match, dealer: Dealer, waiting: Waiting | None, seat: int | None
) -> int:
    """How many actions stay; raises CannotUndo. None: it is asked on the table."""
    if waiting and waiting.asks:
        raise CannotUndo("it is being told what chance decides; tell it first")
    misdealt = dealer.misdealt(match)
    mark = match.undo_mark() if misdealt is None else misdealt
    if seat is None:
        return mark
    owner = match.actions[mark].seat
    if owner != seat:
        raise CannotUndo(
            f"the last choice was that of seat {owner}; it can take it back "
            "on its own page, and `undo` on the table can"
        )
    return mark
