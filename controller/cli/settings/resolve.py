"""Merges the sources of settings: which value wins, and who set it."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from controller import games
from controller.cli.settings.sources import (
    COMMAND_LINE,
    PREFIX,
    SettingValue,
    Source,
    of_environment,
    of_file,
    of_line,
)
from controller.rules.game import AnyGame, BadSetup, checked_options
from controller.service.settings import (
    FILE,
    HOST_FILE,
    HOST_KEYS,
    KEYS,
    SEATS,
    BadSettings,
    Settings,
)
from wiring import find

# Names the file itself, so it is not a key in the file.
NAMES_THE_FILE = f"{PREFIX}SETTINGS"
DEFAULT = "default"


def resolve(
    given: Mapping[str, Any],
    environment: Mapping[str, str] = os.environ,
    *,
    by_host: bool = True,
) -> Settings:
    """Return the settings for this command line; raises BadSettings.

    `given` may name the file itself as "settings". Without `by_host`, ignore what the
    host has set on the table's page.
    """
    named = given.get("settings") or environment.get(NAMES_THE_FILE)
    path = Path(named or FILE)
    # The default file may be missing; one that was named may not.
    file = dict(of_file(path)) if named or path.exists() else {}
    usual = Settings()
    merged: Source = {key: SettingValue(getattr(usual, key), DEFAULT) for key in KEYS}

    def laid(by_host: Source) -> Settings:
        laid = _overlaid(_overlaid(merged, file), by_host)
        laid = _overlaid(laid, dict(of_environment(environment, laid)))
        laid = _overlaid(laid, dict(of_line(given, laid)))
        return _settled(laid, given, environment, path)

    found = laid({})
    own = found.state / HOST_FILE
    # The host's settings may be what keeps the table from starting.
    if not by_host or "UNDERTOW_SAFE" in environment or not _is_file(own):
        return found
    return laid({k: f for k, f in of_file(own) if k in HOST_KEYS})


def _is_file(path: Path) -> bool:
    # The service's folder is closed to other users.
    try:
        return path.exists()
    except PermissionError:
        return False


def _overlaid(weaker: Source, source: Source) -> Source:
    game = source.get("game", weaker["game"])
    if game.value != weaker["game"].value:
        weaker = dict(_without_its_own(weaker))
    return weaker | source


def _without_its_own(merged: Source) -> Iterator[tuple[str, SettingValue]]:
    for key, found in merged.items():
        if key == "seats":
            yield key, SettingValue(None, DEFAULT)
        elif not key.startswith("options."):
            yield key, found


def _settled(
    merged: Source,
    given: Mapping[str, Any],
    environment: Mapping[str, str],
    file: Path,
) -> Settings:
    values: dict[str, Any] = {key: merged[key].value for key in KEYS}
    options = {
        key.partition(".")[2]: found.value
        for key, found in merged.items()
        if key.startswith("options.")
    }
    origins = {k: f.origin for k, f in merged.items() if k != "options"}
    named = None if origins["state"] == DEFAULT else values["state"]
    if named is None and environment.get("STATE_DIRECTORY"):
        origins["state"] = "STATE_DIRECTORY, which systemd sets"
    values |= {key: given.get(key) for key in ("seed", "record", "marks")}
    about = ("game", "seats", *(f"options.{name}" for name in options))
    is_chosen = any(origins.get(key, DEFAULT) != DEFAULT for key in about)
    is_chosen = is_chosen or values["learn"] or values["seed"] is not None
    values |= {
        "options": options,
        "board": Path(find(str(values["board"]))),
        "state": state_folder(named),
        "is_chosen": is_chosen or values["record"] is not None,
    }
    return Settings(**values, origins=origins, file=file)


def state_folder(given: str | None) -> Path:
    """Return the folder that holds the journal."""
    # systemd provides the service's own folder.
    named = given or os.environ.get("STATE_DIRECTORY")
    if named:
        return Path(named)
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path("~/.local/state").expanduser()) / "undertow"


def checked_setup(settings: Settings) -> tuple[AnyGame, int, dict[str, Any]]:
    """Return game, seats and options; raise BadSettings, BadSetup or NoSuchGame."""
    game = games.find(settings.game)
    seats = game.seats_near(SEATS) if settings.seats is None else settings.seats
    _check(settings, "seats", game, seats, {})
    for name, value in settings.options.items():
        _check(settings, f"options.{name}", game, seats, {name: value})
    _check_bots(settings, game, seats)
    return settings.setup()


def _check_bots(settings: Settings, game: AnyGame, seats: int) -> None:
    """Raise BadSettings if a bot has no seat."""
    origin, bots = settings.origins["bots"], len(settings.bot_levels)
    if bots > seats:
        words = f"{bots} bots are too many for {game.title} with {seats} seats"
        raise BadSettings(f"{origin}: {words}")


def _check(
    settings: Settings,
    key: str,
    game: AnyGame,
    seats: int,
    options: dict[str, Any],
) -> None:
    """Raise BadSettings for a setting that the game refuses, naming its origin."""
    origin = settings.origins[key]
    try:
        checked_options(game, seats, options)
    except BadSetup as error:
        if origin in (COMMAND_LINE, DEFAULT):
            raise
        raise BadSettings(f"{origin}: {error}") from None
