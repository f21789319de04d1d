"""The games: each folder here is one, and so is each registered package (`packages`).

A game's package defines its rules as `GAME`. Everything else is optional: the table's
side as `STAGING`, hints for bots (`bot`), things to print (`printing`), a page and
texts.

api         everything that a game may import
packages    games from other packages, and why one cannot be played
checks      checks what a game gives when it is loaded
broken      errors in a game's own code: which game, file and line
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller.bots.sense import Sense, sense_in
from controller.games.checks import fault_of, fault_raised
from controller.light.colour import on_screen
from controller.rules.game import AnyGame, BadSetup
from controller.tabletop.lesson import PLAIN, Lesson
from controller.tabletop.plain import staging_of
from controller.tabletop.staging import DeckCard, Staging
from controller.words.catalogue import Catalogue
from controller.words.files import ENGLISH, catalogue

if TYPE_CHECKING:
    from controller.games.packages import Fault, Packages
    from controller.tabletop.printing import Printing


class NoSuchGame(BadSetup):
    """A name that belongs to no game, or to one that cannot be loaded."""


@cache
def own_names() -> tuple[str, ...]:
    """Return the built-in games, without looking for others."""
    folders = Path(__file__).parent.glob("*/__init__.py")
    return tuple(sorted(path.parent.name.replace("_", "-") for path in folders))


def names() -> list[str]:
    return sorted([*own_names(), *_packages().modules])


def faults() -> "list[Fault]":
    """Return each installed game that cannot be played."""
    return [*_packages().faults.values()]


def unplayable() -> list[str]:
    """Return why each broken game cannot be loaded; loads all games."""
    own = filter(None, map(own_fault, own_names()))
    return [*own, *(fault.says for fault in faults())]


def packaged() -> dict[str, str]:
    """Map each game of another package to that package."""
    return _packages().whose


def listed() -> str:
    """Return the built-in games for the help text, without looking for others."""
    return f"one of: {', '.join(own_names())}, or one of an installed package"


def is_game(name: str) -> bool:
    return name in own_names() or name in _packages().modules


def add(name: str, module: str | None) -> None:
    """Add a game created after the games were listed; None means a built-in one."""
    if module is None:
        own_names.cache_clear()
    else:
        _packages().modules[name] = module


def find(name: str) -> AnyGame:
    """Return the game of this name; raise NoSuchGame."""
    if not is_game(name):
        fault = _packages().faults.get(name)
        missing = f"there is no game {name[:40]!r}; there is {', '.join(names())}"
        raise NoSuchGame(fault.says if fault else missing)
    if broken := own_fault(name):
        raise NoSuchGame(broken)
    game: AnyGame = import_module(package(name)).GAME
    return game


@cache
def own_fault(name: str) -> str | None:
    """Return why a built-in game cannot be loaded."""
    try:
        fault = fault_of(import_module(package(name)), name)
    # A game under development may raise anything, and must not hide the others.
    except Exception as error:  # noqa: BLE001
        fault = fault_raised(package(name), error)
    return fault and f"the game {name!r} cannot be loaded: {fault}"


def playable() -> list[AnyGame]:
    """Return every game that can be loaded."""
    found = []
    for name in names():
        try:
            found.append(find(name))
        except NoSuchGame:
            continue
    return found


def staging(game: AnyGame) -> Staging:
    """Return a game's own staging, or a plain one if it has none."""
    found: Staging | None = getattr(import_module(package(game.name)), "STAGING", None)
    return found or _plain_staging(game)


_plain_staging = cache(staging_of)


def deck(game: AnyGame, house: Any = None) -> tuple[DeckCard, ...]:
    """Return a game's real cards, for these house data or the defaults."""
    if house is None and game.house:
        house = game.house.usual()
    return staging(game).deck(house)


def printing(game: AnyGame) -> "Printing":
    """Return what `undertow print` draws: the game's designs, or plain cards."""
    # Imported here because tables never need it.
    from controller.tabletop.printing import Printing

    found: Printing = getattr(part(game.name, "printing"), "PRINTING", Printing())
    return found


def part(name: str, module: str) -> Any | None:
    """Import a module from a game's folder; return None if there is none."""
    path = f"{package(name)}.{module}"
    is_folder = hasattr(import_module(package(name)), "__path__")
    return import_module(path) if is_folder and find_spec(path) else None


def folder(name: str) -> Path:
    """Return the folder of a game's files."""
    if name in own_names():
        return Path(__file__).parent / name.replace("-", "_")
    return Path(str(import_module(package(name)).__file__)).parent


def words(name: str, language: str = ENGLISH) -> Catalogue:
    """Return the sentences of this game and of the table; raises BadCatalogue."""
    return catalogue(folder(name) / "words", language)


@cache
def lesson(name: str) -> Lesson:
    """Return this game's lesson; raises SheetError for an invalid file."""
    # Imported here because few games are lessons.
    from controller.tabletop.lesson_sheet import FILE, read

    path, game = folder(name) / FILE, find(name)
    if not path.exists():
        return PLAIN
    return read(path, game, words(name), staging(game).effects.names)


def page_files(name: str) -> dict[str, Path]:
    """Map file names to what pages may fetch: modules, stylesheets and words."""
    found = (p for kind in ("*.js", "*.css", "*.md") for p in folder(name).glob(kind))
    return {path.name: path for path in found}


def sense(game: AnyGame) -> Sense:
    """Return a game's hints for bots; empty without a `bot` module."""
    bot = part(game.name, "bot")
    return sense_in(bot) if bot else Sense()


def picture(name: str) -> Path:
    """Return the game's cover or, without one, its lamps in mid-game."""
    cover = folder(name) / "cover.svg"
    return cover if cover.exists() else folder(name) / "pictures" / "middle.svg"


def for_page(name: str) -> dict[str, Any]:
    """Return the game's colours and layout for its page."""
    told = staging(find(name))
    return {"colours": on_screen(told.colours), "layout": dict(told.layout)}


def _packages() -> "Packages":
    # Imported here because built-in games are found without it.
    from controller.games.packages import packages

    return packages(frozenset(own_names()))


def package(name: str) -> str:
    """Return the name of a game's Python package."""
    if name in own_names():
        return f"{__name__}.{name.replace('-', '_')}"
    return _packages().modules[name]
