"""The games: each folder here is one.

Its package holds the rules as `GAME` and the table's side of it as `STAGING`.
"""

from contextlib import suppress
from importlib import import_module
from pathlib import Path

from controller.rules.game import AnyGame
from controller.staging import Staging
from wiring.sheet import SheetError


class NoSuchGame(ValueError):
    """There is no game of that name, or its house data cannot be used."""


def names() -> list[str]:
    folders = Path(__file__).parent.glob("*/rules.py")
    return sorted(path.parent.name.replace("_", "-") for path in folders)


def find(name: str) -> AnyGame:
    if name not in names():
        raise NoSuchGame(
            f"there is no game {name[:40]!r}; there is {', '.join(names())}"
        )
    try:
        game: AnyGame = import_module(_module(name)).GAME
    except SheetError as error:
        raise NoSuchGame(str(error)) from None
    return game


def usable() -> list[AnyGame]:
    """All games, but for those whose house data cannot be used: `find` says why."""
    found = []
    for name in names():
        with suppress(NoSuchGame):
            found.append(find(name))
    return found


def staging(game: AnyGame) -> Staging:
    found: Staging = import_module(_module(game.name)).STAGING
    return found


def page(name: str) -> Path:
    """The ES module that shows this game on a page."""
    return Path(__file__).parent / name.replace("-", "_") / "page.js"


def _module(name: str) -> str:
    return f"{__name__}.{name.replace('-', '_')}"
