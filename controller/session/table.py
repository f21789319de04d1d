"""The table: one session, and the stations at which people play it.

Readings and intents arrive one at a time, on one thread. Each takes effect at once: on
disk first, then in light, then on every page.
"""

from collections.abc import Callable, Sequence

from controller.basics.sentence import Says, say
from controller.chance.dealer import Dealer
from controller.games import broken
from controller.input import outcomes
from controller.input.held import Holds
from controller.input.intents import Intent, NewGame
from controller.input.seat_requests import SeatRequests
from controller.input.seating import SeatHold
from controller.input.situation import Situation
from controller.light.lights import Lights
from controller.pieces.sensors import sensed
from controller.rules.game import Event
from controller.session.clocks import REMINDER, Clocks
from controller.session.display import Notices
from controller.session.session import Change, Session
from controller.session.snapshot import OnChange, Snapshot
from controller.session.station import Equipment, Station, TableCallbacks
from controller.words.notice import Notice, announcement
from controller.words.table import RECAP, changed
from hardware.backend import Clock
from hardware.parts.eliminator import Interlock
from hardware.parts.registry import BROKER, NEARBY, NETWORK, Part, Parts
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
        """Set up; `strike` is called with the tile to blow up, or None to cancel.

        `end` is called once the table has been switched off by hand.
        """
        self.on_change: list[OnChange] = []
        self._notices = Notices()
        self.on_notice = self._notices.listeners
        self.on_reply = self._notices.reply_listeners
        self._session, self._dealer = session, dealer
        self._strike = strike
        self._now: Change | None = None
        equipment = Equipment(lights, sensed(board), clock, parts, interlock)
        # The station at the table itself; the others are tables that have joined.
        self.home = home = self._station(equipment, self._notices)
        self.stations = [home]
        self._timekeeper = Timekeeper(
            session.clocks, self.stations, self._notices, lambda: self._notify(())
        )
        self.reading = home.reading
        self.seating = SeatRequests(lights, clock, self.announce)
        seat_hold = SeatHold(
            self.seating,
            lights,
            clock,
            lambda: home.router.gestures.progress,
            lambda: self._now and self._now.situation.position,
        )
        self._set_holds(home, clock, end, seat_hold, toggle_mute)
        # A part may fail while a frame is being shown, so news must wait.
        soon = clock.call_soon_threadsafe
        parts.on_change.append(lambda part: soon(self._part_changed, part))

    def _station(self, equipment: Equipment, notices: Notices) -> Station:
        callbacks = TableCallbacks(
            self._ask_from,
            self._report_failure,
            lambda: self._notify(()),
            self._keep_time,
        )
        return Station(equipment, notices, self._dealer.read, callbacks)

    def _set_holds(
        self,
        station: Station,
        clock: Clock,
        end: Callable[[], object],
        seat_hold: SeatHold | None = None,
        toggle_mute: Callable[[], bool] | None = None,
    ) -> None:
        """Give the station its holds; `end` is called when it is switched off."""

        def switch_off() -> None:
            station.is_off = True
            end()

        station.holds = Holds(
            station.held,
            station.lights,
            clock,
            announce=self.announce,
            recap=lambda: self._notices.reply(RECAP),
            is_saved=lambda: self.is_saved,
            end=switch_off,
            seat_hold=seat_hold,
            toggle_mute=toggle_mute,
        )

    @property
    def is_off(self) -> bool:
        """Whether somebody has switched the table off by hand."""
        return self.home.is_off

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
        placement, notice = self.home.display.placement, self._session.notice
        times = self._session.clocks.times
        return Snapshot(situation, setup, placement, notice, self._dealer, times=times)

    # Stations

    def join(self, equipment: Equipment, end: Callable[[], object]) -> Station:
        """Let another table show and play the game; `end` switches that table off."""
        notices = Notices()
        notices.listeners = self._notices.listeners
        notices.reply_listeners = self._notices.reply_listeners
        station = self._station(equipment, notices)
        self._set_holds(station, equipment.clock, end)
        if self._now:
            station.display.levels = self.home.display.levels
            station.show(self._now._replace(kind="game", effect=()))
        self.stations.append(station)
        return station

    def leave(self, station: Station) -> None:
        """Forget the station of a table that has gone."""
        station.is_off = True
        self.stations.remove(station)
        self._keep_time()

    # Intents

    def open(self, wanted: NewGame) -> None:
        """Offer the unfinished game or, if there is none, start the wanted one."""
        self._session.open(wanted, self._offered)

    def ask(self, intent: Intent) -> None:
        """Carry out the intent; raises BadSetup for a wrong new game."""
        self._ask_from(self.home, intent)

    def _ask_from(self, station: Station, intent: Intent) -> None:
        with broken.reporting_faults(self._report_failure):
            done = self._session.do(intent)
            if isinstance(done, Change):
                self._offered(done)
            elif done:
                station.carry_out(outcomes.Refuse(done))

    def _report_failure(self, says: Says) -> None:
        """Report that the game's own code failed, and show what can still be shown."""
        for station in self.stations:
            station.cancel()
        with broken.reporting_faults(lambda _again: self._session.look_again()):
            self._show(self._session.changed("resumed"))
        for seat in (None, *range(self.now.setup.seats)):
            self._notices.refuse(Notice(seat, False, "", says))

    def announce(self, says: Says) -> None:
        """Announce something that has nothing to do with a ruling."""
        self._notices.notify(announcement(says))

    def _keep_time(self) -> None:
        """Tell everybody if a different clock runs than before."""
        if self._timekeeper.look() and self._now:
            self._notify(())

    def _part_changed(self, part: Part) -> None:
        self.announce(changed(part))
        self._timekeeper.part_changed(part)
        if self._now and self._now.situation.waiting:
            situation = self._session.look_again()
            self._now = self._now._replace(situation=situation)
            for station in self.stations:
                station.look_again(situation)
            self._notify(())
        for station in self.stations:
            station.guide()
        self._keep_time()

    def _offered(self, change: Change) -> None:
        self._show(change)
        self._notices.notify(*change.notices)

    def _show(self, change: Change) -> None:
        situation, self._now = change.situation, change
        self._timekeeper.before(change)
        if change.kind != "names":
            for station in self.stations:
                station.show(change)
            self._strike(situation.staging.struck(situation.view["events"]))
        self._session.mark()
        self._timekeeper.look()
        self._notify(change.events, change.beats_s)

    def _notify(
        self, events: tuple[Event, ...], beats_s: tuple[float, ...] = ()
    ) -> None:
        now = self.now._replace(beats_s=beats_s)
        for station in self.stations:
            station.remember()
        for listener in self.on_change:
            listener(now, events)


