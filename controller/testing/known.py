"""What a game's own `testing.py` tells the suite; all of it is optional."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from controller import games
from controller.light.legend import Legend
from controller.rules.game import AnyGame

LONGEST = 20_000


def _nothing(*_: Any) -> Iterable[Any]:
    return ()


class Known(NamedTuple):
    # The most actions in a game, including chance's.
    longest: Callable[[int, Mapping[str, Any]], int] = lambda _seats, _options: LONGEST
    # One sentence for each invariant that does not hold.
    broken: Callable[[Any], Iterable[str]] = _nothing
    # The fields of an action that only the acting seat knows, until a reveal.
    secrets: Mapping[type[Any], tuple[str, ...]] = MappingProxyType({})
    # Other positions that look the same to a viewer, a seat or the "table".
    lookalikes: Callable[[Any, Any], Iterable[Any]] = _nothing
    # The actions of a seat's log, with hidden fields filled in from this imagined
    # position; for a `bot` with its own memory.
    said: Callable[[Any, Any], list[Any]] | None = None
    # What each lamp can mean.
    legend: Legend = ()
    # Options with which a game ends soon.
    short: Mapping[str, Any] = MappingProxyType({})
    # A playthrough that can be played by hand on the table.
    in_hands: str | None = None

    @property
    def hides(self) -> bool:
        """Whether the game has secrets, according to its `testing.py`."""
        return bool(self.secrets) or self.lookalikes is not _nothing


_CONSTANTS = {"secrets", "legend", "short", "in_hands"}
# Their names in `testing.py`.
NAMES = {n: n.upper() if n in _CONSTANTS else n for n in Known._fields}


@cache
def known(name: str) -> Known:
    told = games.part(name, "testing")
    said = {field: getattr(told, there, None) for field, there in NAMES.items()}
    if lookalikes := said["lookalikes"]:
        said["lookalikes"] = _until_over(games.find(name), lookalikes)
    return Known(**{field: value for field, value in said.items() if value is not None})


def _until_over(game: AnyGame, lookalikes: Any) -> Callable[[Any, Any], Iterable[Any]]:
    """Ask only until the game is over, because then everything is shown."""

    def alike(position: Any, viewer: Any) -> Iterable[Any]:
        is_over = game.result(position) is not None
        return () if is_over else lookalikes(position, viewer)

    return alike
