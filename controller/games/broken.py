"""Errors in a game's own code: which game, which file and line.

A game may raise anything at any time. `reporting_faults` is the one place that catches
it, so that the table, the pages and the engine can report it and carry on.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from controller import games
from controller.basics.errors import UndertowError, in_one_line
from controller.basics.sentence import Sentence, say
from controller.games.checks import failing_line
from controller.rules.game import AnyGame

_log = logging.getLogger("undertow.games")
# The places already logged; a second traceback adds nothing.
logged: set[str] = set()


class BrokenGame(UndertowError):
    """A game's own code failed; the message says which game's, where and why."""


class Place(NamedTuple):
    """A line of a game's code, relative to the game's folder: rules.py:159."""

    game: AnyGame
    line: str

    @property
    def says(self) -> str:
        """Return the fault in English, for the log and the journal's notice."""
        return f"{self.game.title} has an error ({self.line})"


def place_of(error: BaseException) -> Place | None:
    """Return the innermost line of a game's code in an error's traceback."""
    for name in games.names():
        if line := failing_line(games.package(name), error):
            return Place(games.find(name), line)
    return None


@contextmanager
def reporting_faults(tell: Callable[[Sentence], object]) -> Iterator[None]:
    """Call `tell` with a message for people if the block fails in a game's own code.

    Other errors pass through, and so do those whose text is already a sentence for
    people.
    """
    try:
        yield
    except Exception as error:
        place = locate_and_log(error)
        if place is None:
            raise
        tell(say("game.broken", game=place.game.title, where=place.line))


def locate_and_log(error: Exception) -> Place | None:
    """Return where a game's own code failed; log it once with its traceback."""
    place = None if isinstance(error, UndertowError) else place_of(error)
    if place:
        log_once(place, error)
    return place


def log_once(place: Place, error: Exception | None = None, trace: str = "") -> None:
    """Log once that a game's code failed, with the error's traceback or `trace`."""
    if place.says not in logged:
        logged.add(place.says)
        _log.error("%s\n%s" if trace else "%s%s", place.says, trace, exc_info=error)


@contextmanager
def naming_game() -> Iterator[None]:
    """Raise BrokenGame for whatever a game's own code raises in the block."""
    try:
        yield
    except Exception as error:
        place = None if isinstance(error, UndertowError) else place_of(error)
        if place is None:
            raise
        raise BrokenGame(f"{place.says}: {in_one_line(error)}") from None
