"""What the journal keeps of a game, as values."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple


def same_name(one: str, other: str) -> bool:
    """Whether two names are one person's: capital or small letters do not matter."""
    return one.casefold() == other.casefold()


def without_name(names: Iterable[str], name: str) -> Iterator[str]:
    """Yield the names by seat, and "" for whoever has this one."""
    return ("" if same_name(each, name) else each for each in names)


class Setup(NamedTuple):
    """How a game was set up, and the codes that open its seats' pages."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: int
    rules: str
    codes: tuple[str, ...]
    # House data as JSON; None if the game has none.
    house: Any = None
    # What the people at the seats are called, "" where nobody said; or nothing at all.
    players: tuple[str, ...] = ()
    lesson: bool = False

    def without(self, name: str) -> "Setup":
        return self._replace(players=tuple(without_name(self.players, name)))


class Ended(NamedTuple):
    """Who has won, and the rank of each seat."""

    winners: tuple[int, ...]
    ranks: tuple[int, ...]


class Saved(NamedTuple):
    """A game: ("action", its JSON) and ("undo", how many stay)."""

    setup: Setup
    entries: tuple[tuple[str, str], ...]
    over: bool = False
    # How it ended; None where nobody wrote that down.
    ended: Ended | None = None
    # By seat the level of the bot that plays there, "" for a person.
    bots: tuple[str, ...] = ()
