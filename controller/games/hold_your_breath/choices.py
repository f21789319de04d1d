"""HOLD YOUR BREATH!: the possible decisions of chance and of the seats."""

from controller.games.hold_your_breath import plays
from controller.games.hold_your_breath.pieces import (
    AIRS,
    CARDS,
    DECK_SIZE,
    Action,
    Done,
    Drop,
    End,
    Position,
    SelfPanic,
    Snatch,
    Toss,
)
from controller.rules.deals import Draws, First, drawn_from
from controller.rules.game import Outcome


def active(position: Position) -> int:
    return position.active or 0


def victim(position: Position) -> int:
    """Return the seat that draws or has to discard next."""
    return position.queue[0]


def starters(position: Position) -> tuple[int, ...]:
    """HYB-04, HYB-45, HYBD-14: by chance, the host or, in the Ascent, the depth."""
    variant = position.variant
    if position.phase == "descent":
        chosen = variant.first
        return tuple(range(variant.seats)) if chosen is None else (chosen,)
    least = min(position.depths)
    return tuple(s for s, depth in enumerate(position.depths) if depth == least)


def firsts(position: Position) -> tuple[Outcome[Action], ...]:
    return tuple(Outcome(First(seat), 1) for seat in starters(position))


_drawn = drawn_from(CARDS, DECK_SIZE)


def deals(position: Position) -> Draws:
    return _drawn(position.queue[0], position.deck)


def draws(position: Position) -> Draws:
    return _drawn(position.active or 0, position.deck)


def snatches(position: Position) -> tuple[Outcome[Action], ...]:
    seat = position.queue[0]
    hand = position.hands[seat]
    kinds = dict.fromkeys(hand)
    return tuple(Outcome(Snatch(seat, card), hand.count(card)) for card in kinds)


def must_breathe(position: Position) -> str | None:
    """HYB-11, HYB-12, HYB-14: return the card the seat still has to breathe with."""
    if position.air:
        return None
    hand = position.hands[position.active or 0]
    for card in hand:
        if card in AIRS:
            return card
    if position.variant.dolphin_must_be_air and "dolphin" in hand:
        return "dolphin"
    return None


def turns(position: Position) -> tuple[Action, ...]:
    seat, found = position.active or 0, plays.plays(position)
    return found if must_breathe(position) else (*found, Done(seat))


def tosses(position: Position) -> tuple[Action, ...]:
    seat = position.active or 0
    kinds = dict.fromkeys(position.hands[seat])
    return (*[Toss(seat, card) for card in kinds], End(seat))


def drops(position: Position) -> tuple[Action, ...]:
    seat = position.queue[0]
    return tuple([Drop(seat, card) for card in dict.fromkeys(position.hands[seat])])


def panics(position: Position) -> tuple[Action, ...]:
    seat = position.active or 0
    kinds = dict.fromkeys(position.hands[seat] or position.discard[-1:])
    return tuple([SelfPanic(seat, card) for card in kinds])
