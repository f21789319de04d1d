"""A saved game and its setup, as values."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple


def same_name(one: str, other: str) -> bool:
    """Return whether two names are equal, ignoring upper and lower case."""
    return one.casefold() == other.casefold()


def without_name(names: Iterable[str], name: str) -> Iterator[str]:
    """Return the names by seat, with "" in place of this one."""
    return ("" if same_name(each, name) else each for each in names)


class Setup(NamedTuple):
    """A game's setup, and the codes that open its seats' pages."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: int
    rules: str
    codes: tuple[str, ...]
    # House data as JSON; None if the game has none.
    house: Any = None
    # The players' names by seat, "" for one without a name; () if nobody has one.
    players: tuple[str, ...] = ()
    lesson: bool = False
    # Minutes for each player, 0 to count only; None without a clock.
    clock: int | None = None

    def without(self, name: str) -> "Setup":
        return self._replace(players=tuple(without_name(self.players, name)))


class GameResult(NamedTuple):
    """The winning seats, and the rank of each seat."""

    winners: tuple[int, ...]
    ranks: tuple[int, ...]


class SavedGame(NamedTuple):
    """A game and its entries.

    They are ("action", its JSON), ("undo", how many remain) and, before actions of a
    game with a clock, ("clock", the seconds that each seat has used).
    """

    setup: Setup
    entries: tuple[tuple[str, str], ...]
    over: bool = False
    # None while the game is played, or if its result is unknown.
    ended: GameResult | None = None
    # The bots' levels by seat, "" for a person.
    bots: tuple[str, ...] = ()
