"""HAI NOON: the current decision, as keys of `words/`."""

from controller.games.hai_noon.board import attacked, hidden, own
from controller.games.hai_noon.pieces import KIND, Position
from controller.tabletop.staging import Decision
from controller.tabletop.staging import decision as in_words

HELD = ("play", "answer")


def decision(position: Position) -> Decision:
    step = KIND[position.card] if position.step == "act" else position.step
    if step == "enter":
        return in_words(step, diver=hidden(position, position.active))
    if step == "diver" and len(own(position, position.active)) > 1:
        return in_words("one-of-two")
    if step == "answer" and _both_attacked(position):
        return in_words("answer-for-two", is_held=True)
    return in_words(step, is_held=step in HELD)


def _both_attacked(position: Position) -> bool:
    mine = own(position, position.asked[0])
    return sum(diver in mine for diver in attacked(position)) > 1
