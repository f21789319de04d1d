"""Games of other packages: an installed one names its game by an entry point.

    [project.entry-points."undertow.games"]
    pearl-dive = "pearl_dive"

The module is a game's folder like those beside this file: it holds `GAME`, and `KERNEL`
says for which kernel it was written. Looking for packages and loading them costs time,
so it is done once, and only when a game is wanted that is not one of our own.
"""

import logging
import re
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from controller.rules.game import KERNEL, Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "undertow.games"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

_log = logging.getLogger("undertow.games")


class Fault(NamedTuple):
    package: str  # "undertow-pearl 1.2"
    says: str  # why its game cannot be played, in one sentence


class Packages(NamedTuple):
    # The module of each game that can be played, and of which package it is.
    modules: dict[str, str]
    whose: dict[str, str]
    # By name the games that cannot.
    faults: dict[str, Fault]


@cache
def packages(own: frozenset[str]) -> Packages:
    """What is installed; `own` are the names that nobody else can have."""
    found = Packages({}, {}, {})
    for entry in _entries():
        whose = _package(entry)
        taken = "Undertow itself" if entry.name in own else found.whose.get(entry.name)
        fault = _taken(entry, whose, taken) if taken else _fault(entry, whose)
        if fault:
            _log.warning("%s", fault)
            found.faults.setdefault(entry.name, Fault(whose, fault))
        else:
            found.modules[entry.name] = entry.value
            found.whose[entry.name] = whose
    return found


def _entries() -> "list[EntryPoint]":
    """What installed packages say of their games."""
    noted = (p for at in sys.path for p in Path(at).glob("*-info/entry_points.txt"))
    if not any(GROUP in path.read_text("utf-8", "replace") for path in noted):
        return []
    # Loaded here: it costs more than all else that lists games, and mostly none is
    # installed.
    from importlib.metadata import entry_points

    # A package that is installed twice is listed twice.
    return sorted(set(entry_points(group=GROUP)))


def _package(entry: "EntryPoint") -> str:
    """ "undertow-pearl 1.2" """
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else "no package"


def _taken(entry: "EntryPoint", whose: str, by: str) -> str:
    return (
        f"{whose} has a game {entry.name[:40]!r}, and so has {by}: "
        f"that of {whose} is left out; give one of them another name"
    )


def _fault(entry: "EntryPoint", whose: str) -> str | None:
    """Why this game cannot be played, in one sentence; None if it can."""
    called = f"the game {entry.name[:40]!r} of {whose}"
    if not NAME.fullmatch(entry.name):
        return f"{called} has no name that can be typed: use a-z, 0-9 and single dashes"
    try:
        module = import_module(entry.value)
    # Somebody else's code: whatever it raises, the other games are played.
    except (Exception, SystemExit) as error:  # noqa: BLE001
        what = " ".join(f"{type(error).__name__}: {error}".split())
        return f"{called} cannot be loaded: {what[:200]}"
    return _misfit(entry, module, called, whose)


def _misfit(
    entry: "EntryPoint", module: ModuleType, called: str, whose: str
) -> str | None:
    kernel = getattr(module, "KERNEL", None)
    if kernel is None:
        return f"{called} does not say for which kernel it is: add KERNEL = {KERNEL}"
    if kernel != KERNEL:
        return (
            f"{called} needs kernel {kernel!r} of Undertow, and this is kernel "
            f"{KERNEL}: install a version of {whose.partition(' ')[0]} for kernel "
            f"{KERNEL}, or another Undertow"
        )
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        return f"{called} holds no GAME: {entry.value} has to make a Game of that name"
    if game.name != entry.name:
        return f"{called} calls itself {game.name!r}: both have to be the same name"
    return None
