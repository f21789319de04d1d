"""The recorder of a table's turns, on the clock of the real backend."""

from collections.abc import Callable

from hardware.backend import Clock, Timer
from hardware.backends.replay.turns import GRACE_S, LATE, TICK, Input, T, Turn, Turns
from hardware.parts.registry import NotReady, sentence


class Recorder(Turns):
    def __init__(self, base: Clock, write: Callable[[Turn], None]) -> None:
        """Record on the clock `base`, and pass each turn to `write`."""
        super().__init__()
        self._base = base
        self._write = write
        self._zero_s = base.time()
        self._timer: Timer | None = None
        self._armed_s: float | None = None
        self.clock.on_set = self._timer_set

    def start(self, received: Input) -> None:
        """Begin a turn that the caller ends with `finish`."""
        now_us = int((self._base.time() - self._zero_s) * 1e6) + 1
        if now_us < self.at_us:
            now_us = self.at_us
        due_s = self.clock.due_s
        if due_s is not None and due_s < now_us / 1e6 - GRACE_S:
            self._begin(LATE, now_us)
            self._write(self._end())
        self._begin(received, now_us)

    def finish(self) -> None:
        self._write(self._end())
        self._arm()

    def close(self) -> None:
        """Stop the timer and all listeners."""
        self._write = _ignore
        self.listeners.clear()
        if self._timer:
            self._timer.cancel()

    def receive(self, received: Input) -> None:
        if self.is_busy:
            self.receive_threadsafe(received)
            return
        self.start(received)
        try:
            self._dispatch(received)
        except Exception as error:
            self.note("raised", sentence(error))
            raise
        finally:
            self.finish()

    def receive_threadsafe(self, received: Input) -> None:
        self._base.call_soon_threadsafe(self.receive, received)

    def ask(
        self, name: str, call: Callable[[], T], raises: type[Exception] = NotReady
    ) -> T:
        value = self.attempt(name, call, raises)
        if self.is_busy and (name not in self.known or value != self.known[name]):
            self.known[name] = value
            self._answers.append([name, self._asked[name] - 1, value])
        return value

    def attempt(
        self, name: str, call: Callable[[], T], raises: type[Exception] = NotReady
    ) -> T:
        try:
            value = call()
        except Exception as error:
            if self.is_busy:
                words = str(error) if isinstance(error, raises) else sentence(error)
                self._answers.append([name, self._next_ask(name), None, words])
            raise
        if self.is_busy:
            self._next_ask(name)
        return value

    def _timer_set(self) -> None:
        # During a turn, wait for its end, which arms the timer.
        if not self.is_busy:
            self._arm()

    def _arm(self) -> None:
        due_s = self.clock.due_s
        if due_s == self._armed_s:
            return
        if self._timer:
            self._timer.cancel()
        self._armed_s, self._timer = due_s, None
        if due_s is not None:
            self._timer = self._base.call_at(self._zero_s + due_s, self._tick)

    def _tick(self) -> None:
        due_s, self._armed_s, self._timer = self._armed_s, None, None
        if due_s is None or due_s != self.clock.due_s:
            self._arm()  # The timer has been cancelled since.
            return
        # Round so that the timer that woke us is due.
        self.at_us = max(self.at_us, int(due_s * 1e6) + 1)
        self.receive(TICK)


def _ignore(_turn: Turn) -> None:
    """Drop the turns of a closed recorder."""
