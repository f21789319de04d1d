"""HOLD YOUR BREATH!: what is played with, what can be done and what can happen."""

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
    """The active seat: a card for its amount or for its effect."""

    seat: int
    card: str
    as_: str
    effect: str | None = None
    target: int | None = None
    front: int | None = None


@record
class Drop(NamedTuple):
    """A victim: the card that it discards."""

    seat: int
    card: str


@record
class Snatch(NamedTuple):
    """Chance, in the draft: the card that this victim loses."""

    seat: int
    card: str


@record
class Done(NamedTuple):
    """The active seat plays no more cards."""

    seat: int


@record
class SelfPanic(NamedTuple):
    """The active seat, which did not breathe: a card laid down as a Panic."""

    seat: int
    card: str


@record
class Toss(NamedTuple):
    """The active seat, when it is done: discards a card."""

    seat: int
    card: str


@record
class End(NamedTuple):
    """The active seat ends its turn."""

    seat: int


Action: TypeAlias = First | Draw | Play | Drop | Snatch | Done | SelfPanic | Toss | End


@record
class Move(NamedTuple):
    """This pirate swam to that depth."""

    seat: int
    depth: int


@record
class Surface(NamedTuple):
    """This pirate is back at the Surface."""

    seat: int


@record
class Clear(NamedTuple):
    """A Panic or Shark that lay open in front of this seat was discarded."""

    seat: int
    card: str


@record
class Uncover(NamedTuple):
    """A Panic that lay face down was discarded: now it can be seen."""

    seat: int
    card: str


@record
class DeckOut(NamedTuple):
    """The end of the phase is near: this many turns follow this one."""

    turns: int


@record
class Anchors(NamedTuple):
    """The Descent is over."""

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
