"""The story of a game for its pages: all of it at first, then line by line.

A page that has missed a line asks for all of it again.
"""

from functools import lru_cache

from controller.rules import views
from controller.rules.game import Viewer
from controller.rules.match import Match
from controller.session.snapshot import Snapshot
from controller.web.protocol.access import Kind, viewer
from controller.web.protocol.incoming import Data, InvalidMessage
from controller.web.protocol.outgoing import text

# A page that is opened late gets this many of the last lines.
MOST = 400


class Story:
    def __init__(self, match: Match) -> None:
        """Treat everything up to now as sent."""
        self._match = match
        self._told = len(match.story)

    def news(self, match: Match) -> int | None:
        """Return the first line that pages have not been sent; None without one."""
        before, self._told = self._told, len(match.story)
        if match is not self._match:
            self._match = match
            return 0
        new = match.story[before:]
        if not new:
            return None
        # An undo changes earlier lines, and so does a line that fades others.
        is_rewritten = any(t.how == "undo" or views.is_fleeting(match, t) for t in new)
        return 0 if is_rewritten else before


def message(match: Match, kind: Kind, first: int = 0) -> str:
    """Return the lines from this one on, as a page of this kind may see them."""
    return _message(match, len(match.story), viewer(kind), first)


# Pages may ask repeatedly, so the last messages are cached.
@lru_cache(maxsize=8)
def _message(match: Match, length: int, seen_by: Viewer, first: int) -> str:
    lines = views.story(match, seen_by, max(first, length - MOST))
    return text("story", **{"from": first, "lines": lines})


def past(now: Snapshot, kind: Kind, data: Data) -> str:
    """Return the position after the line that a page asks for."""
    match = now.situation.match
    seen = views.past(match, viewer(kind), data["at"])
    if seen is None:
        raise InvalidMessage(f"at must be a line that still stands, not {data['at']}")
    return text("past", **seen)
