"""The table, with all that tests ask of it."""

from collections.abc import Mapping
from typing import Any

from controller.chance.dealer import Waiting
from controller.input.gestures import Gestures
from controller.input.intents import NewGame, Play, PutAway, Resume, Undo
from controller.input.situation import Phase
from controller.pieces.compare import PlacementCheck
from controller.pieces.tracker import Placement
from controller.rules.game import AnyGame, Event, Viewer
from controller.rules.match import Match
from controller.rules.views import show
from controller.session.table import Table
from controller.storage.journal import Setup
from controller.tabletop.gestures import Scripted
from controller.tabletop.staging import Staging, Stand, View
from controller.words.notice import Notice


class OpenTable(Table):
    @property
    def match(self) -> Match:
        return self.now.situation.match

    @property
    def phase(self) -> Phase:
        return self.now.situation.phase

    @property
    def setup(self) -> Setup:
        return self.now.setup

    @property
    def staging(self) -> Staging:
        return self.now.situation.staging

    @property
    def seen(self) -> View:
        return self.now.situation.view

    @property
    def scripts(self) -> tuple[Scripted, ...]:
        return self.now.situation.scripts

    @property
    def waiting(self) -> Waiting | None:
        return self.now.situation.waiting

    @property
    def waits(self) -> str | None:
        waits = self.now.situation.waits
        return self.now.said(waits) if waits else None

    @property
    def notice(self) -> str | None:
        return self.now.notice

    @property
    def placement(self) -> Placement:
        return self.now.placement

    @property
    def gestures(self) -> Gestures:
        """What hands have begun."""
        return self._router.gestures

    @property
    def held(self) -> set[str]:
        """The buttons that are down."""
        return self._held.down

    @property
    def refused(self) -> Notice | None:
        """What `why` would say again."""
        return self._notices.refused

    def belongs(self) -> Stand:
        return self.now.situation.belongs()

    def view(self, viewer: Viewer, events: tuple[Event, ...]) -> dict[str, Any]:
        return show(self.match.game, self.match.position, viewer, events)

    def can_undo(self, viewer: Viewer) -> bool:
        return self.now.situation.can_undo(viewer)

    @property
    def check(self) -> PlacementCheck:
        return self._pieces.check

    def look_again(self) -> None:
        """Shows the position, after a test has put another one there."""
        self._show(self._session.changed("resumed"))

    def tell_again(self) -> None:
        """Tells everybody once more what they know."""
        self._tell_all(())

    # What pages ask for

    def start(
        self,
        game: AnyGame,
        seats: int,
        options: Mapping[str, Any],
        seed: int | None = None,
    ) -> None:
        self.open(NewGame(game, seats, options, seed))

    def new_game(
        self,
        game: AnyGame,
        seats: int,
        options: Mapping[str, Any],
        *,
        seed: int | None = None,
    ) -> None:
        self.ask(NewGame(game, seats, options, seed))

    def act(self, action: Any, seat: int | None) -> None:
        self.ask(Play(action, seat))

    def undo(self, seat: int | None) -> None:
        self.ask(Undo(seat))

    def resume(self) -> None:
        self.ask(Resume())

    def put_away(self) -> None:
        self.ask(PutAway())
