"""Track which cards other seats may hold, from the cards seen to come and go.

A card drawn unseen is a `Slot`. It came from one deck (`pools`: a new one for each
shuffle), and is none of the cards that its seat has since shown not to hold (`barred`).
When a card is seen to leave a hand, one of the slots was that card. Often it does not
matter which; where it does, the seat's history is kept, and each deal picks a slot at
random, likely ones first. In a long history, random picks may find no answer, so one
consistent history is carried along as a `witness` to fall back on.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from random import Random
from typing import NamedTuple, TypeAlias

# Where a card can be: ("hand", seat), ("deck", deck), ("front", seat, number) …
Zone: TypeAlias = tuple[Hashable, ...]
Zones: TypeAlias = dict[Zone, list[str]]

NOTHING: frozenset[str] = frozenset()
# The number of random deals to try, and then of deals that follow the witness.
FREE, LED = 12, 60


class Slot(NamedTuple):
    """A card that only its seat has seen; slots are numbered in drawing order."""

    number: int
    pool: int
    barred: frozenset[str] = NOTHING


class Dealt(NamedTuple):
    """One possible deal of the hidden cards."""

    zones: Zones
    # Each card that was drawn unseen, by slot number.
    drawn: dict[int, str]
    # By seat, the slots of the cards it laid face down, in that order.
    laid: dict[int, list[int]]


class _Contradiction(Exception):
    """The cards assumed so far contradict what was seen."""


class _Guess:
    """The cards assumed for some slots, and the cards left in the pools."""

    def __init__(self, pools: list[dict[str, int]], drawn: dict[int, str]) -> None:
        self.pools = pools
        self.drawn = drawn
        # The cards to assume where possible, and the slots to lay down.
        self.lead: dict[int, str] = {}
        self.lays: set[int] = set()

    def follow(self, witness: Dealt) -> "_Guess":
        self.lead = witness.drawn
        self.lays = {n for numbers in witness.laid.values() for n in numbers}
        return self

    def is_possible(self, slot: Slot, card: str) -> bool:
        return card not in slot.barred and self.pools[slot.pool].get(card, 0) > 0

    def settle(self, slot: Slot, card: str) -> None:
        if not self.is_possible(slot, card):
            raise _Contradiction
        self.pools[slot.pool][card] -= 1
        self.drawn[slot.number] = card

    def likelihood(self, slot: Slot, card: str) -> float:
        pool = self.pools[slot.pool]
        others = sum([pool.get(barred, 0) for barred in slot.barred])
        return pool[card] / (sum(pool.values()) - others)

    def copy(self) -> "_Guess":
        return _Guess([dict(pool) for pool in self.pools], dict(self.drawn))


class _Held:
    """A seat's slots: in hand, face down now, and ever laid face down."""

    def __init__(self) -> None:
        self.hand: list[Slot] = []
        self.laid: list[Slot] = []
        self.lays: list[int] = []

    def copy(self) -> "_Held":
        held = _Held()
        held.hand, held.laid = list(self.hand), list(self.laid)
        held.lays = list(self.lays)
        return held

    @property
    def is_uniform(self) -> bool:
        """Whether nothing distinguishes the cards in hand."""
        return len({(slot.pool, slot.barred) for slot in self.hand}) < 2


_Deed: TypeAlias = Callable[[_Held, _Guess, Random], None]


