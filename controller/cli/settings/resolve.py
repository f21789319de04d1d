"""Lays the sources over each other: what holds, and who said so."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from controller import games
from controller.bots.sense import SEATED
from controller.cli.settings.keys import BadSettings, Settings, split_names
from controller.cli.settings.sources import (
    COMMAND_LINE,
    PREFIX,
    Found,
    Source,
    of_environment,
    of_file,
    of_line,
)
from controller.rules.game import AnyGame, BadSetup, checked_options
from wiring import find

FILE = Path("/etc/undertow/undertow.toml")
# Names the file itself, and so is no key of it.
NAMES_THE_FILE = f"{PREFIX}SETTINGS"
DEFAULT = "default"
# How many seats there are if nobody says so, as far as the game can be played so.
_SEATS = 4


class ResolvedSettings(NamedTuple):
    game: str
    seats: int | None
    bots: str | None
    learn: bool
    options: dict[str, Any]
    backend: str
    board: Path
    state: Path
    house: str | None
    port: int
    share: bool
    joining: bool
    names: str | None
    browser: bool
    log: str
    die: str
    explosion: str
    cards: str
    volume: int
    music: bool
    quiet: str | None
    speech: bool
    voice: str | None
    speech_command: str | None
    host_code: str | None
    language: str
    tls_certificate: str | None
    tls_key: str | None
    # Who set each of them; an option is "options.NAME".
    origins: dict[str, str]
    file: Path


def resolve(
    given: Mapping[str, Any], environment: Mapping[str, str] = os.environ
) -> ResolvedSettings:
    """The settings in force if the command line says this; raises BadSettings.

    `given` may name the file itself as "settings".
    """
    named = given.get("settings") or environment.get(NAMES_THE_FILE)
    path = Path(named or FILE)
    # The usual one may be missing, one that was asked for may not.
    file = dict(of_file(path)) if named or path.exists() else {}
    merged: Source = {k: Found(v, DEFAULT) for k, v in Settings()._asdict().items()}
    merged = _overlaid(merged, file)
    merged = _overlaid(merged, dict(of_environment(environment, merged)))
    merged = _overlaid(merged, dict(of_line(given, merged)))
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


def _settled(
    merged: Source, environment: Mapping[str, str], file: Path
) -> ResolvedSettings:
    values = {key: merged[key].value for key in Settings._fields}
    options = {
        key.partition(".")[2]: found.value
        for key, found in merged.items()
        if key.startswith("options.")
    }
    origins = {k: f.origin for k, f in merged.items() if k != "options"}
    if values["state"] is None and environment.get("STATE_DIRECTORY"):
        origins["state"] = "STATE_DIRECTORY, which systemd sets"
    return ResolvedSettings(
        **values
        | {
            "options": options,
            "board": Path(find(str(values["board"]))),
            "state": state_folder(values["state"]),
        },
        origins=origins,
        file=file,
    )


def state_folder(given: str | None) -> Path:
    """Return the folder in which the journal is kept."""
    # systemd names the service's own folder.
    named = given or os.environ.get("STATE_DIRECTORY")
    if named:
        return Path(named)
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path("~/.local/state").expanduser()) / "undertow"


def wanted(settings: ResolvedSettings) -> tuple[AnyGame, int, dict[str, Any]]:
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


def bots_of(settings: ResolvedSettings, game: AnyGame, seats: int) -> tuple[str, ...]:
    """The levels of those who play the last seats; raises BadSettings."""
    levels = split_names(settings.bots)
    origin = settings.origins["bots"]
    unknown = [level for level in levels if level not in SEATED]
    if unknown:
        known = ", ".join(SEATED)
        words = f"there is no bot {unknown[0][:40]!r}; there is {known}"
        raise BadSettings(f"{origin}: {words}")
    if len(levels) > seats:
        raise BadSettings(
            f"{origin}: {len(levels)} bots, but {game.title} is set up for {seats}"
        )
    return levels


def _check(
    settings: ResolvedSettings,
    key: str,
    game: AnyGame,
    seats: int,
    options: dict[str, Any],
) -> None:
    """Raises BadSettings, naming the source of a setting that the game refuses."""
    origin = settings.origins[key]
    try:
        checked_options(game, seats, options)
    except BadSetup as error:
        if origin in (COMMAND_LINE, DEFAULT):
            raise
        raise BadSettings(f"{origin}: {error}") from None
