"""HOLD YOUR BREATH!: the possible decisions of chance and of the seats.

The uses of a card are cached by seat, card and relevant state.
"""

from functools import cache, lru_cache

from controller.games.hold_your_breath.pieces import (
    AIRS,
    AMOUNTS,
    CARDS,
    DECK_SIZE,
    HAND,
    USES,
    Action,
    Done,
    Drop,
    End,
    Front,
    Play,
    Position,
    SelfPanic,
    Snatch,
    Toss,
    Variant,
)
from controller.rules.deals import Draws, First, drawn_from
from controller.rules.game import Outcome


def active(position: Position) -> int:
    return position.active or 0


def victim(position: Position) -> int:
    """Return the seat that draws or must discard next."""
    return position.queue[0]


def starters(position: Position) -> tuple[int, ...]:
    """HYB-04, HYB-45, HYBD-14: by chance, the host or, in the Ascent, by depth."""
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
    """HYB-11, HYB-12, HYB-14: return the card that the seat must still breathe with."""
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
    seat, found = position.active or 0, plays(position)
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


# All plays that the active seat could make now

Plays = tuple[Action, ...]


def plays(position: Position) -> Plays:
    seat = position.active or 0
    space = room(position, seat)
    found: list[Action] = []
    last = ""
    for card in position.hands[seat]:
        if card == last:  # hands are sorted; equal cards give one action
            continue
        last = card
        for use in USES[card]:
            if use in AMOUNTS:
                if use[0] == "a" or AMOUNTS[use] <= space:
                    found += _plain(seat, card, use)
            else:
                found += _FINDERS[use](position, seat, card)
    return tuple(found)


def _draws(position: Position, seat: int, card: str) -> Plays:
    return _plain(seat, card, "draw")


def _discards(position: Position, seat: int, card: str) -> Plays:
    return _at(seat, card, "discard", with_five(position))


def _panics(position: Position, seat: int, card: str) -> Plays:
    return _at(seat, card, "panic", calm_seats(position))


def _sharks(position: Position, seat: int, card: str) -> Plays:
    return _at(seat, card, "shark", _others(position.variant.seats, seat))


def _calms(position: Position, seat: int, card: str) -> Plays:
    row = position.fronts[seat]
    if not row:
        return ()
    marks = tuple([front.as_ for front in row])
    return _calmings(seat, card, marks, position.variant.seats)


def _krakens(position: Position, seat: int, card: str) -> Plays:
    five = bool(with_five(position))
    return _tentacles(seat, card, sharks_in_reach(position), five)


_FINDERS = {
    "draw": _draws,
    "discard": _discards,
    "panic": _panics,
    "shark": _sharks,
    "calm": _calms,
    "kraken": _krakens,
}


def room(position: Position, seat: int) -> int:
    """Return how much further to swim (HYB-07, HYB-08, HYB-09, HYBD-02, HYBD-03)."""
    if position.fronts[seat]:
        return 0
    return 10 if position.variant.draft else position.air - position.swim


def with_five(position: Position) -> tuple[int, ...]:
    """HYB-34: return the other seats that hold five cards."""
    active = position.active
    hands = enumerate(position.hands)
    return tuple([s for s, hand in hands if len(hand) == HAND and s != active])


def calm_seats(position: Position) -> tuple[int, ...]:
    """HYB-20, HYB-21, HYB-24: return the seats that can be given a Panic."""
    active, variant = position.active, position.variant
    return tuple(
        [
            seat
            for seat, front in enumerate(position.fronts)
            if seat != active and not (front and _is_hindered(variant, front))
        ]
    )


def is_hindered_by(row: tuple[Front, ...], mark: str) -> bool:
    for front in row:  # noqa: SIM110 - compiled, a loop costs half of an `any`
        if front.as_ == mark:
            return True
    return False


def _is_hindered(variant: Variant, row: tuple[Front, ...]) -> bool:
    return not variant.panic_on_sharked or is_hindered_by(row, "panic")


def sharks_in_reach(position: Position) -> tuple[tuple[int, int], ...]:
    """HYB-30, HYBD-06: return seat and place of each Shark that a Kraken can take."""
    reach = range(position.variant.seats)
    if not position.variant.draft:
        reach = range(position.active or 0, (position.active or 0) + 1)
    return tuple(
        [
            (seat, index)
            for seat in reach
            for index, front in enumerate(position.fronts[seat])
            if front.as_ == "shark"
        ]
    )


@cache
def _others(seats: int, seat: int) -> tuple[int, ...]:
    return tuple(other for other in range(seats) if other != seat)


@cache
def _plain(seat: int, card: str, use: str) -> Plays:
    return (Play(seat, card, use),)


@cache
def _at(seat: int, card: str, use: str, targets: tuple[int, ...]) -> Plays:
    return tuple(Play(seat, card, use, target=target) for target in targets)


# Front rows have no maximum length, so these two caches are bounded.
@lru_cache(maxsize=2048)
def _calmings(seat: int, card: str, marks: tuple[str, ...], seats: int) -> Plays:
    """HYB-27, HYB-29: list Panics that can be cleared and Sharks that can move."""
    found: list[Action] = []
    for front, mark in enumerate(marks):
        if mark == "panic":
            found.append(Play(seat, card, "calm", front=front))
        else:
            found += [
                Play(seat, card, "calm", target=other, front=front)
                for other in _others(seats, seat)
            ]
    return tuple(found)


@lru_cache(maxsize=2048)
def _tentacles(
    seat: int, card: str, sharks: tuple[tuple[int, int], ...], five: bool
) -> Plays:
    """HYB-28, HYB-33: list the Kraken's effects that have a target."""
    found: list[Action] = [
        Play(seat, card, "kraken", "shark", target, front) for target, front in sharks
    ]
    if five:
        found.append(Play(seat, card, "kraken", "discard"))
    return tuple(found)