class HiddenCards:
    def __init__(self) -> None:
        self._certain = _Guess([], {})
        self._count = 0
        # For each deck, the pool that cards are drawn from now.
        self._decks: dict[Hashable, int] = {}
        # What is certain about each seat, and the later events that leave it open.
        self._held: dict[int, _Held] = {}
        self._since: dict[int, list[_Deed]] = {}
        self._witness: Dealt | None = None

    def new_deck(self, deck: Hashable, cards: Iterable[str]) -> None:
        self._decks[deck] = len(self._certain.pools)
        self._certain.pools.append(dict(Counter(cards)))

    def seen_drawn(self, deck: Hashable, card: str) -> None:
        self._certain.pools[self._decks[deck]][card] -= 1

    def drawn(self, deck: Hashable, seat: int) -> None:
        slot = Slot(self._count, self._decks[deck])
        self._count += 1
        self._do(seat, lambda held, _guess, _dice: held.hand.append(slot))

    def left(self, seat: int, card: str) -> None:
        """Note a card that was seen to leave this seat's hand."""

        def leave(held: _Held, guess: _Guess, dice: Random) -> None:
            guess.settle(_found(held.hand, card, guess, dice), card)

        self._do(seat, leave, is_ambiguous=True)

    def laid(self, seat: int) -> None:
        """Note a card that this seat laid face down from its hand."""

        def lay(held: _Held, guess: _Guess, dice: Random) -> None:
            led = [n for n, slot in enumerate(held.hand) if slot.number in guess.lays]
            slot = held.hand.pop(led[0] if led else dice.randrange(len(held.hand)))
            held.laid.append(slot)
            held.lays.append(slot.number)

        self._do(seat, lay, is_ambiguous=True)

    def uncovered(self, seat: int, number: int, card: str) -> None:
        """Note that the card face down there turned out to be this one, and is gone."""

        def uncover(held: _Held, guess: _Guess, _dice: Random) -> None:
            guess.settle(held.laid.pop(number), card)

        self._do(seat, uncover)

    def barred(self, seat: int, cards: frozenset[str]) -> None:
        """Note that this seat has shown that it holds none of these cards."""

        def bar(held: _Held, _guess: _Guess, _dice: Random) -> None:
            held.hand = [s._replace(barred=cards | s.barred) for s in held.hand]

        self._do(seat, bar)

    def _do(self, seat: int, deed: _Deed, is_ambiguous: bool = False) -> None:
        since = self._since.setdefault(seat, [])
        held = self._held.setdefault(seat, _Held())
        if since or (is_ambiguous and not held.is_uniform):
            since.append(deed)
            if is_ambiguous:
                # Its own random generator, so that the same history gives the same
                # witness.
                self._witness = self.deal(Random(self._count)) or self._witness
        else:
            deed(held, self._certain, Random(0))

    def deal(self, dice: Random) -> Dealt | None:
        """Deal all hidden cards; return None if no deal fits."""
        for attempt in range(FREE + LED):
            guess = self._certain.copy()
            if attempt >= FREE and self._witness:
                guess.follow(self._witness)
            try:
                return self._dealt(guess, dice)
            except _Contradiction:
                continue
        return None

    def _dealt(self, guess: _Guess, dice: Random) -> Dealt:
        held = {}
        for seat in dice.sample(list(self._held), len(self._held)):
            held[seat] = self._held[seat].copy()
            for deed in self._since[seat]:
                deed(held[seat], guess, dice)
        decks = [_shuffled(pool, dice) for pool in guess.pools]
        _assign(
            [slot for h in held.values() for slot in (*h.hand, *h.laid)], decks, guess
        )
        zones: Zones = {("deck", deck): decks[at] for deck, at in self._decks.items()}
        for seat, cards in held.items():
            zones["hand", seat] = [guess.drawn[slot.number] for slot in cards.hand]
            for number, slot in enumerate(cards.laid):
                zones["front", seat, number] = [guess.drawn[slot.number]]
        return Dealt(zones, guess.drawn, {s: cards.lays for s, cards in held.items()})


def _shuffled(pool: dict[str, int], dice: Random) -> list[str]:
    cards = [card for card, number in pool.items() for _ in range(number)]
    dice.shuffle(cards)
    return cards


def _assign(slots: list[Slot], decks: list[list[str]], guess: _Guess) -> None:
    """Give each slot a card, starting with those that rule out the most cards."""
    slots.sort(key=lambda slot: -len(slot.barred))
    for slot in slots:
        cards = decks[slot.pool]
        for at in range(len(cards) - 1, -1, -1):
            if cards[at] not in slot.barred:
                guess.drawn[slot.number] = cards.pop(at)
                break
        else:
            raise _Contradiction


def _found(hand: list[Slot], card: str, guess: _Guess, dice: Random) -> Slot:
    """Take the slot that held this card out of a hand."""
    fitting = [n for n, slot in enumerate(hand) if guess.is_possible(slot, card)]
    if not fitting:
        raise _Contradiction
    led = [n for n in fitting if guess.lead.get(hand[n].number) == card]
    if led:
        return hand.pop(led[0])
    likely = [guess.likelihood(hand[n], card) for n in fitting]
    return hand.pop(dice.choices(fitting, likely)[0])
