"""What stands between the drivers and a backend, and notes at the lowest layer.

It serves a recording and a replay alike: the one has the turns of a `Recorder` and a
real backend, the other turns of its own and a backend of stand-ins (`replaying`).
"""

from collections.abc import Callable, Sequence
from typing import Any

from hardware.backend import (
    Backend,
    Clock,
    NextChunk,
    PixelSink,
    Power,
    Report,
    Servo,
    SoundOutput,
)
from hardware.backends.replay.turns import Turns
from hardware.boards.driver import Boards, MakeBoards
from hardware.boards.ports import Line, LineLost, Plugs, Ports
from hardware.parts.registry import Parts
from wiring.boardmap import Eliminator, SensorBoard, Speaker


class TappedBackend:
    def __init__(self, backend: Backend, turns: Turns) -> None:
        """The backend's boards have to be made with `noted_boards`."""
        self._backend = backend
        self._turns = turns
        self.clock = turns.clock
        self.pins: Any = NotedPins(backend.pins, turns)
        self.pixels = NotedPixels(backend.pixels, turns)
        self.power = NotedPower(backend.power, turns)
        self.boards = backend.boards
        self.touch = backend.touch
        self.breakage = backend.breakage
        self.ears = backend.ears

    def open_servo(self, row: Eliminator) -> Servo:
        def opened() -> Servo:
            return self._backend.open_servo(row)

        return NotedServo(self._turns.attempt("open servo", opened), self._turns)

    def open_speaker(
        self, row: Speaker, chunk: NextChunk, report: Report
    ) -> SoundOutput:
        """What goes wrong with it comes in turns; what it plays is not kept."""
        turns = self._turns
        turns.hear["sound", "speaker"] = report
        return self._backend.open_speaker(
            row, chunk, lambda trouble: turns.arrived(["sound", "speaker", trouble])
        )

    def steady_s(self) -> float:
        return self._turns.ask("steady", self._backend.steady_s)

    def close(self) -> None:
        self._backend.close()

    def power_off(self) -> str:
        return self._backend.power_off()


def noted_boards(turns: Turns) -> MakeBoards:
    """Makes sensor boards whose bytes come in turns."""

    def make(
        rows: Sequence[SensorBoard],
        ports: Ports,
        _clock: Clock,
        parts: Parts,
        nonce: int,
    ) -> Boards:
        nonce = turns.ask("nonce", lambda: nonce)
        return Boards(rows, NotedPorts(ports, turns), turns.clock, parts, nonce)

    return make


class NotedPorts:
    def __init__(self, ports: Ports, turns: Turns) -> None:
        self._ports = ports
        self._turns = turns

    def find(self) -> Plugs:
        found = self._turns.ask("ports", lambda: [*map(list, self._ports.find())])
        return [(serial, port) for serial, port in found]

    def open(
        self,
        name: str,
        on_data: Callable[[bytes], None],
        on_lost: Callable[[str], None],
    ) -> "NotedLine":
        turns = self._turns

        def opened() -> Line:
            return self._ports.open(
                name,
                lambda data: turns.arrived(["bytes", name, data.hex()]),
                lambda why: turns.arrived(["lost", name, why]),
            )

        line = turns.attempt(f"open {name}", opened, LineLost)
        turns.hear["bytes", name] = lambda data: on_data(bytes.fromhex(data))
        turns.hear["lost", name] = on_lost
        return NotedLine(name, line, turns)


class NotedLine:
    def __init__(self, name: str, line: Line, turns: Turns) -> None:
        self._name = name
        self._line = line
        self._turns = turns

    def send(self, data: bytes) -> None:
        name = f"send {self._name}"
        self._turns.attempt(name, lambda: self._line.send(data), LineLost)

    def close(self) -> None:
        for kind in ("bytes", "lost"):
            self._turns.hear.pop((kind, self._name), None)
        self._line.close()


class NotedPins:
    """gpiozero's pin factory; what it does for a button may fail in each step."""

    def __init__(self, pins: Any, turns: Turns) -> None:
        self._pins = pins
        self._turns = turns

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pins, name)

    def reserve_pins(self, device: Any, gpio: int) -> None:
        name = f"pin {gpio}"
        self._turns.attempt(name, lambda: self._pins.reserve_pins(device, gpio))

    def pin(self, gpio: int) -> "NotedPin":
        opened = self._turns.attempt(f"pin {gpio}", lambda: self._pins.pin(gpio))
        return NotedPin(opened, gpio, self._turns)


class NotedPin:
    def __init__(self, pin: Any, gpio: int, turns: Turns) -> None:
        # All else that is set goes to the pin itself.
        vars(self).update(_pin=pin, _gpio=gpio, _turns=turns)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pin, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "when_changed":
            value = self._hears(value)
        step = f"{name} {self._gpio}"
        self._turns.attempt(step, lambda: setattr(self._pin, name, value))

    @property
    def state(self) -> int:
        name = f"level {self._gpio}"
        level: int = self._turns.ask(name, lambda: int(self._pin.state))
        return level

    @property
    def pull(self) -> str:
        name = f"pull {self._gpio}"
        pull: str = self._turns.ask(name, lambda: str(self._pin.pull))
        return pull

    def close(self) -> None:
        self._turns.hear.pop(("edge", self._gpio), None)
        self._pin.close()

    def _hears(self, changed: Callable[[int, bool], None]) -> Callable[..., None]:
        turns, gpio = self._turns, self._gpio

        level_of = f"level {gpio}"

        def heard(level: int) -> None:
            turns.known[level_of] = level
            changed(0, bool(level))

        def edge(_ticks: int, high: bool) -> None:
            turns.arrived_elsewhere(["edge", gpio, int(high)])

        turns.hear["edge", gpio] = heard
        vars(self)["_edge"] = edge  # gpiozero itself does not keep it alive
        return edge


class NotedPixels:
    def __init__(self, sink: PixelSink, turns: Turns) -> None:
        self._sink = sink
        self._turns = turns
        self._wire: bytes | None = None

    @property
    def on_its_way(self) -> int | None:
        """As the strip's writer says; None also where it needs none."""
        number: int | None = getattr(self._sink, "on_its_way", None)
        return number

    def show(self, wire: bytes) -> None:
        self._turns.attempt("pixels", lambda: self._sink.show(wire))
        if wire != self._wire:
            self._wire = wire
            self._turns.did("frame", wire)


class NotedPower:
    def __init__(self, power: Power, turns: Turns) -> None:
        self._power = power
        self._turns = turns

    def is_low(self) -> bool:
        return self._turns.ask("power", self._power.is_low)


class NotedServo:
    def __init__(self, servo: Servo, turns: Turns) -> None:
        self._servo = servo
        self._turns = turns

    def turn(self, degrees: float) -> None:
        self._turns.attempt("servo", lambda: self._servo.turn(degrees))
        self._turns.did("servo", degrees)

    def release(self) -> None:
        self._turns.attempt("servo", self._servo.release)
        self._turns.did("servo", None)

    def close(self) -> None:
        self._turns.attempt("servo", self._servo.close)
