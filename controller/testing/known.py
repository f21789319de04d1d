"""What a game's own `testing.py` tells the suite; each of these may be left out.

`longest(seats, options)`  no game takes more actions than that, chance's included
`broken(position)`         a sentence for each invariant that does not hold
`SECRETS`                  action type -> the fields that only the acting seat knows
                           until one of the game's reveals
`lookalikes(position, viewer)`  other positions that look the same to that viewer, a
                           seat or the "table"; asked until the game is over
`said(shown, position)`    the actions of a seat's log, with hidden fields filled in
                           from this imagined position (for a `bot` with a memory
                           of its own)
`LEGEND`                   what each lamp can mean (`controller.light.legend`)
`SHORT`                    options with which a game is soon over
`IN_HANDS`                 a playthrough that can be played by hand on the table
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from controller import games
from controller.light.legend import Legend
from controller.rules.game import AnyGame

LONGEST = 20_000


def _longest(_seats: int, _options: Mapping[str, Any]) -> int:
    return LONGEST


def _nothing(*_: Any) -> Iterable[Any]:
    return ()


class Known(NamedTuple):
    longest: Callable[[int, Mapping[str, Any]], int] = _longest
    broken: Callable[[Any], Iterable[str]] = _nothing
    secrets: Mapping[type[Any], tuple[str, ...]] = MappingProxyType({})
    lookalikes: Callable[[Any, Any], Iterable[Any]] = _nothing
    said: Callable[[Any, Any], list[Any]] | None = None
    legend: Legend = ()
    short: Mapping[str, Any] = MappingProxyType({})
    in_hands: str | None = None

    @property
    def hides(self) -> bool:
        """Whether the game has secrets, according to its `testing.py`."""
        return bool(self.secrets) or self.lookalikes is not _nothing


@cache
def known(name: str) -> Known:
    told = games.part(name, "testing")
    names = {field: field for field in Known._fields}
    names |= {field: field.upper() for field in ("secrets", "legend", "short")}
    names["in_hands"] = "IN_HANDS"
    said = {field: getattr(told, there, None) for field, there in names.items()}
    if lookalikes := said["lookalikes"]:
        said["lookalikes"] = _until_over(games.find(name), lookalikes)
    return Known(**{field: value for field, value in said.items() if value is not None})


def _until_over(game: AnyGame, lookalikes: Any) -> Callable[[Any, Any], Iterable[Any]]:
    """Ask only until the game is over, because then everything is shown."""

    def alike(position: Any, viewer: Any) -> Iterable[Any]:
        is_over = game.result(position) is not None
        return () if is_over else lookalikes(position, viewer)

    return alike
