"""A finished game in retrospect: its chart, and its players' statistics.

Both are made for the first page that asks, and cached for the others.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from controller.rules.codec import open_state
from controller.rules.match import Match
from controller.session.snapshot import Snapshot
from controller.storage.history import PlayerHistory
from controller.tabletop.staging import Staging
from controller.web.protocol.access import Kind
from controller.web.protocol.incoming import InvalidMessage
from controller.web.protocol.outgoing import text

# Reads people's history, by name: at this game and at all.
ReadHistory: TypeAlias = Callable[[Sequence[str], str], Sequence[PlayerHistory]]
# A phone's screen cannot show more points.
MOST_POINTS = 240


class GameReview:
    def __init__(self, read: ReadHistory) -> None:
        self._read = read
        # The message's match, its length and its players.
        self._of: tuple[Match | None, int, tuple[str, ...]] = (None, 0, ())
        self._told: dict[str, Any] = {}

    def message(self, now: Snapshot, kind: Kind) -> str:
        """Return the message; raise InvalidMessage while the game goes on.

        Statistics are for those at the table, so spectators get only the chart.
        """
        match = now.situation.match
        if now.situation.phase != "over":
            raise InvalidMessage("this game is not over yet")
        of = (match, len(match.story), now.setup.players)
        if self._of != of:
            self._of, self._told = of, self._made(now)
        hidden: dict[str, Any] = {"records": []} if kind == "spectator" else {}
        return text("review", **self._told | hidden)

    def _made(self, now: Snapshot) -> dict[str, Any]:
        setup, situation = now.setup, now.situation
        people = self._read(setup.players, setup.game) if any(setup.players) else ()
        return {
            **chart(situation.match, situation.staging),
            "records": [open_state(person) for person in people],
        }


def chart(match: Match, staging: Staging) -> dict[str, Any]:
    """Return the chart: `points` is [[action number, a value for each seat], …]."""
    if staging.chart is None:
        return {"length": 0, "points": []}
    entries = match.entries_from(0)
    # The chart begins with the first decision, not with chance's set-up.
    decided = (at for at, entry in enumerate(entries) if entry.by == "seat")
    first = next(decided, 0)
    last = len(entries) - 1
    stride = max(1, -(-(last - first) // MOST_POINTS))
    points: list[list[int]] = []
    for at in (*range(first, last, stride), last):
        values = list(staging.chart(entries[at].position))
        if not points or points[-1][1:] != values:
            points.append([at - first, *values])
    return {"length": last - first, "points": points}
