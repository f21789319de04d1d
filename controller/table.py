"""The table: readings come in, actions are played and journalled, lamps answer.

One thread runs all of it. A press is echoed at once. What it means may be an action;
that is planned, written to the journal, and only then accepted and shown.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from controller import games
from controller.gestures import Gestures, Hold, Misfit, Scripted
from controller.guidance import Phase, guidance
from controller.journal import Journal, JournalError, Setup
from controller.lights import Lights
from controller.rules.game import AnyGame, Event, Refusal, Viewer
from controller.rules.match import CannotUndo, Entries, Match, Refused
from controller.rules.views import events_of, show
from controller.saved import restored, set_up, written
from controller.staging import Lamps, Staging, Still, View
from hardware.readings import Pressed, Reading, Released


class Told(NamedTuple):
    """A sentence for one seat's page, or (None) for the table's."""

    seat: int | None
    legal: bool
    rule: str
    message: str


class _Shown(NamedTuple):
    """What the table shows of a position, and what can be meant there."""

    view: View
    picture: Lamps
    effect: tuple[Still, ...]
    scripts: tuple[Scripted, ...]


class _Thought(NamedTuple):
    """An action of a position, thought through from the rules to the lamps."""

    position: Any
    action: Any
    entries: Entries
    actions: list[str]
    over: bool
    shown: _Shown


class Table:
    def __init__(self, lights: Lights, journal: Journal) -> None:
        self.on_change: list[Callable[[tuple[Event, ...]], None]] = []
        self.on_told: list[Callable[[Told], None]] = []
        self.notice = journal.notice
        self.phase: Phase = "play"
        self.setup: Setup
        self.match: Match
        self._lights = lights
        self._journal = journal
        self._gestures = Gestures(self._is_final)
        self._staging: Staging
        # None until the first position is on the table.
        self._shown: _Shown | None = None
        self._last_told: Told | None = None
        self._ahead: _Thought | None = None
        # Starts the game that the table was started for.
        self._wished: Callable[[], None]

    # Starting, going on, putting away

    def start(
        self,
        game: AnyGame,
        seats: int,
        options: Mapping[str, Any],
        seed: int | None = None,
    ) -> None:
        """Offers the unfinished game, if there is one; else starts this one.

        Raises JournalError if it cannot be written.
        """
        self._wished = lambda: self.new_game(game, seats, options, seed=seed)
        saved = self._journal.unfinished()
        if saved:
            try:
                match = restored(saved)
            except ValueError as error:
                self.notice = f"the unfinished game was put away: {error}"
            else:
                self.phase = "offer"
                self._enter(saved.setup, match, ())
                return
        self._wished()

    def new_game(
        self,
        game: AnyGame,
        seats: int,
        options: Mapping[str, Any],
        *,
        seed: int | None = None,
        codes: tuple[str, ...] = (),
    ) -> None:
        """Puts the running game away and starts this one; raises BadSetup."""
        setup, match = set_up(game, seats, options, seed, codes)
        entries = match.opening()
        actions = [written(entry.action) for entry in entries]
        if self._is_written(lambda: self._journal.begin(setup, actions)):
            self.phase = "play"
            self._enter(setup, match, entries)

    def resume(self) -> None:
        """Goes on with the game that was offered."""
        if self.phase == "offer":
            self.phase = "over" if self.match.result else "play"
            self._show(self._look(self.match.position, None, ()), ())

    def put_away(self) -> None:
        """Puts the offered game away and starts the one that was asked for."""
        if self.phase == "offer":
            self._wished()

    def _rematch(self) -> None:
        self.new_game(
            self.match.game,
            self.setup.seats,
            self.setup.options,
            codes=self.setup.codes,
        )

    def _enter(self, setup: Setup, match: Match, entries: Entries) -> None:
        match.accept(entries)
        self.setup, self.match = setup, match
        self._staging = games.staging(match.game)
        self._last_told = None
        self._gestures.cancel()
        self._lights.stop_effect()
        self._show(self._look(match.position, None, ()), events_of(entries))

    # Hands on the table

    def reading(self, reading: Reading) -> None:
        match reading:
            case Pressed(control):
                self._lights.echo(control)
                self._pressed(control)
            case Released(control):
                self._gestures.release(control)
                self._lights.end_echo(control)
                self._guide()

    def _pressed(self, control: str) -> None:
        if not self._shown:
            return  # a button may be down before there is anything to press it for
        if self.phase == "play":
            self._gesture(control)
        elif control == "ok":
            if self.phase == "offer":
                self.resume()
            else:
                self._rematch()
        elif control == "undo":
            self.put_away()

    def _gesture(self, control: str) -> None:
        if control == "why":
            if self._last_told:
                self._tell(self._last_told)
        elif control == "undo":
            if not self._gestures.cancel():
                self.undo(None)
        else:
            meant = self._gestures.press(control)
            if isinstance(meant, Misfit):
                self._explain(meant)
            elif meant is not None:
                self.act(meant, None)
        self._guide()
        # While the finger is on its way to `ok`: the rules are pure, so this is free.
        coming = self._gestures.coming
        self._ahead = None if coming is None else self._think(coming)

    def _explain(self, misfit: Misfit) -> None:
        """Says which ruling stands against what was meant."""
        game, position = self.match.game, self.match.position
        for action in game.conceivable(position):
            if self._staging.script(position, action) == misfit.script:
                refusal = game.refuse(position, action)
                if refusal:
                    self._refuse(action.seat, refusal, misfit)
                    return
        none = Refusal(
            game.choice_rule, "nothing that can be done now is meant by that"
        )
        self._refuse(None, none, misfit)

    def _refuse(self, seat: int | None, refusal: Refusal, misfit: Misfit) -> None:
        """A seat that held its button is told alone: what it counted is its secret."""
        if seat is not None and any(isinstance(g, Hold) for g in misfit.script):
            self._tell(Told(seat, False, *refusal))
            secret = f"seat {seat} cannot play what it counted; its page says why"
            self._tell(Told(None, False, self.match.game.choice_rule, secret))
        else:
            self._tell(Told(None, False, *refusal))

    # Requests

    def act(self, action: Any, seat: int | None) -> None:
        """Plays an action; a refusal is told to that seat's page, or to the table's."""
        try:
            thought = self._thought_of(action) or self._think(action)
        except Refused as refused:
            self._tell(Told(seat, False, refused.rule, str(refused)))
            return
        _, _, entries, actions, over, shown = thought
        if self._is_written(lambda: self._journal.append(actions, over), seat):
            self.match.accept(entries)
            if over:
                self.phase = "over"
            self._last_told = None
            self._show(shown, events_of(entries))

    def _thought_of(self, action: Any) -> _Thought | None:
        """What was thought ahead, if it was of this action in this position."""
        ahead = self._ahead
        if not ahead or ahead.action is not action:
            return None
        return ahead if ahead.position is self.match.position else None

    def _think(self, action: Any) -> _Thought:
        """Raises Refused; changes nothing."""
        entries = self.match.plan(action)
        position = entries[-1].position
        before = self._shown.view if self._shown else None
        shown = self._look(position, before, events_of(entries))
        return _Thought(
            self.match.position,
            action,
            entries,
            [written(entry.action) for entry in entries],
            self.match.game.result(position) is not None,
            shown,
        )

    def undo(self, seat: int | None) -> None:
        """Takes the last choice back; a seat's page may take back its own only."""
        try:
            mark = self.match.undo_mark()
            self._check_own(seat, mark)
        except CannotUndo as error:
            rule = self.match.game.choice_rule
            self._tell(Told(seat, False, rule, str(error)))
            return
        if self._is_written(lambda: self._journal.undo(mark), seat):
            self.match.rewind(mark)
            self._lights.stop_effect()
            self._show(self._look(self.match.position, None, ()), ())

    def can_undo(self, viewer: Viewer) -> bool:
        try:
            mark = self.match.undo_mark()
            self._check_own(viewer if isinstance(viewer, int) else None, mark)
        except CannotUndo:
            return False
        return self.phase == "play"

    def _check_own(self, seat: int | None, mark: int) -> None:
        owner = self.match.actions[mark].seat
        if seat is not None and owner != seat:
            raise CannotUndo(
                f"the last choice was that of seat {owner}; it can take it back "
                "on its own page, and `undo` on the table can"
            )

    def _is_written(self, write: Callable[[], None], seat: int | None = None) -> bool:
        """Nobody is shown what is not on disk: if it fails, nothing has changed."""
        try:
            write()
        except JournalError as error:
            if not self._shown:
                raise
            sentence = f"nothing was changed, the journal failed: {error}"
            self._tell(Told(None, False, "", sentence))
            if seat is not None:
                self._tell(Told(seat, False, "", sentence))
            return False
        return True

    # Showing

    def view(self, viewer: Viewer, events: tuple[Event, ...]) -> dict[str, Any]:
        return show(self.match.game, self.match.position, viewer, events)

    def _look(
        self, position: Any, before: View | None, events: tuple[Event, ...]
    ) -> _Shown:
        """How a position will look, with what happened since that earlier view."""
        game, staging = self.match.game, self._staging
        seen = show(game, position, "table", events)
        view = {**seen, "options": self.match.options}
        picture = staging.picture(view)
        self._lights.prepare(picture)
        return _Shown(
            view,
            picture,
            staging.effect(before, view["events"]) if before else (),
            tuple(
                (action, script)
                for action in game.legal(position)
                if (script := staging.script(position, action)) is not None
            ),
        )

    def _show(self, shown: _Shown, events: tuple[Event, ...]) -> None:
        self._shown = shown
        self._gestures.offer(shown.scripts if self.phase == "play" else ())
        guidance = self._guidance(shown.picture)
        self._lights.paint(shown.picture, guidance, shown.effect)
        for listener in self.on_change:
            listener(events)

    def _guide(self) -> None:
        if self._shown:
            self._lights.guide(self._guidance(self._shown.picture))

    def _guidance(self, picture: Lamps) -> Lamps:
        return guidance(
            self.phase,
            self._gestures,
            picture,
            can_undo=self.match.can_undo(),
            can_explain=self._last_told is not None,
            focus=self._staging.focus,
        )

    def _tell(self, told: Told) -> None:
        if told.seat is None:
            self._last_told = told
            self._guide()
        for listener in self.on_told:
            listener(told)

    def _is_final(self, action: Any) -> bool:
        return any(entry.final for entry in self.match.plan(action))
