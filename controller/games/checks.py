"""Checks what a game gives when it is loaded, so that play needs no checks.

`wrong_values` checks `GAME` itself; `wrong_results` plays a few decisions, and checks
what the game's functions return. Each fault is one sentence with file and line.
Built-in games, packages and single modules are checked alike.
"""

import logging
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from types import ModuleType, TracebackType
from typing import Any

from controller.basics.errors import UndertowError, in_one_line
from controller.rules.game import (
    SEAT_NAMES,
    AnyGame,
    Game,
    House,
    Option,
    Outcome,
    Result,
)
from controller.rules.match import Match
from controller.rules.steps import Step, Steps
from controller.rules.views import table_view
from controller.tabletop.plain import staging_of
from controller.tabletop.staging import Staging
from controller.words.files import LANGUAGES, catalogue

_log = logging.getLogger("undertow.games")
# How many decisions to play.
DECISIONS = 40
_KINDS: dict[str, Any] = {
    "name": str,
    "title": str,
    "version": str,
    "seats": tuple,
    "steps": Steps,
    "options": tuple,
    "never_automatic": frozenset,
    "reveals": frozenset,
    "house": House | None,
}


def fault_of(module: ModuleType, name: str) -> str | None:
    """Return the first fault of a game's module, which may raise anything."""
    return next(_faults(module, name), None)


def _faults(module: ModuleType, name: str) -> Iterator[str]:
    game, staging = getattr(module, "GAME", None), getattr(module, "STAGING", None)
    if not isinstance(game, Game):
        yield f"there is no GAME: {module.__name__} has to make a Game of that name"
        return
    if game.name != name:
        yield f"it calls itself {game.name!r}: both have to be the same name"
    yield from wrong_values(game)
    if not isinstance(staging, Staging | None):
        yield "its STAGING is none: make it a Staging, or leave it out"
    for language in LANGUAGES:
        catalogue(Path(str(module.__file__)).parent / "words", language)
    yield from wrong_results(game, staging or staging_of(game))
    low, high = game.seats
    for seats in range(low, high + 1):
        Match(game, seats, {}, None).opening()
        game.teams(seats)


def failing_line(package: str, error: BaseException) -> str | None:
    """Return the innermost line of this package in an error's traceback.

    The path is relative to the package's folder: rules.py:159, scene/effects.py:12. A
    syntax error has its own line.
    """
    if isinstance(error, SyntaxError) and error.filename:
        for folder in getattr(sys.modules.get(package), "__path__", ()):
            path = Path(error.filename)
            if path.is_relative_to(folder):
                return f"{path.relative_to(folder).as_posix()}:{error.lineno}"
    for trace in reversed(_own(package, error)):
        module = str(trace.tb_frame.f_globals["__name__"])
        path = Path(trace.tb_frame.f_code.co_filename)
        depth = module.count(".") - package.count(".") + (path.stem == "__init__")
        return f"{'/'.join(path.parts[-max(1, depth) :])}:{trace.tb_lineno}"
    return None


def _own(package: str, error: BaseException) -> list[TracebackType]:
    """Return the parts of an error's traceback that are this package's code."""
    found, trace = list[TracebackType](), error.__traceback__
    while trace:
        if f"{trace.tb_frame.f_globals.get('__name__')}.".startswith(f"{package}."):
            found.append(trace)
        trace = trace.tb_next
    return found


def fault_raised(package: str, error: BaseException) -> str:
    """Describe in one line what this package raised and where; log the traceback."""
    if isinstance(error, SyntaxError | UndertowError):
        return in_one_line(error)  # which says where
    # From the package's own code on, because our calls tell its author nothing.
    first = next(iter(_own(package, error)), error.__traceback__)
    raised = (type(error), error, first)
    _log.warning("%s cannot be loaded", package, exc_info=raised)
    line = failing_line(package, error)
    return in_one_line(error) + (f" ({line})" if line else "")


