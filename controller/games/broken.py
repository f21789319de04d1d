"""Errors in a game's own code: whose they are, and in which file and line.

A game may raise anything at any time. `caught` is the one place that catches
it, so that the table, the pages and the engine can say so and live on.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import walk_tb
from typing import NamedTuple

from controller import games
from controller.basics.errors import UndertowError
from controller.basics.sentence import Sentence, say
from controller.rules.game import AnyGame

_log = logging.getLogger("undertow.games")
# The places that were logged; a second traceback would say nothing new.
logged: set[tuple[str, str]] = set()


class Place(NamedTuple):
    """A line of a game's code, named from the game's folder: rules.py:159."""

    game: AnyGame
    line: str


def place_of(error: BaseException) -> Place | None:
    """Return the deepest line of a game's code that an error came through."""
    homes = {games.home(name): name for name in games.names()}
    for frame, line in reversed([*walk_tb(error.__traceback__)]):
        path = Path(frame.f_code.co_filename)
        for home in (path, *path.parents):
            if name := homes.get(home):
                file = path.name if path == home else path.relative_to(home)
                return Place(games.find(name), f"{file}:{line}")
    return None


@contextmanager
def caught(tell: Callable[[Sentence], object]) -> Iterator[None]:
    """Call `tell` with what people are told if a game's own code fails in the block.

    Where it failed is logged, once. Errors that are not a game's own are raised again,
    and so are those whose text is a sentence for people already.
    """
    try:
        yield
    except Exception as error:
        place = None if isinstance(error, UndertowError) else place_of(error)
        if place is None:
            raise
        title, line = place.game.title, place.line
        if (title, line) not in logged:
            logged.add((title, line))
            _log.error("%s has an error (%s)", title, line, exc_info=error)
        tell(say("game.broken", game=title, where=line))
