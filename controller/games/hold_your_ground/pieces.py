"""HOLD YOUR GROUND: pieces, actions and events."""

from typing import Literal, NamedTuple, TypeAlias

from controller.basics.record import record
from controller.rules.deals import Bag, Draw, First

# By seat. A team's number is that of its seat.
TEAMS = ("red", "green", "blue", "purple")
TEAM = {name: team for team, name in enumerate(TEAMS)}
NOBODY = -1
HAND = 4
# What a special card, the Doom Die or its action of choice can trigger.
DOOMS = ("royale", "eliminator", "explosion")
FACES = (*DOOMS, "choice")


@record
class Hole(NamedTuple):
    """The next hole in the island, by chance."""

    at: str


@record
class Play(NamedTuple):
    """A seat's two cards: one for the number of battlers, one for tiles."""

    seat: int
    battlers: str
    tiles: str


@record
class Pick(NamedTuple):
    """The tile of the battler that moves next."""

    seat: int
    at: str


@record
class Step(NamedTuple):
    """The next tile of a battler's path."""

    seat: int
    to: str


@record
class Push(NamedTuple):
    """The team whose battler must leave the full tile."""

    seat: int
    at: str
    team: str


@record
class Special(NamedTuple):
    """The first of two special actions."""

    seat: int
    action: str


@record
class Roll(NamedTuple):
    """A roll of the Doom Die."""

    face: str


@record
class Doom(NamedTuple):
    """The seat's choice when the die shows Action of Choice."""

    seat: int
    action: str


@record
class Take(NamedTuple):
    """The battler that a majority holder eliminates."""

    seat: int
    at: str
    team: str


@record
class Spare(NamedTuple):
    """A majority holder's choice to eliminate nobody."""

    seat: int
    at: str


@record
class Eliminator(NamedTuple):
    """The Eliminator's next tile."""

    seat: int
    to: str


@record
class Scatter(NamedTuple):
    """The landing place of the next battler in the air, by chance; None if lost."""

    team: str
    to: str | None


Action: TypeAlias = (
    Hole
    | First
    | Draw
    | Play
    | Pick
    | Step
    | Push
    | Special
    | Roll
    | Doom
    | Take
    | Spare
    | Eliminator
    | Scatter
)


@record
class Shoved(NamedTuple):
    """A pushed battler's path; `to` is null if it is off the island."""

    team: str
    at: str
    to: str | None


@record
class Battle(NamedTuple):
    """The start of a Battle Royale in this seat's turn."""

    seat: int


@record
class Blast(NamedTuple):
    """The Eliminator's strike; `battlers` are in the air, by team."""

    at: str
    battlers: dict[str, int]


@record
class Collapse(NamedTuple):
    """The tiles that are cut off from the centre, with the battlers on them."""

    tiles: tuple[str, ...]
    battlers: dict[str, int]


@record
class Out(NamedTuple):
    """The teams that lost their last battlers together."""

    teams: tuple[str, ...]


Phase: TypeAlias = Literal[
    "hole",
    "first",
    "deal",
    "play",
    "pick",
    "step",
    "push",
    "special",
    "draw",
    "roll",
    "doom",
    "royale",
    "eliminator",
    "scatter",
    # "next": the last action is settled, and the turn continues with its agenda.
    "next",
    "over",
]

# How many battlers of each team, in seat order.
Counts: TypeAlias = tuple[int, ...]


class House(NamedTuple):
    """The data that no rule sheet gives."""

    # In alphabetical order, which is also the order of bags of cards.
    cards: tuple[str, ...]
    deck: Bag
    # By face, in the order of FACES.
    die: tuple[int, ...]
    # Of `thrown` battlers in the air, `lost` are lost; the others land within `reach`.
    thrown: int
    lost: int
    reach: int


class Variant(NamedTuple):
    seats: int
    cap: int
    own_push_counts: bool
    turn_cap: int | None
    house: House


class Cards(NamedTuple):
    """A seat's cards; hand and discard are sorted."""

    hand: tuple[str, ...]
    deck: Bag
    discard: tuple[str, ...]


class Move(NamedTuple):
    """The moving phase; `battlers` are still to move, including the current one."""

    battlers: int
    tiles: int
    # The moving battler: its tile, its path, and how far it has to go.
    at: int = -1
    way: int = 0
    left: int = 0
    heading: int = 0


class Crowd(NamedTuple):
    """A tile that owes pushes, and the battler whose arrival filled it."""

    at: int
    owed: int
    team: int
    moved: bool


class Fight(NamedTuple):
    """A tile of a Battle Royale, its remaining majority holders, and their victims."""

    at: int
    holders: tuple[int, ...]
    victims: tuple[int, ...]


class Position(NamedTuple):
    variant: Variant
    phase: Phase
    turn: int
    # NOBODY until the starting seat is known.
    active: int
    # The rest of this turn: dooms, "order", "draw" and "roll".
    agenda: tuple[str, ...]
    tiles: int
    eliminator: int
    # By square.
    board: tuple[Counts, ...]
    # By square: battlers of the active team that have moved this turn.
    moved: tuple[int, ...]
    move: Move | None
    # The last one comes first.
    crowds: tuple[Crowd, ...]
    fight: Fight | None
    air: Counts
    cards: tuple[Cards, ...]
    # By seat, then by team.
    captured: tuple[Counts, ...]
    lost: Counts
    # In the order of falling; teams that fell together share a group.
    out: tuple[tuple[int, ...], ...]
