"""HOLD YOUR BREATH!: how cards are played on the bare table.

The tile grid is the menu: the three columns on the right say what a card is played
for (`USES`), and beside them each seat has a row with its Panics and its Sharks. To
play a card, press what for; then the seat it is played on; then in secret hold the own
seat's button, press `next` as often as the card's place in the hand says, and `ok`. A
hand is counted in the order of the seat's page, each kind of card once.

A Calm asks which hindrance: press the own tile of Panics or of Sharks, once for the
first of them, twice for the second. A Kraken that takes a Shark asks in the same way.
The last tile says done, and once more ends the turn; between the two, Discard's tile
throws cards away. Who has to give up a card just holds and counts.

With real cards nothing is held and counted: the card lies on the reader, before or
after what is pressed. One that is laid down as a Panic lies there face down.
"""

from controller.games.hold_your_breath.pieces import (
    CARDS,
    Action,
    Done,
    Drop,
    End,
    Play,
    Position,
    SelfPanic,
    Toss,
)
from controller.rules.deals import Bag
from controller.stage.gestures import Card, Count, Hold, Press, Script
from controller.stage.staging import DeckCard

USES = {
    "air-5": "tile:0,2",
    "air-10": "tile:0,3",
    "draw": "tile:0,4",
    "swim-5": "tile:1,2",
    "swim-10": "tile:1,3",
    "discard": "tile:1,4",
    "calm": "tile:2,2",
    "panic": "tile:2,3",
    "shark": "tile:2,4",
    "kraken shark": "tile:3,2",
    "kraken discard": "tile:3,3",
}
TOSS = USES["discard"]
FINISH = "tile:3,4"


def hindrances(seat: int, mark: str) -> str:
    """The tile that shows the Panics, or the Sharks, in front of a seat."""
    return f"tile:{seat},{0 if mark == 'panic' else 1}"


# All that a turn may begin with, and whom or what it is about.
MENU = (
    *USES.values(),
    FINISH,
    *(hindrances(seat, mark) for mark in ("panic", "shark") for seat in range(4)),
)


def deck(bag: Bag) -> tuple[DeckCard, ...]:
    counted = zip(CARDS, bag, strict=True)
    return tuple(DeckCard(card, n, card) for card, n in counted if n)


def script(position: Position, action: Action) -> Script | None:
    match action:
        case Play():
            return _play(position, action)
        case Drop(seat, card) | SelfPanic(seat, card):
            return _secretly(position, seat, card, ())
        case Toss(seat, card):
            return _secretly(position, seat, card, (Press(TOSS),))
        case Done() | End():
            return (Press(FINISH),)
    return None


def card_script(position: Position, action: Action) -> Script | None:
    match action:
        case Play(card=card):
            opened = _open_part(position, action)
            return None if opened is None else (Card(card), *opened)
        case Drop(_, card) | SelfPanic(_, card):
            return (Card(card),)
        case Toss(_, card):
            return Card(card), Press(TOSS)
    return None


def _play(position: Position, action: Play) -> Script | None:
    opened = _open_part(position, action)
    if opened is None:
        return None
    return _secretly(position, action.seat, action.card, opened)


def _open_part(position: Position, action: Play) -> Script | None:
    """What the card is played for, and on whom."""
    use = action.as_ if action.effect is None else f"{action.as_} {action.effect}"
    if use not in USES:
        return None
    open_part: Script = (Press(USES[use]),)
    target = action.target
    if action.front is not None:
        owner = action.seat if use == "calm" else target or 0
        pressed = _in_front(position, owner, action.front)
        if pressed is None:
            return None
        open_part += pressed
        target = target if use == "calm" else None
    if target is not None:
        open_part += (Press(f"seat:{target}"),)
    return open_part


def _in_front(position: Position, seat: int, front: int) -> Script | None:
    """Once for the first of its kind in the row, twice for the second, and so on."""
    row = position.fronts[seat] if seat < len(position.fronts) else ()
    if not 0 <= front < len(row):
        return None
    mark = row[front].as_
    times = sum(card.as_ == mark for card in row[: front + 1])
    return (Press(hindrances(seat, mark)),) * times


def _secretly(
    position: Position, seat: int, card: str, open_part: Script
) -> Script | None:
    kinds = list(dict.fromkeys(position.hands[seat]))
    if card not in kinds:
        return None
    return *open_part, Hold(f"seat:{seat}"), Count(1 + kinds.index(card))
