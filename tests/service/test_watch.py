"""Notifications to systemd: ready, status, watchdog, stopping.

The socket is a real one, and its queue may hold no more than ten datagrams: how many
is a setting of the kernel (net.unix.max_dgram_qlen), and ten is its own choice. Where
a loop is to hang, it hangs: its call does not come back until the test lets it, and
meanwhile nobody can beat.
"""

import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from controller.service import watchdog as watch
from controller.service.sd_notify import Notify
from controller.service.watchdog import DEAF_S, probes, supervised
from controller.storage.journal import Journal, JournalError
from controller.storage.store import GameStore
from hardware.backends.sim.memory import MemoryPixels
from hardware.boards.link import Link
from hardware.parts.strip import Strip, Writer
from tests.support.simtable import SimTable, sim_table
from tests.support.webtable import PATIENCE_S

LIMIT_S = 30
BEAT_S = 10
BEAT = "WATCHDOG=1"
NOISE = "EXTEND_TIMEOUT_USEC=1"


class Systemd:
    """The socket on which systemd listens."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address)
        self.socket.setblocking(False)

    def heard(self) -> list[str]:
        """What was said since the last time, one datagram each."""
        found = []
        while True:
            try:
                found.append(self.socket.recv(4096).decode())
            except BlockingIOError:
                return found

    def full(self) -> int:
        """Others fill its queue to the last place, however long that is; how long?"""
        sent = 0
        while True:
            # One sender alone may not hold as much as the queue does.
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as other:
                other.setblocking(False)
                before = sent
                with suppress(BlockingIOError):
                    while True:
                        other.sendto(NOISE.encode(), self.socket.getsockname())
                        sent += 1
                if sent == before:
                    return sent


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    manager = Systemd(str(tmp_path / "notify"))
    yield manager
    manager.socket.close()


def notify_of(systemd: Systemd) -> Notify:
    return Notify(
        {
            "NOTIFY_SOCKET": systemd.socket.getsockname(),
            "WATCHDOG_USEC": str(LIMIT_S * 1_000_000),
            "WATCHDOG_PID": str(os.getpid()),
        },
    )


@pytest.fixture
def notify(systemd: Systemd) -> Iterator[Notify]:
    yield notify_of(systemd)
    systemd.heard()


def heard_during(table: SimTable, systemd: Systemd, seconds: int) -> list[str]:
    """What is said meanwhile, to one who reads after each second."""
    heard = []
    for _ in range(seconds):
        table.clock.tick(1)
        heard += systemd.heard()
    return heard


@contextmanager
def watched(table: SimTable, notify: Notify) -> Iterator[None]:
    asked = probes(table.rig, table.lights, table.store)
    with supervised(table.rig, notify, asked):
        yield


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SimTable]:
    with sim_table(tmp_path) as table:
        table.start()
        yield table


# What is said


def test_ready_comes_with_how_the_parts_are_and_the_end_is_said(
    table: SimTable, notify: Notify, systemd: Systemd
) -> None:
    with watched(table, notify):
        assert systemd.heard() == ["READY=1\nSTATUS=all parts work", BEAT]
    assert systemd.heard() == ["STOPPING=1"]


def test_a_part_in_trouble_is_said_and_its_recovery_too(
    table: SimTable, notify: Notify, systemd: Systemd
) -> None:
    table.parts.fails("strip", "the plug\nis loose")
    with watched(table, notify):
        first, _ = systemd.heard()
        assert first == "READY=1\nSTATUS=strip: the plug is loose"
        table.parts.works("strip")
        assert systemd.heard() == ["STATUS=all parts work"]
    table.parts.fails("strip", "it is late")
    assert systemd.heard() == ["STOPPING=1"]


def test_there_is_a_beat_in_each_third_of_the_time_and_none_after_the_end(
    table: SimTable,
    notify: Notify,
    systemd: Systemd,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with watched(table, notify):
        systemd.heard()
        table.clock.tick(BEAT_S - 0.5)
        assert systemd.heard() == []
        table.clock.tick(0.5)
        assert systemd.heard() == [BEAT]
        table.clock.tick(6 * BEAT_S)
        assert systemd.heard() == 6 * [BEAT]
    systemd.heard()
    answered = beats_of_the_journal(monkeypatch)
    table.clock.tick(6 * BEAT_S)
    assert (systemd.heard(), answered) == ([], [])


def test_an_address_without_a_file_is_understood(table: SimTable) -> None:
    name = f"undertow-test-{os.getpid()}"
    manager = Systemd(f"\0{name}")
    notify = Notify({"NOTIFY_SOCKET": f"@{name}"})
    notify.ready("all parts work")
    assert manager.heard() == ["READY=1\nSTATUS=all parts work"]
    manager.socket.close()


@pytest.mark.parametrize(
    ("environment", "beat_s"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "30000000"}, None),
        ({"NOTIFY_SOCKET": "/nowhere"}, None),
        ({"NOTIFY_SOCKET": "/nowhere", "WATCHDOG_USEC": "soon"}, None),
        ({"NOTIFY_SOCKET": "/nowhere", "WATCHDOG_USEC": "30000000"}, 10.0),
        (
            {
                "NOTIFY_SOCKET": "/nowhere",
                "WATCHDOG_USEC": "30000000",
                "WATCHDOG_PID": "1",
            },
            None,
        ),
    ],
)
def test_beats_are_wanted_only_of_the_process_that_systemd_started(
    environment: dict[str, str], beat_s: float | None
) -> None:
    assert Notify(environment).beat_s == beat_s


def test_nobody_who_listens_is_no_trouble(table: SimTable, tmp_path: Path) -> None:
    gone = {"NOTIFY_SOCKET": str(tmp_path / "gone"), "WATCHDOG_USEC": "30000000"}
    for environment in ({}, gone):
        notify = Notify(environment)
        with watched(table, notify):
            table.clock.tick(60)
    assert table.parts.troubles() == []


# Its queue is full


def test_a_reader_that_hangs_does_not_take_the_table_with_it(
    table: SimTable,
    notify: Notify,
    systemd: Systemd,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("controller.service.sd_notify.PATIENCE_S", 0.01)
    waits = systemd.full()
    with watched(table, notify):
        table.clock.tick(60 * BEAT_S)
        table.press("why")
        assert table.lamp("why") == (255, 255, 255)
    assert systemd.heard() == waits * [NOISE]


def test_ready_and_the_end_wait_for_a_systemd_that_reads_a_little_later(
    notify: Notify, systemd: Systemd
) -> None:
    systemd.socket.settimeout(PATIENCE_S)
    for tell in (lambda: notify.ready("all parts work"), notify.stopping):
        systemd.full()
        telling = threading.Thread(target=tell)
        telling.start()
        while systemd.socket.recv(4096).decode() == NOISE:
            pass
        telling.join()
    systemd.socket.setblocking(False)


# One loop stands still while the others move


def test_sensors_that_nobody_listens_to_end_the_beats(
    table: SimTable,
    notify: Notify,
    systemd: Systemd,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with watched(table, notify):
        table.clock.tick(BEAT_S)
        systemd.heard()
        written = beats_of_the_journal(monkeypatch)
        monkeypatch.setattr(Link, "feed", lambda *_: [])
        monkeypatch.setattr(Link, "wake_at", None)
        table.clock.tick(DEAF_S + BEAT_S)
        systemd.heard()
        before = len(written)
        table.clock.tick(LIMIT_S)
        assert systemd.heard() == []
        assert len(written) == before + LIMIT_S // BEAT_S
        assert table.table.can_undo("table") is False
        table.press("why")
        assert table.lamp("why") == (255, 255, 255)
    (said,) = {r.getMessage()[:57] for r in caplog.records if "watch" in r.name}
    assert said == "sensors: nobody has listened to the sensor board depth fo"


def test_a_board_that_is_given_up_is_no_stall(
    table: SimTable, notify: Notify, systemd: Systemd
) -> None:
    table.backend.faults.set("depth", "unplug")
    table.backend.faults.set("grid", "half-open", "from")
    with watched(table, notify):
        systemd.heard()
        heard = heard_during(table, systemd, 600)
    assert heard.count(BEAT) == 600 // BEAT_S


def test_a_thread_that_listened_to_the_pins_and_has_ended_ends_the_beats(
    table: SimTable, notify: Notify, systemd: Systemd, caplog: pytest.LogCaptureFixture
) -> None:
    go = threading.Event()
    thread = threading.Thread(target=go.wait, args=(PATIENCE_S,), name="pins")
    thread.start()
    with watched(table, notify):
        table.clock.tick(BEAT_S)
        assert systemd.heard().count(BEAT) == 2
        go.set()
        thread.join()
        table.clock.tick(LIMIT_S)
        assert systemd.heard() == []
    assert caplog.messages == [
        "sensors: the thread pins has ended, and with it what it listened to"
    ]


class SlowPixels(MemoryPixels):
    """A strip that takes no frame while it is held."""

    def __init__(self) -> None:
        super().__init__()
        self.goes = threading.Event()
        self.goes.set()

    def show(self, wire: bytes) -> None:
        assert self.goes.wait(PATIENCE_S)
        super().show(wire)


@pytest.fixture
def slow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[SimTable, SlowPixels, Writer]]:
    """A table whose strip has a thread of its own, as on a Pi."""
    pixels = SlowPixels()
    writer = Writer(pixels)
    monkeypatch.setattr("hardware.backends.sim.backend.MemoryPixels", lambda: writer)
    with sim_table(tmp_path) as table:
        table.start()
        yield table, pixels, writer
        pixels.goes.set()
        writer.close()


def test_a_strip_that_takes_no_frame_ends_the_beats_until_it_does_again(
    slow: tuple[SimTable, SlowPixels, Writer],
    systemd: Systemd,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    table, pixels, writer = slow
    with watched(table, notify_of(systemd)):
        for _ in range(5):
            writer.wait()
            table.clock.tick(BEAT_S)
        assert systemd.heard().count(BEAT) == 6
        written = beats_of_the_journal(monkeypatch)
        writer.wait()
        pixels.goes.clear()
        table.clock.tick(BEAT_S)
        systemd.heard()
        table.clock.tick(LIMIT_S)
        assert systemd.heard() == []
        assert len(written) == 1 + LIMIT_S // BEAT_S
        pixels.goes.set()
        writer.wait()
        table.clock.tick(BEAT_S)
        assert systemd.heard() == [BEAT]
    assert caplog.messages == [
        "light: the strip has not taken a frame since the last look",
        "everything moves again",
    ]


def test_each_look_gives_the_strip_its_frame_again(
    table: SimTable, systemd: Systemd
) -> None:
    often = {
        "NOTIFY_SOCKET": systemd.socket.getsockname(),
        "WATCHDOG_USEC": "3000000",
    }
    table.end_effects()
    with watched(table, Notify(often)):
        sent, wire = table.backend.pixels.sent, table.backend.pixels.wire
        # Not yet the time at which the strip is refreshed anyway.
        table.clock.tick(3)
        assert table.backend.pixels.sent == sent + 3
        assert table.backend.pixels.wire == wire


def test_a_strip_that_is_only_busy_is_no_stall(
    slow: tuple[SimTable, SlowPixels, Writer], systemd: Systemd
) -> None:
    table, pixels, writer = slow
    with watched(table, notify_of(systemd)):
        systemd.heard()
        for _ in range(5):
            # The one of the last look gets out, but the next one is on its way already.
            writer.wait()
            pixels.goes.clear()
            table.strip.refresh()
            table.clock.tick(BEAT_S)
            pixels.goes.set()
        assert systemd.heard() == 5 * [BEAT]


def beats_of_the_journal(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """From now on, each time that the journal was asked and has answered."""
    answered: list[str] = []
    beat = watch.journal

    def asked(store: GameStore) -> None:
        beat(store)
        answered.append("beat")

    monkeypatch.setattr(watch, "journal", asked)
    return answered


# A call that never comes back


class Hang:
    """Hangs whoever calls it, until it is let go."""

    def __init__(self) -> None:
        self.hangs = threading.Event()
        self.goes = threading.Event()

    def __call__(self, *_: object) -> tuple[()]:
        self.hangs.set()
        assert self.goes.wait(PATIENCE_S)
        return ()


def the_boards_hang(table: SimTable, hang: Hang, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Link, "feed", hang)


def the_frame_hangs(table: SimTable, hang: Hang, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Strip, "show", hang)


def the_strip_hangs(table: SimTable, hang: Hang, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(MemoryPixels, "show", hang)


def the_journal_hangs(table: SimTable, hang: Hang, patch: pytest.MonkeyPatch) -> None:
    class Disk:
        execute = staticmethod(hang)

        def close(self) -> None:
            pass

    table.journal.db.close()
    table.journal.db = Disk()  # type: ignore[assignment]


@pytest.mark.parametrize(
    "stall", [the_boards_hang, the_frame_hangs, the_strip_hangs, the_journal_hangs]
)
def test_a_loop_that_hangs_ends_the_beats(
    table: SimTable,
    notify: Notify,
    systemd: Systemd,
    monkeypatch: pytest.MonkeyPatch,
    stall: Callable[[SimTable, Hang, pytest.MonkeyPatch], None],
) -> None:
    hang = Hang()
    with watched(table, notify):
        table.clock.tick(BEAT_S)
        assert systemd.heard().count(BEAT) == 2
        began = table.clock.time()
        stall(table, hang, monkeypatch)
        thread = threading.Thread(target=table.clock.tick, args=(LIMIT_S,))
        thread.start()
        assert hang.hangs.wait(PATIENCE_S)
        # Nobody but the thread that hangs could beat, and it did not reach its beat.
        assert systemd.heard() == []
        assert table.clock.time() - began <= BEAT_S
        monkeypatch.undo()
        hang.goes.set()
        thread.join(PATIENCE_S)
        assert systemd.heard() == 3 * [BEAT]
    assert systemd.heard() == ["STOPPING=1"]


# The journal's beat


def test_the_beat_of_the_journal_writes_nothing(table: SimTable) -> None:
    journal = table.journal
    files = [journal.path, journal.path.with_name(f"{journal.path.name}-wal")]
    before = [file.read_bytes() for file in files]
    watch.journal(table.store)
    assert [file.read_bytes() for file in files] == before
    # What is written next must not wait for anybody to end this.
    assert not journal.db.in_transaction
    table.choose(0, 1)
    saved = journal.unfinished()
    assert saved
    assert saved.entries[-1][0] == "action"


def test_a_game_that_is_kept_in_memory_goes_on_beating(
    table: SimTable,
    notify: Notify,
    systemd: Systemd,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_: object) -> None:
        raise JournalError("database or disk is full")

    monkeypatch.setattr(Journal, "write", full)
    with watched(table, notify):
        table.choose(0, 1)
        heard = systemd.heard() + heard_during(table, systemd, 10 * BEAT_S)
    assert heard.count(BEAT) == 11
    assert any(line.startswith("STATUS=journal: ") for line in heard)
