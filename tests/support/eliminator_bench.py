"""An Eliminator on a virtual clock, with a servo that records its commands."""

from collections.abc import Callable
from typing import NamedTuple

from hardware.backend import Servo
from hardware.backends.sim.clock import VirtualClock
from hardware.parts.eliminator import Eliminator
from hardware.parts.registry import Parts
from hardware.readings import Occupied, Pressed, Released
from wiring import boardmap

_ROW = boardmap.load().eliminator
assert _ROW
ROW = _ROW
HOLD_S = ROW.hold_ms / 1000
COOLDOWN_S = ROW.cooldown_ms / 1000
TILE, OTHER = "tile:1,3", "tile:2,2"


class JumpyClock(VirtualClock):
    """A clock that can jump either way, past timers that then come early or late."""

    jumped_s = 0.0

    def jump(self, seconds: float) -> None:
        self.now_s += seconds
        self.jumped_s += seconds
        self.tick(0)

    def stall(self, seconds: float) -> None:
        """Let time really pass while nobody looks at the timers."""
        self.now_s += seconds
        self.tick(0)

    def real_s(self) -> float:
        """Return the time that has really passed."""
        return self.time() - self.jumped_s


class Told(NamedTuple):
    """What the servo was told, and when; None is a release."""

    at_s: float
    real_s: float
    degrees: float | None


class SpyServo:
    def __init__(self, bench: "Bench") -> None:
        self._bench = bench

    def turn(self, degrees: float) -> None:
        self._bench.fail_if_broken("turn")
        self._bench.tell(degrees)

    def release(self) -> None:
        self._bench.tell(None)
        self._bench.fail_if_broken("release")

    def close(self) -> None:
        self._bench.closed += 1


class Bench:
    def __init__(
        self,
        row: boardmap.Eliminator = ROW,
        on_told: Callable[[float | None], None] | None = None,
        open_servo: Callable[[boardmap.Eliminator], Servo] | None = None,
    ) -> None:
        self.clock = JumpyClock()
        self.parts = Parts()
        self.told: list[Told] = []
        self.broken: set[str] = set()
        self.opened = self.closed = 0
        self._on_told = on_told
        self.eliminator = Eliminator(
            row,
            open_servo or self._open,
            self.clock,
            self.parts,
            grid_board="grid",
            steady_s=self.clock.real_s,
        )

    def _open(self, _row: boardmap.Eliminator) -> SpyServo:
        self.fail_if_broken("open")
        self.opened += 1
        return SpyServo(self)

    def fail_if_broken(self, what: str) -> None:
        if what in self.broken:
            raise OSError(5, f"Input/output error at {what}")

    def tell(self, degrees: float | None) -> None:
        self.told.append(Told(self.clock.time(), self.clock.real_s(), degrees))
        if self._on_told:
            self._on_told(degrees)

    @property
    def state(self) -> str:
        return self.eliminator.state

    @property
    def is_driven(self) -> bool:
        return bool(self.told) and self.told[-1].degrees is not None

    @property
    def turns(self) -> list[Told]:
        return [told for told in self.told if told.degrees is not None]

    @property
    def trouble(self) -> str | None:
        return next((p.trouble for p in self.parts.all() if p.trouble), None)

    def press(self, control: str) -> None:
        self.eliminator.reading(Pressed(control))

    def release(self, control: str) -> None:
        self.eliminator.reading(Released(control))

    def sense(self, tile: str, present: bool = True) -> None:
        self.eliminator.reading(Occupied(tile, present))

    def cool(self) -> "Bench":
        """Open it, and wait until long after any stroke."""
        self.clock.tick(100)
        return self

    def prepare(self, tile: str = TILE) -> "Bench":
        """Prepare everything except the finger on `fire`."""
        self.cool()
        self.eliminator.ask(tile)
        self.sense(tile)
        self.press("arm")
        return self

    def strike(self) -> "Bench":
        """Stop in the middle of the way out."""
        self.prepare()
        self.press("fire")
        self.clock.tick(HOLD_S + 0.08)
        assert self.state == "striking"
        assert self.is_driven
        return self
