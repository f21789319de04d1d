"""The games: each folder here is one.

Its package holds the rules as `GAME` and the table's side of it as `STAGING`; its `bot`
module, if it has one, what its bots know (`controller.bots.sense`).
"""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller.bots.sense import Sense, sense_in
from controller.light.colour import on_screen
from controller.rules.game import AnyGame, BadSetup
from controller.stage.staging import DeckCard, Staging

if TYPE_CHECKING:
    from controller.stage.printing import Printing


class NoSuchGame(BadSetup):
    """There is no game of that name."""


def names() -> list[str]:
    folders = Path(__file__).parent.glob("*/rules.py")
    return sorted(path.parent.name.replace("_", "-") for path in folders)


def find(name: str) -> AnyGame:
    if name not in names():
        raise NoSuchGame(
            f"there is no game {name[:40]!r}; there is {', '.join(names())}"
        )
    game: AnyGame = import_module(_module(name)).GAME
    return game


def staging(game: AnyGame) -> Staging:
    found: Staging = import_module(_module(game.name)).STAGING
    return found


def deck(game: AnyGame, house: Any = None) -> tuple[DeckCard, ...]:
    """The real cards of a game, with this house data or as it comes."""
    if house is None and game.house:
        house = game.house.usual()
    return staging(game).deck(house)


def printing(game: AnyGame) -> "Printing":
    """What `undertow print` draws of a game: as it says itself, or plain cards."""
    # Loaded here, since no table needs it.
    from importlib.util import find_spec

    from controller.stage.printing import Printing

    module = f"{_module(game.name)}.printing"
    if find_spec(module) is None:
        return Printing()
    found: Printing = import_module(module).PRINTING
    return found


def folder(name: str) -> Path:
    """Where a game has its files."""
    return Path(__file__).parent / name.replace("-", "_")


def page_files(name: str) -> dict[str, Path]:
    """What a page may fetch of this game, by file name: its modules, and its words."""
    found = (p for kind in ("*.js", "*.md") for p in folder(name).glob(kind))
    return {path.name: path for path in found}


def sense(game: AnyGame) -> Sense:
    """What the game gives its bots: nothing, where it has no `bot` module."""
    module = f"{_module(game.name)}.bot"
    return sense_in(import_module(module)) if find_spec(module) else Sense()


def picture(name: str) -> Path:
    """The lamps of this game in its middle, to know it by."""
    return folder(name) / "pictures" / "middle.svg"


def for_page(name: str) -> dict[str, Any]:
    """What a game's page has from the game: its colours, and what its layout says."""
    told = staging(find(name))
    return {"colours": on_screen(told.colours), "layout": dict(told.layout)}


def _module(name: str) -> str:
    return f"{__name__}.{name.replace('-', '_')}"
