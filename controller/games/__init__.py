"""The games: each folder here is one, and each package that says so (`packages`).

Its package holds the rules as `GAME`. All else may be left out: the table's side of it
as `STAGING`, what its bots know (`bot`), what is printed of it (`printing`), its page
and its texts.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller.bots.sense import Sense, sense_in
from controller.light.colour import on_screen
from controller.rules.game import AnyGame, BadSetup
from controller.tabletop.lesson import PLAIN, Lesson
from controller.tabletop.staging import DeckCard, Staging
from controller.words.catalogue import Catalogue
from controller.words.files import ENGLISH, catalogue

if TYPE_CHECKING:
    from controller.games.packages import Fault, Packages
    from controller.tabletop.printing import Printing


class NoSuchGame(BadSetup):
    """There is no game of that name, or it cannot be loaded."""


@cache
def own_names() -> tuple[str, ...]:
    """The games that come with the program, without looking for any other."""
    folders = Path(__file__).parent.glob("*/__init__.py")
    return tuple(sorted(path.parent.name.replace("_", "-") for path in folders))


def names() -> list[str]:
    return sorted([*own_names(), *_packages().modules])


def faults() -> "list[Fault]":
    """Each installed game that cannot be played."""
    return [*_packages().faults.values()]


def packaged() -> dict[str, str]:
    """By name the games of other packages, and which package each is of."""
    return _packages().whose


def listed() -> str:
    """For a line of help: our own, without looking for any other."""
    return f"one of: {', '.join(own_names())}, or one of an installed package"


def is_game(name: str) -> bool:
    return name in own_names() or name in _packages().modules


def add(name: str, module: str | None) -> None:
    """Adds a game made after the games were listed; None: one in this folder."""
    if module is None:
        own_names.cache_clear()
    else:
        _packages().modules[name] = module


def find(name: str) -> AnyGame:
    if not is_game(name):
        fault = _packages().faults.get(name)
        missing = f"there is no game {name[:40]!r}; there is {', '.join(names())}"
        raise NoSuchGame(fault.says if fault else missing)
    game: AnyGame = import_module(package(name)).GAME
    return game


def staging(game: AnyGame) -> Staging:
    """A game's own staging, or a plain one if the game has none."""
    found: Staging | None = getattr(import_module(package(game.name)), "STAGING", None)
    if found is None:
        return _plain_staging(game)
    return found


@cache
def _plain_staging(game: AnyGame) -> Staging:
    # Loaded here, since none of our own games needs it.
    from controller.tabletop.plain import staging_of

    return staging_of(game)


def deck(game: AnyGame, house: Any = None) -> tuple[DeckCard, ...]:
    """The real cards of a game, with this house data or as it comes."""
    if house is None and game.house:
        house = game.house.usual()
    return staging(game).deck(house)


def printing(game: AnyGame) -> "Printing":
    """What `undertow print` draws of a game: its own designs, or plain cards."""
    # Loaded here, since no table needs it.
    from controller.tabletop.printing import Printing

    found: Printing = getattr(part(game.name, "printing"), "PRINTING", Printing())
    return found


def part(name: str, module: str) -> Any | None:
    """A module of a game's folder; None where the game has no such module."""
    path = f"{package(name)}.{module}"
    return import_module(path) if find_spec(path) else None


def folder(name: str) -> Path:
    """Where a game has its files."""
    if name in own_names():
        return Path(__file__).parent / name.replace("-", "_")
    return Path(str(import_module(package(name)).__file__)).parent


def words(name: str, language: str = ENGLISH) -> Catalogue:
    """What is said in this game, and by the table itself; raises BadCatalogue."""
    return catalogue(folder(name) / "words", language)


@cache
def lesson(name: str) -> Lesson:
    """How this game is taught; raises SheetError for a file that cannot be used."""
    # Loaded here, since few games are lessons.
    from controller.tabletop.lesson_sheet import FILE, read

    path, game = folder(name) / FILE, find(name)
    if not path.exists():
        return PLAIN
    return read(path, game, words(name), staging(game).effects.names)


def page_files(name: str) -> dict[str, Path]:
    """What a page may fetch of this game, by file name: its modules, and its words."""
    found = (p for kind in ("*.js", "*.md") for p in folder(name).glob(kind))
    return {path.name: path for path in found}


def sense(game: AnyGame) -> Sense:
    """What the game gives its bots: nothing, where it has no `bot` module."""
    bot = part(game.name, "bot")
    return sense_in(bot) if bot else Sense()


def picture(name: str) -> Path:
    """The game's cover or, without one, its lamps in the middle of a game."""
    cover = folder(name) / "cover.svg"
    return cover if cover.exists() else folder(name) / "pictures" / "middle.svg"


def for_page(name: str) -> dict[str, Any]:
    """What a game's page has from the game: its colours, and what its layout says."""
    told = staging(find(name))
    return {"colours": on_screen(told.colours), "layout": dict(told.layout)}


def _packages() -> "Packages":
    # Loaded here: our own games are found without it.
    from controller.games.packages import packages

    return packages(frozenset(own_names()))


def package(name: str) -> str:
    """The Python package that a game is."""
    if name in own_names():
        return f"{__name__}.{name.replace('-', '_')}"
    return _packages().modules[name]
