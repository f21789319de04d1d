"""HAI NOON: pieces, actions and events."""

from typing import Literal, NamedTuple, TypeAlias

from controller.basics.record import record
from controller.rules.deals import Bag, Draw, First

PLACES = ("TL", "TR", "BR", "BL")
SIDES = ("N", "E", "S", "W")
DIVERS = ("pink", "turquoise", "green", "black")
COLOURS = ("blue", "green", "red", "yellow")
SHARKS = 12
HAND = 3
ATTACK_AT = 3

# HN-04: for each side, its two middle sharks and the place that each attacks.
ATTACKS = (
    ((1, 0), (2, 1)),
    ((4, 1), (5, 2)),
    ((7, 2), (8, 3)),
    ((10, 3), (11, 0)),
)

WILD = "wild"
# The number of each kind in each colour, and of Wild cards.
KINDS = {"cage": 2, "camouflage": 1, "diver": 2, "flip": 2, "rotate": 2, "shark": 2}
WILDS = 4
_COUNTS = {f"{colour}-{kind}": n for colour in COLOURS for kind, n in KINDS.items()}
_COUNTS[WILD] = WILDS
# Sorted by name, as hands and piles are.
CARDS = tuple(sorted(_COUNTS))
DECK: Bag = tuple(_COUNTS[card] for card in CARDS)

INDEX = {name: index for index, name in enumerate(DIVERS)}
PLACE = {name: index for index, name in enumerate(PLACES)}
SIDE = {name: index for index, name in enumerate(SIDES)}
CARD = {name: index for index, name in enumerate(CARDS)}
# "" for the Wild card, which has neither colour nor action.
COLOUR = {name: name.partition("-")[0] if name != WILD else "" for name in CARDS}
KIND = {name: name.partition("-")[2] for name in CARDS}
HARPOONS = tuple(name for name in CARDS if KIND[name] == "cage")

# HN-02: by diver; the black one of the 3-seat game is nobody's.
OWNERS: dict[int, tuple[int | None, ...]] = {
    2: (0, 1, 0, 1),
    3: (0, 1, 2, None),
    4: (0, 1, 2, 3),
}


@record
class Enter(NamedTuple):
    """The return of a camouflaged diver."""

    seat: int
    diver: str
    place: str


@record
class Play(NamedTuple):
    seat: int
    card: str
    side: str


@record
class Swim(NamedTuple):
    """A move to a neighbouring place; its occupant moves to this diver's place."""

    seat: int
    diver: str
    place: str


@record
class Cage(NamedTuple):
    seat: int
    diver: str


@record
class Swap(NamedTuple):
    """A swap of this shark with the next one clockwise."""

    seat: int
    shark: int


@record
class Flip(NamedTuple):
    seat: int
    shark: int


@record
class Hide(NamedTuple):
    """A diver leaving the board until its seat's next turn."""

    seat: int
    diver: str


@record
class Harpoon(NamedTuple):
    """A harpoon in answer to an attack."""

    seat: int
    diver: str
    card: str


@record
class Endure(NamedTuple):
    """An answer without a harpoon."""

    seat: int


Action: TypeAlias = (
    First | Draw | Enter | Play | Swim | Cage | Swap | Flip | Hide | Harpoon | Endure
)
Health: TypeAlias = Literal["healthy", "injured", "prey", "dummy"]
# "act" is the action of the played card, "answer" that of attacked seats.
Step: TypeAlias = Literal[
    "first", "deal", "enter", "play", "act", "answer", "draw", "over"
]


@record
class Rotate(NamedTuple):
    """A move of all sharks by one place."""

    seat: int


@record
class Idle(NamedTuple):
    """A card whose action is impossible, so nothing happens."""

    seat: int
    card: str


@record
class Attack(NamedTuple):
    side: str


@record
class Wake(NamedTuple):
    """A full shark becoming hungry."""

    shark: int


@record
class Bite(NamedTuple):
    """A bite and the diver's state after it; the shark is then full."""

    shark: int
    diver: str
    state: str


@record
class Miss(NamedTuple):
    """A hungry shark's miss: `harpoon`, `cage`, `dummy`, or a `free` place."""

    shark: int
    place: str
    diver: str | None
    by: str


@record
class Clear(NamedTuple):
    """The discard of the three cards that triggered an attack."""

    side: str
    cards: tuple[str, ...]


@record
class Out(NamedTuple):
    """The end of a seat without live divers; its hand is discarded."""

    seat: int
    cards: tuple[str, ...]


class Variant(NamedTuple):
    seats: int
    last_diver: bool
    turn_cap: int | None


NOBODY = -1


class Position(NamedTuple):
    variant: Variant
    step: Step
    turn: int
    # NOBODY until the first seat is known.
    active: int
    # Whether each shark is hungry, clockwise from the top-left corner.
    sharks: tuple[bool, ...]
    # The diver in each place.
    places: tuple[str | None, ...]
    # By diver.
    health: tuple[Health, ...]
    cage: str | None
    # By side, in order of play.
    sides: tuple[tuple[str, ...], ...]
    # By seat, sorted.
    hands: tuple[tuple[str, ...], ...]
    deck: Bag
    discard: Bag
    # The card played this turn, and its side; "" and 0 before that.
    card: str
    side: int
    # The seats that still have to answer the attack, and the divers saved by harpoons.
    asked: tuple[int, ...]
    saved: tuple[str, ...]
    # By seat: the turn that took its diver, or its last one; 0 if none has.
    fell: tuple[int, ...]
