"""Games from other packages; an entry point of the package names its game.

    [project.entry-points."undertow.games"]
    pearl-dive = "pearl_dive"

The module is a game's folder like those beside this file. It defines `GAME`, and may
define `KERNEL`, the kernel version that it was written for. Finding and loading
packages is slow, so it happens once, and only when somebody wants a game that is not
built in.
"""

import logging
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from controller.basics.errors import in_one_line
from controller.games.checks import fault_of, fault_raised
from controller.rules.game import KERNEL

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

GROUP = "undertow.games"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

_log = logging.getLogger("undertow.games")


class Fault(NamedTuple):
    package: str  # "undertow-pearl 1.2"
    says: str  # why its game cannot be played, in one sentence


class Packages(NamedTuple):
    # By name: the module and the package of each game that can be played.
    modules: dict[str, str]
    whose: dict[str, str]
    # By name: the games that cannot be played.
    faults: dict[str, Fault]


@cache
def packages(own: frozenset[str]) -> Packages:
    """Return the installed game packages; `own` names are reserved."""
    found = Packages({}, {}, {})
    for info, dist in _distributions():
        whose = _package(info, dist)
        try:
            entries = sorted(set(dist.entry_points.select(group=GROUP)))
        # A damaged file may raise anything, and must not hide the other games.
        except Exception as error:  # noqa: BLE001
            what = f"its entry_points.txt cannot be read: {in_one_line(error)}"
            _leave_out(found, whose, Fault(whose, f"{whose}: {what}; install it again"))
            continue
        for entry in entries:
            _add(found, entry, whose, own)
    return found


def _add(found: Packages, entry: "EntryPoint", whose: str, own: frozenset[str]) -> None:
    taken = "Undertow itself" if entry.name in own else found.whose.get(entry.name)
    fault = _taken(entry, whose, taken) if taken else _fault(entry, whose)
    if fault:
        _leave_out(found, entry.name, Fault(whose, fault))
    else:
        found.modules[entry.name] = entry.value
        found.whose[entry.name] = whose


def _leave_out(found: Packages, name: str, fault: Fault) -> None:
    _log.warning("%s", fault.says)
    found.faults.setdefault(name, fault)


def _distributions() -> "Iterator[tuple[Path, Distribution]]":
    """Yield the installed packages with games, and pip's record of each.

    If a package is installed twice, yield the one that Python imports.
    """
    infos = (i for at in sys.path for i in sorted(Path(at).glob("*-info")))
    first: dict[str, Path] = {}
    for info in filter(_declares_games, infos):
        first.setdefault(info.name.partition("-")[0], info)
    if not first:
        return
    # Imported here because it costs more than all other work of listing games, and
    # usually no package is installed.
    from importlib.metadata import Distribution

    for info in first.values():
        yield info, Distribution.at(info)


def _declares_games(info: Path) -> bool:
    try:
        return GROUP in (info / "entry_points.txt").read_text("utf-8", "replace")
    except OSError:
        return False


def _package(info: Path, dist: "Distribution") -> str:
    """Return the package and its version, as "undertow-pearl 1.2"."""
    try:
        name, version = dist.metadata["Name"], dist.metadata["Version"]
    except ValueError:  # not UTF-8
        name = None
    # The folder names the package too, even if it is only half installed.
    return f"{name} {version}" if name else info.stem.replace("-", " ", 1)


def _taken(entry: "EntryPoint", whose: str, by: str) -> str:
    return (
        f"{whose} has a game {entry.name[:40]!r}, and so has {by}: "
        f"that of {whose} is left out; give one of them another name"
    )


def _fault(entry: "EntryPoint", whose: str) -> str | None:
    """Return why this game cannot be played, in one sentence; None if it can."""
    called = f"the game {entry.name[:40]!r} of {whose}"
    if not NAME.fullmatch(entry.name):
        return f"{called} has no name that can be typed: use a-z, 0-9 and single dashes"
    try:
        module = import_module(entry.value)
        fault = _other_kernel(module, whose) or fault_of(module, entry.name)
    # Foreign code may raise anything, and must not hide the other games.
    except BaseException as error:  # noqa: BLE001
        fault = fault_raised(entry.value, error)
    return fault and f"{called} cannot be loaded: {fault}"


def _other_kernel(module: ModuleType, whose: str) -> str | None:
    kernel = getattr(module, "KERNEL", KERNEL)
    if kernel == KERNEL:
        return None
    return (
        f"it needs kernel {kernel!r} of Undertow, and this is kernel {KERNEL}: install "
        f"a version of {whose.partition(' ')[0]} for kernel {KERNEL}, or another "
        "Undertow"
    )
