"""GET BIT!: the gestures that choose a card in secret.

The seat holds its button, presses `next` once for each point of the card's number, then
`ok`. A seat with two robots chooses for them in their order in the box. With real
cards, it lays one face down on the reader; the card shows whose it is.
"""

from controller.games.get_bit.pieces import INDEX, ROBOTS, Action, Choose, Position
from controller.tabletop.gestures import Card, Script, counted
from controller.tabletop.staging import DeckCard

# GB-01: with six robots every hand has seven cards, the most of any game.
DECK = tuple(
    DeckCard(f"{robot} {card}", 1, str(card))
    for robot in ROBOTS
    for card in range(1, 8)
)


def script(position: Position, action: Action) -> Script | None:
    if not isinstance(action, Choose):
        return None
    own = _own(position, action.seat)
    index = INDEX[action.robot]
    if index not in own:
        return None
    for earlier in range(own.start, index):
        if not position.choices[earlier] and not position.robots[earlier].out:
            return None
    return counted(action.seat, action.card)


def card_script(position: Position, action: Action) -> Script | None:
    if not isinstance(action, Choose):
        return None
    if INDEX[action.robot] not in _own(position, action.seat):
        return None
    return (Card(f"{action.robot} {action.card}"),)


def card_owner(position: Position, label: str) -> int:
    """GB-20: a card has the colour of its robot."""
    index = INDEX[label.partition(" ")[0]]
    return index * position.variant.seats // len(position.robots)


def _own(position: Position, seat: int) -> range:
    """Return this seat's robots."""
    each = len(position.robots) // position.variant.seats
    return range(seat * each, seat * each + each)
