"""Copies a template under the name of a new game, and writes its golden files.

The folders in `templates/` are complete games; only the name, the letters of the
rulings and the number of players are filled in.
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
from controller.basics.errors import UndertowError
from controller.games.packages import GROUP, NAME
from controller.testing.golden import made, shown
from controller.tools import additions

TEMPLATES = Path(__file__).parent / "templates"
README = TEMPLATES / "readme.md"
OPTION = re.compile(r"[a-z][a-z0-9_]*")
LETTERS = re.compile(r"^\*\*([A-Z]{2,4})-\d\d", re.MULTILINE)
_LONGEST = 40


class CannotMake(UndertowError):
    """A game of that name, or of that kind, that cannot be made there."""


class NewGameOptions(NamedTuple):
    name: str
    seats: tuple[int, int]
    grid: bool = False
    hidden: bool = False
    cards: bool = False
    package: Path | None = None
    # The name of each option, and whether these additions exist.
    option: str | None = None
    house: bool = False
    effects: bool = False
    lesson: bool = False
    bot: bool = False


def run(options: NewGameOptions) -> int:
    folder = make(options)
    for path, how in made(options.name):
        if how != "as it was":
            sys.stdout.write(f"{shown(path)}\n")
    sys.stdout.write(next_steps(options, folder))
    return 0


def make(options: NewGameOptions) -> Path:
    """Make the new game, register it and return its folder; raise CannotMake."""
    template = TEMPLATES / _template(options)
    module = options.name.replace("-", "_")
    _check_name(
        options.name, module if options.package else f"{games.__name__}.{module}"
    )
    if options.option and not OPTION.fullmatch(options.option):
        raise CannotMake(f"{options.option!r} is no name of an option; use a-z and _")
    folder = _home(options) / module
    if folder.exists():
        raise CannotMake(f"{folder} already exists; choose another name or folder")
    try:
        _copy(template, folder, options)
        _begin_more(folder, options)
    except OSError as error:
        # Half a game would obstruct the next attempt.
        shutil.rmtree(folder, ignore_errors=True)
        why = error.strerror or error
        raise CannotMake(f"{folder} cannot be written: {why}") from None
    if options.package is not None:
        sys.path.insert(0, str(options.package))
    games.add(options.name, module if options.package else None)
    return folder


def _copy(template: Path, folder: Path, options: NewGameOptions) -> None:
    for path in sorted((README, *template.rglob("*"))):
        if path.is_file() and path.suffix != ".pyc":
            within = "README.md" if path == README else path.relative_to(template)
            _write(folder / within, _named(path.read_text(encoding="utf-8"), options))
    if options.package is not None:
        project = _project(options.name, folder.name)
        _write(options.package / "pyproject.toml", project)


def _begin_more(folder: Path, options: NewGameOptions) -> None:
    """Write the requested additions."""
    template = _template(options)
    if options.option:
        additions.with_option(folder, options.option)
    if options.house:
        additions.with_house(folder, _title(options))
    if options.effects:
        additions.with_effects(folder, template)
    if options.lesson:
        additions.with_lesson(folder, template, options.seats[1])
    if options.bot:
        text = additions.BOT.read_text(encoding="utf-8")
        _write(folder / "bot.py", _named(text, options))


def next_steps(options: NewGameOptions, folder: Path) -> str:
    first, test = f"undertow play {options.name}", f"make game GAME={options.name}"
    there = shown(folder)
    if options.package is not None:
        first = f"pip install -e {shlex.quote(str(options.package))}, then {first}"
        test = f"python -m pytest --undertow-game {options.name}, in {options.package}"
    return (
        f"\n{options.name} can be played. Next steps:\n"
        f"  1. {first}\n"
        f"  2. change {there / '__init__.py'} and {there / 'rulings.md'}, then\n"
        f"     undertow golden {options.name} --regenerate\n"
        f"  3. {test}\n"
    )


def _template(options: NewGameOptions) -> str:
    if options.cards and (options.grid or options.hidden):
        raise CannotMake(
            "--cards cannot be combined with --grid or --hidden; add the rest to the "
            "new game yourself"
        )
    if (options.cards or (options.hidden and not options.grid)) and options.seats[
        0
    ] < 2:
        raise CannotMake(
            "a game with secrets needs at least two players; use --seats 2-4, for "
            "example"
        )
    if options.grid:
        return "face_down"
    return "hidden" if options.hidden else "cards" if options.cards else "plain"


def _check_name(name: str, module: str) -> None:
    if not NAME.fullmatch(name) or len(name) > _LONGEST:
        raise CannotMake(
            f"{name[:_LONGEST]!r} is not a valid name; use a-z, 0-9 and single dashes, "
            "such as pearl-dive"
        )
    if keyword.iskeyword(name) or name in sys.stdlib_module_names:
        raise CannotMake(f"{name!r} is reserved by Python; choose another name")
    if games.is_game(name):
        raise CannotMake(f"the game {name!r} already exists; choose another name")
    found = find_spec(module)
    if found and found.origin:  # a folder without Python has none
        raise CannotMake(
            f"{module!r} is already a Python module ({found.origin}); choose another "
            "name"
        )


def _home(options: NewGameOptions) -> Path:
    """Return the folder for the game's own folder."""
    ours = Path(games.__file__).parent
    if options.package is None and not (ours.parents[1] / "pyproject.toml").exists():
        raise CannotMake(
            "the next update of Undertow would delete a game in its own folder; create "
            f"a package instead, with --package {options.name}"
        )
    if options.package is not None and (options.package / "pyproject.toml").exists():
        raise CannotMake(
            f"{options.package} already has a pyproject.toml; choose another folder"
        )
    return ours if options.package is None else options.package


def _named(text: str, options: NewGameOptions) -> str:
    low, high = options.seats
    return (
        text.replace("a-new-game", options.name)
        .replace("A NEW GAME", _title(options))
        .replace("NG-", f"{letters(options.name)}-")
        .replace("seats=(2, 4)", f"seats=({low}, {high})")
    )


def _title(options: NewGameOptions) -> str:
    return options.name.replace("-", " ").upper()


def letters(name: str) -> str:
    """Return letters for the game's rulings that no other game has."""
    taken = {found for other in games.names() for found in _letters_of(other)}
    free = (text for text in _candidates(name) if text not in taken)
    return next(free)


def _candidates(name: str) -> Iterator[str]:
    """Yield PD, PE, PEA, PEAR … for pearl-dive."""
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

# Undertow finds the game by this.
[project.entry-points."{GROUP}"]
{name} = "{module}"

[tool.hatch.build.targets.wheel]
packages = ["{module}"]
"""


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
