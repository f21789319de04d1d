"""The synthesiser: turns `recipes.toml` into 16-bit samples, 22,050 a second.

It uses only integers, so that every machine makes the same bytes and a check can
compare them. Tones fade in and out, so that no cue begins or ends with a click.
"""

import io
import math
import wave
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

from controller.basics.sheet import WORD, Sheet, choice, whole
from controller.sound.cues import FOLDER, MUSIC, RATE

OURS = Path(__file__).with_name("recipes.toml")
LONGEST_MS = 1500
# The length of the music's loop; a longer tone continues in the next round.
LOOP_MS = 4000

FULL = 32_767
# All cues are equally loud: this is the root mean square of the loudest tenth of a
# second, unless it would clip a peak.
LOUDNESS = 5_200
# The music is 18 decibels quieter.
MUSIC_LOUDNESS = LOUDNESS // 8
PEAK = 30_000
_WINDOW = RATE // 10
_ATTACK = RATE * 4 // 1000
_RELEASE = RATE * 12 // 1000

_TABLE = 1024
_SINE = [round(FULL * math.sin(2 * math.pi * i / _TABLE)) for i in range(_TABLE)]


def _triangle(index: int) -> int:
    up = 4 * index if index < _TABLE // 2 else 4 * (_TABLE - index)
    return (up - _TABLE) * FULL // _TABLE


