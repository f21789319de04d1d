"""HAI NOON: pure queries about the board: where things are, and whose they are."""

from functools import cache, lru_cache

from controller.games.hai_noon.pieces import (
    ATTACKS,
    COLOUR,
    DIVERS,
    HARPOONS,
    INDEX,
    OWNERS,
    PLACES,
    Health,
    Position,
)
from controller.rules.game import Teams

# EMPTY is a side without cards. A side with only Wild cards has the colour "".
EMPTY = "empty"
# The colour of each side, or EMPTY, in the order of SIDES.
SideColours = tuple[str, ...]


def side_colours(sides: tuple[tuple[str, ...], ...]) -> SideColours:
    return tuple(map(_side_colour, sides))


# Nearly always one of a few hundred pairs of cards lies on a side.
@lru_cache(maxsize=4096)
def _side_colour(cards: tuple[str, ...]) -> str:
    """HN-05, HN-10: a side has the colour of its cards; Wild cards have none."""
    colours = [COLOUR[card] for card in cards if COLOUR[card]]
    return colours[0] if colours else "" if cards else EMPTY


def colour_of(position: Position, side: int) -> str:
    """Return the colour of these cards; "" if they have none."""
    return _side_colour(position.sides[side])


@cache
def fitting(colour: str, sides: SideColours) -> tuple[int, ...]:
    """HN-06, HN-08: the sides to which a card of this colour may be played."""
    if not colour:
        return (0, 1, 2, 3)
    if colour in sides:
        return (sides.index(colour),)
    return tuple(side for side in range(4) if sides[side] in (EMPTY, ""))


@cache
def empty_sides(colour: str, sides: SideColours) -> tuple[int, ...]:
    """HN-11: return the empty sides among these."""
    return tuple(side for side in fitting(colour, sides) if sides[side] == EMPTY)


def is_first_turn(position: Position) -> bool:
    """Return whether it is the seat's first turn; nobody is out before that."""
    return position.turn <= position.variant.seats


def sides_for(position: Position, seat: int) -> dict[str, tuple[int, ...]]:
    """Map each card in the seat's hand to the sides where it can go now."""
    now = side_colours(position.sides)
    hand = position.hands[seat]
    if is_first_turn(position):
        empty = {card: empty_sides(COLOUR[card], now) for card in hand}
        if any(empty.values()):
            return empty
    return {card: fitting(COLOUR[card], now) for card in hand}


def owner(position: Position, diver: str) -> int | None:
    return OWNERS[position.variant.seats][INDEX[diver]]


def teams(seats: int) -> Teams:
    """HN-02: map each seat to its divers."""
    owners = tuple(zip(DIVERS, OWNERS[seats], strict=True))
    return tuple(
        tuple(diver for diver, owner in owners if owner == seat)
        for seat in range(seats)
    )


def own(position: Position, seat: int) -> tuple[str, ...]:
    """Return the seat's live divers; nobody's turn moves a dummy (HN-57)."""
    return _live(OWNERS[position.variant.seats], position.health, seat)


@cache
def _live(
    owners: tuple[int | None, ...], health: tuple[Health, ...], seat: int
) -> tuple[str, ...]:
    return tuple(
        diver
        for diver, owner, state in zip(DIVERS, owners, health, strict=True)
        if owner == seat and state in ("healthy", "injured")
    )


def hidden(position: Position, seat: int) -> str | None:
    """Return the seat's camouflaged diver: one at most, as it returns each turn."""
    places = position.places
    if None in places:
        for diver in own(position, seat):
            if diver not in places:
                return diver
    return None


def neighbours(place: str) -> tuple[str, str]:
    at = PLACES.index(place)
    return PLACES[at - 1], PLACES[(at + 1) % 4]


def cage_targets(position: Position) -> tuple[str, ...]:
    """HN-24: return the divers on the board without the cage."""
    return tuple([d for d in position.places if d and d != position.cage])


def attacked(position: Position) -> tuple[str, ...]:
    """HN-20: the live divers that a hungry shark attacks from the last played side."""
    found = []
    for shark, place in ATTACKS[position.side]:
        diver = position.places[place]
        if position.sharks[shark] and diver and can_be_bitten(position, diver):
            found.append(diver)
    return tuple(found)


def can_be_bitten(position: Position, diver: str) -> bool:
    return position.health[INDEX[diver]] != "dummy"


def harpoons(position: Position, seat: int) -> tuple[str, ...]:
    """HN-21: the seat's harpoons that fit the attacked side, one of each kind."""
    colour = colour_of(position, position.side)
    held = [card for card in HARPOONS if card in position.hands[seat]]
    if colour:
        return tuple(card for card in held if COLOUR[card] == colour)
    elsewhere = side_colours(position.sides)
    return tuple(card for card in held if COLOUR[card] not in elsewhere)