def wrong_values(game: AnyGame) -> Iterator[str]:
    """Yield what is wrong with the values of a game's record."""
    for name, value in zip(game._fields, game, strict=True):
        kind = _KINDS.get(name, Callable)
        if not isinstance(value, kind):
            wanted = getattr(kind, "__name__", "House or None")
            yield f"`{name}` must be a {wanted}, not {_kind(value)}"
            return
    match game.seats:
        case (int(low), int(high)) if 1 <= low <= high <= len(SEAT_NAMES):
            pass
        case _:
            yield f"`seats` must be two numbers from 1 to 6, not {game.seats}"
    for option in game.options:
        if not isinstance(option, Option):
            yield f"`options` must hold an Option, not {_kind(option)}"
    for step in game.steps.all():
        yield from _misfits(game, step)


def _misfits(game: AnyGame, step: Step) -> Iterator[str]:
    for kind in step.kinds:
        called = kind.__name__
        if kind not in game.steps.kinds:
            yield f"{called} is a kind of a Step, and has no Kind: add one"
        elif not hasattr(kind, "_fields") or "__eq__" not in vars(kind):
            yield f"{called} must be a NamedTuple with @record above it"
        elif not step.is_chance and "seat" not in kind._fields:
            yield f"{called} is decided by seats, and has no field `seat`"
        else:
            fields = game.steps.kinds[kind].fields
            joint = fields and fields[-1].is_joint
            if not joint and len(fields) != len(kind._fields):
                yield f"{called} has the fields {kind._fields}: its Kind has other ones"


def wrong_results(
    game: AnyGame, staging: Staging, decisions: int = DECISIONS
) -> Iterator[str]:
    """Yield what is wrong with the values that a game's functions return."""
    dice, match = Random(0), Match(game, game.seats[0], {}, None)
    yield from _seen(game, match.position)
    view = table_view(match)
    for _ in range(decisions):
        position, step = match.position, game.steps.step(match.position)
        if game.result(position) is not None or step is None:
            return
        yield from _choices(step, step.choices(position))
        action = dice.choice(step.choices(position))
        action = action.action if step.is_chance else action
        yield from _applied(game, game.apply(position, action))
        events = match.replay(action).events
        yield from _seen(game, match.position)
        told = game.event_view(match.position, action, "table")
        yield from _wrong("event_view", game.event_view, told, dict)
        before, view = view, table_view(match, events)
        lamps, effect = staging.picture(view), staging.effect(before, view["events"])
        yield from _wrong("picture", staging.picture, lamps, Mapping)
        yield from _wrong("effect", staging.effect, effect, tuple | list)


def _seen(game: AnyGame, position: Any) -> Iterator[str]:
    yield from _wrong("result", game.result, game.result(position), Result | None)
    yield from _wrong("state", game.state, game.state(position, "table"), dict)


def _choices(step: Step, choices: Any) -> Iterator[str]:
    yield from _wrong("choices", step.choices, choices, tuple | list)
    if not choices:
        yield f"`choices` must list something to do{_at(step.choices)}"
    kinds = (Outcome,) if step.is_chance else step.kinds
    for choice in choices:
        if not isinstance(choice, kinds):
            wanted = " or ".join(kind.__name__ for kind in kinds)
            where = _at(step.choices)
            yield f"`choices` must hold {wanted}, not {_kind(choice)}{where}"


def _applied(game: AnyGame, after: Any) -> Iterator[str]:
    is_pair = type(after) is tuple and len(after) == 2
    if not is_pair or type(after[1]) is not tuple:
        wanted = "a position and a tuple of events"
        yield f"`apply` must return {wanted}, not {_kind(after)}{_at(game.apply)}"


def _wrong(name: str, function: Any, value: Any, kind: Any) -> Iterator[str]:
    if not isinstance(value, kind):
        wanted = getattr(kind, "__name__", str(kind)).replace(" | ", " or ")
        yield f"`{name}` must return a {wanted}, not {_kind(value)}{_at(function)}"


def _kind(value: Any) -> str:
    return "None" if value is None else f"a {type(value).__name__}"


def _at(function: Any) -> str:
    """Return where a function is defined: " (rules.py:88)"."""
    code = getattr(getattr(function, "__wrapped__", function), "__code__", None)
    return f" ({Path(code.co_filename).name}:{code.co_firstlineno})" if code else ""
