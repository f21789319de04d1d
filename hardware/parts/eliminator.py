"""The Eliminator: a striker that moves only while all conditions hold.

RULES is its state machine: a state, an event, the next state. An event without a rule
changes nothing. `hardware/README.md` has a diagram.

Events from outside: `ask` and `withdraw` from the rules of the game; `fire` when the
button goes down while the key is at `arm` and the puck is sensed under the requested
tile and nowhere else; `lost` when one of these three ends. The Eliminator's own events:
`held` after the hold time, `top` and `home` during the stroke, `cool` after the
cool-down, `fail` and `opened` for its servo, and `close`.

Starting a stroke uses up the request, even if the stroke is cut short. Only a fresh
press of `fire` begins a hold, so a jammed button never strikes.
"""

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Literal, NamedTuple, TypeAlias

from hardware.backend import Clock, Servo
from hardware.parts.registry import Parts, Retrying
from hardware.readings import LinkDown, LinkUp, Occupied, Pressed, Reading, Released
from wiring import boardmap

State: TypeAlias = Literal[
    "out",  # no servo; being retried
    "cooling",  # after a stroke, and after the start in case there was one before
    "unasked",
    "asked",
    "holding",  # all conditions hold and `fire` is down
    "striking",  # on the way to the tile
    "returning",  # on the way home, or there until the servo has settled
    "closed",
]
Said: TypeAlias = Literal[
    "opened",
    "cool",
    "ask",
    "withdraw",
    "fire",
    "lost",
    "held",
    "top",
    "home",
    "fail",
    "close",
]

RULES: dict[tuple[State, Said], State] = {
    ("out", "opened"): "cooling",
    ("cooling", "cool"): "unasked",
    ("unasked", "ask"): "asked",
    ("asked", "withdraw"): "unasked",
    ("asked", "fire"): "holding",
    ("holding", "lost"): "asked",
    ("holding", "withdraw"): "unasked",
    ("holding", "held"): "striking",
    ("striking", "lost"): "returning",
    ("striking", "withdraw"): "returning",
    ("striking", "top"): "returning",
    ("striking", "fail"): "out",
    ("returning", "home"): "cooling",
    ("returning", "fail"): "out",
    ("out", "close"): "closed",
    ("cooling", "close"): "closed",
    ("unasked", "close"): "closed",
    ("asked", "close"): "closed",
    ("holding", "close"): "closed",
    ("striking", "close"): "closed",
    ("returning", "close"): "closed",
}

# A servo reads its pulse every 20 ms, so shorter steps would be lost.
STEP_S = 0.02
# The servo lags behind its pulses, so give it this long to arrive before its release.
SETTLE_S = 0.2
# Hold and cool-down are counted in beats. A beat or step that comes this late does not
# count, because nothing checked the conditions in between.
BEAT_S = 0.05
LATE_S = 0.05
# If a timer fires too early, set it again for the rest, but at least for this long.
AGAIN_S = 0.001


class Interlock(NamedTuple):
    """The state of the Eliminator, and the unmet conditions of a stroke."""

    state: State
    # The requested tile.
    tile: str | None
    has_puck: bool
    is_armed: bool


