"""A simulated speaker, which keeps the samples that a real one would play."""

import threading
from array import array
from collections.abc import Callable
from typing import NamedTuple

from hardware.backend import Clock, NextChunk, Report
from hardware.parts.sound import CHUNK, RATE

KEPT_S = 20.0
_CHUNK_S = CHUNK / RATE
_KEPT = round(KEPT_S / _CHUNK_S)
_STEPS_A_S = 20
_STEPS = 3 * _STEPS_A_S
_LOUD = 8192  # one sound at full volume
BROKEN = "the speaker is unplugged; plug it in on the table's page"


class Heard(NamedTuple):
    """Uninterrupted sound: its start time and 16-bit samples."""

    at_s: float
    pcm: bytes


class MemorySpeaker:
    """A speaker without a timer, which catches up when someone asks for its output."""

    def __init__(
        self,
        clock: Clock,
        chunk: NextChunk,
        report: Report,
    ) -> None:
        self._clock = clock
        self._chunk = chunk
        self._report = report
        self._heard: list[Heard] = []
        # How far the current sound has played; None during silence.
        self._until_s: float | None = None
        self._is_broken = False
        # Speech comes from a thread of its own.
        self._lock = threading.Lock()

    @property
    def heard(self) -> tuple[Heard, ...]:
        """The sounds of the last seconds."""
        self._catch_up()
        return tuple(self._heard)

    def levels(self) -> list[int]:
        """Return the loudness of the last seconds, 0 to 100, in steps of 50 ms."""
        now, heard = self._clock.time(), self.heard
        levels = [0] * _STEPS
        for at_s, pcm in heard:
            samples = array("h", pcm)
            for step in range(_STEPS):
                from_s = now - (_STEPS - step) / _STEPS_A_S - at_s
                first = max(0, int(from_s * RATE))
                last = max(0, int((from_s + 1 / _STEPS_A_S) * RATE))
                part = samples[first:last]
                peak = max(max(part), -min(part)) if part else 0
                levels[step] = max(levels[step], 100 * peak // _LOUD)
        return [min(100, level) for level in levels]

    @property
    def is_broken(self) -> bool:
        return self._is_broken

    @is_broken.setter
    def is_broken(self, is_broken: bool) -> None:
        self._catch_up()
        if self._is_broken != is_broken:
            self._is_broken = is_broken
            self._report(BROKEN if is_broken else None)

    def play(self, add: Callable[[], None]) -> None:
        with self._lock:
            self._catch_up_now()
            add()
            if self._until_s is None:
                self._until_s = self._clock.time()
                self._heard.append(Heard(self._until_s, b""))

    def close(self) -> None:
        self._catch_up()

    def _catch_up(self) -> None:
        with self._lock:
            self._catch_up_now()

    def _catch_up_now(self) -> None:
        now = self._clock.time()
        self._hear_until(now)
        if self._until_s is not None and self._until_s < now:
            # Skip sound that is too old to be kept.
            self._until_s = max(self._until_s, now - KEPT_S)
            self._heard.append(Heard(self._until_s, b""))
            self._hear_until(now)
        self._forget(now - KEPT_S)

    def _hear_until(self, now: float) -> None:
        made = []
        for _ in range(_KEPT):
            if self._until_s is None or self._until_s >= now:
                break
            chunk = self._chunk()
            self._until_s = None if chunk is None else self._until_s + _CHUNK_S
            if chunk and not self._is_broken:
                made.append(chunk)
        if made:
            at_s, pcm = self._heard[-1]
            self._heard[-1] = Heard(at_s, pcm + b"".join(made))

    def _forget(self, before_s: float) -> None:
        """Drop older sounds, and the beginning of one that is still playing."""
        while self._heard and self._heard[0].at_s < before_s:
            at_s, pcm = self._heard.pop(0)
            if not self._heard and self._until_s is not None:
                late = max(0, round((before_s - at_s) * RATE))
                self._heard.append(Heard(at_s + late / RATE, pcm[2 * late :]))
                break
