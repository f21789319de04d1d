"""The settings: what is in force, and who said so.

The command line beats the environment (`UNDERTOW_PORT`), that beats the file, and that
beats the default. Seats and options belong to the game that they were set for: whoever
names another game starts without them. `systemd/undertow.toml` explains each key.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from controller import games
from controller.rules.game import AnyGame, BadSetup, checked_options
from hardware.first_light import BACKENDS, state_folder
from wiring import boardmap, find
from wiring.sheet import FLAG, Bounds, Sheet, SheetError, choice, nearest, whole

FILE = Path("/etc/undertow/undertow.toml")
PREFIX = "UNDERTOW_"
# Names the file itself, and so is no key of it.
NAMES_THE_FILE = f"{PREFIX}SETTINGS"
PORT = 8137
# How the log may be written; `controller.service.log` says what they are.
LOGS = ("auto", "text", "json")
# Who tells what chance decides; `controller.chance.dealer` says what they are.
DIES = ("program", "players")
EXPLOSIONS = ("program", "players", "auto")
CARDS = ("auto", "program")
DEFAULT = "default"
COMMAND_LINE = "command line"
# How many seats there are if nobody says so, as far as the game can be played so.
_SEATS = 4

_PATH = Bounds(
    "a path, in quotes", lambda v: isinstance(v, str) and v != "" and "\0" not in v
)
_NAMES = Bounds(
    "names such as table.fritz.box, in quotes, with commas between",
    lambda v: isinstance(v, str) and all(map(_is_name, split_names(v))),
)
# Whoever knows it is the host, so it must not be guessed.
_CODE = Bounds(
    "at least 16 letters, digits, - and _, in quotes",
    lambda v: (
        isinstance(v, str) and re.fullmatch(r"[A-Za-z0-9_-]{16,64}", v) is not None
    ),
)
_OPTIONS = Bounds(
    "a section; write [options] above its keys", lambda v: isinstance(v, dict)
)


def split_names(text: str | None) -> tuple[str, ...]:
    """The names in a list with commas, as a request's `Host` is compared with them."""
    words = (text or "").lower().split(",")
    return tuple(word for word in (w.strip().removesuffix(".") for w in words) if word)


def _is_name(word: str) -> bool:
    plain = word.replace("-", "").replace(".", "")
    return len(word) <= 253 and plain.isascii() and plain.isalnum()


class BadSettings(Exception):
    """They cannot be in force; the sentence says where to mend them."""


class Settings(NamedTuple):
    """Each key with what the file may say; the defaults are those of a laptop."""

    game: Annotated[str, choice(*games.names())] = "get-bit"
    seats: Annotated[int | None, whole(1, 99)] = None
    options: Annotated[Mapping[str, Any] | None, _OPTIONS] = None
    backend: Annotated[str, choice(*BACKENDS)] = BACKENDS[0]
    board: Annotated[str, _PATH] = str(boardmap.DEFAULT)
    state: Annotated[str | None, _PATH] = None
    house: Annotated[str | None, _PATH] = None
    port: Annotated[int, whole(0, 65535)] = PORT
    share: Annotated[bool, FLAG] = False
    names: Annotated[str | None, _NAMES] = None
    browser: Annotated[bool, FLAG] = True
    log: Annotated[str, choice(*LOGS)] = LOGS[0]
    die: Annotated[str, choice(*DIES)] = DIES[0]
    explosion: Annotated[str, choice(*EXPLOSIONS)] = EXPLOSIONS[0]
    cards: Annotated[str, choice(*CARDS)] = CARDS[0]
    host_code: Annotated[str | None, _CODE] = None


class Found(NamedTuple):
    value: Any
    origin: str


class InForce(NamedTuple):
    game: str
    seats: int | None
    options: dict[str, Any]
    backend: str
    board: Path
    state: Path
    house: str | None
    port: int
    share: bool
    names: str | None
    browser: bool
    log: str
    die: str
    explosion: str
    cards: str
    host_code: str | None
    # Who set each of them; an option is "options.NAME".
    origins: dict[str, str]
    file: Path


# One source: its keys, an option as "options.NAME".
Source = dict[str, Found]


def resolve(
    given: Mapping[str, Any], environment: Mapping[str, str] = os.environ
) -> InForce:
    """What holds if the command line says this; raises BadSettings.

    `given` may name the file itself as "settings".
    """
    named = given.get("settings") or environment.get(NAMES_THE_FILE)
    path = Path(named or FILE)
    # The usual one may be missing, one that was asked for may not.
    file = dict(_of_file(path)) if named or path.exists() else {}
    merged: Source = {k: Found(v, DEFAULT) for k, v in Settings()._asdict().items()}
    merged = _overlaid(merged, file)
    merged = _overlaid(merged, dict(_of_environment(environment, merged)))
    merged = _overlaid(merged, dict(_of_line(given, merged)))
    return _settled(merged, environment, path)


def _overlaid(weaker: Source, source: Source) -> Source:
    game = source.get("game", weaker["game"])
    if game.value != weaker["game"].value:
        weaker = dict(_without_its_own(weaker))
    return weaker | source


def _without_its_own(merged: Source) -> Iterator[tuple[str, Found]]:
    for key, found in merged.items():
        if key == "seats":
            yield key, Found(None, DEFAULT)
        elif not key.startswith("options."):
            yield key, found


