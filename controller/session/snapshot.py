"""Everything about the table at one moment, for pages, bots and the voice."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from controller import games
from controller.basics.sentence import Says
from controller.chance.dealer import Dealer
from controller.input.situation import Situation
from controller.pieces.tracker import Placement
from controller.rules.game import Event
from controller.session.clocks import Times
from controller.storage.journal import Setup
from controller.words.files import ENGLISH


class Snapshot(NamedTuple):
    situation: Situation
    setup: Setup
    placement: Placement
    # What happened to a journal, or to a game, that could not be read.
    notice: str | None
    # Deals and rolls.
    dealer: Dealer
    # How long the lamps show each event of the last change.
    beats_s: tuple[float, ...] = ()
    # Each seat's time; None without a clock.
    times: Times | None = None

    def names(self, language: str = ENGLISH) -> tuple[str, ...]:
        """Return the players' names by seat, or else what they play with."""
        match = self.situation.match
        teams = match.game.teams(match.seats)
        return games.words(match.game.name, language).seats(teams, self.setup.players)

    def render(self, says: Says, language: str = ENGLISH) -> str:
        """Return a sentence with the names of the players."""
        words = games.words(self.situation.match.game.name, language)
        return words.render(says, self.names(language))


# Called with each change and its events.
OnChange: TypeAlias = Callable[[Snapshot, tuple[Event, ...]], object]
