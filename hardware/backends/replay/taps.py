"""Taps between the drivers and a backend, at the lowest layer.

A recording combines a `Recorder` with a real backend; a replay combines a `Player` with
a backend of stand-ins.
"""

from collections.abc import Callable
from typing import Any

from hardware.backend import (
    Backend,
    Line,
    LineLost,
    NextChunk,
    OnData,
    OnLost,
    PixelSink,
    Plugs,
    Ports,
    Power,
    Report,
    Servo,
    SoundOutput,
)
from hardware.backends.replay.turns import Turns
from wiring.boardmap import Eliminator, Speaker


class RecordedBackend:
    def __init__(self, backend: Backend, turns: Turns) -> None:
        self._backend = backend
        self._turns = turns
        self.clock = turns.clock
        self.pins: Any = RecordedPins(backend.pins, turns)
        self.pixels = RecordedPixels(backend.pixels, turns)
        self.power = RecordedPower(backend.power, turns)
        self.ports = RecordedPorts(backend.ports, turns)
        self.touch = backend.touch
        self.breakage = backend.breakage
        self.speaker_monitor = backend.speaker_monitor

    def open_servo(self, row: Eliminator) -> Servo:
        def open_it() -> Servo:
            return self._backend.open_servo(row)

        return RecordedServo(self._turns.attempt("open servo", open_it), self._turns)

    def open_speaker(
        self, row: Speaker, chunk: NextChunk, report: Report
    ) -> SoundOutput:
        """Open the speaker; record its faults, but not what it plays."""
        turns = self._turns
        turns.listeners["sound", "speaker"] = report
        return self._backend.open_speaker(
            row, chunk, lambda trouble: turns.receive(["sound", "speaker", trouble])
        )

    def nonce(self) -> int:
        return self._turns.ask("nonce", self._backend.nonce)

    def steady_s(self) -> float:
        return self._turns.ask("steady", self._backend.steady_s)

    def close(self) -> None:
        self._backend.close()

    def power_off(self) -> str:
        return self._backend.power_off()


class RecordedPorts:
    def __init__(self, ports: Ports, turns: Turns) -> None:
        self._ports = ports
        self._turns = turns

    def find(self) -> Plugs:
        found = self._turns.ask("ports", lambda: [*map(list, self._ports.find())])
        return [(serial, port) for serial, port in found]

    def open(self, name: str, on_data: OnData, on_lost: OnLost) -> "RecordedLine":
        turns = self._turns

        def open_it() -> Line:
            return self._ports.open(
                name,
                lambda data: turns.receive(["bytes", name, data.hex()]),
                lambda why: turns.receive(["lost", name, why]),
            )

        line = turns.attempt(f"open {name}", open_it, LineLost)
        turns.listeners["bytes", name] = lambda data: on_data(bytes.fromhex(data))
        turns.listeners["lost", name] = on_lost
        return RecordedLine(name, line, turns)


class RecordedLine:
    def __init__(self, name: str, line: Line, turns: Turns) -> None:
        self._name = name
        self._line = line
        self._turns = turns

    def send(self, data: bytes) -> None:
        name = f"send {self._name}"
        self._turns.attempt(name, lambda: self._line.send(data), LineLost)

    def close(self) -> None:
        for kind in ("bytes", "lost"):
            self._turns.listeners.pop((kind, self._name), None)
        self._line.close()


class RecordedPins:
    """gpiozero's pin factory; each of its steps may fail."""

    def __init__(self, pins: Any, turns: Turns) -> None:
        self._pins = pins
        self._turns = turns

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pins, name)

    def reserve_pins(self, device: Any, gpio: int) -> None:
        name = f"pin {gpio}"
        self._turns.attempt(name, lambda: self._pins.reserve_pins(device, gpio))

    def pin(self, gpio: int) -> "RecordedPin":
        opened = self._turns.attempt(f"pin {gpio}", lambda: self._pins.pin(gpio))
        return RecordedPin(opened, gpio, self._turns)


class RecordedPin:
    def __init__(self, pin: Any, gpio: int, turns: Turns) -> None:
        # Pass all other attributes to the pin itself.
        vars(self).update(_pin=pin, _gpio=gpio, _turns=turns)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pin, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "when_changed":
            value = self._recorded(value)
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
        self._turns.listeners.pop(("edge", self._gpio), None)
        self._pin.close()

    def _recorded(self, changed: Callable[[int, bool], None]) -> Callable[..., None]:
        turns, gpio = self._turns, self._gpio

        level_of = f"level {gpio}"

        def heard(level: int) -> None:
            turns.known[level_of] = level
            changed(0, bool(level))

        def edge(_ticks: int, high: bool) -> None:
            turns.receive_threadsafe(["edge", gpio, int(high)])

        turns.listeners["edge", gpio] = heard
        vars(self)["_edge"] = edge  # gpiozero keeps only a weak reference.
        return edge


class RecordedPixels:
    def __init__(self, sink: PixelSink, turns: Turns) -> None:
        self._sink = sink
        self._turns = turns
        self._wire: bytes | None = None

    @property
    def pending_frame(self) -> int | None:
        """The number of the frame that the strip's writer is sending, if any."""
        number: int | None = getattr(self._sink, "pending_frame", None)
        return number

    def show(self, wire: bytes) -> None:
        self._turns.attempt("pixels", lambda: self._sink.show(wire))
        if wire != self._wire:
            self._wire = wire
            self._turns.note("frame", wire)


class RecordedPower:
    def __init__(self, power: Power, turns: Turns) -> None:
        self._power = power
        self._turns = turns

    def is_low(self) -> bool:
        return self._turns.ask("power", self._power.is_low)


class RecordedServo:
    def __init__(self, servo: Servo, turns: Turns) -> None:
        self._servo = servo
        self._turns = turns

    def turn(self, degrees: float) -> None:
        self._turns.attempt("servo", lambda: self._servo.turn(degrees))
        self._turns.note("servo", degrees)

    def release(self) -> None:
        self._turns.attempt("servo", self._servo.release)
        self._turns.note("servo", None)

    def close(self) -> None:
        self._turns.attempt("servo", self._servo.close)
