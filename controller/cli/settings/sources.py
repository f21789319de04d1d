"""Reads settings from file, environment and command line, each with its origin."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from controller import games
from controller.basics.sheet import Sheet, SheetError
from controller.service.settings import KEYS, PATH, BadSettings, Settings, bounds_of
from wiring import find

PREFIX = "UNDERTOW_"
COMMAND_LINE = "command line"


class SettingValue(NamedTuple):
    value: Any
    origin: str


# The keys of one source; an option is "options.NAME".
Source = dict[str, SettingValue]


def of_file(path: Path) -> Iterator[tuple[str, SettingValue]]:
    try:
        sheet = Sheet(path, "the settings file")
        read = sheet.top(Settings, ())
    except SheetError as error:
        raise BadSettings(str(error)) from None
    for key in KEYS:
        value, line = getattr(read, key), sheet.line((key,))
        if line is None:
            continue
        if key == "options":
            for name, option in value.items():
                where = f"{path}:{sheet.line((key, name))}"
                yield f"{key}.{name}", SettingValue(option, where)
        else:
            if key == "board":
                value = find(value)
            if bounds_of(key) is PATH:
                # Relative to the file, because the program may have been started
                # anywhere.
                value = str(path.parent / value)
            yield key, SettingValue(value, f"{path}:{line}")


def of_environment(
    environment: Mapping[str, str], weaker: Source
) -> Iterator[tuple[str, SettingValue]]:
    game = environment.get(f"{PREFIX}GAME") or weaker["game"].value
    for key in KEYS:
        name = f"{PREFIX}{key.upper()}"
        text = environment.get(name)
        if not text:
            continue
        if key == "options":
            for word in text.split(","):
                option, value = option_of(game, word.strip(), name)
                yield f"{key}.{option}", SettingValue(value, name)
            continue
        yield key, SettingValue(_checked(name, key, text), name)


def of_line(
    given: Mapping[str, Any], weaker: Source
) -> Iterator[tuple[str, SettingValue]]:
    """Yield the settings of the command line; `find` still has to check the game."""
    game = given.get("game") or weaker["game"].value
    for word in given.get("options") or ():
        option, value = option_of(game, word, "--option")
        yield f"options.{option}", SettingValue(value, COMMAND_LINE)
    for key in KEYS:
        value = given.get(key)
        if key == "options" or value is None:
            continue
        if key != "game":
            value = _checked(f"--{key.replace('_', '-')}", key, value)
        yield key, SettingValue(value, COMMAND_LINE)


def _checked(name: str, key: str, said: Any) -> Any:
    """Return a value, parsed from text if necessary; raise BadSettings."""
    bounds = bounds_of(key)
    is_read = not isinstance(said, str) or bounds.fits(said)
    value = said if is_read else _plain(said)
    if not bounds.fits(value):
        words = bounds.refused(name, repr(str(said)[:40]))
        raise BadSettings(words.replace(", in quotes", ""))
    return value


def option_of(game: str, text: str, called: str) -> tuple[str, Any]:
    """Split NAME=VALUE; the value is JSON, or else a string."""
    name, equals, value = text.partition("=")
    if not equals:
        known = ", ".join(option.name for option in games.find(game).options)
        raise BadSettings(
            f"{called} {text[:40]}: write it as NAME=VALUE; {game} has {known}"
        )
    return name, _plain(value)


def _plain(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