def _settled(merged: Source, environment: Mapping[str, str], file: Path) -> InForce:
    values = {key: merged[key].value for key in Settings._fields}
    options = {
        key.partition(".")[2]: found.value
        for key, found in merged.items()
        if key.startswith("options.")
    }
    origins = {k: f.origin for k, f in merged.items() if k != "options"}
    if values["state"] is None and environment.get("STATE_DIRECTORY"):
        origins["state"] = "STATE_DIRECTORY, which systemd sets"
    return InForce(
        **values
        | {
            "options": options,
            "board": Path(find(str(values["board"]))),
            "state": Path(state_folder(values["state"])),
        },
        origins=origins,
        file=file,
    )


def wanted(settings: InForce) -> tuple[AnyGame, int, dict[str, Any]]:
    """The game that is to be played; raises BadSettings, BadSetup or NoSuchGame."""
    game = games.find(settings.game)
    low, high = game.seats
    seats = settings.seats
    if seats is None:
        seats = max(low, min(_SEATS, high))
    _check(settings, "seats", game, seats, {})
    for name, value in settings.options.items():
        _check(settings, f"options.{name}", game, seats, {name: value})
    return game, seats, checked_options(game, seats, settings.options)


def _check(
    settings: InForce, key: str, game: AnyGame, seats: int, options: dict[str, Any]
) -> None:
    """Says where a setting comes from that the game refuses."""
    origin = settings.origins[key]
    try:
        checked_options(game, seats, options)
    except BadSetup as error:
        if origin in (COMMAND_LINE, DEFAULT):
            raise
        raise BadSettings(f"{origin}: {error}") from None


# The sources


def _of_file(path: Path) -> Iterator[tuple[str, Found]]:
    try:
        sheet = Sheet(path, "the settings file")
        read = sheet.top(Settings, ())
    except SheetError as error:
        raise BadSettings(str(error)) from None
    for key, value in read._asdict().items():
        line = sheet.line((key,))
        if line is None:
            continue
        if key == "options":
            for name, option in value.items():
                where = f"{path}:{sheet.line((key, name))}"
                yield f"{key}.{name}", Found(option, where)
        else:
            if key == "board":
                value = find(value)
            if _bounds(key) is _PATH:
                # Not from where the program was started: that may be anywhere.
                value = str(path.parent / value)
            yield key, Found(value, f"{path}:{line}")


def _of_environment(
    environment: Mapping[str, str], weaker: Source
) -> Iterator[tuple[str, Found]]:
    game = environment.get(f"{PREFIX}GAME") or weaker["game"].value
    for key in Settings._fields:
        name = f"{PREFIX}{key.upper()}"
        text = environment.get(name)
        if not text:
            continue
        if key == "options":
            for word in text.split(","):
                option, value = _option(game, word.strip(), name)
                yield f"{key}.{option}", Found(value, name)
            continue
        read = text if _bounds(key) in (_PATH, _CODE) else _plain(text)
        if not _bounds(key).fits(read):
            words = f"{name} must be {_bounds(key).expected}; it is {text[:40]!r}"
            raise BadSettings(words.replace(", in quotes", ""))
        yield key, Found(read, name)


def _of_line(given: Mapping[str, Any], weaker: Source) -> Iterator[tuple[str, Found]]:
    """What the command line says was checked when it was parsed."""
    game = given.get("game") or weaker["game"].value
    for word in given.get("options") or ():
        option, value = _option(game, word, "--option")
        yield f"options.{option}", Found(value, COMMAND_LINE)
    for key in Settings._fields:
        if key != "options" and given.get(key) is not None:
            yield key, Found(given[key], COMMAND_LINE)


def _option(game: str, text: str, called: str) -> tuple[str, Any]:
    """NAME=VALUE, the value as JSON where it is JSON: true, 2, null, or a word."""
    name, equals, value = text.partition("=")
    if not equals:
        known = ", ".join(option.name for option in games.find(game).options)
        raise BadSettings(
            f"{called} {text[:40]}: expected NAME=VALUE; {game} has {known}"
        )
    return name, _plain(value)


def _plain(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _bounds(key: str) -> Bounds:
    bounds: Bounds = Settings.__annotations__[key].__metadata__[0]
    return bounds


# Showing them


def shown(
    settings: InForce, seats: int, environment: Mapping[str, str] = os.environ
) -> str:
    """A line for each setting: what is in force, and from where."""
    rows = [("setting", "in force", "from")]
    for key in Settings._fields:
        value = seats if key == "seats" else getattr(settings, key)
        if key != "options":
            said = "set" if key == "host_code" and value else _said(value)
            rows.append((key, said, settings.origins[key]))
        for name, option in settings.options.items() if key == "options" else ():
            full = f"options.{name}"
            rows.append((full, _said(option), settings.origins[full]))
    first, second = (max(len(row[n]) for row in rows) for n in (0, 1))
    lines = [f"{a:{first}}  {b:{second}}  {c}" for a, b, c in rows]
    return "\n".join([*lines, "", *_remarks(settings.file, environment)]) + "\n"


def _said(value: Any) -> str:
    if value is None:
        return "none"
    return str(value) if isinstance(value, str | Path) else json.dumps(value)


def _remarks(file: Path, environment: Mapping[str, str]) -> Iterator[str]:
    if not file.exists():
        yield f"There is no {file}; it may set any of these."
    known = [f"{PREFIX}{key.upper()}" for key in Settings._fields]
    for name in environment:
        if name.startswith(PREFIX) and name not in (*known, NAMES_THE_FILE):
            yield f"{name} is no setting{nearest(name, known)}"
    yield (
        "Stronger from left to right: default, file, environment "
        f"({PREFIX}PORT=80), command line (--port 80)."
    )