class Eliminator:
    def __init__(
        self,
        row: boardmap.Eliminator,
        open_servo: Callable[[boardmap.Eliminator], Servo],
        clock: Clock,
        parts: Parts,
        grid_board: str | None = None,
        *,
        steady_s: Callable[[], float],
    ) -> None:
        """Let the clock open the servo when it next runs; `grid_board` senses the puck.

        The clock only wakes the Eliminator. `steady_s` measures elapsed time, so a jump
        of the clock never shortens a hold, a cool-down or a step.
        """
        self.state: State = "out"
        self.degrees: float | None = None  # the angle it is driven to; None if released
        # Called soon after either of these two changes.
        self.on_change: list[Callable[[], None]] = []
        self._row = row
        self._open_servo = open_servo
        self._servo: Servo | None = None
        self._clock = clock
        self._steady_s = steady_s
        self._retrying = Retrying("eliminator", parts, clock, self._open)
        self._grid_board = grid_board
        self._is_linked = True
        self.tile: str | None = None  # the requested tile, or the one being struck
        self._next_tile: str | None = None  # requested for after the cool-down
        self._under: set[str] = set()  # tiles that sense the puck
        self._is_armed = self._is_fire_down = False
        self._angles, self._step_s = _way(row)
        self._at = 0  # index of the current angle
        self._begun_s = self._driven_s = 0.0
        self._beats, self._beat_s = 0, 0.0
        self._wait(0, lambda: self._run(self._open))

    # Requests from outside

    def ask(self, tile: str) -> None:
        """Allow a strike for this explosion only."""
        self.withdraw()
        self._next_tile = tile
        self._take_up()

    def withdraw(self) -> None:
        self._next_tile = None
        self._hear("withdraw")

    @property
    def interlock(self) -> Interlock:
        has_puck = self._under == {self.tile}
        return Interlock(self.state, self.tile, has_puck, self._is_armed)

    def reading(self, reading: Reading) -> None:
        match reading:
            case Pressed("arm") | Released("arm"):
                self._is_armed = isinstance(reading, Pressed)
            case Pressed("fire") | Released("fire"):
                self._is_fire_down = isinstance(reading, Pressed)
            case Occupied(place, present) if place.startswith("tile:"):
                self._sense(place, present)
            case LinkDown(board) | LinkUp(board) if board == self._grid_board:
                self._is_linked = isinstance(reading, LinkUp)
                self._under.clear()
        if not self._is_ready():
            self._hear("lost")
        elif reading == Pressed("fire"):
            self._hear("fire")

    def close(self) -> None:
        """Release the servo at its current angle; nothing moves after this."""
        self.on_change.clear()  # the listeners may be gone
        self._hear("close")
        self._retrying.close()
        self._let_go()

    def _sense(self, tile: str, present: bool) -> None:
        if present and self._is_linked:
            self._under.add(tile)
        else:
            self._under.discard(tile)

    def _is_ready(self) -> bool:
        # There is only one puck, so if two tiles sense it, one of them is wrong.
        is_under = self._under == {self.tile}
        return is_under and self._is_armed and self._is_fire_down

    # The states

    def _hear(self, said: Said) -> None:
        new = RULES.get((self.state, said))
        if new is None:
            return
        self.state = new
        self._notify()
        if new == "returning":
            return  # the next step is already set
        self._timer.cancel()
        match new:
            case "unasked":
                self.tile = None
                self._take_up()
            case "holding":
                self._count(self._row.hold_ms / 1000)
            case "striking":
                self._begun_s = self._steady_s()
                self._turn(0)
            case "cooling":
                self._count(self._cooling_s())

    def _take_up(self) -> None:
        if self.state == "unasked" and self._next_tile:
            self.tile, self._next_tile = self._next_tile, None
            self._hear("ask")

    def _cooling_s(self) -> float:
        """Return the cool-down time, longer if the servo was driven for too long."""
        driven = self._row.duty_percent / 100
        return max(self._row.cooldown_ms / 1000, self._driven_s * (1 / driven - 1))

    def _count(self, seconds: float) -> None:
        self._beats = math.ceil(seconds / BEAT_S)
        self._beat_s = seconds / self._beats
        self._wait(self._beat_s, self._beat)

    def _beat(self) -> None:
        if not self._is_late():
            self._beats -= 1
        if self._beats:
            self._wait(self._beat_s, self._beat)
        else:
            self._hear("held" if self.state == "holding" else "cool")

    def _is_late(self) -> bool:
        return self._steady_s() > self._due_s + LATE_S

    def _wait(self, seconds: float, then: Callable[[], object]) -> None:
        self._due_s = self._steady_s() + seconds
        self._set_alarm(seconds, then)

    def _set_alarm(self, seconds: float, then: Callable[[], object]) -> None:
        def woken() -> None:
            early_s = self._due_s - self._steady_s()
            if early_s > 0:
                self._set_alarm(max(early_s, AGAIN_S), then)
            else:
                then()

        self._timer = self._clock.call_at(self._clock.time() + seconds, woken)

    # The stroke

    def _step(self) -> None:
        if self._is_late():
            self._wait(self._step_s, self._step)
            return
        if self.state == "striking" and self._must_return():
            self._hear("top")
        if self.state == "striking":
            self._turn(self._at + 1)
        elif self._at:
            self._turn(self._at - 1)
        elif self._run(self._release):
            self._hear("home")

    def _turn(self, at: int) -> None:
        self._at = at
        if self._run(self._drive):
            is_home = at == 0 and self.state == "returning"
            self._wait(SETTLE_S if is_home else self._step_s, self._step)
            if at == len(self._angles) - 1:
                self._hear("top")

    def _must_return(self) -> bool:
        """Tell whether one more step would keep it away from rest for too long."""
        home_s = self._steady_s() + (self._at + 1) * self._step_s
        return home_s > self._begun_s + self._step_s + self._row.stroke_ms / 1000

    # The servo

    def _run(self, call: Callable[[], None]) -> bool:
        if self._retrying.run(call):
            return True
        self._let_go()
        self._hear("fail")
        return False

    def _open(self) -> None:
        self._servo = self._open_servo(self._row)
        try:
            # An earlier program may have left the servo running.
            self._servo.release()
        except BaseException:
            self._let_go()
            raise
        self._hear("opened")

    def _drive(self) -> None:
        if self._servo:
            self._servo.turn(self._angles[self._at])
            self.degrees = self._angles[self._at]
            self._notify()

    def _release(self) -> None:
        self._driven_s = self._steady_s() - self._begun_s
        if self._servo:
            self._servo.release()
            self.degrees = None
            self._notify()

    def _notify(self) -> None:
        # Notify later, so that a listener's exception cannot keep the servo running.
        for listener in self.on_change:
            self._clock.call_soon_threadsafe(listener)

    def _let_go(self) -> None:
        """Close the servo; ignore what it raises, because nothing is left to try."""
        servo, self._servo = self._servo, None
        self.degrees = None
        if servo:
            with suppress(Exception):
                servo.release()
            with suppress(Exception):
                servo.close()


def _way(row: boardmap.Eliminator) -> tuple[tuple[float, ...], float]:
    """Return the angles from rest to strike, and the time between two of them."""
    travel_deg = row.strike_deg - row.rest_deg
    whole_s = abs(travel_deg) / row.speed_deg_s
    steps = max(1, math.floor(whole_s / STEP_S))
    angles = [row.rest_deg + travel_deg * step / steps for step in range(steps + 1)]
    return tuple(angles), max(STEP_S, whole_s / steps)
