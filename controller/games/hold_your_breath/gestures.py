"""HOLD YOUR BREATH!: the gestures for cards at the table.

The tile grid is the menu: see `layout`. To play a card, the seat presses the card's
use, then the target seat if there is one. Then, in secret, it holds its own button,
presses `next` once for each place up to the card's place in the hand, and presses `ok`.
Hands are counted in the order of the seat's page, each kind of card once.

A Calm needs a hindrance: press your own tile of Panics or of Sharks, once for the first
of them, twice for the second. A Kraken that takes a Shark needs one in the same way.
The last tile ends playing cards; pressed again, it ends the turn. In between, Discard's
tile throws cards away. A seat that must give up a card just holds and counts.

With real cards nobody holds or counts: the card lies on the reader before or after the
presses. A card laid as a Panic lies there face down.

Carrying a pirate means swimming: that far down its lane, or up in the Ascent. The table
asks which card pays for it only if the hand has several.
"""

from controller.games.hold_your_breath import choices
from controller.games.hold_your_breath.layout import (
    FINISH,
    TOSS,
    USES,
    hindrances,
    pirate,
)
from controller.games.hold_your_breath.pieces import (
    AMOUNTS,
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
from controller.games.hold_your_breath.pieces import USES as CARD_USES
from controller.rules.deals import Bag, put
from controller.tabletop.gestures import Card, Carry, Script, counted, nth, presses
from controller.tabletop.places import seat as seat_button
from controller.tabletop.staging import DeckCard, deck_of


def deck(bag: Bag) -> tuple[DeckCard, ...]:
    return deck_of(CARDS, bag)


def script(position: Position, action: Action) -> Script | None:
    match action:
        case Play():
            return _play(position, action)
        case Drop(seat, card) | SelfPanic(seat, card):
            return _secretly(position, seat, card, ())
        case Toss(seat, card):
            return _secretly(position, seat, card, presses(TOSS))
        case Done() | End():
            return presses(FINISH)
    return None


def card_script(position: Position, action: Action) -> Script | None:
    match action:
        case Play(card=card):
            opened = _open_part(position, action)
            return None if opened is None else (Card(card), *opened)
        case Drop(_, card) | SelfPanic(_, card):
            return (Card(card),)
        case Toss(_, card):
            return Card(card), *presses(TOSS)
    return None


def _play(position: Position, action: Play) -> Script | None:
    opened = _open_part(position, action)
    if opened is None:
        return None
    return _secretly(position, action.seat, action.card, opened)


def _open_part(position: Position, action: Play) -> Script | None:
    """Return the gestures for the card's use and its target."""
    use = action.as_ if action.effect is None else f"{action.as_} {action.effect}"
    if use not in USES:
        return None
    open_part = presses(USES[use])
    target = action.target
    if action.front is not None:
        owner = action.seat if use == "calm" else target or 0
        pressed = _in_front(position, owner, action.front)
        if pressed is None:
            return None
        open_part += pressed
        target = target if use == "calm" else None
    if target is not None:
        open_part += presses(seat_button(target))
    return open_part


def _in_front(position: Position, seat: int, front: int) -> Script | None:
    """Press once for the first of its kind in the row, twice for the second."""
    row = position.fronts[seat] if seat < len(position.fronts) else ()
    if not 0 <= front < len(row):
        return None
    mark = row[front].as_
    times = sum(card.as_ == mark for card in row[: front + 1])
    return presses(hindrances(seat, mark)) * times


def _secretly(
    position: Position, seat: int, card: str, open_part: Script
) -> Script | None:
    number = nth(position.hands[seat], card)
    return None if number is None else (*open_part, *counted(seat, number))


def supposed(position: Position) -> Position | None:
    """Pretend that the hand has a card for every use: which uses it has is secret."""
    seat = choices.active(position)
    if position.step != "play" or not position.hands[seat]:
        return None
    return position._replace(hands=put(position.hands, seat, tuple(sorted(CARDS))))


# Carrying a pirate


def carry(position: Position, action: Action) -> Carry | None:
    match action:
        case Play(seat, card, use) if use in AMOUNTS and use in CARD_USES.get(card, ()):
            depth = position.depths[seat]
            way = _way(position, use)
            after = max(0, depth - way) if position.phase == "ascent" else depth + way
            if after != depth:
                return Carry(pirate(seat, depth), pirate(seat, after))
    return None


def _way(position: Position, use: str) -> int:
    """Return how far the pirate must be carried to mean this action."""
    is_air = use.startswith("air")
    if not position.variant.draft:
        # A legal Swim always has enough Air (HYB-08).
        return 0 if is_air else AMOUNTS[use]
    air, swim = position.air, position.swim
    before = min(air, swim)
    if is_air:
        return min(air + AMOUNTS[use], swim) - before
    return min(air, swim + AMOUNTS[use]) - before
