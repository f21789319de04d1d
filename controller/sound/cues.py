"""The sounds as files, by name; `undertow sounds` makes them."""

import wave
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "cues"
SILENT = "silent"
# The loop under all cues; no cue itself.
MUSIC = "music"
RATE = 22_050


@cache
def names() -> tuple[str, ...]:
    return tuple(sorted({path.stem for path in FOLDER.glob("*.wav")} - {MUSIC}))


def file(name: str) -> Path:
    return FOLDER / f"{name}.wav"


def samples(name: str) -> bytes:
    """Return the samples of a cue: 16 bits each, the low byte first."""
    with wave.open(str(file(name))) as made:
        return bytes(made.readframes(made.getnframes()))
