"""The settings from file, environment and command line, each with its origin."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from controller import games
from controller.basics.sheet import Sheet, SheetError
from controller.service.settings import (
    CODE,
    KEYS,
    PATH,
    BadSettings,
    Settings,
    bounds_of,
)
from wiring import find

PREFIX = "UNDERTOW_"
COMMAND_LINE = "command line"
# For these the command line's parser takes any text or number.
_ANY_TEXT = ("names", "volume", "quiet", "voice", "speech_command")


class Found(NamedTuple):
    value: Any
    origin: str


# One source: its keys, an option as "options.NAME".
Source = dict[str, Found]


def of_file(path: Path) -> Iterator[tuple[str, Found]]:
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
                yield f"{key}.{name}", Found(option, where)
        else:
            if key == "board":
                value = find(value)
            if bounds_of(key) is PATH:
                # Not from where the program was started: that may be anywhere.
                value = str(path.parent / value)
            yield key, Found(value, f"{path}:{line}")


def of_environment(
    environment: Mapping[str, str], weaker: Source
) -> Iterator[tuple[str, Found]]:
    game = environment.get(f"{PREFIX}GAME") or weaker["game"].value
    for key in KEYS:
        name = f"{PREFIX}{key.upper()}"
        text = environment.get(name)
        if not text:
            continue
        if key == "options":
            for word in text.split(","):
                option, value = option_of(game, word.strip(), name)
                yield f"{key}.{option}", Found(value, name)
            continue
        read = text if bounds_of(key) in (PATH, CODE) else _plain(text)
        if not bounds_of(key).fits(read):
            raise _must_be(name, key, text)
        yield key, Found(read, name)


def of_line(given: Mapping[str, Any], weaker: Source) -> Iterator[tuple[str, Found]]:
    """Yield the settings of the command line; the parser has checked most of them."""
    game = given.get("game") or weaker["game"].value
    for word in given.get("options") or ():
        option, value = option_of(game, word, "--option")
        yield f"options.{option}", Found(value, COMMAND_LINE)
    for key in KEYS:
        value = given.get(key)
        if key == "options" or value is None:
            continue
        if key in _ANY_TEXT and not bounds_of(key).fits(value):
            raise _must_be(f"--{key.replace('_', '-')}", key, value)
        yield key, Found(value, COMMAND_LINE)


def _must_be(name: str, key: str, value: Any) -> BadSettings:
    words = f"{name} must be {bounds_of(key).expected}; it is {str(value)[:40]!r}"
    return BadSettings(words.replace(", in quotes", ""))


def option_of(game: str, text: str, called: str) -> tuple[str, Any]:
    """Return the parts of NAME=VALUE; the value is JSON, or else a word."""
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
