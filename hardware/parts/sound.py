"""Sounds that are heard together, mixed as numbers.

A sample is 16 bits of one big number, as a lamp is in a layer of light: two sounds are
laid over each other by one addition, whatever their length. So that no sample flows
over into its neighbour, each sound has a quarter of the whole range.
"""

import threading
from array import array
from typing import NamedTuple, TypeAlias

RATE = 22_050
CHUNK = RATE // 100  # samples that are mixed at a time: 10 ms
LOUDEST = 16  # volumes go from 0 to this
VOICES = 4  # sounds at a time; more are not heard
_BYTES = 2 * CHUNK

# Of every sample: its sign, all of a quarter, silence, and every other sample.
_SIGN = int.from_bytes(b"\x00\x80" * CHUNK, "little")
_SILENCE = int.from_bytes(b"\x00\x20" * CHUNK, "little")
_EVERY_OTHER = int.from_bytes(b"\xff\xff\x00\x00" * (CHUNK // 2), "little")
_MIDDLE = int.from_bytes(b"\x00\x80\x00\x00" * (CHUNK // 2), "little")
_QUIET = b"\x00\x20" * CHUNK

# What `sound` makes of samples: a quarter of the range around its middle.
Sound: TypeAlias = bytes


def sound(pcm: bytes) -> Sound:
    """Of samples of 16 bits with a sign, the low byte first, RATE a second."""
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


class Mixer:
    """What is heard now; may be used by two threads."""

    def __init__(self, volume: int = LOUDEST) -> None:
        """A volume of 0 is silence, LOUDEST is as loud as the samples are."""
        self._volume = volume
        self._voices: list[_Voice] = []
        self._lock = threading.Lock()

    @property
    def is_speaking(self) -> bool:
        with self._lock:
            return any(voice.is_speech for voice in self._voices)

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

    def hush(self, *, all_voices: bool = False) -> None:
        """Fades what is spoken, or all that is heard, within 10 ms."""
        with self._lock:
            self._voices = [
                _faded(voice) if voice.is_speech or all_voices else voice
                for voice in self._voices
            ]

    def chunk(self) -> bytes | None:
        """The next 10 ms, as samples of 16 bits; None if nothing is heard any more."""
        with self._lock:
            voices = self._voices
            self._voices = [
                voice._replace(at=voice.at + _BYTES)
                for voice in voices
                if voice.at + _BYTES < len(voice.sound)
            ]
        if not voices:
            return None
        total = (VOICES - len(voices)) * _SILENCE
        for voice in voices:
            part = voice.sound[voice.at : voice.at + _BYTES]
            if len(part) < _BYTES:
                part += _QUIET[len(part) :]
            total += int.from_bytes(part, "little")
        return (self._at_volume(total) ^ _SIGN).to_bytes(_BYTES, "little")

    def _at_volume(self, samples: int) -> int:
        """Every other sample at a time, so that there is room for the product."""
        if self._volume == LOUDEST:
            return samples
        even, odd = samples & _EVERY_OTHER, samples >> 16 & _EVERY_OTHER
        return self._scaled(even) | self._scaled(odd) << 16

    def _scaled(self, samples: int) -> int:
        nearer = (LOUDEST - self._volume) * _MIDDLE
        return (samples * self._volume + nearer) // LOUDEST & _EVERY_OTHER


def _faded(voice: _Voice) -> _Voice:
    """What is left of it: ten milliseconds, growing quiet."""
    rest = array("H", voice.sound[voice.at : voice.at + _BYTES])
    middle, length = 0x2000, len(rest)
    for index, value in enumerate(rest):
        rest[index] = middle + (value - middle) * (length - index) // (length + 1)
    return voice._replace(sound=rest.tobytes(), at=0)
