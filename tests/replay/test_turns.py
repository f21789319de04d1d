"""Turns: what is recorded of them, and their order."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from gpiozero import InputDevice
from gpiozero.pins.mock import MockFactory

from hardware.backend import Plugs
from hardware.backends.replay.player import Player
from hardware.backends.replay.recorder import Recorder
from hardware.backends.replay.taps import (
    RecordedBackend,
    RecordedPins,
    RecordedPorts,
)
from hardware.backends.replay.turns import TICK, Turn, Turns
from hardware.backends.sim.backend import SimBackend
from hardware.backends.sim.clock import VirtualClock
from hardware.parts.registry import NotReady, Parts
from wiring import boardmap


class Bench:
    def __init__(self) -> None:
        self.base = VirtualClock()
        self.base.tick(100.0)
        self.turns: list[Turn] = []
        self.recorder = Recorder(self.base, self.turns.append)

    @property
    def said(self) -> list[list[Any]]:
        return [turn.input for turn in self.turns]


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_time_starts_at_zero_and_stands_still_within_a_turn(bench: Bench) -> None:
    times: list[float] = []

    def slow(_level: int) -> None:
        times.append(bench.recorder.clock.time())
        bench.base.jump(3.0)
        times.append(bench.recorder.clock.time())

    bench.recorder.listeners["edge", 5] = slow
    bench.base.tick(1.0)
    bench.recorder.receive(["edge", 5, 0])
    assert times == [1.000001, 1.000001]
    assert bench.turns == [Turn(1_000_001, ["edge", 5, 0], [], [])]


def test_timers_run_once_and_in_order(bench: Bench) -> None:
    clock, ran = bench.recorder.clock, list[str]()
    clock.call_at(0.3, lambda: ran.append("second"))
    clock.call_at(0.1, lambda: ran.append("first"))
    clock.call_at(0.3, lambda: ran.append("third"))
    clock.call_at(0.2, lambda: ran.append("never")).cancel()
    bench.base.tick(1.0)
    assert ran == ["first", "second", "third"]
    assert bench.said == [TICK, TICK], "nothing is due at 0.2 s any more"


def test_timer_runs_despite_rounding(bench: Bench) -> None:
    ran: list[float] = []
    due_s = 0.1 + 0.2  # a little more than 0.3
    bench.recorder.clock.call_at(due_s, lambda: ran.append(due_s))
    bench.base.tick(0.300001)
    assert ran == [due_s]


def test_steady_clock_is_replayed(bench: Bench) -> None:
    board, said = boardmap.load(), ["edge", 5, 0]

    def told(turns: Turns, clock: VirtualClock) -> list[float]:
        below = SimBackend(board, clock, Parts())
        backend, seen = RecordedBackend(below, turns), list[float]()
        turns.listeners["edge", 5] = lambda _level: seen.append(backend.steady_s())
        return seen

    seen = told(bench.recorder, bench.base)
    for _ in range(3):
        bench.base.tick(0.25)
        bench.recorder.receive(said)
    player = Player()
    again = told(player, VirtualClock())
    for turn in bench.turns:
        player.play(turn)
    assert seen == again == [100.25, 100.5, 100.75]


def test_input_within_a_turn_gets_its_own_turn(bench: Bench) -> None:
    recorder, order = bench.recorder, list[str]()

    def loud(_data: str) -> None:
        recorder.receive(["bytes", "b", ""])
        order.append("a")

    recorder.listeners["bytes", "a"] = loud
    recorder.listeners["bytes", "b"] = lambda _data: order.append("b")
    recorder.receive(["bytes", "a", ""])
    bench.base.run_calls()
    assert order == ["a", "b"]
    assert bench.said == [["bytes", "a", ""], ["bytes", "b", ""]]


def test_only_new_answers_are_noted(bench: Bench) -> None:
    recorder = bench.recorder
    levels = iter((0, 0, 0, 0, 1, 1))
    for _ in range(3):
        recorder.start(TICK)
        recorder.ask("power", lambda: next(levels))
        recorder.ask("power", lambda: next(levels))
        recorder.finish()
    notes = [turn.answers for turn in bench.turns]
    assert notes == [[["power", 0, 0]], [], [["power", 0, 1]]]


def test_failure_is_noted_with_its_call(bench: Bench) -> None:
    recorder = bench.recorder

    def fails() -> None:
        raise OSError("gone")

    recorder.start(TICK)
    recorder.attempt("pixels", lambda: None)
    with pytest.raises(OSError, match="gone"):
        recorder.attempt("pixels", fails)
    recorder.finish()
    with pytest.raises(OSError, match="gone"):
        recorder.attempt("pixels", fails)
    assert bench.turns[0].answers == [["pixels", 1, None, "OSError: gone"]]
    player = Player()
    player.start(bench.turns[0])
    player.attempt("pixels", lambda: None)
    with pytest.raises(NotReady, match="OSError: gone"):
        player.attempt("pixels", lambda: None)
    player.attempt("pixels", lambda: None)


def test_raising_timer_does_not_stop_the_others(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    ran: list[int] = []

    def wrong() -> None:
        raise RuntimeError("wrong")

    for call in (wrong, lambda: ran.append(1)):
        bench.recorder.clock.call_at(1.0, call)
    bench.base.tick(1.0)
    assert ran == [1]
    assert bench.turns[0].outcomes == [["raised", "RuntimeError: wrong"]]
    assert "a timer or a call raised" in caplog.text


def test_call_soon_runs_before_the_turn_ends(bench: Bench) -> None:
    clock = bench.recorder.clock

    def soon() -> None:
        bench.recorder.note("servo", 1.0)

    bench.recorder.listeners["edge", 5] = lambda _: clock.call_soon_threadsafe(soon)
    bench.recorder.receive(["edge", 5, 0])
    assert bench.turns[0].outcomes == [["servo", 1.0]]


def opened(turns: Turns, heard: Callable[[int, bool], None]) -> InputDevice:
    device = InputDevice(
        17, pull_up=True, pin_factory=RecordedPins(MockFactory(), turns)
    )
    device.pin.edges = "both"
    device.pin.when_changed = heard
    return device


def test_edge_is_moved_to_the_tables_thread(bench: Bench) -> None:
    heard: list[tuple[bool, int]] = []
    device = opened(
        bench.recorder,
        lambda _ticks, high: heard.append((high, threading.get_ident())),
    )
    finger = threading.Thread(target=device.pin.drive_low)
    finger.start()
    finger.join()
    assert heard == []
    bench.base.run_calls()
    assert heard == [(False, threading.get_ident())]
    assert bench.said == [["edge", 17, 0]]
    device.close()
    bench.recorder.receive(["edge", 17, 1])
    assert len(heard) == 1, "a closed pin is heard no more"


def test_pin_has_the_level_of_its_last_edge() -> None:
    player, heard = Player(), list[bool]()
    player.start(Turn(0, ["start"], [["level 17", 0, 1]], []))
    device = opened(player, lambda _ticks, high: heard.append(high))
    assert not device.is_active
    player.finish()
    player.play(Turn(5, ["edge", 17, 0], [], []))
    assert heard == [False]
    player.start(Turn(9, TICK, [], []))
    assert device.is_active


class OnePort:
    def find(self) -> Plugs:
        return [("E66", "port")]

    def open(self, name: str, on_data: Any, on_lost: Any) -> "OnePort":
        return self

    def send(self, data: bytes) -> None: ...

    def close(self) -> None: ...


def test_plugs_are_replayed() -> None:
    player = Player()
    player.start(Turn(5, TICK, [["ports", 0, [["E66", "port"]]]], []))
    assert RecordedPorts(OnePort(), player).find() == [("E66", "port")]


def test_closed_line_is_ignored(bench: Bench) -> None:
    heard: list[object] = []
    line = RecordedPorts(OnePort(), bench.recorder).open(
        "port", heard.append, heard.append
    )
    bench.recorder.receive(["bytes", "port", "0aff"])
    line.close()
    bench.recorder.receive(["bytes", "port", "00"])
    bench.recorder.receive(["lost", "port", "it was unplugged"])
    assert heard == [b"\x0a\xff"]
