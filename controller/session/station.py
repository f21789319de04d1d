"""One table's buttons, pieces and lamps: readings in, frames and sentences out.

A session has at least one station, and each shows the same game. Actions at a station
become intents; errors of the game's own code go to `report_failure`.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from controller.basics.sentence import Says
from controller.games import broken
from controller.input import outcomes
from controller.input.held import HeldButtons, Holds
from controller.input.intents import Intent
from controller.input.router import ReadCard, Router
from controller.input.situation import Situation
from controller.light.lights import Lights
from controller.pieces.tracker import PieceTracker
from controller.session.display import Display, Notices
from controller.session.session import Change
from hardware.backend import Clock
from hardware.parts.eliminator import Interlock
from hardware.parts.registry import Parts
from hardware.readings import (
    LinkDown,
    LinkUp,
    Occupied,
    Pressed,
    Reading,
    Released,
    TagSeen,
)


class Equipment(NamedTuple):
    """The parts of a station."""

    lights: Lights
    # The places where each sensor board detects a piece.
    sensed: Mapping[str, frozenset[str]]
    clock: Clock
    parts: Parts
    interlock: Callable[[], Interlock | None] = lambda: None


class TableCallbacks(NamedTuple):
    """What a station asks of the table."""

    ask: Callable[["Station", Intent], None]
    # Reports that the game's own code failed.
    report_failure: Callable[[Says], None]
    # Tells everybody that there is news about pieces.
    tell: Callable[[], None]
    # Checks whose time runs, after anything has happened here.
    keep_time: Callable[[], None]


class Station:
    # What holding a button means to the table itself.
    holds: Holds

    def __init__(
        self,
        equipment: Equipment,
        notices: Notices,
        read_card: ReadCard,
        callbacks: TableCallbacks,
    ) -> None:
        lights, sensed, clock, parts, interlock = equipment
        self.lights = lights
        self.notices = notices
        self._callbacks = callbacks
        self.held = HeldButtons()
        self.pieces = PieceTracker(sensed, clock, parts, self._at_rest)
        self.router = Router(
            self.held, read_card, lights.has_lamp, lambda: self.display.asks
        )
        self.display = Display(
            lights, self.router, self.pieces, notices, parts, interlock
        )
        # Whether somebody has switched the station off by hand.
        self.is_off = False
        self._is_set = False

    # Readings

    def reading(self, reading: Reading) -> None:
        """Route a reading to its handler."""
        if not self.is_off:
            with broken.reporting_faults(self._callbacks.report_failure):
                self._read(reading)
            self._callbacks.keep_time()

    def _read(self, reading: Reading) -> None:
        match reading:
            case Pressed() | Released():
                self._button(reading)
            case TagSeen(reader, uid):
                self.holds.drop()
                self.carry_out(*self.router.card(reader, uid))
            case LinkDown():
                # A silent board cannot report that its tiles were released.
                for tile in self.held.under("tile"):
                    self._button(Released(tile))
                self.pieces.reading(reading)
            case Occupied() | LinkUp():
                self.pieces.reading(reading)

    def _button(self, reading: Pressed | Released) -> None:
        if not self._is_set and isinstance(reading, Pressed):
            self.held.stale.add(reading.control)
            self.display.echo(reading)
        elif self.holds.begin(reading):
            self.display.echo(reading)
            self.carry_out(*self.router.button(reading))
            self.holds.end(reading)

    def _at_rest(self) -> None:
        if not self._is_set:
            return
        with broken.reporting_faults(self._callbacks.report_failure):
            self.carry_out(*self.router.carried(self.pieces.carried))
            self.guide()
        self._callbacks.keep_time()

    def carry_out(self, *wanted: outcomes.Outcome) -> None:
        """Ask the table for intents, and reply to all other outcomes here."""
        for outcome in wanted:
            match outcome:
                case outcomes.Signal.CONFIRM_PLACEMENT:
                    self.pieces.confirm_placement()
                case outcomes.Signal.RELIGHT:
                    self.guide()
                case outcomes.Refuse(notice):
                    self.display.reply(outcome)
                    if notice.seat is None:  # a notice for one seat lights nothing
                        self.guide()
                case _ if isinstance(outcome, outcomes.Response):
                    self.display.reply(outcome)
                case _:
                    self._callbacks.ask(self, outcome)

    # From the table

    def show(self, change: Change) -> None:
        """Show another position, and what led to it."""
        situation, self._is_set = change.situation, True
        self.router.show(situation, is_new_game=change.kind == "game")
        self.pieces.expect(situation.belongs())
        self.display.show(change)

    def look_again(self, situation: Situation) -> None:
        """Take the same position again when chance waits for something else."""
        self.router.look_again(situation)
        self.display.look_again(situation)

    def guide(self) -> None:
        """Light what can be done now."""
        if self.display.guide():
            self._callbacks.tell()

    @property
    def is_busy(self) -> bool:
        """Whether players are busy with `why`, `undo` or pieces, which is free time."""
        return bool(
            self.held.down & {"why", "undo"} or self.display.placement.step is not None
        )

    def remember(self) -> None:
        """Note that everybody knows what to do with the pieces."""
        self.display.remember(self.display.placement)

    def cancel(self) -> None:
        """Cancel the gestures begun, because the game's own code failed."""
        self.router.taken()
        self.router.gestures.cancel()
