"""The table: connects input, session, pieces and light.

Readings and intents come in, one at a time, on one thread. Each is carried out at once:
on disk first, then in light, then on every page.
"""

from collections.abc import Callable

from controller.basics.sentence import Says
from controller.chance.dealer import Dealer
from controller.games import broken
from controller.input import outcomes
from controller.input.held import HeldButtons, Holds, PowerOff
from controller.input.intents import Intent, NewGame
from controller.input.router import Router
from controller.input.seat_requests import SeatRequests
from controller.input.seating import SeatHold
from controller.light.lights import Lights
from controller.pieces.tracker import PieceTracker
from controller.rules.game import Event
from controller.session.display import Display, Notices
from controller.session.session import Change, Session
from controller.session.snapshot import OnChange, Snapshot
from controller.words.notice import Notice, announcement
from controller.words.table import changed
from hardware.backend import Clock
from hardware.parts.eliminator import Interlock
from hardware.parts.registry import Part, Parts
from hardware.readings import (
    LinkDown,
    LinkUp,
    Occupied,
    Pressed,
    Reading,
    Released,
    TagSeen,
)
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
        interlock: Callable[[], Interlock | None] = lambda: None,
        end: Callable[[], object] = lambda: None,
        toggle_mute: Callable[[], bool] | None = None,
    ) -> None:
        """`strike` is called with the tile to blow up, or None to cancel.

        `end` is called once the table has been switched off by hand.
        """
        self.on_change: list[OnChange] = []
        self._notices = Notices()
        self.on_notice = self._notices.listeners
        self.on_reply = self._notices.reply_listeners
        self._session, self._dealer = session, dealer
        self._strike = strike
        self._pieces = pieces = PieceTracker(board, clock, parts, self._at_rest)
        # Whether somebody has switched the table off by hand.
        self.is_off = False
        self._held = held = HeldButtons()
        self._router = router = Router(
            held, dealer.read, lights.has_lamp, lambda: self._display.asks
        )
        controls = {button.control for button in board.buttons}
        self.seating = SeatRequests(lights, clock, controls, self.announce)
        seat_hold = SeatHold(
            self.seating,
            lights,
            clock,
            lambda: router.gestures.progress,
            lambda: self._now and self._now.situation.position,
        )

        def switch_off() -> None:
            self.is_off = True
            end()

        power_off = PowerOff(
            lights, clock, self.announce, lambda: session.is_saved, switch_off
        )
        self._holds = Holds(held, power_off, seat_hold, self.announce, toggle_mute)
        self._display = Display(lights, router, pieces, self._notices, parts, interlock)
        self._now: Change | None = None
        # A part may fail in the middle of showing a frame, so that news has to wait.
        soon = clock.call_soon_threadsafe
        parts.on_change.append(lambda part: soon(self._part_changed, part))

    @property
    def is_set(self) -> bool:
        """Whether a game, or the offer of one, is on the table."""
        return self._now is not None

    @property
    def is_saved(self) -> bool:
        """Whether everything is on disk; if not, the table says so."""
        return self._session.is_saved

    @property
    def now(self) -> Snapshot:
        assert self._now is not None, "no game is on the table yet"
        situation, setup = self._now.situation, self._now.setup
        placement, notice = self._display.placement, self._session.notice
        return Snapshot(situation, setup, placement, notice, self._dealer)

    def open(self, wanted: NewGame) -> None:
        """Offer the unfinished game or, if there is none, start the wanted one."""
        self._session.open(wanted, self._offered)

    def ask(self, intent: Intent) -> None:
        """Carry out the intent; raises BadSetup for a wrong new game."""
        with broken.caught(self._broke):
            done = self._session.do(intent)
            if isinstance(done, Change):
                self._offered(done)
            elif done:
                self._carry_out(outcomes.Refuse(done))

    def reading(self, reading: Reading) -> None:
        """Route a reading to its handler."""
        if not self.is_off:
            with broken.caught(self._broke):
                self._read(reading)

    def _broke(self, says: Says) -> None:
        """Say that the game's own code failed, and show what can still be shown."""
        self._router.taken()
        self._router.gestures.cancel()
        with broken.caught(lambda _again: self._session.look_again()):
            self._show(self._session.changed("resumed"))
        for seat in (None, *range(self.now.setup.seats)):
            self._notices.refuse(Notice(seat, False, "", says))

    def _read(self, reading: Reading) -> None:
        match reading:
            case Pressed() | Released():
                self._button(reading)
            case TagSeen(reader, uid):
                self._holds.drop()
                self._carry_out(*self._router.card(reader, uid))
            case LinkDown():
                # A silent board cannot say when its tiles come up.
                for tile in self._held.under("tile"):
                    self._button(Released(tile))
                self._pieces.reading(reading)
            case Occupied() | LinkUp():
                self._pieces.reading(reading)

    def announce(self, says: Says) -> None:
        """Announce something that has nothing to do with a ruling."""
        self._notices.notify(announcement(says))

    def _button(self, reading: Pressed | Released) -> None:
        if not self.is_set and isinstance(reading, Pressed):
            self._held.stale.add(reading.control)
            self._display.echo(reading)
        elif self._holds.begin(reading):
            self._display.echo(reading)
            self._carry_out(*self._router.button(reading))
            self._holds.end(reading)

    def _at_rest(self) -> None:
        with broken.caught(self._broke):
            self._carry_out(*self._router.carried(self._pieces.carried))
            self._guide()

    def _part_changed(self, part: Part) -> None:
        self.announce(changed(part))
        if self._now and self._now.situation.waiting:
            situation = self._session.look_again()
            self._now = self._now._replace(situation=situation)
            self._router.look_again(situation)
            self._display.look_again(situation)
            self._notify(())
        self._guide()

    def _carry_out(self, *wanted: outcomes.Outcome) -> None:
        for outcome in wanted:
            match outcome:
                case outcomes.ConfirmPlacement():
                    self._pieces.confirm_placement()
                case outcomes.Relight():
                    self._guide()
                case outcomes.Refuse(notice):
                    self._display.reply(outcome)
                    if notice.seat is None:  # what a seat alone is told lights nothing
                        self._guide()
                case _ if isinstance(outcome, outcomes.Said):
                    self._display.reply(outcome)
                case _:
                    self.ask(outcome)

    def _offered(self, change: Change) -> None:
        self._show(change)
        self._notices.notify(*change.notices)

    def _show(self, change: Change) -> None:
        situation, self._now = change.situation, change
        if change.kind != "forgotten":
            self._router.show(situation, is_new_game=change.kind == "game")
            self._pieces.expect(situation.belongs)
            self._display.show(change)
            self._strike(situation.staging.struck(situation.view["events"]))
        self._session.mark()
        self._notify(change.events)

    def _guide(self) -> None:
        if self._display.guide():
            self._notify(())

    def _notify(self, events: tuple[Event, ...]) -> None:
        now = self.now
        self._display.remember(now.placement)
        for listener in self.on_change:
            listener(now, events)
