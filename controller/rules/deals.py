"""Parts that several games share: starts, turns, decks, hands, ranks, ends.

A deck is a bag. There is no shuffling: each draw is chance.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from operator import getitem
from typing import Any, NamedTuple, TypeAlias, TypeVar

from controller.basics.record import record
from controller.rules.game import Option, Outcome, Result
from controller.rules.kinds import Field

T = TypeVar("T")


def seats_of(position: Any) -> range:
    """Return the seats of a game; its position or `variant` has their number."""
    return range(getattr(position, "variant", position).seats)


# The field of an action that names the acting seat.
SEAT = Field("seat", seats_of)

# The number of copies of each card, in the order of the game's list of cards.
Bag: TypeAlias = tuple[int, ...]


@record
class First(NamedTuple):
    """The starting seat, decided by chance."""

    seat: int


@record
class Draw(NamedTuple):
    """The card that a seat draws, decided by chance."""

    seat: int
    card: str


@record
class Turn(NamedTuple):
    """The start of a seat's turn."""

    turn: int
    seat: int


@record
class Over(NamedTuple):
    """The end of the game."""

    winners: tuple[int, ...]


def _is_seat_or_none(value: Any, seats: int) -> bool:
    return value is None or (type(value) is int and 0 <= value < seats)


def _is_cap_or_none(value: Any, _seats: int) -> bool:
    return value is None or (type(value) is int and value >= 1)


# An option: the starting seat; None lets chance decide.
FIRST = Option(
    "first",
    None,
    (None, 0, 1, 2, 3),
    _is_seat_or_none,
)
# An option: the game ends after this many turns; None for no limit.
TURN_CAP = Option(
    "turn_cap",
    None,
    "null or a whole number from 1",
    _is_cap_or_none,
)


Draws: TypeAlias = tuple[Outcome[Any], ...]


def less_one(bag: Bag, index: int) -> Bag:
    """Return the bag with one card less of the kind at this index."""
    return (*bag[:index], bag[index] - 1, *bag[index + 1 :])


def more_one(bag: Bag, index: int) -> Bag:
    """Return the bag with one more card of the kind at this index."""
    return (*bag[:index], bag[index] + 1, *bag[index + 1 :])


def put(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return the items with this one in place of the one at this index."""
    return (*items[:index], item, *items[index + 1 :])


def without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """Return the items without the first that equals this one."""
    at = items.index(item)
    return items[:at] + items[at + 1 :]


def with_card(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Return the hand with this card, sorted, so that equal hands are equal."""
    return tuple(sorted((*hand, card)))


def bag_of(cards: Sequence[str], names: Iterable[str]) -> Bag:
    """Return these cards as a bag, for a deck with these card names."""
    counts = Counter(cards)
    return tuple([counts[name] for name in names])


@cache
def clockwise(seats: int, first: int) -> tuple[int, ...]:
    """Return all seats in their order around the table, from this one on."""
    return tuple((first + later) % seats for later in range(seats))


def next_seat(seat: int, seats: int, out: Collection[int] = ()) -> int:
    """Return the next seat clockwise that is still in the game."""
    later = (*clockwise(seats, seat)[1:], seat)
    return next((each for each in later if each not in out), seat)


def by_score(scores: Sequence[int], reason: Any, *, most: bool = True) -> Result:
    """Rank by score: the most wins, or the fewest; equal scores share a rank."""
    ranks = competition_ranks([(score if most else -score,) for score in scores])
    return Result(best(ranks), ranks, reason)


def short_of_cards(hands: Sequence[Sequence[str]], first: int, full: int) -> int:
    """Return the seat that is dealt to next: each hand is filled before the next."""
    order = clockwise(len(hands), first)
    return next(seat for seat in order if len(hands[seat]) < full)


def firsts(position: Any) -> tuple[Outcome[Any], ...]:
    """Return each seat as the starting one, all with the same chance."""
    return tuple(Outcome(First(seat), 1) for seat in seats_of(position))


# For each card, the outcomes of drawing it, by the number of copies left.
_Row: TypeAlias = list[tuple[Outcome[Draw] | None, ...]]


@cache
def drawn_from(cards: tuple[str, ...], most: int) -> Callable[[int, Bag], Draws]:
    """Return what a seat can draw from a bag with at most this many of each card."""
    # Half of all actions are draws, so their outcomes are cached.
    rows: dict[int, _Row] = {}

    def drawn(seat: int, bag: Bag) -> Draws:
        row = rows.get(seat)
        if row is None:
            row = rows[seat] = _row(cards, most, seat)
        return tuple(filter(None, map(getitem, row, bag)))

    return drawn


def _row(cards: tuple[str, ...], most: int, seat: int) -> _Row:
    made = [Draw(seat, card) for card in cards]
    return [(None, *(Outcome(draw, n) for n in range(1, most + 1))) for draw in made]


def draws(seat: int, cards: Sequence[str], bag: Bag) -> Draws:
    """Return what this seat can draw from a bag with this many of each card."""
    counts = zip(cards, bag, strict=True)
    return tuple(Outcome(Draw(seat, card), number) for card, number in counts if number)


def competition_ranks(scores: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Rank 1, 2, 2, 4 by score, highest first; equal scores share a rank."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def best(ranks: Sequence[int]) -> tuple[int, ...]:
    """Return the seats on the first rank."""
    return tuple(seat for seat, rank in enumerate(ranks) if rank == 1)


def over(result: Result | None) -> Over:
    """Return the last event of a game with this result."""
    return Over(result.winners if result else ())
