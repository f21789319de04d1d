"""The kinds of a game's actions and events, and those that no playthrough shows."""

import inspect
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from controller.games import find, package
from controller.rules.codec import type_name
from controller.rules.deals import Over, over


def missing_kinds(name: str, playthroughs: Iterable[Path]) -> set[str]:
    """Return the kinds that none of these playthroughs shows."""
    return kinds(name).difference(*(shown_in(p.read_text()) for p in playthroughs))


def shown_in(text: str) -> set[str]:
    return set(re.findall(r"^(?:> |  )([a-z-]+)", text, re.MULTILINE))


def kinds(name: str) -> set[str]:
    """Return the type names of a game's actions and events."""
    own = package(name)
    actions: tuple[Any, ...] = find(name).actions
    found = {type_name(action) for action in actions}
    for module in [m for at, m in sys.modules.items() if is_rules(at, own)]:
        for each in vars(module).values():
            # Other NamedTuples have no equality of their own.
            is_record = inspect.isclass(each) and "__eq__" in vars(each)
            if is_record and issubclass(each, tuple) and is_home(each.__module__, own):
                found.add(type_name(each))
            elif each is over:  # which makes its own event
                found.add(type_name(Over))
    return found


def is_rules(module: str, own: str) -> bool:
    """Return whether this is a module of the game itself, not of its tests."""
    is_own = module == own or module.startswith(f"{own}.")
    return is_own and not {"testing", "tests"}.intersection(module.split("."))


def is_home(module: str, own: str) -> bool:
    return is_rules(module, own) or module == "controller.rules.deals"
