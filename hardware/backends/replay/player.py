"""The player of recorded turns.

The drivers run on stand-ins that do nothing by themselves: the turns contain the
answers of pins, ports, supply and servo.
"""

from collections.abc import Callable
from typing import Any, cast

from gpiozero.pins.mock import MockFactory

from hardware.backend import (
    Clock,
    Faults,
    NextChunk,
    OnData,
    OnLost,
    Plugs,
    Report,
    SpeakerMonitor,
    Touch,
)
from hardware.backends.replay.turns import GRACE_S, LATE, Input, T, Turn, Turns
from hardware.backends.sim.memory import MemoryPixels, MemoryServo, SimPower
from hardware.parts.registry import NotReady
from wiring.boardmap import Eliminator, Speaker

# How many timers may run that the recording does not have.
STRAYS = 20_000


class TimeGap(Exception):
    """More would have happened between two turns than a replay can catch up on."""


class Player(Turns):
    def __init__(self) -> None:
        super().__init__()
        self._strays = STRAYS
        self._script: dict[tuple[str, int], list[Any]] = {}

    def start(self, turn: Turn) -> None:
        """Begin a turn that the caller ends with `finish`."""
        self._script = {(name, number): rest for name, number, *rest in turn.answers}
        if turn.input != LATE:
            self._catch_up(turn.at_us / 1e6 - GRACE_S)
        self._begin(turn.input, turn.at_us)

    def finish(self) -> Turn:
        """End the turn, and return its actual outcome."""
        return self._end()

    def play(self, turn: Turn) -> Turn:
        self.start(turn)
        self._guarded(lambda: self._dispatch(turn.input))
        return self.finish()

    def receive(self, received: Input) -> None:
        """Ignore it: all input is in the recording."""

    def receive_threadsafe(self, received: Input) -> None:
        """Ignore it: all input is in the recording."""

    def ask(
        self, name: str, call: Callable[[], T], raises: type[Exception] = NotReady
    ) -> T:
        answer = self._answer(name, raises)
        if answer:
            self.known[name] = answer[0]
        if name not in self.known:
            return call()
        return cast(T, self.known[name])

    def attempt(
        self, name: str, call: Callable[[], T], raises: type[Exception] = NotReady
    ) -> T:
        self._answer(name, raises)
        return call()

    def _answer(self, name: str, raises: type[Exception]) -> list[Any] | None:
        if not self.is_busy:
            return None
        answer = self._script.pop((name, self._next_ask(name)), None)
        if answer and len(answer) > 1:
            raise raises(answer[1])
        return answer

    def _catch_up(self, until_s: float) -> None:
        """Run, at their own times, the timers that the recording does not have."""
        self.is_busy = True
        while (due_s := self.clock.due_s) is not None and due_s < until_s:
            self._strays -= 1
            if self._strays < 0:
                raise TimeGap(
                    f"its time jumps from {self.at_us / 1e6:.0f} s to {until_s:.0f} s, "
                    "and what a table did meanwhile is not in it"
                )
            self.clock.now_s = max(self.clock.now_s, due_s)
            self.clock.run_due(self._guarded)


class ReplayBackend:
    """A backend whose parts give the answers that the recording contains."""

    def __init__(self, clock: Clock) -> None:
        self.pins: Any = MockFactory()
        self.pixels = MemoryPixels()
        self.power = SimPower()
        self.touch: Touch | None = None
        self.breakage: Faults | None = None
        self.speaker_monitor: SpeakerMonitor | None = None
        self.clock = clock
        self.ports = _NoPorts()

    def open_servo(self, row: Eliminator) -> MemoryServo:
        return MemoryServo()

    def open_speaker(
        self, _row: Speaker, chunk: NextChunk, report: Report
    ) -> "_SilentOutput":
        return _SilentOutput()

    def nonce(self) -> int:
        return 0

    def steady_s(self) -> float:
        return self.clock.time()

    def close(self) -> None:
        self.pins.close()

    def power_off(self) -> str:
        return "this is a recording, and the machine stays on."


class _SilentOutput:
    def play(self, add: Callable[[], None]) -> None:
        """Play nothing."""

    def close(self) -> None:
        """Do nothing."""


class _NoPorts:
    def find(self) -> Plugs:
        return ()

    def open(self, name: str, on_data: OnData, on_lost: OnLost) -> "_QuietLine":
        return _QuietLine()


class _QuietLine:
    def send(self, data: bytes) -> None:
        """Send nothing: the board's answer is in the recording."""

    def close(self) -> None:
        """Do nothing."""