class Timekeeper:
    """Runs and pauses the seats' time, and shows when little of it is left."""

    def __init__(
        self,
        clocks: Clocks,
        stations: Sequence[Station],
        notices: Notices,
        tell: Callable[[], object],
    ) -> None:
        """Set up; `tell` tells everybody that there is news."""
        self.clocks = clocks
        self._stations = stations
        self._notices = notices
        self._tell = tell
        self._situation: Situation | None = None
        # The parts that have failed since the last action.
        self._failed: set[str] = set()

    def before(self, change: Change) -> None:
        """Prepare for a change that the stations are about to show."""
        self._situation = change.situation
        if change.kind != "names":
            self._failed.clear()
        self._light()

    def part_changed(self, part: Part) -> None:
        """Pause the time while people look after a part, until they play on."""
        if part.trouble and part.name not in (BROKER, NEARBY, NETWORK):
            self._failed.add(part.name)
        else:
            self._failed.discard(part.name)

    def look(self) -> bool:
        """Run the right clocks from now on; return whether others ran before."""
        return self.clocks.run(self._charged(), self._due)

    def _charged(self) -> tuple[int, ...]:
        """Return the seats whose time runs."""
        now = self._situation
        if self.clocks.times is None or now is None or now.waiting or self._failed:
            return ()
        is_busy = any(station.is_busy for station in self._stations)
        return () if is_busy else now.asked

    def _due(self) -> None:
        self._light()
        for station in self._stations:
            station.guide()
        times = self.clocks.times
        for seat in self.clocks.reminders() if times else ():
            seconds = round(60 * times.minutes * (1 - REMINDER)) if times else 0
            says = say("clock.reminder", seat=seat, seconds=seconds)
            self._notices.notify(announcement(says), Notice(seat, True, "", says))
        self.look()
        self._tell()

    def _light(self) -> None:
        times = self.clocks.times
        for station in self._stations:
            station.display.levels = times.levels() if times else {}
