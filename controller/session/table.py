"""The table: input, session, pieces and light, wired together.

Readings and pages' intents come in, one at a time, on one thread. What comes of each
is done at once: on disk first, then in light, then on every page.
"""

from collections.abc import Callable

from controller.chance.dealer import Dealer
from controller.input.intents import Intent, NewGame
from controller.input.outcomes import (
    Answer,
    AskWhy,
    ConfirmPlacement,
    Outcome,
    Refuse,
    Relight,
)
from controller.input.router import Router
from controller.light import blinks
from controller.light.lights import Lights
from controller.pieces.guide import Step
from controller.pieces.tracker import PieceTracker, Placement
from controller.rules.game import Event
from controller.session.notices import Notices
from controller.session.now import Now, OnChange
from controller.session.present import Hints, Presenter
from controller.session.session import Change, Session
from controller.words.notice import Notice, announcement
from hardware.backend import Clock
from hardware.parts.registry import Part, Parts
from hardware.readings import LinkDown, Pressed, Reading, Released
from wiring.boardmap import BoardMap


class Table:
    def __init__(
        self,
        session: Session,
        dealer: Dealer,
        lights: Lights,
        board: BoardMap,
        clock: Clock,
        parts: Parts,
        strike: Callable[[str | None], None] = lambda _tile: None,
    ) -> None:
        """`strike` is told which tile to blow up now, or None: nothing any more."""
        self.on_change: list[OnChange] = []
        self._notices = Notices()
        self.on_notice = self._notices.listeners
        self._session = session
        self._lights = lights
        self._parts = parts
        self._strike = strike
        self._presenter = Presenter(lights)
        self._pieces = PieceTracker(board, clock, parts, self._at_rest)
        self._router = Router(
            dealer.read, lights.has_lamp, lambda: self._placement().asks
        )
        self._now: Change | None = None
        self._carried: Step | None = None
        self._said: str | None = None

        def later(part: Part) -> None:
            # A part may fail in the middle of showing a frame.
            clock.call_soon_threadsafe(self._part_changed, part)

        parts.on_change.append(later)

    @property
    def is_set(self) -> bool:
        """A game, or the offer of one, is on the table."""
        return self._now is not None

    @property
    def is_saved(self) -> bool:
        """What was played is on disk; else it is in memory, and the table says so."""
        return self._session.is_saved

    @property
    def now(self) -> Now:
        assert self._now is not None, "no game is on the table yet"
        placement = self._placement()
        return Now(
            self._now.situation, self._now.setup, placement, self._session.notice
        )

    def open(self, wanted: NewGame) -> None:
        """Offers the unfinished game or, if there is none, starts the wanted one."""
        self._show(self._session.open(wanted))

    def ask(self, intent: Intent) -> None:
        """Does what is asked for; raises BadSetup for a game that cannot be."""
        done = self._session.do(intent)
        if isinstance(done, Change):
            self._show(done)
            for notice in done.notices:
                self._notices.say(notice)
        elif done:
            self._refuse(done)

    def reading(self, reading: Reading) -> None:
        match reading:
            case Pressed(control):
                self._lights.echo(control)
            case Released(control):
                self._lights.end_echo(control)
            case LinkDown():
                for tile in self._router.pressed_tiles():
                    self._lights.end_echo(tile)
        for outcome in self._router.reading(reading):
            self._carry_out(outcome)
        self._pieces.reading(reading)

    def announce(self, sentence: str) -> None:
        """Says on the table's page what no ruling is about."""
        self._notices.say(announcement(sentence))

    def _at_rest(self) -> None:
        carried = self._pieces.carried
        if carried != self._carried:
            self._carried = carried
            for outcome in self._router.carried(carried):
                self._carry_out(outcome)
        self._guide()

    def _part_changed(self, part: Part) -> None:
        self.announce(f"{part.name}: {part.trouble or 'works again'}")
        if self._now and self._now.situation.waiting:
            situation = self._session.look_again(self._now.situation)
            self._now = self._now._replace(situation=situation)
            self._router.look_again(situation)
            self._tell_all(())
        self._guide()

    # What comes of it

    def _carry_out(self, outcome: Outcome) -> None:
        match outcome:
            case Refuse(notice):
                self._refuse(notice)
            case Answer(notice, signs):
                self._notices.say(notice)
                if notice.seat is None:
                    self._lights.signal(signs)
            case AskWhy():
                self._repeat()
            case ConfirmPlacement():
                self._pieces.confirm_placement()
            case Relight():
                self._guide()
            case _:
                self.ask(outcome)

    def _refuse(self, notice: Notice) -> None:
        self._notices.refuse(notice)
        if notice.seat is None:
            self._guide()

    def _show(self, change: Change) -> None:
        situation, self._now = change.situation, change
        if change.kind in ("game", "played"):
            self._notices.forget()
        self._router.show(situation, is_new_game=change.kind == "game")
        self._pieces.expect(situation.belongs)
        self._presenter.show(change, self._hints())
        self._strike(situation.staging.struck(situation.view["events"]))
        self._session.mark()
        self._tell_all(change.events)

    def _guide(self) -> None:
        if self._now is None:
            return
        hints = self._hints()
        self._presenter.guide(self._now.situation, hints)
        if hints.placement.sentence != self._said:
            self._tell_all(())

    def _tell_all(self, events: tuple[Event, ...]) -> None:
        now = self.now
        self._said = now.placement.sentence
        for listener in self.on_change:
            listener(now, events)

    def _repeat(self) -> None:
        phase = self._now.situation.phase if self._now else ""
        self._notices.repeat(phase, self._parts.troubles())
        refused = self._notices.refused
        self._lights.signal(blinks.number(refused.rule) if refused else ())

    def _hints(self) -> Hints:
        return Hints(
            self._router.gestures,
            self._placement(),
            can_explain=self._notices.refused is not None,
            is_troubled=bool(self._parts.troubles()),
        )

    def _placement(self) -> Placement:
        is_playing = self._now is not None and self._now.situation.phase == "play"
        is_carrying = self._router.gestures.progress.carrying
        return self._pieces.placement(is_playing=is_playing, is_carrying=is_carrying)
