"""Mixes sounds as big integers, with a quiet loop under them.

A sample is 16 bits of one big integer, so one addition mixes two sounds of any length.
Each sound has a quarter of the range, so that no sample overflows into the next.
"""

import threading
from array import array
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

RATE = 22_050
CHUNK = RATE // 100  # samples that are mixed at a time: 10 ms
LOUDEST = 16  # volumes go from 0 to this
VOICES = 4  # sounds at a time; more are not heard
_BYTES = 2 * CHUNK
# How loud the loop is, from 0 to this; it fades in 0.16 s and comes back in 0.64 s.
_FULL = 64
_FALL, _RISE = 4, 1

# Masks for every sample: its sign, silence, and every other sample.
_SIGN = int.from_bytes(b"\x00\x80" * CHUNK, "little")
_SILENCE = int.from_bytes(b"\x00\x20" * CHUNK, "little")
_EVERY_OTHER = int.from_bytes(b"\xff\xff\x00\x00" * (CHUNK // 2), "little")
_MIDDLE = int.from_bytes(b"\x00\x80\x00\x00" * (CHUNK // 2), "little")
_QUIET = b"\x00\x20" * CHUNK

# Samples made by `sound`: a quarter of the range around its middle.
Sound: TypeAlias = bytes


def sound(pcm: bytes) -> Sound:
    """Make a sound of signed 16-bit samples, low byte first, RATE a second."""
    pcm = pcm[: len(pcm) & ~1]
    size = len(pcm)
    lanes = size // 2
    sign = int.from_bytes(b"\x00\x80" * lanes, "little")
    quarter = int.from_bytes(b"\xff\x3f" * lanes, "little")
    number = (int.from_bytes(pcm, "little") ^ sign) >> 2 & quarter
    return number.to_bytes(size, "little")


class _Voice(NamedTuple):
    sound: Sound
    at: int  # how far it has been heard, in bytes
    is_speech: bool


class _Bed:
    """A loop under all other sounds that fades in and out and is never cut off."""

    def __init__(self, loop: Sound, is_wanted: Callable[[], bool]) -> None:
        self.is_wanted = is_wanted
        self.level = 0
        self._loop = loop
        self._at = 0

    def part(self, level: int) -> bytes:
        """Return the next 10 ms, fading to this level."""
        part = self._loop[self._at : self._at + _BYTES]
        part += self._loop[: _BYTES - len(part)]
        self._at = (self._at + _BYTES) % len(self._loop)
        was, self.level = self.level, level
        return part if was == level == _FULL else _ramp(part, was, level)


class Mixer:
    """The sounds that are heard now; two threads may use it."""

    def __init__(self, volume: int = LOUDEST) -> None:
        """At volume 0 it is silent, at LOUDEST as loud as the samples."""
        self._volume = volume
        self._voices: list[_Voice] = []
        self._bed: _Bed | None = None
        self._lock = threading.Lock()

    @property
    def volume(self) -> int:
        return self._volume

    @volume.setter
    def volume(self, volume: int) -> None:
        self._volume = max(0, min(LOUDEST, volume))

    def add(self, sound: Sound, *, is_speech: bool = False) -> None:
        with self._lock:
            if len(self._voices) < VOICES:
                self._voices.append(_Voice(sound, 0, is_speech))

    def add_bed(self, loop: Sound, is_wanted: Callable[[], bool]) -> None:
        """Play a loop under all other sounds while it is wanted; pause it for speech.

        The loop has 10 ms at least; a second one is not heard.
        """
        with self._lock:
            self._bed = self._bed or _Bed(loop, is_wanted)

    def hush(self, *, all_voices: bool = False) -> None:
        """Fade speech, or all voices, within 10 ms."""
        with self._lock:
            self._voices = [
                _faded(voice) if voice.is_speech or all_voices else voice
                for voice in self._voices
            ]

    def chunk(self) -> bytes | None:
        """Return the next 10 ms as samples of 16 bits; None if nothing is heard."""
        with self._lock:
            # While the bed is heard there is room for one voice less; it waits 10 ms.
            room = VOICES - bool(self._bed and self._bed.level)
            bed = self._next_of_bed()
            voices, waiting = self._voices[:room], self._voices[room:]
            self._voices = [
                voice._replace(at=voice.at + _BYTES)
                for voice in voices
                if voice.at + _BYTES < len(voice.sound)
            ] + waiting
        parts = [voice.sound[voice.at : voice.at + _BYTES] for voice in voices] + bed
        if not parts:
            return None
        total = (VOICES - len(parts)) * _SILENCE
        for part in parts:
            if len(part) < _BYTES:
                part += _QUIET[len(part) :]
            total += int.from_bytes(part, "little")
        return (self._at_volume(total) ^ _SIGN).to_bytes(_BYTES, "little")

    def _next_of_bed(self) -> list[bytes]:
        """Return the next 10 ms of the loop, or nothing while it is silent."""
        bed = self._bed
        if bed is None:
            return []
        is_wanted = bed.is_wanted()
        if len(self._voices) == VOICES:
            level = 0
        elif is_wanted and not any(voice.is_speech for voice in self._voices):
            level = min(_FULL, bed.level + _RISE)
        else:
            level = max(0, bed.level - _FALL)
        if level or bed.level:
            return [bed.part(level)]
        if not is_wanted:
            self._bed = None
        return []

    def _at_volume(self, samples: int) -> int:
        """Scale every other sample at a time, so that the product has room."""
        if self._volume == LOUDEST:
            return samples
        even, odd = samples & _EVERY_OTHER, samples >> 16 & _EVERY_OTHER
        return self._scaled(even) | self._scaled(odd) << 16

    def _scaled(self, samples: int) -> int:
        nearer = (LOUDEST - self._volume) * _MIDDLE
        return (samples * self._volume + nearer) // LOUDEST & _EVERY_OTHER


def _faded(voice: _Voice) -> _Voice:
    """Return its last ten milliseconds, fading to silence."""
    rest = voice.sound[voice.at : voice.at + _BYTES]
    return voice._replace(sound=_ramp(rest, _FULL, 0), at=0)


def _ramp(part: bytes, start: int, end: int) -> bytes:
    """Fade from one level to another without an audible step."""
    ramped = array("H", part)
    middle, length = 0x2000, len(ramped)
    for index, value in enumerate(ramped):
        level = start * (length - index) + end * index
        ramped[index] = middle + (value - middle) * level // (length * _FULL)
    return ramped.tobytes()
