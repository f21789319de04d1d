"""The story of a game for its pages: sent on opening, then line by line.

A page that has missed a line, as a slow one may, asks for all of it again; so does
whoever wants to see how the game stood before.
"""

import json

from controller.rules import views
from controller.rules.match import Match
from controller.rules.records import brief
from controller.session.now import Now
from controller.web.access import Kind, viewer
from controller.web.messages import Data, Misunderstood

# So many lines are told to who comes late.
MOST = 400


class Story:
    def __init__(self, match: Match) -> None:
        """Keeps how much of which game every page has been told."""
        self._match = match
        self._told = len(match.story)

    def news(self, match: Match) -> int | None:
        """The first line that pages lack now; None if they have all of it."""
        before, self._told = self._told, len(match.story)
        if match is not self._match:
            self._match = match
            return 0
        new = match.story[before:]
        if not new:
            return None
        # An undo has changed what was told before, and so has what makes it fade.
        anew = any(t.how == "undo" or views.is_fleeting(match, t) for t in new)
        return 0 if anew else before


def story(now: Now, kind: Kind, first: int = 0) -> str:
    """What has happened from that line on, as a message."""
    match = now.situation.match
    lines = views.story(match, viewer(kind), max(first, len(match.story) - MOST))
    return json.dumps({"type": "story", "from": first, "lines": lines})


def past(now: Now, kind: Kind, data: Data) -> str:
    """How the game stood after the line that a page asks for."""
    at = data.get("at")
    match = now.situation.match
    seen = views.past(match, viewer(kind), at) if type(at) is int else None
    if seen is None:
        raise Misunderstood(f"at must be a line that still stands, not {brief(at)}")
    return json.dumps({"type": "past", **seen})
