"""The sounds as files, by name; `undertow sounds` makes them."""

import wave
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "cues"
SILENT = "silent"
# The loop under all cues; it is not a cue.
MUSIC = "music"
RATE = 22_050


@cache
def names() -> tuple[str, ...]:
    return tuple(sorted({path.stem for path in FOLDER.glob("*.wav")} - {MUSIC}))


def file(name: str) -> Path:
    return FOLDER / f"{name}.wav"


def samples(name: str) -> bytes:
    """Return a cue's samples: 16 bits each, little-endian."""
    with wave.open(str(file(name))) as made:
        return bytes(made.readframes(made.getnframes()))
