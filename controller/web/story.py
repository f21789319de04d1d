"""The story of a game for its pages: sent on opening, then line by line.

A page that has missed a line, as a slow one may, asks for all of it again; so does
whoever wants to see how the game stood before.
"""

import json
from typing import NamedTuple

from controller.rules import views
from controller.rules.codec import brief
from controller.rules.game import Viewer
from controller.rules.match import Match, StoryLine
from controller.session.now import Now
from controller.web.access import Kind, viewer
from controller.web.messages import Data, Misunderstood
from controller.web.wire import Wire

# So many lines are told to who comes late.
MOST = 400


class Line(NamedTuple):
    """A line of the story as one viewer is told it, for as long as it stands so."""

    told: StoryLine
    is_faded: bool
    text: str


class Story:
    def __init__(self, match: Match) -> None:
        """Keeps how much of which game every page has been told, and in which words.

        A line is put into words once for each viewer: a page may ask for all of them
        again and again.
        """
        self._match = match
        self._told = len(match.story)
        self._of = match
        self._lines: dict[Viewer, dict[int, Line]] = {}
        # All of it, for as long as nothing happens.
        self._ready_for = match, 0
        self._ready: dict[Viewer, Wire] = {}

    def news(self, match: Match) -> int | None:
        """The first line that pages have not been sent yet; None if there is none."""
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

    def wire(self, match: Match, kind: Kind, first: int = 0) -> Wire:
        """Return the message; all of it is made ready once a change for all pages."""
        if first:
            return Wire(self.message(match, kind, first))
        if self._ready_for != (match, len(match.story)):
            self._ready_for, self._ready = (match, len(match.story)), {}
        seen_by = viewer(kind)
        if seen_by not in self._ready:
            self._ready[seen_by] = Wire(self.message(match, kind))
        return self._ready[seen_by]

    def message(self, match: Match, kind: Kind, first: int = 0) -> str:
        """What has happened from that line on."""
        if match is not self._of:
            self._of, self._lines = match, {}
        known = self._lines.setdefault(viewer(kind), {})
        faded = views.faded_until(match)
        since = max(first, len(match.story) - MOST)
        for number in [number for number in known if number < len(match.story) - MOST]:
            del known[number]
        lines = (
            self._line(known, at, viewer(kind), is_faded=at < faded)
            for at in range(since, len(match.story))
        )
        return f'{{"type": "story", "from": {first}, "lines": [{", ".join(lines)}]}}'

    def _line(
        self, known: dict[int, Line], at: int, seen_by: Viewer, *, is_faded: bool
    ) -> str:
        line, told = known.get(at), self._of.story[at]
        # Not by value: an undo puts another one in its place.
        if line is None or line.told is not told or line.is_faded != is_faded:
            made = views.line(self._of, at, seen_by, is_faded=is_faded)
            line = known[at] = Line(told, is_faded, json.dumps(made))
        return line.text


def past(now: Now, kind: Kind, data: Data) -> str:
    """How the game stood after the line that a page asks for."""
    at = data.get("at")
    match = now.situation.match
    seen = views.past(match, viewer(kind), at) if type(at) is int else None
    if seen is None:
        raise Misunderstood(f"at must be a line that still stands, not {brief(at)}")
    return json.dumps({"type": "past", **seen})
