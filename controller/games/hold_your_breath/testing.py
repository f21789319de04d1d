"""HOLD YOUR BREATH!: invariants for the contract suite."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from controller.games.hold_your_breath import data
from controller.games.hold_your_breath.layout import ANCHOR, COLOURS, FINISH, USES
from controller.games.hold_your_breath.pieces import CARDS, INDEX, Position, SelfPanic
from controller.games.hold_your_breath.scene import board
from controller.light.colour import DARK, dim
from controller.light.legend import Lamp, Legend, Shades, shades
from controller.light.palette import PANIC, SHARK, WATER
from controller.rules.deals import (
    Bag,
    Draw,
    less_one,
    more_one,
    put,
    with_card,
    without,
)
from controller.rules.game import Viewer

SECRETS = {Draw: ("card",), SelfPanic: ("card",)}
IN_HANDS = "two-seats"

WHOLE: Bag = data.usual()


def longest(seats: int, options: dict[str, Any]) -> int:
    """HYB-57: return a bound: nearly every turn draws a card, and a card is dealt once.

    In each phase, every card is drawn at most once and leaves a hand at most once. A
    turn adds a done, an end, and perhaps a Panic from the Discard Pile; a phase adds
    its first.
    """
    cards = sum(WHOLE)
    turns = cards + 2 * seats
    return 2 * (2 * cards + 3 * turns + 1)


def broken(position: Position) -> Iterator[str]:
    counts = list(position.deck)
    for card in position.discard:
        counts[INDEX[card]] += 1
    for card in chain.from_iterable(position.hands):
        counts[INDEX[card]] += 1
    for front in chain.from_iterable(position.fronts):
        counts[INDEX[front.card]] += 1
    if tuple(counts) != WHOLE:
        yield f"the cards are {dict(zip(CARDS, counts, strict=True))}"
    for seat, hand in enumerate(position.hands):
        if len(hand) > 5 or list(hand) != sorted(hand):
            yield f"seat {seat} holds {hand}"
    yield from _broken_depths(position)
    if position.swim > position.air and not position.variant.draft:
        yield f"{position.swim} of swimming on {position.air} of air"
    if min(position.deck) < 0:
        yield f"the deck owes cards: {position.deck}"
    if (position.phase == "over") != (position.step == "over"):
        yield f"phase {position.phase} in step {position.step}"
    if position.last_turns is not None and any(position.deck):
        yield f"{position.last_turns} turns are left, but so are cards"


def _broken_depths(position: Position) -> Iterator[str]:
    for seat, depth in enumerate(position.depths):
        if depth < 0 or depth % 5:
            yield f"seat {seat} is {depth} ft deep"
        if position.anchors is None:
            if position.surfaced[seat] is not None:
                yield f"seat {seat} has surfaced before the Ascent"
        elif depth > position.anchors[seat]:
            yield f"seat {seat} has sunk below its Anchor"
        elif (depth == 0) != (position.surfaced[seat] is not None):
            yield f"seat {seat} is {depth} ft deep, surfaced {position.surfaced[seat]}"
    if (position.anchors is None) != (position.phase == "descent"):
        yield f"anchors {position.anchors} in phase {position.phase}"


def lookalikes(position: Position, viewer: Viewer) -> Iterator[Position]:
    """Swap another seat's hidden card, in hand or face down, for one in the deck."""
    if position.phase == "over" or viewer is None:
        return
    for seat in range(position.variant.seats):
        if seat != viewer:
            yield from _other_hand(position, seat)
            yield from _other_front(position, seat)
            yield from _of_some_kinds(position, seat)


def _of_some_kinds(position: Position, seat: int) -> Iterator[Position]:
    size, whole = len(position.hands[seat]), position.deck
    for card in position.hands[seat]:
        whole = more_one(whole, INDEX[card])
    alike = [
        (card,) for card, copies in zip(CARDS, whole, strict=True) if copies >= size
    ]
    for kinds in (*alike[:1], ("swim-10-calm", "swim-5-calm")):
        cards = [card for card in kinds for _ in range(whole[INDEX[card]])][:size]
        if len(cards) == size > 1:
            deck = whole
            for card in cards:
                deck = less_one(deck, INDEX[card])
            hands = put(position.hands, seat, tuple(cards))
            yield position._replace(hands=hands, deck=deck)


def _other_hand(position: Position, seat: int) -> Iterator[Position]:
    for card in position.hands[seat][-1:]:
        for other in _in_deck(position, card):
            hand = with_card(without(position.hands[seat], card), other)
            hands = put(position.hands, seat, hand)
            yield _traded(position._replace(hands=hands), card, other)


def _other_front(position: Position, seat: int) -> Iterator[Position]:
    row = position.fronts[seat]
    for at in [at for at, front in enumerate(row) if front.hidden][-1:]:
        for other in _in_deck(position, row[at].card):
            changed = put(row, at, row[at]._replace(card=other))
            fronts = put(position.fronts, seat, changed)
            yield _traded(position._replace(fronts=fronts), row[at].card, other)


def _in_deck(position: Position, card: str) -> list[str]:
    """Return the first card of another kind that is still in the deck."""
    counts = zip(CARDS, position.deck, strict=True)
    return [other for other, copies in counts if copies and other != card][:1]


def _traded(position: Position, into: str, out: str) -> Position:
    deck = less_one(more_one(position.deck, INDEX[into]), INDEX[out])
    return position._replace(deck=deck)


_LANE: dict[str, Shades] = {
    # The pirate is at the end of its line.
    "the pirate and its path": tuple(
        shade for own in board.SEATS for shade in shades(own, board.WAY)
    ),
    "the Anchor": (ANCHOR,),
    "a Panic": (PANIC,),
    "a Shark": (SHARK,),
    # The shade of the water shows the depth, and the seat's page shows the number; as a
    # background it has one meaning here.
    "water": (WATER, board.DUSK, board.EMBER, *board.FOLDS, DARK),
}
LEGEND: Legend = (
    Lamp(
        "the lanes",
        "(depth:.):.*",
        {
            name: tuple(dim(c, share) for c in colours for share in (1.0, board.LOST))
            for name, colours in _LANE.items()
        },
        "each seat has its own lane, and the pirate is at the end of its path",
    ),
    Lamp(
        "the bottom row of tiles",
        "tile:4,.",
        {
            "four cards of the deck": (board.GAUGE,),
            "few cards": (board.GAUGE_LOW,),
            "turns": (PANIC,),
            "nothing": (DARK,),
        },
    ),
    Lamp(
        "the menu",
        "|".join(f"({place})" for place in (*USES.values(), FINISH)),
        {
            "a use": tuple(
                c for use in board.MENU.values() for c in shades(use, board.FAINT)
            ),
            "to finish": tuple(c for s in board.SEATS for c in shades(s, board.FAINT)),
            "not now": (DARK,),
        },
        "each tile of the menu has one use",
    ),
    Lamp(
        "the two left columns of tiles",
        "tile:(.),(.)",
        {"some": (*shades(PANIC, 0.5), *shades(SHARK, 0.5)), "none": (DARK,)},
        "the left one is Panics, the next one Sharks, and a row is one seat's",
    ),
    Lamp(
        "the seats",
        "(seat:.)",
        {
            name: shades(colour, board.WAITING, board.RESTING)
            for name, colour in COLOURS.items()
        },
        "everyone knows their seat",
    ),
)
