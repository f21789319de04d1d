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
# The possible uses of each card.
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
    """A card that the active seat discards after playing."""

    seat: int
    card: str


@record
class End(NamedTuple):
    """The end of the active seat's turn."""

    seat: int


Action: TypeAlias = First | Draw | Play | Drop | Snatch | Done | SelfPanic | Toss | End


@record
class Move(NamedTuple):
    """A pirate swimming to that depth."""

    seat: int
    depth: int


@record
class Surface(NamedTuple):
    """A pirate reaching the Surface."""

    seat: int


@record
class Clear(NamedTuple):
    """The discard of a Panic or Shark that lay open in front of this seat."""

    seat: int
    card: str


@record
class Uncover(NamedTuple):
    """The discard of a Panic that lay face down; everyone sees it now."""

    seat: int
    card: str


@record
class DeckOut(NamedTuple):
    """The deck running out; this many turns follow the current one."""

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
# What happens next: chance (first, deal, draw, refill, snatch) or a seat's decision.
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
    # The seat that took the first turn of this phase; rounds start there.
    leader: int
    depths: tuple[int, ...]
    anchors: tuple[int, ...] | None
    # Each pirate's rank in surfacing; None while under water.
    surfaced: tuple[int | None, ...]
    hands: Hands
    fronts: Fronts
    deck: Bag
    # The top card is last.
    discard: tuple[str, ...]
    # Amounts played this turn.
    air: int
    swim: int
    last_turns: int | None
    # The seats that are dealt to or must discard, the next one first.
    queue: tuple[int, ...]
