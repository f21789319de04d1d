"""`undertow settings`: prints the settings of `undertow play`, and who set each."""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from controller.basics.sheet import nearest
from controller.cli.commands import play
from controller.cli.settings.resolve import NAMES_THE_FILE, checked_setup, resolve
from controller.cli.settings.sources import PREFIX
from controller.service.settings import KEYS, Settings
from controller.tools.terminal import columns

# Accept all arguments of `play`, to show their effect.
add_settings = play.add_play


# These would let anyone who sees the screen into the table.
SECRET = ("host_code", "broker", "join")


def run_settings(parsed: argparse.Namespace) -> int:
    from controller.chance.house import Houses

    found = resolve(vars(parsed))
    game, seats, _options = checked_setup(found)
    Houses(found.house).of(game)
    sys.stdout.write(shown(found, seats))
    return 0


def shown(
    settings: Settings, seats: int, environment: Mapping[str, str] = os.environ
) -> str:
    """Return a table of all settings, with their values and origins."""
    rows = [("setting", "value", "from")]
    for key in KEYS:
        value = seats if key == "seats" else getattr(settings, key)
        if key != "options":
            said = "set" if key in SECRET and value else _formatted(value)
            rows.append((key, said, settings.origins[key]))
        for name, option in settings.options.items() if key == "options" else ():
            full = f"options.{name}"
            rows.append((full, _formatted(option), settings.origins[full]))
    lines = [*columns(rows), "", *_remarks(settings.file, environment)]
    return "\n".join(lines) + "\n"


def _formatted(value: Any) -> str:
    if value is None:
        return "none"
    return str(value) if isinstance(value, str | Path) else json.dumps(value)


def _remarks(file: Path, environment: Mapping[str, str]) -> Iterator[str]:
    if not file.exists():
        yield f"There is no {file}. It can set any of these."
    known = [f"{PREFIX}{key.upper()}" for key in KEYS]
    for name in environment:
        if name.startswith(PREFIX) and name not in (*known, NAMES_THE_FILE):
            yield f"{name} is not a setting{nearest(name, known)}"
    yield (
        "The command line (--port 80) overrides the environment "
        f"({PREFIX}PORT=80), which overrides the table's page, and that the file."
    )
