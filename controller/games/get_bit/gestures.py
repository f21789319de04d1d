"""GET BIT!: how a card is chosen in secret on the bare table.

The seat holds its button, presses `next` as often as the card's number says, then
`ok`. A seat with two robots chooses for them in their order in the box.
"""

from functools import cache

from controller.games.get_bit.pieces import INDEX, Action, Choose, Position
from controller.gestures import Count, Hold, Script


def script(position: Position, action: Action) -> Script | None:
    if not isinstance(action, Choose):
        return None
    index = INDEX[action.robot]
    own = len(position.robots) // position.variant.seats
    first = action.seat * own
    if not first <= index < first + own:
        return None
    for earlier in range(first, index):
        if not position.choices[earlier] and not position.robots[earlier].out:
            return None
    return _counted(action.seat, action.card)


@cache
def _counted(seat: int, card: int) -> Script:
    return Hold(f"seat:{seat}"), Count(card)
