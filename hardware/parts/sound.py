"""Mix sounds as big integers, over a quiet background loop.

One big integer holds a sound's 16-bit samples side by side, so a single addition mixes
two sounds of any length. Each sound uses a quarter of the range, so that no sample
overflows into the next.
"""

import threading
from array import array
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

RATE = 22_050
CHUNK = RATE // 100  # samples in one chunk: 10 ms
LOUDEST = 16  # the highest volume
VOICES = 4  # sounds at once; any more are dropped
_BYTES = 2 * CHUNK
# The loop's loudest level; it fades out in 0.16 s and returns in 0.64 s.
_FULL = 64
_FALL, _RISE = 4, 1

# Masks for every sample: its sign, silence, and every other sample.
_SIGN = int.from_bytes(b"\x00\x80" * CHUNK, "little")
_SILENCE = int.from_bytes(b"\x00\x20" * CHUNK, "little")
_EVERY_OTHER = int.from_bytes(b"\xff\xff\x00\x00" * (CHUNK // 2), "little")
_MIDDLE = int.from_bytes(b"\x00\x80\x00\x00" * (CHUNK // 2), "little")
_QUIET = b"\x00\x20" * CHUNK

# `sound` makes samples that use the middle quarter of the range.
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
    at: int  # how far it has played, in bytes
    is_speech: bool


class _Bed:
    """A background loop that fades in and out but never stops abruptly."""

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
    """Mixes the sounds that play now; two threads may use it."""

    def __init__(self, volume: int = LOUDEST) -> None:
        """Create a mixer: silent at volume 0, as loud as the samples at LOUDEST."""
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
        """Play a loop under all other sounds while `wanted`; pause it for speech.

        The loop must last at least 10 ms. A second loop is ignored.
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
        """Return the next 10 ms as 16-bit samples, or None during silence."""
        with self._lock:
            # The loop takes up one voice while it plays; the extra voice waits 10 ms.
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
    """Return the voice's next ten milliseconds, fading to silence."""
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
