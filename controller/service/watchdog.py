"""The watchdog: notifies systemd as long as every loop of the table responds.

    sensors    the boards' links respond, and the threads that read pins are alive
    light      a frame can be made, and the strip has sent the last one
    journal    its connection can begin a write

All checks run on the table's own thread, so that a call that never returns stops the
beats as well. systemd then restarts the table.
"""

import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TypeAlias

from controller.light.lights import Lights
from controller.service.sd_notify import Notify
from controller.storage.store import GameStore
from hardware.backend import Alarm, Clock
from hardware.boards.link import PATIENCE_S, SILENCE_S
from hardware.parts.registry import Part, Parts
from hardware.rig import Rig

_log = logging.getLogger("undertow.watch")

# A link that works gives up on a silent board in half of this time.
DEAF_S = 2 * (SILENCE_S + sum(PATIENCE_S))

# Returns what has stalled, or None.
Probe: TypeAlias = Callable[[], str | None]


class Watch:
    def __init__(
        self,
        clock: Clock,
        beat_s: float,
        probes: Mapping[str, Probe],
        beat: Callable[[], None],
    ) -> None:
        """Beat at once, and then as often as systemd asks."""
        self._alarm = Alarm(clock)
        self._beat_s = beat_s
        self._probes = probes
        self._beat = beat
        self._stalled: list[str] = []
        self._check_probes()

    def close(self) -> None:
        self._alarm.cancel()

    def _check_probes(self) -> None:
        self._alarm.after(self._beat_s, self._check_probes)
        asked = [(name, probe()) for name, probe in self._probes.items()]
        stalled = [f"{name}: {trouble}" for name, trouble in asked if trouble]
        if stalled != self._stalled:
            self._stalled = stalled
            for sentence in stalled or ["everything moves again"]:
                _log.error("%s", sentence)
        if not stalled:
            self._beat()


@contextmanager
def supervised(rig: Rig, notify: Notify, asked: Mapping[str, Probe]) -> Iterator[None]:
    """Report the table's readiness and status to systemd until the block ends."""
    watch = None

    def changed(_part: Part) -> None:
        notify.status(_status(rig.parts))

    notify.ready(_status(rig.parts))
    rig.parts.on_change.append(changed)
    if notify.beat_s:
        watch = Watch(rig.backend.clock, notify.beat_s, asked, notify.beat)
    try:
        yield
    finally:
        if watch:
            watch.close()
        rig.parts.on_change.remove(changed)
        notify.stopping()


def _status(parts: Parts) -> str:
    return "; ".join(parts.troubles()) or "all parts work"


def probes(rig: Rig, lights: Lights, store: GameStore) -> dict[str, Probe]:
    """Return the three checks of a table whose inputs are live."""
    return {
        "sensors": sensors(rig),
        "light": light(rig, lights.show_again),
        "journal": lambda: journal(store),
    }


def sensors(rig: Rig) -> Probe:
    # gpiozero's threads read the pins: all that run now are needed to the end.
    threads = threading.enumerate()

    def look() -> str | None:
        ended = [thread.name for thread in threads if not thread.is_alive()]
        if ended:
            return f"the thread {ended[0]} has ended, and with it what it listened to"
        for board in rig.boards.health():
            is_up = board.stage in ("live", "catching up")
            if is_up and board.age_s is not None and board.age_s > DEAF_S:
                return (
                    f"nobody has listened to the sensor board {board.board} "
                    f"for {board.age_s:.0f} s"
                )
        return None

    return look


def light(rig: Rig, show_again: Callable[[], object]) -> Probe:
    given: int | None = None

    def pending_frame() -> int | None:
        # A strip without its own thread has the frame once the call returns.
        return getattr(rig.backend.pixels, "pending_frame", None)

    def look() -> str | None:
        nonlocal given
        waits = pending_frame()
        if waits is not None and waits == given:
            return "the strip has not taken a frame since the last look"
        show_again()
        rig.strip.refresh()
        given = pending_frame()
        return None

    return look


def journal(store: GameStore) -> None:
    """Begin a write and roll it back, unless the game is kept in memory."""
    if store.journal:
        # Nothing is written, because a mark every few seconds would wear out an SD
        # card. An error from SQLite is not a stall; the next write deals with it.
        with suppress(sqlite3.Error):
            store.journal.db.execute("BEGIN IMMEDIATE")
            store.journal.db.execute("ROLLBACK")
