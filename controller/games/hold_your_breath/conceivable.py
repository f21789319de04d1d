"""HOLD YOUR BREATH!: what a player could think of doing, legal or not."""

from collections.abc import Iterator

from controller.games.hold_your_breath.pieces import (
    AMOUNTS,
    CARDS,
    ICONS,
    USES,
    Action,
    Done,
    Drop,
    End,
    Play,
    Position,
    SelfPanic,
    Snatch,
    Toss,
)
from controller.games.hold_your_breath.refusals import drawer
from controller.rules.deals import Draw, First


def conceivable(position: Position) -> list[Action]:
    seats = range(position.variant.seats)
    found: list[Action] = [First(seat) for seat in (*seats, len(seats))]
    drawing = drawer(position)
    found += [Draw(drawing, card) for card in (*CARDS, "coin")]
    found += [Draw((drawing + 1) % len(seats), "kraken")]
    for seat in seats:
        found += [Done(seat), End(seat)]
        cards = _cards(position, seat)
        if seat not in (position.active, *position.queue[:1]):
            cards = cards[:2]
        for card in cards:
            found += [Drop(seat, card), Snatch(seat, card)]
            found += [SelfPanic(seat, card), Toss(seat, card)]
        found += _plays(position, seat, cards)
    return found


def _cards(position: Position, seat: int) -> list[str]:
    """Each kind in this hand, the top of the pile, and one that is not there."""
    hand = dict.fromkeys(position.hands[seat])
    other = next(card for card in CARDS if card not in hand)
    return [*dict.fromkeys((*hand, *position.discard[-1:], other)), "coin"]


def _plays(position: Position, seat: int, cards: list[str]) -> Iterator[Action]:
    if seat != position.active or position.step != "play":
        for card in cards[:2]:
            yield Play(seat, card, USES.get(card, ("draw",))[0])
        return
    for card in cards:
        if card not in position.hands[seat]:
            yield Play(seat, card, "draw")
            continue
        for use in USES[card]:
            yield from _uses(position, seat, card, use)
        yield from _misuses(position, seat, card)


def _misuses(position: Position, seat: int, card: str) -> Iterator[Action]:
    """What the card is not for, said as if it were."""
    for use in (*AMOUNTS, *ICONS, "shark"):
        if use in USES[card]:
            continue
        if use in AMOUNTS or use == "draw":
            yield Play(seat, card, use)
        elif use == "calm":
            yield Play(seat, card, use, front=0)
        else:
            for target in range(position.variant.seats):
                yield Play(seat, card, use, target=target)


def _uses(position: Position, seat: int, card: str, use: str) -> Iterator[Action]:
    targets = range(position.variant.seats + 1)
    if use in AMOUNTS or use == "draw":
        yield Play(seat, card, use)
        yield Play(seat, card, use, target=(seat + 1) % (len(targets) - 1))
    elif use == "calm":
        for front in range(len(position.fronts[seat]) + 1):
            yield Play(seat, card, use, front=front)
            for target in targets:
                yield Play(seat, card, use, target=target, front=front)
    elif use == "kraken":
        yield Play(seat, card, use, "discard")
        yield Play(seat, card, use, "nap")
        yield Play(seat, card, use, "shark", len(targets) - 1, 0)
        for target, row in enumerate(position.fronts):
            for front in range(-1, len(row) + 1):
                yield Play(seat, card, use, "shark", target, front)
    else:
        yield Play(seat, card, use)
        for target in targets:
            yield Play(seat, card, use, target=target)
