"""Copies a game to begin with under its own name, and writes what it is compared with.

The folders in `templates/` are games that play: nothing in them has to be filled in but
the name, the letters of its rulings, and how many play.
"""

import keyword
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from controller import games
from controller.errors import UndertowError
from controller.games.packages import GROUP, NAME
from controller.rules.game import KERNEL
from controller.tools.golden.command import listed, made

TEMPLATES = Path(__file__).parent / "templates"
README = TEMPLATES / "readme.md"
LETTERS = re.compile(r"^\*\*([A-Z]{2,4})-\d\d", re.MULTILINE)
_LONGEST = 40


class CannotMake(UndertowError):
    """A game of that name, or of that kind, cannot be made there."""


class Wish(NamedTuple):
    name: str
    seats: tuple[int, int]
    grid: bool = False
    hidden: bool = False
    cards: bool = False
    package: Path | None = None


def run(wish: Wish) -> int:
    folder = make(wish)
    for path, how in (*made(wish.name), *listed()):
        if how != "as it was":
            sys.stdout.write(f"{path}\n")
    sys.stdout.write(next_steps(wish, folder))
    return 0


def make(wish: Wish) -> Path:
    """The folder of the new game, which plays from now on; raises CannotMake."""
    template = TEMPLATES / _template(wish)
    module = wish.name.replace("-", "_")
    _check_name(wish.name, module if wish.package else f"{games.__name__}.{module}")
    folder = _home(wish) / module
    if folder.exists():
        raise CannotMake(f"{folder} is there already: take another name or folder")
    try:
        _copy(template, folder, wish)
    except OSError as error:
        # Half a game would be in the way of the next try.
        shutil.rmtree(folder, ignore_errors=True)
        why = error.strerror or error
        raise CannotMake(f"{folder} cannot be written: {why}") from None
    if wish.package is not None:
        sys.path.insert(0, str(wish.package))
    games.lend(wish.name, module if wish.package else None)
    return folder


def _copy(template: Path, folder: Path, wish: Wish) -> None:
    for path in sorted((README, *template.rglob("*"))):
        if path.is_file() and path.suffix != ".pyc":
            within = "README.md" if path == README else path.relative_to(template)
            _write(folder / within, _named(path.read_text(encoding="utf-8"), wish))
    if wish.package is not None:
        project = _project(wish.name, folder.name)
        _write(wish.package / "pyproject.toml", project)


def next_steps(wish: Wish, folder: Path) -> str:
    first, test = f"undertow play {wish.name}", f"make game GAME={wish.name}"
    if wish.package is not None:
        first = f"pip install -e {shlex.quote(str(wish.package))}, then {first}"
        test = f"pytest --undertow-game {wish.name}, in {wish.package}"
    return (
        f"\n{wish.name} plays. Next:\n"
        f"  1. {first}\n"
        f"  2. change {folder / '__init__.py'} and {folder / 'rulings.md'}, then\n"
        f"     undertow golden {wish.name} --anew\n"
        f"  3. {test}\n"
    )


def _template(wish: Wish) -> str:
    if wish.cards and (wish.grid or wish.hidden):
        raise CannotMake(
            "--cards goes alone: its hands are hidden already, and what its cards do "
            "on the grid is for you to say"
        )
    if (wish.cards or (wish.hidden and not wish.grid)) and wish.seats[0] < 2:
        raise CannotMake(
            "a secret is kept from somebody: with --hidden or --cards at least two "
            "play, such as --seats 2-4"
        )
    if wish.grid:
        return "face_down" if wish.hidden else "grid"
    return "hidden" if wish.hidden else "cards" if wish.cards else "plain"


def _check_name(name: str, module: str) -> None:
    if not NAME.fullmatch(name) or len(name) > _LONGEST:
        raise CannotMake(
            f"{name[:_LONGEST]!r} is no name for a game: use a-z, 0-9 and single "
            "dashes, such as pearl-dive"
        )
    if keyword.iskeyword(name) or name in sys.stdlib_module_names:
        raise CannotMake(f"{name!r} means something to Python: take another name")
    if games.is_game(name):
        raise CannotMake(f"there is a game {name!r} already: take another name")
    found = find_spec(module)
    if found and found.origin:  # a folder without Python in it has none
        raise CannotMake(
            f"{module!r} is a module of Python's already, {found.origin}: take another "
            "name"
        )


def _home(wish: Wish) -> Path:
    """Where its folder comes."""
    ours = Path(games.__file__).parent
    if wish.package is None and not (ours.parents[1] / "pyproject.toml").exists():
        raise CannotMake(
            "Undertow is installed here, and an update would remove the game: make it "
            f"a package of your own, with --package {wish.name}"
        )
    if wish.package is not None and (wish.package / "pyproject.toml").exists():
        raise CannotMake(f"{wish.package} holds a project already: take another folder")
    return ours if wish.package is None else wish.package


def _named(text: str, wish: Wish) -> str:
    low, high = wish.seats
    return (
        text.replace("a-new-game", wish.name)
        .replace("A NEW GAME", wish.name.replace("-", " ").upper())
        .replace("NG-", f"{letters(wish.name)}-")
        .replace("seats=(2, 4)", f"seats=({low}, {high})")
    )


def letters(name: str) -> str:
    """What the rulings of a game begin with: no other game has the same."""
    taken = {found for other in games.names() for found in _letters_of(other)}
    free = (text for text in _candidates(name) if text not in taken)
    return next(free)


def _candidates(name: str) -> Iterator[str]:
    """PD, PE, PEA, PEAR … of pearl-dive."""
    words, plain = name.upper().split("-"), re.sub(r"[^A-Z]", "", name.upper())
    initials = re.sub(r"[^A-Z]", "", "".join(word[0] for word in words))
    for text in (initials, *(plain[:length] for length in (2, 3, 4))):
        if 2 <= len(text) <= 4:
            yield text
    alphabet = [chr(code) for code in range(ord("A"), ord("Z") + 1)]
    yield from (plain[0] + one + other for one in alphabet for other in alphabet)


def _letters_of(name: str) -> set[str]:
    page = games.folder(name) / "rulings.md"
    return set(LETTERS.findall(page.read_text("utf-8"))) if page.exists() else set()


def _project(name: str, module: str) -> str:
    return f"""[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "undertow-{name}"
version = "0.1.0"
description = "A game for the Undertow table"
requires-python = ">=3.11"
dependencies = ["undertow"]

# Undertow finds the game by this; its KERNEL = {KERNEL} says for which kernel it is.
[project.entry-points."{GROUP}"]
{name} = "{module}"

[tool.hatch.build.targets.wheel]
packages = ["{module}"]
"""


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
