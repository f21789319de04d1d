"""A memory for games in which players draw cards unseen from decks.

It replays the log on a position of its own, `base`, in which hidden cards may be
anywhere: before another seat plays a card, that card is swapped into its hand. So the
base is right at any time about all open cards, and about what views omit (the step, the
agenda, who is asked next), without replaying the log. `HiddenCards` tracks what can be
concluded about hidden cards, and each imagined position is the base with those cards
dealt out again.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from random import Random
from typing import Any, NamedTuple, TypeAlias

from controller.bots.hidden_cards import NOTHING, Dealt, HiddenCards, Zone, Zones
from controller.bots.sense import Shown
from controller.rules.codec import from_json
from controller.rules.game import AnyGame, State

# By zone, cards that must be there.
Needs: TypeAlias = dict[Zone, tuple[str, ...]]


class CardTable(NamedTuple):
    """Where a game keeps its hidden cards; `told` is an action or event as shown."""

    # All hands, decks and face-down cards of any position.
    zones: Callable[[Any], Zones]
    # The position with these cards in these zones; other zones keep theirs.
    placed: Callable[[Any, Zones], Any]
    # The size of each deck.
    sizes: Callable[[Any], dict[Hashable, int]]
    # The cards that leave the hand of the seat named in it.
    leaving: Callable[[Any, State], tuple[str, ...]]
    # The cards that the seat cannot hold, since it took this action.
    barred: Callable[[Any, State], frozenset[str]] = lambda _position, _told: NOTHING
    # The deck from which a seat draws.
    deck: Callable[[int], Hashable] = lambda _seat: 0


class HandsAndDeck(NamedTuple):
    """Hands, and one deck that the position keeps as a count of each card name."""

    names: tuple[str, ...]

    def zones(self, position: Any) -> Zones:
        deck = Counter(dict(zip(self.names, position.deck, strict=True)))
        found: Zones = {("deck", 0): list(deck.elements())}
        for seat, hand in enumerate(position.hands):
            found["hand", seat] = list(hand)
        return found

    def placed(self, position: Any, zones: Zones) -> Any:
        hands = tuple(
            tuple(sorted(zones.get(("hand", seat), hand)))
            for seat, hand in enumerate(position.hands)
        )
        deck = tuple(map(zones["deck", 0].count, self.names))
        return position._replace(hands=hands, deck=deck)

    def sizes(self, position: Any) -> dict[Hashable, int]:
        return {0: sum(position.deck)}


class CardMemory:
    """A `Memory` for games with hidden cards, as `CardTable` describes them."""

    def __init__(self, game: AnyGame, table: CardTable, start: Any, seat: int) -> None:
        self._game = game
        self._table = table
        self.seat = seat
        self.base = start
        self.hidden = HiddenCards()
        self._sizes: dict[Hashable, int] = {}
        self._look_for_new_decks()

    def imagine(self, dice: Random) -> Any:
        dealt = self.hidden.deal(dice)
        return self.base if dealt is None else self.placed(dealt)

    def placed(self, dealt: Dealt) -> Any:
        """Return the base with its hidden cards dealt like this."""
        return self._table.placed(self.base, dealt.zones)

    def note(self, shown: Shown) -> None:
        told = shown[0]
        action = self._drawn(told) if told["type"] == "draw" else self._left(shown)
        self.base, _ = self._game.apply(self.base, action)
        self._look_for_new_decks()

    def needs(self, shown: Shown) -> Needs:
        """Return the cards that hands must have held for this; note that they left."""
        needs: Needs = {}
        for told in shown:
            seat = told.get("seat")
            if seat is not None and seat != self.seat:
                cards = self._table.leaving(self.base, told)
                if cards:
                    zone = ("hand", seat)
                    needs[zone] = (*needs.get(zone, ()), *cards)
                for card in cards:
                    self.hidden.left(seat, card)
        return needs

    def decided(self, told: State) -> Any:
        """Return the action that was shown, once it is legal in the base."""
        return _action(self._game, told)

    def _drawn(self, told: State) -> Any:
        seat, card = told["seat"], told["card"]
        deck = self._table.deck(seat)
        if card is None:
            self.hidden.drawn(deck, seat)
            return self._game.chance(self.base)[0].action
        self.hidden.seen_drawn(deck, card)
        self._exchange({("deck", deck): (card,)})
        return self.decided(told)

    def _left(self, shown: Shown) -> Any:
        told = shown[0]
        seat = told.get("seat")
        needs = self.needs(shown)
        barred = NOTHING if seat == self.seat else self._table.barred(self.base, told)
        if needs:
            self._exchange(needs)
        if barred:
            self.hidden.barred(told["seat"], barred)
            kept = needs.get(("hand", seat), ())
            self._exchange_barred(("hand", seat), kept, barred)
        return self.decided(told)

    def _exchange(self, needs: Needs) -> None:
        """Move cards of the base to the zones that must hold them."""
        zones = self._table.zones(self.base)
        fixed = {zone: _pulled(zones[zone], cards) for zone, cards in needs.items()}
        is_changed = False
        for zone, cards in needs.items():
            others = [zones[other] for other in self._exchangeable(zone, zones)]
            for card in (Counter(cards) - Counter(fixed[zone])).elements():
                is_changed = True
                _swap_in(zones[zone], others, card.__eq__)
                fixed[zone].append(zones[zone].pop())
        if is_changed:
            for zone, there in fixed.items():
                zones[zone] += there
            self.base = self._table.placed(self.base, zones)

    def _exchange_barred(
        self, zone: Zone, kept: tuple[str, ...], barred: frozenset[str]
    ) -> None:
        """Swap barred cards out of a zone of the base, except those in `kept`."""
        zones = self._table.zones(self.base)
        here = zones[zone]
        fixed = _pulled(here, kept)
        others = [zones[other] for other in self._exchangeable(zone, zones)]
        for card in [card for card in here if card in barred]:
            here.append(here.pop(here.index(card)))
            _swap_in(here, others, lambda other: other not in barred)
        here += fixed
        self.base = self._table.placed(self.base, zones)

    def _exchangeable(self, zone: Zone, zones: Zones) -> Iterator[Zone]:
        """Return the other zones that hold unknown cards of the same deck."""
        deck = self._deck_of(zone)
        for other in zones:
            is_own = other[0] != "deck" and other[1] == self.seat
            if other != zone and not is_own and self._deck_of(other) == deck:
                yield other

    def _deck_of(self, zone: Zone) -> Hashable:
        if zone[0] == "deck":
            return zone[1]
        seat = zone[1]
        assert isinstance(seat, int)
        return self._table.deck(seat)

    def _look_for_new_decks(self) -> None:
        """Note each deck that has grown, because open cards were shuffled into it."""
        sizes = self._table.sizes(self.base)
        for deck, size in sizes.items():
            if size > self._sizes.get(deck, 0):
                self.hidden.new_deck(deck, self._table.zones(self.base)["deck", deck])
        self._sizes = sizes


def _pulled(cards: list[str], wanted: tuple[str, ...]) -> list[str]:
    """Remove the wanted cards that are present, and return them."""
    found = list((Counter(wanted) & Counter(cards)).elements())
    for card in found:
        cards.remove(card)
    return found


def _swap_in(
    here: list[str], others: list[list[str]], wanted: Callable[[str], bool]
) -> None:
    """Swap the last card here for one from elsewhere."""
    for there in others:
        for at, card in enumerate(there):
            if wanted(card):
                there[at], here[-1] = here[-1], card
                return


# Actions by game and by text: a few thousand at most.
_ACTIONS: dict[tuple[Any, ...], Any] = {}


def _action(game: AnyGame, told: State) -> Any:
    key = (game.name, *told.items())
    if key not in _ACTIONS:
        _ACTIONS[key] = from_json(game, told)
    return _ACTIONS[key]