_TRIANGLE = [_triangle((i + _TABLE // 4) % _TABLE) for i in range(_TABLE)]
_WAVES = {"sine": _SINE, "triangle": _TRIANGLE}


class Tone(NamedTuple):
    cue: Annotated[str, WORD]
    wave: Annotated[str, choice("sine", "triangle", "noise")]
    for_ms: Annotated[int, whole(20, LONGEST_MS)]
    from_hz: Annotated[int, whole(30, 8000)]
    to_hz: Annotated[int | None, whole(30, 8000)] = None
    at_ms: Annotated[int, whole(0, LOOP_MS - 1)] = 0
    shape: Annotated[str, choice("ring", "hold", "swell")] = "ring"
    level: Annotated[int, whole(1, 100)] = 100


class _Nothing(NamedTuple):
    """The keys above the sections: none."""


def load(path: Path = OURS) -> dict[str, list[Tone]]:
    """Return the tones of each cue; raise SheetError with the line."""
    sheet = Sheet(path, "the recipes of the sounds")
    sheet.top(_Nothing, ("tone",))
    cues: dict[str, list[Tone]] = {}
    for row, tone in enumerate(sheet.rows("tone", Tone)):
        end_ms = tone.at_ms + tone.for_ms
        if end_ms > LONGEST_MS and tone.cue != MUSIC:
            words = (
                f"this tone of {tone.cue} ends after {end_ms} ms, but a cue has "
                f"{LONGEST_MS} ms at most; begin it sooner or make it shorter"
            )
            raise sheet.error(("tone", row, "for_ms"), words)
        cues.setdefault(tone.cue, []).append(tone)
    return cues


def render(tones: Sequence[Tone]) -> "array[int]":
    """Mix all tones of a cue, as loud as every other cue."""
    length = max(_samples(tone.at_ms + tone.for_ms) for tone in tones)
    return array("h", _levelled(_laid(tones, length), LOUDNESS))


def render_loop(tones: Sequence[Tone]) -> "array[int]":
    """Mix all tones of the music; a tone at its end continues at its beginning."""
    return array("h", _levelled(_laid(tones, _samples(LOOP_MS)), MUSIC_LOUDNESS))


def _laid(tones: Sequence[Tone], length: int) -> list[int]:
    total = [0] * length
    for tone in tones:
        for index, value in enumerate(_tone(tone), _samples(tone.at_ms)):
            total[index % length] += value * tone.level // 100
    return total


def _samples(ms: int) -> int:
    return ms * RATE // 1000


def _tone(tone: Tone) -> Iterator[int]:
    length = _samples(tone.for_ms)
    to_hz = tone.from_hz if tone.to_hz is None else tone.to_hz
    glide = [tone.from_hz + (to_hz - tone.from_hz) * i // length for i in range(length)]
    wave = _noise(glide) if tone.wave == "noise" else _pitched(glide, tone.wave)
    for index, value in enumerate(wave):
        yield value * _SHAPES[tone.shape](index, length) // FULL


def _pitched(glide: Iterable[int], wave: str) -> Iterator[int]:
    table, phase = _WAVES[wave], 0
    for hz in glide:
        yield table[phase >> 16 & _TABLE - 1]
        phase += hz * (_TABLE << 16) // RATE


def _noise(glide: Iterable[int]) -> Iterator[int]:
    """Filter noise from a fixed seed: a low-pass at the tone's frequency."""
    seed, low, lower = 1, 0, 0
    for hz in glide:
        seed = (seed * 1_103_515_245 + 12_345) & 0x7FFF_FFFF
        share = min(FULL, hz * 6 * FULL // RATE)
        low += ((seed >> 15) - FULL - low) * share // FULL
        lower += (low - lower) * share // FULL
        yield lower


def _ring(index: int, length: int) -> int:
    """Square the decay, so that it is fast first and slow later."""
    left = (length - index) * FULL // length
    return _faded(left * left // FULL, index, length)


def _hold(index: int, length: int) -> int:
    return _faded(FULL * 2 // 3, index, length)


def _swell(index: int, length: int) -> int:
    grown = index * FULL // length
    return _faded(grown, index, length)


_SHAPES: dict[str, Callable[[int, int], int]] = {
    "ring": _ring,
    "hold": _hold,
    "swell": _swell,
}


def _faded(level: int, index: int, length: int) -> int:
    """Fade both ends, to avoid steps."""
    in_, out = min(index, _ATTACK), min(length - 1 - index, _RELEASE)
    return level * in_ * out // (_ATTACK * _RELEASE)


def _levelled(samples: Sequence[int], loudness: int) -> Iterator[int]:
    peak = max(map(abs, samples), default=0)
    loud = _loudest(samples)
    for value in samples:
        made = value * loudness // loud if loud else 0
        yield made if peak * loudness <= PEAK * loud else value * PEAK // peak


def _loudest(samples: Sequence[int]) -> int:
    """Return the root mean square of the loudest window."""
    window = min(_WINDOW, len(samples)) or 1
    energy = most = sum(value * value for value in samples[:window])
    for index in range(window, len(samples)):
        energy += samples[index] ** 2 - samples[index - window] ** 2
        most = max(most, energy)
    return math.isqrt(most // _WINDOW)


def write(folder: Path = FOLDER) -> list[str]:
    """Make every cue from its recipe; return the files that were stale."""
    made = _made()
    stale = list(_stale(made, folder))
    folder.mkdir(exist_ok=True)
    for path in folder.glob("*.wav"):
        if path.stem not in made:
            path.unlink()
    for name, content in made.items():
        (folder / f"{name}.wav").write_bytes(content)
    return stale


def check(folder: Path = FOLDER) -> list[str]:
    """Return the files that do not match their recipes."""
    return list(_stale(_made(), folder))


def _stale(made: dict[str, bytes], folder: Path) -> Iterator[str]:
    there = {path.stem: path for path in folder.glob("*.wav")}
    for name in sorted(made.keys() | there.keys()):
        path = there.get(name)
        if path is None or path.read_bytes() != made.get(name):
            yield f"{name}.wav"


def _made() -> dict[str, bytes]:
    return {
        cue: as_wav((render_loop if cue == MUSIC else render)(tones).tobytes())
        for cue, tones in load().items()
    }


def as_wav(pcm: bytes) -> bytes:
    packed = io.BytesIO()
    with wave.open(packed, "wb") as made:
        made.setnchannels(1)
        made.setsampwidth(2)
        made.setframerate(RATE)
        made.writeframes(pcm)
    return packed.getvalue()
