"""HOLD YOUR BREATH!: pieces, actions and events."""

from typing import Literal, NamedTuple, TypeAlias

from controller.basics.record import record
from controller.rules.deals import Bag, Draw, First

FACES = ("air-5", "air-10", "swim-5", "swim-10")
ICONS = ("draw", "discard", "calm", "panic")
CREATURES = ("shark", "kraken", "dolphin")
DUALS = {f"{face}-{icon}": (face, icon) for face in FACES for icon in ICONS}
# Sorted, as hands are.
CARDS = tuple(sorted((*DUALS, *CREATURES)))
INDEX = {card: index for index, card in enumerate(CARDS)}

AMOUNTS = {"air-5": 5, "air-10": 10, "swim-5": 5, "swim-10": 10}
# By card, what it can be played as.
USES: dict[str, tuple[str, ...]] = {
    **DUALS,
    "shark": ("shark",),
    "kraken": ("kraken",),
    "dolphin": (*FACES, *ICONS, "shark", "kraken"),
}
AIRS = frozenset(card for card in DUALS if card.startswith("air"))
HAND = 5
DECK_SIZE = 68  # HYB-02


@record
class Play(NamedTuple):
    """A card that the active seat plays, for its amount or its effect."""

    seat: int
    card: str
    as_: str
    effect: str | None = None
    target: int | None = None
    front: int | None = None


@record
class Drop(NamedTuple):
    """The card that a victim discards."""

    seat: int
    card: str


@record
class Snatch(NamedTuple):
    """The card that a victim loses by chance, in the draft edition."""

    seat: int
    card: str


@record
class Done(NamedTuple):
    """The end of playing cards in this turn."""

    seat: int


@record
class SelfPanic(NamedTuple):
    """The card that a seat lays down as a Panic because it did not breathe."""

    seat: int
    card: str


@record
class Toss(NamedTuple):
    """A card that the active seat discards once it is done."""

    seat: int
    card: str


@record
class End(NamedTuple):
    """The end of the active seat's turn."""

    seat: int


Action: TypeAlias = First | Draw | Play | Drop | Snatch | Done | SelfPanic | Toss | End


@record
class Move(NamedTuple):
    """A pirate that swam to that depth."""

    seat: int
    depth: int


@record
class Surface(NamedTuple):
    """A pirate that is back at the Surface."""

    seat: int


@record
class Clear(NamedTuple):
    """The discard of a Panic or Shark that lay open in front of this seat."""

    seat: int
    card: str


@record
class Uncover(NamedTuple):
    """The discard of a Panic that lay face down; everybody sees it now."""

    seat: int
    card: str


@record
class DeckOut(NamedTuple):
    """The empty deck; this many turns follow the current one."""

    turns: int


@record
class Anchors(NamedTuple):
    """The end of the Descent, with the Anchors' depths."""

    depths: tuple[int, ...]


class Front(NamedTuple):
    """A card in front of a seat."""

    card: str
    as_: str
    hidden: bool = False


Fronts: TypeAlias = tuple[tuple[Front, ...], ...]
Hands: TypeAlias = tuple[tuple[str, ...], ...]
Phase: TypeAlias = Literal["descent", "ascent", "over"]
# What has to happen next: chance (first, deal, draw, refill, snatch) or a seat.
Step: TypeAlias = Literal[
    "first", "deal", "draw", "refill", "snatch", "play", "drop", "panic", "toss", "over"
]


class Variant(NamedTuple):
    seats: int
    draft: bool
    first: int | None
    panic_on_sharked: bool
    dolphin_must_be_air: bool


class Position(NamedTuple):
    variant: Variant
    phase: Phase
    step: Step
    turn: int
    active: int | None
    # Who took the first turn of this phase: a round starts there.
    leader: int
    depths: tuple[int, ...]
    anchors: tuple[int, ...] | None
    # In which order the pirates surfaced; None for one under water.
    surfaced: tuple[int | None, ...]
    hands: Hands
    fronts: Fronts
    deck: Bag
    # The top card last.
    discard: tuple[str, ...]
    # Played this turn.
    air: int
    swim: int
    last_turns: int | None
    # Who is dealt to or has to discard, the next one first.
    queue: tuple[int, ...]
