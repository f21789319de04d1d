"""Errors in a game's own code: whose they are, and in which file and line.

A game may raise anything at any time. `caught` is the one place that catches
it, so that the table, the pages and the engine can say so and live on.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from controller import games
from controller.basics.errors import UndertowError, in_one_line
from controller.basics.sentence import Sentence, say
from controller.games.door import line_in
from controller.rules.game import AnyGame

_log = logging.getLogger("undertow.games")
# The places that were logged; a second traceback would say nothing new.
logged: set[str] = set()


class BrokenGame(UndertowError):
    """A game's own code failed; the message says whose, where and why."""


class Place(NamedTuple):
    """A line of a game's code, named from the game's folder: rules.py:159."""

    game: AnyGame
    line: str

    @property
    def says(self) -> str:
        """The fault in English, for the log and the journal's notice."""
        return f"{self.game.title} has an error ({self.line})"


def place_of(error: BaseException) -> Place | None:
    """Return the deepest line of a game's code that an error came through."""
    for name in games.names():
        if line := line_in(games.package(name), error):
            return Place(games.find(name), line)
    return None


@contextmanager
def caught(tell: Callable[[Sentence], object]) -> Iterator[None]:
    """Call `tell` with what people are told if a game's own code fails in the block.

    Errors that are not a game's own are raised again, and so are those whose text is a
    sentence for people already.
    """
    try:
        yield
    except Exception as error:
        place = noted(error)
        if place is None:
            raise
        tell(say("game.broken", game=place.game.title, where=place.line))


def noted(error: Exception) -> Place | None:
    """Return where a game's own code failed, and log it once with its traceback."""
    place = None if isinstance(error, UndertowError) else place_of(error)
    if place:
        note(place, error)
    return place


def note(place: Place, error: Exception | None = None, trace: str = "") -> None:
    """Log once that a game's code failed, with the error's traceback or `trace`."""
    if place.says not in logged:
        logged.add(place.says)
        _log.error("%s\n%s" if trace else "%s%s", place.says, trace, exc_info=error)


@contextmanager
def named() -> Iterator[None]:
    """Raise BrokenGame in place of what a game's own code raises in the block."""
    try:
        yield
    except Exception as error:
        place = None if isinstance(error, UndertowError) else place_of(error)
        if place is None:
            raise
        raise BrokenGame(f"{place.says}: {in_one_line(error)}") from None
