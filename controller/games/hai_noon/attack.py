"""HAI NOON: a shark attack, from the answers to the seats that lose.

Both sharks act at once, in the position after the last answer (HN-16).
"""

from controller.games.hai_noon.board import attacked, can_be_bitten, own, owner
from controller.games.hai_noon.pieces import (
    ATTACK_AT,
    ATTACKS,
    CARD,
    DIVERS,
    INDEX,
    PLACES,
    SIDES,
    Bite,
    Clear,
    Health,
    Miss,
    Out,
    Position,
    Wake,
)
from controller.rules.deals import Bag, clockwise
from controller.rules.game import Event


def answering(position: Position) -> tuple[int, ...]:
    """HN-20, HN-22: attacked seats with cards, the active one first, then clockwise.

    Whether one of their cards fits does not matter, because that would reveal their
    hands.
    """
    seats = {owner(position, diver) for diver in attacked(position)}
    order = clockwise(position.variant.seats, position.active)
    return tuple(s for s in order if s in seats and position.hands[s])


def resolve(position: Position, events: list[Event]) -> Position:
    """Resolve the bites, discard the three cards, and find the seats that lose."""
    before = position.health
    position = _clear(_bite(position, events), events)
    return position if position.health == before else _fall(position, events)


def _bite(position: Position, events: list[Event]) -> Position:
    sharks, health = list(position.sharks), list(position.health)
    cage = position.cage
    for shark, place in ATTACKS[position.side]:
        diver = position.places[place]
        if not sharks[shark]:
            sharks[shark] = True  # HN-17, HN-35
            events.append(Wake(shark))
        elif saved_by := _saved_by(position, diver):
            # HN-19: the shark stays hungry, whatever saved the diver.
            events.append(Miss(shark, PLACES[place], diver, saved_by))
            if saved_by == "cage":
                cage = None  # HN-25
        elif diver:
            index = INDEX[diver]
            health[index] = _hurt(position, health[index])
            sharks[shark] = False
            events.append(Bite(shark, diver, health[index]))
    return position._replace(sharks=tuple(sharks), health=tuple(health), cage=cage)


def _saved_by(position: Position, diver: str | None) -> str:
    """Return what protects this place from a bite; "" if nothing does."""
    if diver is None:
        return "free"  # HN-35
    if not can_be_bitten(position, diver):
        return "dummy"  # HN-46, and before the cage: HN-29
    if diver in position.saved:
        return "harpoon"  # HN-26: and the cage stays
    return "cage" if diver == position.cage else ""


def _hurt(position: Position, health: Health) -> Health:
    """HN-18, HN-48"""
    if health == "healthy":
        return "injured"
    return "dummy" if position.variant.last_diver else "prey"


def _clear(position: Position, events: list[Event]) -> Position:
    """HN-15, HN-23: discard the three cards; harpoons stay as cards of their side."""
    side, sides = position.side, list(position.sides)
    three, rest = sides[side][:ATTACK_AT], sides[side][ATTACK_AT:]
    sides[side] = rest
    events.append(Clear(SIDES[side], three))
    discard = laid_on(position.discard, three)
    return position._replace(sides=tuple(sides), discard=discard, saved=())


def _fall(position: Position, events: list[Event]) -> Position:
    """HN-40: the prey's seat loses. HN-48: so does one without a live diver."""
    fell = list(position.fell)
    for seat in range(position.variant.seats):
        if not fell[seat] and _has_lost(position, seat):
            fell[seat] = position.turn
            if position.variant.last_diver:
                position = _leave(position, seat, events)
    return position._replace(fell=tuple(fell))


def _has_lost(position: Position, seat: int) -> bool:
    if position.variant.last_diver:
        return not own(position, seat)
    return any(
        health == "prey" and owner(position, diver) == seat
        for diver, health in zip(DIVERS, position.health, strict=True)
    )


def _leave(position: Position, seat: int, events: list[Event]) -> Position:
    hands = list(position.hands)
    cards, hands[seat] = hands[seat], ()
    events.append(Out(seat, cards))
    discard = laid_on(position.discard, cards)
    return position._replace(hands=tuple(hands), discard=discard)


def laid_on(pile: Bag, cards: tuple[str, ...]) -> Bag:
    counts = list(pile)
    for card in cards:
        counts[CARD[card]] += 1
    return tuple(counts)
