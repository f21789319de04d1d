"""The seats that bots play: each seat's level, "" for a person."""

from collections.abc import Callable, Sequence

from controller.input.seat_requests import SeatAnswer
from controller.rules.game import Event
from controller.rules.match import Match
from controller.session.snapshot import Snapshot
from controller.storage.store import GameStore


class Roster:
    def __init__(self, store: GameStore, wanted: Sequence[str] = ()) -> None:
        """Set up; `wanted` are the bots of the first new game, on its last seats."""
        self._store = store
        self._wanted: Sequence[str] | None = wanted
        self._match: Match | None = None
        self._phase = ""
        self.bots: tuple[str, ...] = ()
        # Called for changes within a game; the table reports another game.
        self.on_change: list[Callable[[], object]] = []

    def changed(self, now: Snapshot, _events: tuple[Event, ...] = ()) -> None:
        """Keep the bots in another game, as far as it has their seats.

        It must be the first listener of a change; later ones then see the bots.
        """
        before, self._phase = self._phase, now.situation.phase
        if now.situation.match is self._match:
            return
        self._match, seats = now.situation.match, now.setup.seats
        if self._phase == "offer":
            self.bots = _fitted(self._store.bots, seats)
            return
        if before == "offer":
            self.bots = ()
        if self._wanted is not None:
            self.bots = (*[""] * (seats - len(self._wanted)), *self._wanted)
        if self._phase != "choose":
            self._wanted = None
        self.bots = _fitted(self.bots, seats)
        self._keep()

    def use(self, levels: Sequence[str]) -> None:
        """Put these bots into the current game."""
        assert self._match is not None, "no game is on the table yet"
        fitted = _fitted(levels, self._match.seats)
        is_news, self.bots = fitted != self.bots, fitted
        self._keep()
        for listener in self.on_change if is_news else ():
            listener()

    def seat(self, seat: int, level: str) -> None:
        """Let a bot of this level play the seat from now on; "" is a person."""
        levels = list(self.bots)
        levels[seat] = level
        self.use(levels)

    def answered(self, answer: SeatAnswer) -> None:
        """Remove the bot from a seat that a phone has taken."""
        if answer.why_not is None and self.bots[answer.seat]:
            self.seat(answer.seat, "")

    def _keep(self) -> None:
        """Write the bots to the journal, unless the game is only being chosen."""
        saved = _fitted(self._store.bots, len(self.bots))
        if self._phase != "choose" and saved != self.bots:
            self._store.seat_bots(self.bots)


def _fitted(levels: Sequence[str], seats: int) -> tuple[str, ...]:
    return (*levels, *[""] * seats)[:seats]
